"""The entry point of ``pyasp-puzzles`` and ``python -m pyasp_puzzles``."""

from __future__ import annotations

import os
import signal
import sys

BROKEN_PIPE = 141
"""As a shell reports a program that SIGPIPE has ended."""


def main() -> None:
    """Run the command line and exit; a reader that closed its pipe (``| head -1``) is no error."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by the caller: >&-
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that knows no box-drawing letters
    try:
        from pyasp_puzzles.cli import run

        code = run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        code = BROKEN_PIPE
    except OSError as error:  # a full disk, for instance
        print(f"pyasp-puzzles: {error.strerror or error}", file=sys.stderr)
        code = 2
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # pressed twice, it is still one line
        print("pyasp-puzzles: interrupted", file=sys.stderr)
        code = 3
    # No search and no grounding may delay the end: what was found has been printed.
    try:
        sys.stderr.flush()
        os._exit(code)
    except OSError:
        os._exit(code)


if __name__ == "__main__":
    main()
