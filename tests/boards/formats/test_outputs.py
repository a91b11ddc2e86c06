"""Files that we write: what the system refuses is one line that names the file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import message_of

from pyasp_puzzles.boards.formats.outputs import (
    append_text,
    check_distinct,
    check_writable,
    filled,
    json_lines,
    make_folder,
    write_text,
)
from pyasp_puzzles.core.errors import PuzzleError


def test_a_file_is_written_with_its_folder_and_byte_for_byte(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "file.txt"
    write_text(str(path), "å\nb\r\n")
    append_text(str(path), "c\n")
    assert path.read_bytes() == "å\nb\r\nc\n".encode()


@pytest.mark.parametrize("write", [check_writable, make_folder, lambda path: write_text(path, "")])
def test_what_cannot_be_written_is_named(write: object, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    path = f"{tmp_path}/file/below"
    with pytest.raises(PuzzleError) as refused:
        write(path)  # type: ignore[operator]
    assert str(refused.value) in (f"{path}: not a directory", f"{path}: file exists")


def test_a_check_leaves_the_content_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("kept")
    check_writable(str(tmp_path / "file"))
    assert (tmp_path / "file").read_text() == "kept"
    assert "found -, expected a file" in message_of(check_writable, "-")


def test_one_file_for_two_things_is_refused() -> None:
    check_distinct("a", "b")
    assert "one file for several formats" in message_of(check_distinct, "a", "b", "a")


def test_each_line_of_json_is_in_the_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text("from before")
    write = json_lines(str(path))
    for number in (1, 2):
        write({"number": number, "name": "å"})
        assert len(path.read_text(encoding="utf-8").splitlines()) == number
    assert json.loads(path.read_text(encoding="utf-8").splitlines()[1])["name"] == "å"
    json_lines(None)({"number": 3})
    assert len(path.read_text(encoding="utf-8").splitlines()) == 2


def test_no_word_is_broken_and_no_line_is_too_long_without_need() -> None:
    atoms = ['place("a b c d e f g",1)', "p(1)", "p(2)", "p(3)"]
    assert list(filled(atoms, 12, "  ")) == ['  place("a b c d e f g",1)', "  p(1) p(2)", "  p(3)"]
    assert list(filled([], 12)) == []
