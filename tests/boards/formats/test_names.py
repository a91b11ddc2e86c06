"""The law of names: an instance that is accepted is written as a text that has all of it."""

from __future__ import annotations

import dataclasses
import itertools
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pyasp_puzzles as pp
from pyasp_puzzles.boards.formats.description import own_formats
from pyasp_puzzles.boards.formats.fields import is_json
from pyasp_puzzles.boards.formats.inputs import decoded
from pyasp_puzzles.boards.registry import find_puzzle, shipped_names
from pyasp_puzzles.core.errors import InstanceError

each_puzzle = pytest.mark.parametrize("name", shipped_names())

_MEANT = [" ", "\t", "\n", "\r", "\x85", "\u2028", "\xa0", "\0", "\x1f", "\ud800", "\ufeff"]
_MEANT += [*":%=#.,-+x()[]{}\"'\\/<>&", "é", "棋", "0", "7"]
NAMES = st.one_of(
    st.text(st.sampled_from([*_MEANT, "a", "B"]), max_size=5),
    st.text(st.sampled_from(_MEANT), max_size=1).map(lambda sign: f"a{sign}b"),
    st.sampled_from(["", "===", "=== A", "x2", "A x2", "none", "empty", "sum", "equals", "piece"]),
    st.sampled_from(["answers", "title", "a" * 60, "b" * 70, "c" * 300, "{", "[1]"]),
    st.text(max_size=4),
)
"""Texts with signs to which a text format or JSON gives a meaning, and any others."""


def parsed(name: str, text: str, source: str) -> Any:
    """The boards of a file with this text, by label; no file has halves of surrogate pairs."""
    return find_puzzle(name).parse(decoded(text.encode("utf-8", "replace"), source), source)


def assert_read_back(name: str, instance: Any) -> None:
    puzzle = find_puzzle(name)
    text = puzzle.format(instance)
    [found] = parsed(name, text, "").values()
    assert dataclasses.replace(found, name=instance.name) == instance


@cache
def boards(name: str) -> list[Any]:
    """The shipped boards with the fewest facts, and those with the most kinds of texts."""
    every = [pp.load(name, board) for board in find_puzzle(name).instance_files()]
    small = sorted(every, key=lambda board: len(pp.facts(board)))
    return [*small[:3], max(small[: len(small) // 2 + 1], key=lambda b: len({*texts_in(b)}))]


@cache
def examples(name: str) -> list[str]:
    blocks = own_formats(find_puzzle(name))
    return [block.text for block in blocks if block.kind == "example"]


def texts_in(value: Any) -> Iterator[str]:
    """Every text in an instance, but for the one that says where it is from."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from texts_in(each)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            if field.name != "known" and (field.name != "name" or not hasattr(value, "title")):
                yield from texts_in(getattr(value, field.name))


def with_text(value: Any, old: str, new: str) -> Any:
    if isinstance(value, str):
        return new if value == old else value
    if isinstance(value, tuple):
        return tuple(with_text(each, old, new) for each in value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        own = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return dataclasses.replace(value, **with_texts(own, old, new))
    return value


def with_texts(own: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    kept = ("known", "name") if "title" in own else ()
    return {key: v if key in kept else with_text(v, old, new) for key, v in own.items()}


@each_puzzle
@settings(max_examples=30, derandomize=True)
@given(data=st.data())
def test_an_instance_with_any_name_is_refused_or_read_back(name: str, data: st.DataObject) -> None:
    board = data.draw(st.sampled_from(boards(name)))
    old = data.draw(st.sampled_from(sorted({*texts_in(board)})))
    try:
        named = with_text(board, old, data.draw(NAMES))
    except InstanceError as error:
        assert error.expected
        return
    assert_read_back(name, named)


def assert_refused_or_read_back(name: str, text: str, source: str) -> None:
    try:
        found = parsed(name, text, source)
    except InstanceError as error:
        assert error.source == source
        assert error.expected
        return
    for board in found.values():
        assert_read_back(name, board)


def json_texts(value: Any) -> Iterator[str]:
    """Every text in a JSON value, and every name of a member."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        yield from itertools.chain(*map(json_texts, value.values()))
    elif isinstance(value, list):
        yield from itertools.chain(*map(json_texts, value))


def renamed(value: Any, old: str, new: str) -> Any:
    if isinstance(value, dict):
        return {renamed(key, old, new): renamed(each, old, new) for key, each in value.items()}
    if isinstance(value, list):
        return [renamed(each, old, new) for each in value]
    return new if value == old else value


@each_puzzle
@settings(max_examples=30, derandomize=True)
@given(data=st.data())
def test_json_with_any_name_is_refused_or_written_and_read_back(
    name: str, data: st.DataObject
) -> None:
    file = data.draw(st.sampled_from([text for text in examples(name) if is_json(text)]))
    value = {**json.loads(file), "title": "A title", "name": "A name"}
    old = data.draw(st.sampled_from(sorted({*json_texts(value)})))
    value = renamed(value, old, data.draw(NAMES))
    written = json.dumps(value, ensure_ascii=data.draw(st.booleans()))
    assert_refused_or_read_back(name, written, "a.json")


@each_puzzle
@settings(max_examples=30, derandomize=True)
@given(data=st.data())
def test_a_text_with_any_name_is_refused_or_written_and_read_back(
    name: str, data: st.DataObject
) -> None:
    file = data.draw(st.sampled_from([text for text in examples(name) if not is_json(text)]))
    word = data.draw(st.sampled_from(re.findall(r"[^\s:]+", file)))
    written = f"=== {data.draw(NAMES)}\n" * data.draw(st.booleans())
    written += file.replace(word, data.draw(NAMES))
    assert_refused_or_read_back(name, written, "a.txt")
