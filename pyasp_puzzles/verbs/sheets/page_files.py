"""Pages as SVG files in millimetres, or together as one file of HTML that a browser prints."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from pyasp_puzzles.verbs.sheets.paper import (
    HEADING,
    LEADING,
    MARGIN,
    TITLE,
    WORDS,
    Item,
    Page,
    Paper,
    lines_height,
)

_FONT = "DejaVu Sans,Verdana,Arial,sans-serif"


def page_svg(page: Page, paper: Paper, number: int, all_pages: int) -> str:
    """A page as the text of an SVG file; its ids begin with its number."""
    wide, high = f"{paper.width:g}", f"{paper.height:g}"
    parts = [_line(MARGIN, MARGIN + HEADING * 0.8, page.heading, HEADING, bold=True)]
    parts += _lines(MARGIN, MARGIN + LEADING * HEADING, page.notes, WORDS)
    for count, (x, y, item) in enumerate(page.items, start=1):
        parts += _item(x, y, item, f"p{number}-{count}-")
    foot = paper.height - MARGIN + WORDS
    parts.append(_line(paper.width / 2 - 4, foot, f"{number} / {all_pages}", WORDS))
    if page.ruler:
        ruler = f"M{MARGIN} {foot - 4}v4m0-2h50m0-2v4"
        parts.append(f'<path fill="none" stroke="#000" stroke-width=".3" d="{ruler}"/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" '
        f'viewBox="0 0 {wide} {high}" font-family="{_FONT}"><title>{escape(page.heading)}, page '
        f'{number}</title><path fill="#fff" d="M0 0h{wide}v{high}H0Z"/>{"".join(parts)}</svg>\n'
    )


def html(pages: Sequence[Page], paper: Paper) -> str:
    """All pages as the text of one HTML file, a page of paper each when it is printed."""
    size = f"{paper.width:g}mm {paper.height:g}mm"
    style = (
        f"@page{{size:{size};margin:0}}body{{margin:0;background:#fff;color:#000}}"
        f"section{{width:{paper.width:g}mm;height:{paper.height - 0.2:g}mm;overflow:hidden;"
        "break-after:page}section:last-child{break-after:auto}section>svg{display:block}"
        "@media screen{section{margin:4mm auto;outline:1px solid #999}}"
    )
    sections = (
        f"<section>{page_svg(page, paper, number, len(pages))}</section>"
        for number, page in enumerate(pages, start=1)
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(pages[0].heading)}</title><style>{style}</style></head>\n"
        f"<body>\n{''.join(sections)}</body></html>\n"
    )


def _item(x: float, y: float, item: Item, ids: str) -> list[str]:
    """An item with its upper left corner at a point."""
    parts = _lines(x, y, item.title, TITLE, bold=True)
    y += lines_height(item.title, TITLE)
    if item.drawing:
        parts.append(item.drawing.element(x, y, item.scale, ids))
    return parts + _lines(x, y + item.drawn_height, item.notes, WORDS)


def _lines(x: float, y: float, lines: Sequence[str], size: float, bold: bool = False) -> list[str]:
    return [
        _line(x, y + (LEADING * n + 0.95) * size, line, size, bold) for n, line in enumerate(lines)
    ]


def _line(x: float, y: float, words: str, size: float, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size}"{weight}>{escape(words)}</text>'
