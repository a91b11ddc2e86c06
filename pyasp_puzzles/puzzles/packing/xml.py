"""Reads XML by expat; every element knows its line, so errors name place, found and expected.

A file with a DOCTYPE, which could declare entities, or with too many elements is refused.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import count
from xml.parsers import expat

from pyasp_puzzles.core.errors import InstanceError, Phrase

MOST_ELEMENTS = 100_000
"""The most elements of a file; an instance has far fewer."""


def is_xml(text: str) -> bool:
    """Whether a file is XML: its first character opens an element."""
    return text.lstrip().startswith("<")


@dataclass(slots=True)
class Element:
    """An element of an XML file, with the line of its start tag."""

    source: str
    line: int
    tag: str
    attributes: dict[str, str]
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def error(self, found: object, expected: str) -> InstanceError:
        """An error at this element."""
        return InstanceError(self.source, f"line {self.line}, {self.tag}", found, expected)

    def all(self, tag: str) -> Iterator[Element]:
        """The children with this tag."""
        return (child for child in self.children if child.tag == tag)

    def get(self, tag: str) -> Element | None:
        """The child with this tag; ``None``: there is none. Several are an InstanceError."""
        found = list(self.all(tag))
        for second in found[1:]:
            raise second.error(Phrase("a second one"), f"one <{tag}>")
        return found[0] if found else None

    def child(self, tag: str) -> Element:
        """The only child with this tag; an InstanceError without one."""
        found = self.get(tag)
        if found is None:
            raise self.error(Phrase(f"no <{tag}>"), f"a <{tag}> in it")
        return found

    def integer(
        self, attribute: str, minimum: int, maximum: int, default: int | None = None
    ) -> int:
        """An attribute as an integer within bounds; an InstanceError if it is none."""
        if default is not None and attribute not in self.attributes:
            return default
        if attribute not in self.attributes:
            raise self.error(Phrase(f"no attribute '{attribute}'"), f"{attribute}=...")
        text = self.attributes[attribute]
        digits, expected = text.strip(), "an integer"
        if digits.isascii() and digits.isdigit() and len(digits) < 12:
            if minimum <= int(digits) <= maximum:
                return int(digits)
            expected = f"an integer from {minimum} to {maximum}"
        raise self.error(f"{attribute}={text}", expected)


def read_xml(text: str, source: str, *, skipped: Collection[str] = ()) -> Element:
    """Read a file; return its outermost element.

    Args:
        skipped: tags of elements whose content is left out.

    Raises:
        InstanceError: the text is no XML, has a DOCTYPE or too many elements.
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    opened = [Element(source, 0, "", {})]
    numbers = count(1)

    def start(tag: str, attributes: dict[str, str]) -> None:
        element = opened[-1]  # a skipped one stands for all that is in it
        if element.tag not in skipped:
            element = Element(source, parser.CurrentLineNumber, tag, attributes)
            if next(numbers) > MOST_ELEMENTS:
                found = Phrase(f"more than {MOST_ELEMENTS:,} elements")
                raise element.error(found, "an instance, which has far fewer")
            opened[-1].children.append(element)
        opened.append(element)

    def words(text: str) -> None:
        if opened[-1].tag not in skipped:
            opened[-1].text += text

    def doctype(*_words: object) -> None:
        place = f"line {parser.CurrentLineNumber}"
        raise InstanceError(source, place, "<!DOCTYPE", "XML without a document type")

    parser.StartElementHandler, parser.EndElementHandler = start, lambda _tag: opened.pop()
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = words, doctype
    (root,) = opened
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        lines = text.splitlines()
        line = "".join(lines[error.lineno - 1 : error.lineno])
        rest = line[error.offset : error.offset + 20]
        last = error.lineno >= len(lines) and not rest.strip()
        place = f"line {error.lineno}, column {error.offset + 1}"
        found = Phrase("the end of the file" if last else repr(rest))
        expected = f"XML ({expat.ErrorString(error.code)})"
        raise InstanceError(source, place, found, expected) from None
    return root.children[0]
