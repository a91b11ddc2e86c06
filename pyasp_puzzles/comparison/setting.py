"""What it takes to repeat a comparison: machine, versions, options, limits and seeds."""

from __future__ import annotations

import hashlib
import os
import platform
import re
import subprocess
import textwrap
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from itertools import chain
from pathlib import Path
from typing import Any

import clingo

from pyasp_puzzles._version import __version__
from pyasp_puzzles.boards.puzzle import InstanceLike
from pyasp_puzzles.boards.registry import puzzle_of
from pyasp_puzzles.comparison.plan import Case, RacePlan
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.core.optional import package_of
from pyasp_puzzles.core.symmetry import SymmetryGroup
from pyasp_puzzles.engines.job import fact_text
from pyasp_puzzles.engines.names import Engine, libraries
from pyasp_puzzles.engines.program import own_files
from pyasp_puzzles.ground.sat import SOLVERS
from pyasp_puzzles.work.child import cores
from pyasp_puzzles.work.memory import size_of

_CPU_NAME = re.compile(r"^(?:model name|Hardware|Model)\s*:\s*(.+)$", re.MULTILINE)


def setting(plan: RacePlan) -> dict[str, str]:
    """The conditions under which a plan runs here and now, for people: words by what they say.

    It names no host, no user and no folder; what does not apply is left out.
    """
    told, instances = record(plan), plan.cases[0].instance is not None
    order = "each engine once a round" + (", each round with each seed" if plan.seeds else "")
    lines = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "machine": told["machine"],
        "versions": ", ".join(map(" ".join, told["versions"].items())),
        "puzzle": told["puzzle"],
        "instances" if instances else "program": ", ".join(map(_described, plan.cases)),
        "engines": ", ".join(told["engines"]),
        "task": plan.task,
        "rounds": f"{len(plan.rounds())}, {order}; a run of each engine before is not counted",
        "limits": f"{plan.limits.seconds:g} s of CPU time, {size_of(plan.limits.memory)} "
        "of address space for each run",
        "seeds": ", ".join(map(str, plan.seeds)) or "none",
        "threads": str(plan.threads),
        "symmetry": _symmetry(plan),
        "by": plan.by,
        "clasp options": "; ".join(
            f"{engine}{name and f' ({name})'}: {' '.join(words) or 'none'}"
            for engine, name, words in _clasp_options(plan)
        ),
    }
    return {name: text for name, text in lines.items() if text}


def record(plan: RacePlan) -> dict[str, Any]:
    """The same conditions as JSON values, and the digests of what was compared on.

    The date is ISO 8601 in UTC, the versions are by package, the digests of instances those of
    :func:`facts_digest`, their symmetries the groups whose classes are counted.
    """
    cases = plan.cases
    jobs = (plan.job(cases[0], engine, None) for engine in plan.engines if engine.grounds)
    files = dict.fromkeys(file for job in jobs for file in job.program)
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": machine(),
        "versions": dict(versions(plan.engines)),
        "puzzle": None if cases[0].instance is None else puzzle_of(cases[0].instance).name,
        "program": [{"file": _file_name(file), "sha256": _file_digest(file)} for file in files],
        "constants": dict(cases[0].constants),
        "instances": [
            {
                "name": Path(case.name).name,
                "sha256": facts_digest(case.instance),
                "symmetry": group and group.as_json(),
            }
            for case, group in zip(cases, _groups(plan), strict=True)
            if case.instance is not None
        ],
        "engines": [_without_folder(engine) for engine in plan.engines],
        "task": plan.task,
        "repeat": plan.repeat,
        "limits": {"cpu_seconds": plan.limits.seconds, "memory_bytes": plan.limits.memory},
        "seeds": list(plan.seeds),
        "threads": plan.threads,
        "symmetry": bool(plan.symmetry),
        "by": plan.by,
        "clasp_options": {str(engine): options for engine, _, options in _clasp_options(plan)},
    }


def facts_digest(instance: InstanceLike) -> str:
    """The SHA-256 of an instance's facts, without comments and empty lines.

    Anyone who has the instance can compare: ``pyasp-puzzles facts PUZZLE INSTANCE | grep '^[^%]' |
    sha256sum`` prints the same.
    """
    lines = [f"{line}\n" for line in fact_text(instance).splitlines() if line]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def setting_text(plan: RacePlan, width: int = 80) -> str:
    """The setting in lines of at most this width, unless a single word is longer."""
    wrapper = textwrap.TextWrapper(
        width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
    lines = (wrapper.wrap(f"{name}: {value}") for name, value in setting(plan).items())
    return "\n".join(chain.from_iterable(lines))


def machine() -> str:
    """System, processor, number of cores, memory."""
    release = re.match(r"[\d.]*\d", platform.release())  # the rest may name a company
    parts = [
        f"{platform.system()} {release[0] if release else ''}".strip(),
        f"{_processor()} ({platform.machine()})",
        counted(cores(), "core"),
    ]
    memory = _memory()
    return ", ".join([*parts, size_of(memory)] if memory else parts)


def versions(engines: tuple[Engine, ...]) -> Iterator[tuple[str, str]]:
    """Names and versions of what takes part in a comparison of these engines."""
    yield "pyasp-puzzles", __version__
    yield "Python", platform.python_version()
    yield "clingo", clingo.__version__
    modules = (module for engine in engines for module in (*libraries(engine), *engine.row.uses))
    for package in dict.fromkeys(map(package_of, modules)):
        try:
            yield package, version(package)
        except PackageNotFoundError:
            yield package, "not installed"
    for solver in dict.fromkeys(engine.solver for engine in engines if engine.row.programs):
        if solver not in SOLVERS:
            yield Path(solver).name, _program_version(solver)


def _symmetry(plan: RacePlan) -> str:
    """Which answers count as one; for each instance, if their groups differ."""
    if not plan.symmetry:
        return "all answers"
    groups = _groups(plan)
    if len(set(groups)) == 1:
        return str(groups[0])
    named = zip(map(_described, plan.cases), groups, strict=True)
    each = (f"{name}: {group.short}" for name, group in named if group)
    return f"one answer of each class ({'; '.join(each)})"


def _groups(plan: RacePlan) -> list[SymmetryGroup | None]:
    """The symmetries of each case under which answers count as one."""
    return [plan.job(case, plan.engines[0], None).group for case in plan.cases]


def _without_folder(engine: Engine) -> str:
    """The name of an engine, with file names in place of paths, and with digests of programs."""
    if engine.row.own_program:
        return f"{engine.kind}:{'+'.join(map(_named_file, own_files(engine.variant)))}"
    solver = engine.solver
    return str(engine).replace(solver, Path(solver).name) if solver else str(engine)


def _described(case: Case) -> str:
    """An instance by its name, a program by its files' names, digests and constants."""
    if case.instance is not None:
        return Path(case.name).name
    constants = (f"{name}={value}" for name, value in case.constants.items())
    return " ".join([*map(_named_file, case.program), *constants])


def _named_file(file: Path) -> str:
    digest = _file_digest(file)
    told = f"SHA-256 {digest[:12]}" if digest else "cannot be read any more"
    return f"{file.name} ({told})"


def _file_name(file: Path) -> str:
    """The name of a program's file without the user's folders: "search/packing.lp"."""
    beside = file.parent.name in ("search", "symmetry")
    return f"{file.parent.name}/{file.name}" if beside else file.name


def _file_digest(file: Path) -> str | None:
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:  # deleted since: the results stay
        return None


def _clasp_options(plan: RacePlan) -> Iterator[tuple[Engine, str, list[str]]]:
    """Each engine that uses profiles, with its profile's name and clasp's options."""
    for engine in plan.engines:
        if not engine.row.profiles:
            continue
        name, profile = plan.job(plan.cases[0], engine, None).profile
        options = list(profile.options)
        options += [f"--const={key}={value}" for key, value in profile.constants.items()]
        options += [f"search/{file}.lp" for file in profile.search or ()]
        if plan.seeds:
            options = ["--rand-freq=0.05", "--sign-def=rnd", *options]
        yield engine, "" if engine.variant else name, options


def _processor() -> str:
    """The processor's name as the system tells it."""
    info = Path("/proc/cpuinfo")
    text = info.read_text(encoding="utf-8", errors="replace") if info.exists() else ""
    if match := _CPU_NAME.search(text):
        return " ".join(match[1].split())
    if platform.system() == "Darwin":
        return _output("sysctl", "-n", "machdep.cpu.brand_string") or "unknown processor"
    return platform.processor() or "unknown processor"


def _memory() -> int:
    """Bytes of memory; 0 where the system does not tell."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError):
        return 0


def _program_version(program: str) -> str:
    """The version that a program prints, if that looks like one."""
    said = _output(program, "--version")
    match = re.search(r"\d+(?:\.\d+)+\S*", said) or re.fullmatch(r"\w{1,20}", said)
    return match[0] if match else "(tells no version)"


def _output(*command: str) -> str:
    """The first line that a program prints; empty if it fails."""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=5
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip().partition("\n")[0] if done.returncode == 0 else ""
