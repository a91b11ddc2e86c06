"""Long counts into a store, whatever is done to them: nothing is lost, and nothing is wrong.

Each test runs the whole command, does real harm to it, looks at the store after each time, and at
last lets the count go on to its end in this process, which has to be exactly right.
"""

from __future__ import annotations

import ctypes
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import clingo
import pytest
from faults import (
    GatedCount,
    Seen,
    Session,
    Truth,
    board,
    done_so_far,
    killed_until_through,
    log_state,
    look,
)
from support import puzzles

import pyasp_puzzles as pp
from pyasp_puzzles.counts import scheduler
from pyasp_puzzles.counts.cube_cutter import CubeCutter
from pyasp_puzzles.counts.identity import CountIdentity
from pyasp_puzzles.counts.store.store import Store
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.work.pool import WorkerDiedError

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/environ").exists(), reason="needs Linux's /proc"
)
SIXTY = "--processes", "2", "--cubes", "60"
"""Options of a count that has a middle."""
DROP = 24
"""``PR_CAPBSET_DROP`` of Linux: programs that are started later lack a right of root."""


def slow(*values: object) -> Any:
    """A parameter for a test that is run with the slow ones only."""
    return pytest.param(*values, marks=pytest.mark.slow)


@pytest.fixture(scope="module")
def quick() -> Truth:
    """3,096 answers, in one second."""
    return Truth.of("unframed_3x4")


@pytest.fixture(scope="module")
def many() -> Truth:
    """9,432 answers, in a tenth of a second."""
    return Truth.of("alike_3x3")


@pytest.fixture
def counts(tmp_path: Path) -> GatedCount:
    """Begins counts that stay where a test wants them."""
    return GatedCount(tmp_path)


class FaultyPool:
    """Calls at once, in this thread; at some cubes the worker dies, so many times."""

    lost = False

    def __init__(self, deaths: dict[str, int]) -> None:
        self.deaths = Counter(deaths)

    def slots(self) -> int:
        return 2

    def stop(self, reason: str) -> None:
        """Nothing runs that could be stopped."""

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self.deaths[str(args[1])] > 0:
            self.deaths[str(args[1])] -= 1
            future.set_exception(WorkerDiedError("a library's noise\nits process ended"))
        else:
            future.set_result(fn(*args))
        return future


def counted_here(store: Path, truth: Truth, deaths: dict[str, int]) -> pp.Count:
    """Count into a store in this process while workers die at some cubes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scheduler, "_workers", lambda *_: nullcontext(FaultyPool(deaths)))
        return pp.count(pp.load("eternity", truth.address), store=store, cubes=40)


def finish(store: Path, truth: Truth, before: Seen) -> None:
    """Let a count go on undisturbed; it has to end with exactly the right answers."""
    found = counted_here(store, truth, {})
    assert (found.answers, found.exhausted) == (len(truth.answers), True)
    seen = look(store, truth, before)
    assert (seen.left, seen.answers) == (0, len(truth.answers))


def nearly_through(store: Path, truth: Truth, cubes: int, left: int) -> Seen:
    """A store in which all but a few cubes are done."""
    job = make_job(pp.load("eternity", truth.address), task="all")
    cutting = CubeCutter(job)
    parts = cutting.cubes(cubes)
    with Store.to_write(store, CountIdentity.of(job)) as made:
        made.begin(cutting.atoms, parts)
        for number, cube in list(enumerate(parts, 1))[left:]:
            true, false = set(cube.true), set(cube.false)
            answers = [a for a in truth.answers if true <= a and not false & a]
            words = [made.codec.encode(map(clingo.parse_term, a)) for a in answers]
            made.finish(number, words, 0.01, "asp")
    return look(store, truth)


# Kills


def test_a_count_that_is_killed_at_random_ends_with_exactly_the_right_answers(
    tmp_path: Path, quick: Truth
) -> None:
    """Count after count, until there were enough kills: how fast the machine is decides nothing."""
    tally: Counter[str] = Counter()
    for seed in range(100):
        folder = tmp_path / str(seed)
        folder.mkdir()
        kills = max(4, 8 - tally.total())
        tally += killed_until_through(folder, quick, random.Random(seed), cubes=200, kills=kills)
        if tally["worker"] >= 2 and tally.total() - tally["worker"] >= 4:
            break
    else:
        pytest.fail(f"a hundred counts ended before they were killed: {dict(tally)}")
    print(dict(tally))


@pytest.mark.slow
def test_a_count_that_is_killed_hundreds_of_times_ends_with_exactly_the_right_answers(
    tmp_path: Path,
) -> None:
    truth = Truth.of(board(tmp_path / "5152.txt", 6, 2))
    tally = killed_until_through(tmp_path, truth, random.Random(1), cubes=2000, kills=400)
    print(dict(tally))
    assert tally.total() >= 300


@pytest.mark.parametrize("kills", [3, slow(120)])
def test_a_count_that_is_killed_before_its_first_cube_has_begun_right_or_not_at_all(
    tmp_path: Path, quick: Truth, counts: GatedCount, kills: int
) -> None:
    """While it reads, makes the file, cuts, and writes the cubes down."""
    chance = random.Random(2)
    tally: Counter[str] = Counter()
    for number in range(kills):
        store = tmp_path / f"{number}.store"
        with counts.begin(store, quick, *SIXTY, most=0) as session:
            when = number % 3
            if when == 0:
                session.wait(counts.started)
                time.sleep(chance.uniform(0, 0.4))
            elif when == 1:  # while the file becomes a database
                assert session.wait(store.exists, pause=0.0001)
                time.sleep(chance.choice((0, 0.001, 0.01)))
            else:  # while it is begun: the first thing that gets into the log
                assert session.wait(lambda store=store: log_state(store)[0] > 0, pause=0.0001)
                time.sleep(chance.choice((0, 0.0005, 0.002, 0.01, 0.02)))
            session.kill()
            assert session.process.returncode == -signal.SIGKILL
            assert "Traceback" not in session.printed()
        seen = look(store, quick)
        assert not seen.done
        assert store.exists() or when == 0
        tally["begun" if seen.cubes else "empty" if store.exists() else "not there"] += 1
        if number >= kills - 2:
            finish(store, quick, seen)
    print(dict(tally))


@pytest.mark.parametrize("kills", [2, slow(80)])
def test_a_count_that_is_killed_at_its_very_end_is_through_or_goes_on(
    tmp_path: Path, quick: Truth, kills: int
) -> None:
    """In the last cubes, the last commit, and while the log is cleared away and the file closed."""
    chance, tally = random.Random(3), Counter[str]()
    original = tmp_path / "original.store"
    before = nearly_through(original, quick, 100, 3)
    assert before.left == 3
    for number in range(kills):
        store = Path(shutil.copyfile(original, tmp_path / f"{number}.store"))
        with Session(store, quick.address, "--processes", "2", folder=tmp_path) as session:
            session.wait_done(before.cubes - chance.choice((0, 0, 0, 1)))
            if number % 2:
                session.wait(lambda: not session.workers(), pause=0)
            time.sleep(chance.choice((0, 0.002, 0.01, 0.03)))
            session.kill()
            assert "Traceback" not in session.printed()
        seen = look(store, quick, before)
        tally[f"{seen.left} left" + ", with a log" * Path(f"{store}-wal").exists()] += 1
        finish(store, quick, seen)
    print(dict(tally))


# Cubes that cannot be searched

FAULTY = """
import json, os, signal
from pathlib import Path
from pyasp_puzzles.counts import scheduler
from pyasp_puzzles.counts import cube_cutter

def search_cube(task, cube, *rest):
    fate = json.loads(os.environ["FATES"]).get(str(cube))
    if fate:
        mark = Path(os.environ["FATE_MARKS"], str(cube))
        if not mark.exists():
            mark.touch()
            if fate == "late":
                cube_cutter.search_cube(task, cube, *rest)
            os.kill(os.getpid(), signal.SIGKILL)
    return cube_cutter.search_cube(task, cube, *rest)

if __name__ == "__main__":
    import faulty
    scheduler.search_cube = faulty.search_cube
    from pyasp_puzzles.__main__ import main
    main()
"""


@pytest.mark.slow
def test_a_count_whose_workers_only_are_killed_ends_by_itself_and_right(
    tmp_path: Path, quick: Truth
) -> None:
    """Each of ten cubes costs a worker, before it is searched or when its answers are there."""
    store, script, marks = tmp_path / "a.store", tmp_path / "faulty.py", tmp_path / "marks"
    script.write_text(FAULTY)
    marks.mkdir()
    cubes = list(map(str, pp.cubes(pp.load("eternity", quick.address), 40)))[::4]
    fates = json.dumps(dict(zip(cubes, ("early", "late") * 5, strict=False)))
    variables = {"FATES": fates, "FATE_MARKS": str(marks)}
    options = ("--processes", "2", "--cubes", "40")
    with Session(
        store, quick.address, *options, folder=tmp_path, script=script, environment=variables
    ) as session:
        code, printed = session.end(), session.printed()
    assert (code, printed) == (0, "3096\n")
    assert len(list(marks.iterdir())) == 10
    assert look(store, quick).left == 0


def test_a_cube_whose_worker_dies_twice_is_searched_again(tmp_path: Path, many: Truth) -> None:
    cube = str(pp.cubes(pp.load("eternity", many.address), 40)[5])
    found = counted_here(tmp_path / "a.store", many, {cube: 2})
    seen = look(tmp_path / "a.store", many)
    assert (found.answers, found.exhausted, found.remarks, seen.left) == (9432, True, [], 0)


def test_a_cube_whose_worker_dies_every_time_is_reported_and_the_count_goes_on_later(
    tmp_path: Path, many: Truth
) -> None:
    store = tmp_path / "a.store"
    number, cube = 5, str(pp.cubes(pp.load("eternity", many.address), 40)[4])
    found, seen = counted_here(store, many, {cube: 3}), look(store, many)
    reason = "its process ended, 3 times"
    assert (found.answers, found.exhausted) == (seen.answers, False)
    assert (found.reason, found.cubes) == ("1 cube given up", (41, 42))
    assert found.remarks == [f"given up: cube {number} ({cube}): {reason}"]
    assert (seen.left, seen.failed) == (1, {number})
    assert 0 < seen.answers < 9432
    shown = " ".join(puzzles("answers", str(store), "-n", "1").stdout.split())
    assert "cubes 41 of 42 done, 1 failed" in shown
    assert f"answers at least {seen.answers:,} (not exhausted)" in shown
    assert f"failed cube {number}: {reason}" in shown
    again = counted_here(store, many, {cube: 3})  # no healthier than before
    assert again.remarks == ["resumed: 41 of 42 cubes were done before", *found.remarks]
    assert look(store, many) == seen
    finish(store, many, seen)
    shown = puzzles("answers", str(store), "-n", "1").stdout
    assert "failed" not in shown
    assert "9,432 (exhausted)" in shown
    done = puzzles("count", "eternity", many.address, "--store", str(store))
    assert (done.returncode, done.stdout) == (0, "9432\n")
    assert "nothing was searched" in done.stderr


def test_of_many_cubes_that_are_given_up_a_few_are_reported_one_by_one(
    tmp_path: Path, many: Truth
) -> None:
    store = tmp_path / "a.store"
    cubes = pp.cubes(pp.load("eternity", many.address), 40)
    found = counted_here(store, many, {str(cube): 3 for cube in cubes[:7]})
    assert sum(line.startswith("given up: cube ") for line in found.remarks) == 5
    assert found.remarks[-1] == "given up: 2 more cubes"
    assert found.reason == "7 cubes given up"
    seen = look(store, many)
    assert seen.failed == set(range(1, 8))
    finish(store, many, seen)


# Disks and files


def ended(folder: Path, store: Path, truth: Truth, **limits: Any) -> tuple[int, bytes, str]:
    """Exit code and output of a count that ends by itself."""
    options = ("--processes", "2", "--cubes", "200")
    with Session(store, truth.address, *options, folder=folder, **limits) as session:
        code, (out, printed) = session.end(), session.written()
    return code, out, printed.decode()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """Mounts a folder of a certain size, or changes it; skips where that is not allowed."""
    folder = tmp_path / "disk"

    def size(text: str) -> Path:
        options = f"remount,size={text}" if folder.exists() else f"size={text}"
        folder.mkdir(exist_ok=True)
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
        if not shutil.which("mount") or subprocess.run(command, capture_output=True).returncode:
            pytest.skip("nothing can be mounted here")
        return folder

    yield size
    subprocess.run(["umount", "--lazy", str(folder)], capture_output=True)


@pytest.mark.parametrize("size", [slow("64k"), "400k"])
def test_a_disk_that_runs_full_keeps_what_was_committed_and_the_count_goes_on(
    tmp_path: Path, many: Truth, small_disk: Callable[[str], Path], size: str
) -> None:
    store = small_disk(size) / "a.store"
    code, out, printed = ended(tmp_path, store, many)
    seen = look(store, many)
    words = "; [0-9]+ of [0-9]+ cubes are kept, run again when there is room"
    assert (code, out) == (2, b"")
    assert re.fullmatch(f"pyasp-puzzles: {store}: no space left on the disk({words})?\n", printed)
    print(f"{size}: {len(seen.done)} of {seen.cubes} cubes, {seen.answers} answers")
    if seen.cubes:
        assert f"; {len(seen.done)} of {seen.cubes} cubes are kept" in printed
        shown = puzzles("answers", str(store), "-n", "0")
        assert shown.returncode == (0 if seen.answers else 3)
        assert shown.stdout.count("\nanswer ") == seen.answers
    small_disk("16m")
    finish(store, many, seen)


def test_a_file_that_may_not_grow_is_one_clear_error(tmp_path: Path, many: Truth) -> None:
    """A quota, in effect."""
    store, most = tmp_path / "a.store", 500_000

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    told = f"pyasp-puzzles: {store}: disk I/O error\n"
    assert ended(tmp_path, store, many, preexec_fn=limit) == (2, b"", told)
    seen = look(store, many)
    assert seen.done
    finish(store, many, seen)


def test_processes_that_cannot_be_started_end_the_count_and_no_cube_is_blamed(
    tmp_path: Path, many: Truth
) -> None:
    store = tmp_path / "a.store"

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (16, 16))

    told = "pyasp-puzzles: no process can be started: too many open files\n"
    assert ended(tmp_path, store, many, preexec_fn=limit) == (2, b"", told)
    seen = look(store, many)
    assert not seen.failed
    finish(store, many, seen)


def delete(store: Path) -> None:
    for end in ("", "-wal", "-shm"):
        Path(f"{store}{end}").unlink()


GONE = "found it moved or deleted since it was opened"


HARMS = {
    "deleted": delete,
    "deleted without its log": Path.unlink,
    "folder deleted": lambda store: shutil.rmtree(store.parent),
    "moved": lambda store: store.rename(f"{store}.old"),
    "replaced": lambda store: Path(shutil.copyfile(store, f"{store}.new")).rename(store),
}


@pytest.mark.parametrize(
    "harm",
    ["deleted", *map(slow, ("deleted without its log", "folder deleted", "moved")), "replaced"],
)
def test_a_store_that_is_taken_away_while_it_is_written_is_one_clear_error(
    tmp_path: Path, quick: Truth, counts: GatedCount, harm: str
) -> None:
    """SQLite would write on, and the count seem to be kept."""
    store = tmp_path / "folder" / "a.store"
    store.parent.mkdir()
    with counts.begin(store, quick, *SIXTY, most=10) as session:
        assert session.wait_done(10)
        HARMS[harm](store)
        counts.gate.open()
        code, (out, printed) = session.end(), session.written()
    assert (code, out) == (2, b"")
    assert printed.decode().startswith(f"pyasp-puzzles: {store}: {GONE}")
    assert printed.count(b"\n") == 1


def test_a_store_that_was_moved_and_is_brought_back_has_lost_nothing(
    tmp_path: Path, quick: Truth, counts: GatedCount
) -> None:
    store, away = tmp_path / "a.store", tmp_path / "away"
    with counts.begin(store, quick, *SIXTY, most=10) as session:
        assert session.wait_done(10)
        store.rename(away)
        counts.gate.open()
        assert session.end() == 2
        assert GONE in session.printed()
    away.rename(store)
    seen = look(store, quick)
    assert len(seen.done) >= 10
    finish(store, quick, seen)


def without_rights() -> None:
    """Permissions bind root, too, in the program that is started next."""
    for right in (1, 2, 3):  # to write, to read, to change what is another's
        ctypes.CDLL(None).prctl(DROP, right, 0, 0, 0)


@pytest.mark.parametrize("locked", ["file", slow("folder"), slow("log")])
def test_a_store_that_is_locked_while_it_is_written_is_finished(
    tmp_path: Path, quick: Truth, counts: GatedCount, locked: str
) -> None:
    """It is open, so it stays open; and what cannot be tidied up is tidied up the next time."""
    store = tmp_path / "folder" / "a.store"
    store.parent.mkdir()
    path, mode = {
        "file": (store, 0o400),
        "folder": (store.parent, 0o500),
        "log": (Path(f"{store}-wal"), 0o000),
    }[locked]
    limits = without_rights if os.geteuid() == 0 else None
    with counts.begin(store, quick, *SIXTY, most=10, preexec_fn=limits) as session:
        assert session.wait_done(10)
        path.chmod(mode)
        counts.gate.open()
        code, printed = session.end(), session.printed()
    assert (code, printed) == (0, "3096\n")
    if path.exists():
        path.chmod(0o700)
    finish(store, quick, look(store, quick))


# Ctrl-C, and other signals


AT_ONCE = 12
"""The most cubes that a count does until it is ended at some stage."""


def at_stage(stage: str, counts: GatedCount, session: Session, chance: random.Random) -> None:
    """Wait until a count has come so far, of which no cube could begin so far.

    It does :data:`AT_ONCE` cubes at most, so that it does not end by itself.
    """
    gate = counts.gate
    if stage == "importing":
        assert session.wait(counts.started)
        time.sleep(chance.uniform(0, 0.2))
    elif stage in ("cutting", "opening the store"):
        assert session.wait(lambda: session.screen)  # a fast machine never shows "grounding"
        time.sleep(chance.uniform(0, 0.2))
    elif stage == "starting processes":
        assert session.wait(session.workers)
        time.sleep(chance.uniform(0, 0.1))
    elif stage in ("first cube", "commit"):
        before = 3 * (stage == "commit")
        assert session.wait(lambda: gate.came)
        done = done_so_far(session.store)
        gate.let(before)
        assert session.wait_done(done + before)
        state = log_state(session.store)
        gate.let(AT_ONCE)
        assert session.wait(lambda: log_state(session.store) != state, pause=0.0001)
    elif stage == "middle":
        assert session.wait(lambda: gate.came)
        done, more = done_so_far(session.store), chance.randint(3, 9)
        gate.let(more)
        assert session.wait_done(done + more)
        gate.let(AT_ONCE)
        time.sleep(chance.uniform(0, 0.05))
    else:
        raise ValueError(stage)


STAGES = [
    *("importing", "cutting", "starting processes", "first cube", "middle"),
    *("commit", "opening the store"),
]


@pytest.mark.parametrize("impatient", [False, True])
@pytest.mark.parametrize("rounds", [1, slow(6)])
def test_ctrl_c_at_every_stage_is_one_line_and_keeps_what_was_found(
    tmp_path: Path, quick: Truth, counts: GatedCount, impatient: bool, rounds: int
) -> None:
    """In a terminal, where it is pressed once, or more often by the impatient."""
    chance = random.Random(2 * rounds + impatient)
    store, seen, tally = tmp_path / "a.store", Seen(), Counter[str]()
    options = ("--processes", "2", "--cubes", str(80 + 120 * rounds))
    stages = STAGES[1 - impatient :: 2] if rounds == 1 else STAGES * rounds
    for stage in stages:
        with counts.begin(store, quick, *options, most=0, terminal=True) as session:
            at_stage(stage, counts, session, chance)
            for number in range(chance.choice((2, 3, 4)) if impatient else 1):
                if number:
                    time.sleep(chance.choice((0.001, 0.01, 0.05)))
                session.ctrl_c()
            code, printed = session.end(), session.printed()
        seen = look(store, quick, seen)
        lines = printed.splitlines()
        where = f"{stage}: {printed}"
        if stage == "importing" and code == -signal.SIGINT:
            continue  # the command was not there to catch it
        assert "Traceback" not in printed, where
        assert code == 3, where
        ways = "interrupted( while cutting)?"
        count = rf"{re.escape(quick.address)}: at least ([\d,]+) answers? \({ways}, .*\)"
        remarks = [line for line in lines if ": resumed: " in line]
        lines = [line for line in lines if line not in remarks]
        word = "pyasp-puzzles: interrupted"
        if len(lines) == 2:  # pressed again after the number was printed
            assert lines.pop() == word, where
        [line] = lines
        found = re.fullmatch(count, line)
        assert found or line == word, where
        if found:
            assert int(found[1].replace(",", "")) == seen.answers, where
        tally["a number" if found else "a word"] += 1
    print(dict(tally))
    finish(store, quick, seen)


@pytest.mark.parametrize("signal_", [signal.SIGTERM, slow(signal.SIGHUP)])
def test_a_count_that_is_asked_to_end_keeps_what_it_has(
    tmp_path: Path, quick: Truth, counts: GatedCount, signal_: int
) -> None:
    chance, store, seen = random.Random(7), tmp_path / "a.store", Seen()
    options = ("--processes", "2", "--cubes", "200")
    for stage in ("starting processes", "middle", "commit"):
        with counts.begin(store, quick, *options, most=0) as session:
            at_stage(stage, counts, session, chance)
            session.kill(signal_)
            code, printed = session.process.returncode, session.printed()
        seen = look(store, quick, seen)
        assert code == 3, f"{stage}: {printed}"
        why = "terminated" if signal_ == signal.SIGTERM else "hung up"
        assert f"at least {seen.answers} answer" in printed or f"({why}" in printed, (
            f"{stage}: {printed}"
        )
        assert "Traceback" not in printed
    assert seen.done
    finish(store, quick, seen)


@pytest.mark.parametrize(("closed", "interrupted"), [("stdout", False), slow("stderr", True)])
def test_a_reader_that_has_gone_away_costs_no_answer(
    tmp_path: Path, quick: Truth, counts: GatedCount, closed: str, interrupted: bool
) -> None:
    store = tmp_path / "a.store"
    reading, writing = os.pipe()
    os.close(reading)
    most = 10 if interrupted else None
    with counts.begin(store, quick, *SIXTY, most=most, **{closed: writing}) as session:
        os.close(writing)
        if interrupted:
            assert session.wait_done(10)
            session.process.send_signal(signal.SIGINT)
        code, printed = session.end(), session.printed()
    seen = look(store, quick)
    assert code == 141
    assert "Traceback" not in printed
    assert seen.left == 0 or interrupted
    assert len(seen.done) >= 10
    finish(store, quick, seen)


# Time limits


def limited(
    store: Path,
    truth: Truth,
    counts: GatedCount,
    before: Seen,
    cubes: int,
    limit: float,
    most: int | None = None,
) -> tuple[int, Seen]:
    """Count for some seconds; what is printed has to be what is kept."""
    options = ("--processes", "2", "--cubes", str(cubes), "--timeout", f"{limit:g}")
    with counts.begin(store, truth, *options, most=most) as session:
        code, (out, printed) = session.end(), session.written()
    seen = look(store, truth, before)
    *remarks, last = printed.decode().splitlines() or [""]
    assert int(out) == seen.answers
    if code == 0:
        assert seen.left == 0
        return code, seen
    assert code == 3
    least = f"{re.escape(truth.address)}: at least {seen.answers}"
    assert re.fullmatch(
        rf"{least} \(time limit( while cutting|, \d+ of \d+ cubes? done)?\)", last
    ), printed
    assert len(remarks) <= 1
    return code, seen


def test_time_limits_one_after_the_other_end_with_exactly_the_right_answers(
    tmp_path: Path, quick: Truth, counts: GatedCount
) -> None:
    """Twice some cubes are done before the limit, then the others."""
    store, seen, limit = tmp_path / "a.store", Seen(), 1.0
    for most in (10, 20, None):
        before, code = seen, 3
        while seen.done == before.done or (code and most is None):
            limit *= 1.2  # a machine may be slow
            code, seen = limited(store, quick, counts, seen, 60, limit, most)
        assert code == (3 if most else 0)
    assert (seen.left, seen.answers) == (0, 3096)
    finish(store, quick, seen)


def test_a_time_limit_keeps_a_part_of_a_cube_and_the_count_goes_on(
    tmp_path: Path, quick: Truth, counts: GatedCount
) -> None:
    store, seen, limit, parts = tmp_path / "a.store", Seen(), 0.6, 0
    while parts < 2:  # the second time it finds what is there, and more or not
        code, seen = limited(store, quick, counts, seen, 1, limit)
        limit *= 1.2
        if code == 0:  # the machine has become faster: once more from the beginning
            store, seen, limit, parts = tmp_path / f"{limit}.store", Seen(), limit / 3, 0
            continue
        assert seen.left <= 1
        parts += seen.answers > 0
    assert 0 < seen.answers < 3096
    finish(store, quick, seen)


def test_a_time_limit_of_zero_is_reported_as_a_time_limit(tmp_path: Path, quick: Truth) -> None:
    store = tmp_path / "a.store"
    with Session(store, quick.address, "--timeout", "0.001", folder=tmp_path) as session:
        code, (out, printed) = session.end(), session.written()
    assert (code, out) == (3, b"0\n")
    phases = ("grounding", "cutting")  # its facts may take longer than the limit
    told = [f"{quick.address}: at least 0 (time limit while {phase})\n" for phase in phases]
    assert printed.decode() in told
    finish(store, quick, look(store, quick))
