"""The entry point of ``pyasp-puzzles`` and ``python -m pyasp_puzzles``."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from typing import TextIO

BROKEN_PIPE = 141
"""As a shell reports a program that SIGPIPE has ended."""

COLLECT = 200_000
"""New objects until Python looks for circles of garbage: nearly all of a start stays."""


def main() -> None:
    """Run the command line and exit; a reader that closed its pipe (``| head -1``) is no error."""
    gc.set_threshold(COLLECT)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by the caller: >&-
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that knows no box-drawing letters
    sys.unraisablehook = _keep_interrupt
    errors = sys.stderr
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
        sys.stderr = errors  # it may have been another one for a line of progress
        print(f"{_clear(errors)}pyasp-puzzles: interrupted", file=errors)
        code = 3
    # No search and no grounding may delay the end: what was found has been printed.
    try:
        sys.stderr.flush()
        os._exit(code)
    except OSError:
        os._exit(code)


def _keep_interrupt(failure: sys.UnraisableHookArgs) -> None:
    """Let Ctrl-C end the command, also where Python would print it and go on."""
    if isinstance(failure.exc_value, KeyboardInterrupt):
        threading.Timer(0.01, _interrupt).start()  # here it would be lost again
    else:
        sys.__unraisablehook__(failure)


def _interrupt() -> None:
    """Press Ctrl-C for the main thread, also while it waits for the system."""
    main = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main:
        signal.pthread_kill(main, signal.SIGINT)
    else:
        signal.raise_signal(signal.SIGINT)


def _clear(stream: TextIO) -> str:
    """Erases a line of progress that was not finished, and shows the cursor again."""
    return "\r\x1b[2K\x1b[?25h" if stream.isatty() and os.environ.get("TERM") != "dumb" else ""


if __name__ == "__main__":
    main()
