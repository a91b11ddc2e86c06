"""What ``solve`` and ``count`` tell: answers and numbers, and how the search ended."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.boards.formats.outputs import json_lines
from pyasp_puzzles.boards.puzzle import Found, WholeFile
from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.runner import CommandRun, on_boards
from pyasp_puzzles.core.atoms import Status
from pyasp_puzzles.core.errors import PuzzleError, counted, warn_of
from pyasp_puzzles.core.symmetry import ALL
from pyasp_puzzles.engines.results import Answers, Count
from pyasp_puzzles.verbs.verb import FOUND, GAVE_UP, NONE
from pyasp_puzzles.work.waiting import heard

if TYPE_CHECKING:
    from rich.console import Console

    from pyasp_puzzles.counts.estimation.estimating import EstimateBeside

Search = Answers[Any, Any, Any] | Count


def export_of(run: CommandRun) -> Any:
    """The puzzle's export that is asked for, see :attr:`Puzzle.export`; ``None``: none is.

    A format that refuses a board does so now, before the search.
    """
    name, exports = run["export"], run.puzzle.export
    if not name:
        return None
    if name not in exports:
        formats = ", ".join(exports) or "none for this puzzle"
        raise PuzzleError(f"--export: found {name!r}, expected {formats}")
    if isinstance(exports[name], WholeFile):
        exports[name].write([Found(board, (), exhausted=False) for board in run.boards])
    return exports[name]


def tell_solve(run: CommandRun) -> int:
    """Print answers as they are found, and how each search ended on standard error."""
    start = time.perf_counter()
    _ = run.boards
    parsing = time.perf_counter() - start
    written, files = export_of(run), []
    summarize = json_lines(run["summary"])
    limit = run.options.pop("limit", 1) or None

    @on_boards
    def tell(run: CommandRun, board: Any) -> tuple[int, str]:
        most = None if run["all"] else limit
        answers = run.function(board, limit=most, options=run.clasp, **run.options)
        solutions = []
        with run.watched(answers) as found:
            for answer in found:
                run.keep(answer)
                if isinstance(written, WholeFile):
                    solutions.append(answer.solution)
                elif written:
                    click.echo(written(board, answer.solution))
                elif run["json"]:
                    terminal.print_json(answer.as_json())
                else:
                    run.show(answer)
        files.append(Found(board, solutions, answers.exhausted))
        seconds = {"parse": parsing, **answers.seconds}
        counts = {"exhausted": answers.exhausted, "answers": answers.found}
        summarize(
            _about(run, board)
            | {"status": answers.status.value, **counts}
            | {"engine": answers.engine, "reason": answers.reason}
            | {"symmetry": _symmetry(answers), "seconds": _rounded(seconds)}
        )
        if answers.status is Status.UNSATISFIABLE:
            drawn = run.puzzle.picture(board, None)
            run.keep(drawn)
            if not (run["json"] or run["export"]):
                run.show(drawn)
        terminal.echo(status(board.name, answers), err=True)
        if run["stats"]:
            statistics(run.notes, answers, seconds)
        run.note_unchecked(board)
        return _code(answers.found, answers.exhausted or answers.reason == "limit"), answers.reason

    code = tell(run)
    if isinstance(written, WholeFile):
        click.echo(written.write(files))
    return code


def _about(run: CommandRun, board: Any) -> dict[str, Any]:
    return {"puzzle": run.puzzle.name, "instance": board.name}


def _symmetry(found: Search) -> Any:
    return found.symmetry and found.symmetry.as_json()


def _rounded(seconds: Mapping[str, float]) -> dict[str, float]:
    return {phase: round(value, 6) for phase, value in seconds.items()}


def status(name: str, answers: Answers[Any, Any, Any]) -> str:
    """How a search ended; after a limit, how to go on; and which answers count as one."""
    found = f"{counted(answers.found, 'answer')}, verified"
    if answers.exhausted:
        others, none = "no more exist", "no solution (proved)"
        if answers.engine.startswith("lp:"):  # it may miss answers
            others, none = "the program has no more", "the program has no answer"
        end = f"{found}, {others}" if answers.found else none
    elif answers.reason == "limit":
        end = f"{found}; stopped there, `-n {answers.found + 1}` tells whether "
        end += "it is the only one" if answers.found == 1 else "there are more"
    else:
        end = f"gave up ({answers.reason}): {found if answers.found else 'no answer so far'}"
    who = _by(answers.engine)
    return f"{name}: {end}{who and f' ({who})'}{_classes(name, answers)}"


def _classes(name: str, found: Search) -> str:
    """A further line that says which answers count as one, if several do."""
    return f"\n{name}: {found.symmetry}" if found.symmetry else ""


def _by(engine: str) -> str:
    """The engine's name; empty for plain ASP."""
    return "" if engine.partition(":")[0] == "asp" else engine


def _code(found: int, done: bool) -> int:
    return GAVE_UP if not done else FOUND if found else NONE


def tell_count(run: CommandRun) -> int:
    """Print the number of answers of each board."""
    if run["store"]:
        run.one_board("--store keeps the answers of one board")
    return _count(run)


@on_boards
def _count(run: CommandRun, board: Any) -> tuple[int, str]:
    by, symmetry = run["by"] or "", run["symmetry"] or ""
    run.listen()
    beside, busy = _beside(run, board) if heard() else None, run.busy(board.name, "grounding")
    with terminal.counting(busy, board.name, beside) as progress:
        found = run.function(board, progress=progress, options=run.clasp, **run.options)
    if not run["stats"] and found.cubes:
        for remark in found.remarks:
            run.note(board.name, remark)
    if run["json"]:
        done = found.cubes and dict(zip(("done", "all"), found.cubes, strict=True))
        terminal.print_json(
            _about(run, board)
            | {"answers": found.answers, "exhausted": found.exhausted, "reason": found.reason}
            | {"by": by, "symmetry": _symmetry(found), "engine": found.engine}
            | {"cubes": done, "seconds": _rounded(found.seconds)}
        )
    elif run.console.is_terminal:
        terminal.echo(count_line(board.name, found, "class" if symmetry else by or "answer"))
    else:
        label = "" if len(run.boards) == 1 else f"{board.name}\t"
        click.echo(f"{label}{found.answers}")
        if not found.exhausted:
            run.note(board.name, f"{found} ({_ending(found)})")
    if run["stats"]:
        statistics(run.notes, found, found.seconds)
    run.note_unchecked(board)
    words = {(by, ""): f"{by}s", ("", ""): "answers", ("", ALL): "classes"}
    word = words.get((by, symmetry), "")
    stated = dict(board.known).get(word)
    if found.exhausted and stated not in (None, found.answers):
        warn_of([f"{board.name}: states {word}: {stated}, but the count is {found.answers}"])
    return _code(found.answers, found.exhausted), found.reason


def _beside(run: CommandRun, board: Any) -> EstimateBeside | None:
    """What makes an estimate of a count that takes long; ``None`` for a count in cubes."""
    if run.clasp or any(run[name] for name in ("processes", "cluster", "store", "cubes")):
        return None
    from pyasp_puzzles.counts.estimation.estimating import EstimateBeside

    engine, symmetry, by = (run[name] or "" for name in ("engine", "symmetry", "by"))
    return EstimateBeside(board, engine=engine or "auto", symmetry=symmetry, by=by)


def count_line(name: str, count: Count, noun: str) -> str:
    """A count in one line, and a second line if several answers count as one."""
    least = "" if count.exhausted else "at least "
    who = _by(count.engine)
    end = f"{_ending(count)}, {count.seconds['all']:.2f} s{who and f', {who}'}"
    return f"{name}: {least}{counted(count.answers, noun)} ({end}){_classes(name, count)}"


def _ending(count: Count) -> str:
    """How a count ended, in a few words."""
    if count.exhausted or not count.cubes or not count.cubes[1]:
        return "exhausted" if count.exhausted else count.reason
    done, cubes = count.cubes
    return f"{count.reason}, {done:,} of {counted(cubes, 'cube')} done"


def statistics(to: Console, found: Search, seconds: Mapping[str, float]) -> None:
    """Print the engine with its remarks, seconds by phase and the engine's figures."""
    for remark in found.remarks:
        to.print(remark, highlight=False, markup=False)
    symmetry = [("symmetry", found.symmetry.short)] if found.symmetry else []
    phases = [(phase, f"{value:.3f} s") for phase, value in seconds.items()]
    figures = [(name, f"{figure:,.0f}") for name, figure in found.statistics.items()]
    to.print(terminal.rows([("engine", found.engine), *symmetry, *phases, *figures]))
