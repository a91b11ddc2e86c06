"""What commands say: the exit code, and what is on standard output and on standard error."""

from __future__ import annotations

import shlex

import pytest
from support import puzzles

SOMA, SLOTHOUBER = "packing soma", "packing slothouber_graatsma"
SPOILED = "flower_finder spoiled_5"
WHY = "no answer (proved); `explain flower_finder spoiled_5` tells why"

SAID: dict[str, tuple[int, str | None, str | None]] = {
    # answers and numbers, how the search ended, how to go on
    "solve packing hexagonal_cylinder": (0, "Hexagonal Cylinder\nlayer 0", "1 answer, verified"),
    f"solve {SLOTHOUBER}": (0, None, "stopped there, `-n 2` tells whether it is the only one"),
    f"solve {SLOTHOUBER} -n 3": (0, None, "stopped there, `-n 4` tells whether there are more"),
    f"solve {SLOTHOUBER} -n 3 --symmetry": (0, None, "1 answer, verified, no more exist"),
    f"solve {SLOTHOUBER} -- --config=jumpy": (0, None, None),
    f"count {SOMA} --symmetry": (0, "240\n", ""),
    "count eternity": (0, "16\n", ""),
    "count pips --by filling": (0, None, ""),
    "draw packing -": (1, "", "no answer"),
    f"compare {SOMA} --engines asp --task all --timeout 0.01 --repeat 1": (3, ">0.01 s", None),
    # verdicts, and the command that says more
    "unique twenty_four_seven four": (0, "and it is verified; `solve` draws it", None),
    f"unique {SOMA} --up-to 2": (1, "stopped there; --up-to 20 counts", None),
    f"unique {SPOILED}": (1, WHY, None),
    f"check {SPOILED} -": (1, "the board has no answer; `explain flower_finder spoiled_5`", None),
    f"rate {SPOILED}": (1, "nothing to rate; `explain flower_finder spoiled_5` tells why", None),
    "rate twenty_four_seven four": (0, "four: difficulty 7, not calibrated", None),
    "rate twenty_four_seven four --json": (
        *(0, '"grade": null, "calibrated": false, "difficulty": 7', None),
    ),
    "rate pips mutilated_6x6": (1, "no answer (proved)", None),
    "rate pips mutilated_6x6 --json": (1, '"status": "none", "grade": null', None),
    "rate pips document --timeout 1e-9": (3, "document: not rated (time limit)\n", None),
    f"estimate {SLOTHOUBER} --timeout 60": (
        *(0, "262 nodes, less than 0.1 s (exact: the whole tree was searched)\n", None),
    ),
    f"estimate {SOMA} --timeout 1e-9": (3, "", "soma: no estimate, the time was up"),
    # steps
    "explain eternity document_3x3": (
        0,
        None,
        "document_3x3: one of several answers in 11 steps, 2 choices among them; it is verified; "
        "the answers differ in 9 cells\n",
    ),
    "explain twenty_four_seven four --timeout 0.000001": (3, None, "four: time limit"),
    "hint twenty_four_seven four --timeout 0.000001": (
        *(3, "four: not decided (time limit)\n", None),
    ),
    "hint eternity document_3x3": (
        *(1, "document_3x3: nothing more follows: several answers have all of it\n", ""),
    ),
    # boards, formulas and proofs
    "generate pips --seed 3 --board 1x2 --pips 0": (0, "dominoes: 0-0", None),
    "generate twenty_four_seven --timeout 0.000001 -n 2": (
        *(3, "", "the time limit came first; 0 of 2 boards found"),
    ),
    "translate pips.lp examples/pips.lp": (0, "p cnf ", "306 atoms, 592 rules, tight"),
    "certify packing hexagonal_cylinder --timeout 0.2": (3, None, "time limit"),
}
"""``None``: anything; a text that ends with a line: all that is said; else a part of it."""


def agrees(said: str, expected: str | None) -> bool:
    if not expected or expected.endswith("\n"):
        return expected is None or said == expected
    return expected in said


@pytest.mark.parametrize("words", SAID)
def test_a_command_says(words: str) -> None:
    code, output, notes = SAID[words]
    text = 'place("1",4,h).' if "spoiled" in words else "Solving...\nUNSATISFIABLE\n\nModels : 0\n"
    done = puzzles(*shlex.split(words), text=text)
    assert done.returncode == code, done.stderr
    assert agrees(done.stdout, output), done.stdout
    assert agrees(done.stderr, notes), done.stderr
    assert "\x1b" not in done.stdout
    assert code != 3 or done.stderr.count("\n") <= 1 or "compare" in words
