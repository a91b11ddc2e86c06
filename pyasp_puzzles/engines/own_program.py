"""A program of the user's own as an engine: on the puzzle's facts, with the puzzle's shown atoms.

Answers are the distinct sets of shown atoms, as everywhere. A program without ``#show`` shows the
atoms of the puzzle's answers. clingo warns of no input that a board happens to lack.
"""

from __future__ import annotations

from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.core.atoms import signature
from pyasp_puzzles.engines.asp import AspSearch, ClaspSettings, sample_of
from pyasp_puzzles.engines.job import Job, RunOptions, refuse_wishes
from pyasp_puzzles.engines.program import has_show
from pyasp_puzzles.ground.grounding import Source


def start(job: Job, options: RunOptions) -> AspSearch:
    """The search of a job with clingo on the user's program.

    Raises:
        MisfitError: one answer of each class is wanted.
        PuzzleError: another way to count is wanted.
        SolverError, BadInputError: see :func:`pyasp_puzzles.engines.own_program.has_show`.
    """
    refuse_wishes(job, ())
    puzzle = find_puzzle(job.puzzle)
    shown = [] if has_show(job.program, puzzle.answers) else map(signature, puzzle.answers)
    defined = map(signature, puzzle.inputs)  # a board may have no fact of a class
    facts = job.facts + "".join(f"#show {name}/{arity}.\n" for name, arity in shown)
    facts += "".join(f"#defined {name}/{arity}.\n" for name, arity in defined)
    search = AspSearch(
        Source(job.program, facts),
        ClaspSettings(job.profile[1].options, threads=job.threads, seed=job.seed),
        limit=job.limit,
        timeout=options.timeout,
        check=sample_of(job) if options.check else None,
        clock=options.clock,
    )
    search.report.engine = str(job.engine)
    return search
