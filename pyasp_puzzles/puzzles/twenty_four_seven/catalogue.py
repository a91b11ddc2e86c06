"""The shipped number grids.

Jane Street set the four grids of December 2020 ("Twenty Four Seven 2-by-2 #2"); each has one
answer. The others are our own:

- ``trap_pairs`` has no answer, though counting pairs of adjacent filled cells finds one:
  ``.7..463 .1.57.7 2567... 7.2.56. 476..3. 7.63..4 ...5456`` has 28 filled cells and 27 such
  pairs, but the pairs close a ring in the larger of two regions;
- ``long_way`` has one answer, whose region winds so far that 20 steps from the first filled cell
  of the first row do not reach all of it;
- ``five`` has no answer: every connected pattern of three cells a line has a full block;
- ``patterns_6x6`` has one digit only: its answers are the patterns of filled cells;
- ``four``, ``six``, ``corner``, ``stairs`` and ``side_by_side`` have one answer each.
"""

from __future__ import annotations

from pyasp_puzzles.puzzles.twenty_four_seven.format import parse
from pyasp_puzzles.puzzles.twenty_four_seven.instance import Instance

_CLASSIC = "digits: 1x1 2x2 3x3 4x4 5x5 6x6 7x7"
_ODD = "digits: 1x4 3x4 5x4"

_INSTANCES: dict[str, tuple[str, str, int, str]] = {
    "2020_a": (
        "Twenty Four Seven, December 2020, first grid",
        f"{_CLASSIC}\ntop: 5 4 . . . 7 5\nbottom: 5 7 . . . 3 6\n"
        "left: 5 7 . . . 5 7\nright: 7 4 . . . 7 6",
        1,
        "..4.... ...6... 5...... .3...6. ......2 ...1... ....4..",
    ),
    "2020_b": (
        "Twenty Four Seven, December 2020, second grid",
        f"{_CLASSIC}\ntop: . . 5 6 . 6 7\nbottom: 6 7 5 . . . .\n"
        "left: . . 5 6 . 7 6\nright: 6 6 4 . . . .",
        1,
        ".2..... 2...... ....... .....3. ....3.. ...3... ......1",
    ),
    "2020_c": (
        "Twenty Four Seven, December 2020, third grid",
        f"{_CLASSIC}\ntop: 7 . . 5 . 7 .\nbottom: . 7 . 3 . . 5\n"
        "left: . . . 7 . . .\nright: . . . 5 . . .",
        1,
        "....4.. .6..... 4.....6 ....... 6.....4 .....6. ..4....",
    ),
    "2020_d": (
        "Twenty Four Seven, December 2020, fourth grid",
        f"{_CLASSIC}\nbottom: . 6 . 5 . 4 .\nleft: 1 2 3 4 5 6 7\nright: . 6 . 4 . 2 .",
        1,
        "....... ....... ......3 ....... ....4.. ....... ..3....",
    ),
    "trap_pairs": (
        "Two regions that count as one",
        f"{_CLASSIC}\ntop: 2 . . 5 4 . .\nbottom: . . . 5 . . .\n"
        "left: . 1 . . . 7 .\nright: . . . . . . 6",
        0,
        "....... ....7.. .5..... 7....6. ..6.... ......4 ....4..",
    ),
    "long_way": (
        "The long way round",
        f"{_CLASSIC}\ntop: 1 6 . . . . 3\nleft: . . 5 . . . .\nright: 7 7 2 . . . .",
        1,
        "..7.... ....... ....... ...4... ....... .7..... .......",
    ),
    "four": ("Three odd digits", f"{_ODD}\ntop: . 5 . .", 1, "..1. .... ..5. ...."),
    "five": ("Five by five, impossible", "digits: 1x1 2x2 3x3 4x4 5x5", 0, "..... " * 5),
    "six": (
        "Six by six",
        "digits: 1x4 2x4 3x4 4x4 5x4 6x4\ntop: . 6 . 3 4 .\nbottom: . . 1 . 2 .\n"
        "left: . . . . 4 .\nright: . 3 . . 1 5",
        1,
        "...... ...... ...... ...5.. ...... ......",
    ),
    "corner": (
        "Three grids round a corner",
        f"{_ODD}\ngrids: 1 1, 1 4, 4 1\ntop: 3 . . . . . .\nbottom: . 5 . . . 1 .\n"
        "right: . . . . 5 . .",
        1,
        "......3 ....... ...1... ....... ....### ....### ....###",
    ),
    "stairs": (
        "Three grids down the stairs",
        f"{_ODD}\ngrids: 1 1, 3 3, 5 5\ntop: . . 1 1 . . . .\nbottom: . . 3 . . . . .",
        1,
        "....#### ....#### ......## ......## ##...... ##...... ####.... ####....",
    ),
    "side_by_side": (
        "Two grids side by side, with sums",
        f"{_ODD}\ngrids: 1 1, 2 4\ntop: . . 5 . . . .\nbottom: . . . . . 5 .\n"
        "left: . . . 13 3\nright: . . 15 . .",
        1,
        "....### ....... ....... ....... ###....",
    ),
    "patterns_6x6": ("The patterns of six by six", "digits: 1x24", 378, "...... " * 6),
}


def catalogue() -> dict[str, Instance]:
    """The shipped instances by name, with their known counts.

    >>> catalogue()["2020_a"].known
    (('answers', 1),)
    """
    found = {}
    for name, (title, entries, answers, givens) in _INSTANCES.items():
        board = "".join(f"\n    {row}" for row in givens.split())
        grids = 1 + entries.partition("grids:")[2].partition("\n")[0].count(",")
        size = 4 if grids > 1 else len(givens.split())
        text = f"title: {title}\nanswers: {answers}\nsize: {size}\n{entries}\ngivens:{board}\n"
        found[name] = parse(text, name)[""]
    return found
