"""The entry point of ``pyasp-puzzles`` and ``python -m pyasp_puzzles``."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the command line; a reader that closed its pipe (``| head -1``) is no error."""
    from pyasp_puzzles.cli import run

    try:
        code = run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 141  # as a shell reports SIGPIPE
    # A search given up while clingo was grounding leaves a thread that cannot be stopped.
    sys.stderr.flush()
    os._exit(code) if _grounding() else sys.exit(code)


def _grounding() -> bool:
    import threading

    return threading.active_count() > 1


if __name__ == "__main__":
    main()
