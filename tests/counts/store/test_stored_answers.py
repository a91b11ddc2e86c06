"""An answer of a store is verified before anybody sees it."""

from __future__ import annotations

from pathlib import Path

import pytest
from store_files import show

import pyasp_puzzles as pp
from pyasp_puzzles.counts.store.codec import AnswerCodec
from pyasp_puzzles.counts.store.store import Store
from pyasp_puzzles.engines.search import Cube


def test_an_answer_of_a_store_is_verified_before_it_is_seen(stores: Path, tmp_path: Path) -> None:
    with Store.to_read(stores / "whole.store") as store:
        answers = list(store.page())
        assert len(answers) == store.answers == 16
        for answer in answers:
            assert pp.verify(store.run.loaded, answer.answer) == []
            assert answer.as_json()["verified"] is True
        run, atoms = store.run, store.codec.atoms
        wrong = AnswerCodec(atoms)
    with Store.to_write(tmp_path / "wrong", run) as store:
        store.begin(atoms, [Cube()])
        store.finish(1, [wrong.code(0)], 1, "asp")
        (answer,) = store.page()
        for look_at in (lambda: answer.answer, answer.as_json):
            with pytest.raises(pp.PuzzleError):
                look_at()
    for options in ([], ["--draw"], ["--jsonl", "-"], ["--csv", "-"]):
        done = show(tmp_path / "wrong", *options)
        assert done.returncode == 2
        assert '"verified"' not in done.stdout
        assert "place(" not in done.stdout
