"""The process that searches for a page: it waits for one order, sends events, and ends."""

from __future__ import annotations

import pickle
import sys

from pyasp_puzzles.processes.parent import failures_sent, open_parent, send_unreadable


def main() -> None:
    """Read the limits, import what jobs need, wait for an order, and send its events."""
    limits, send = open_parent()
    from pyasp_puzzles.web import work  # imports take long: done before the order comes

    send("ready")
    try:
        order = pickle.load(sys.stdin.buffer)
    except EOFError:  # the server has ended
        return
    except Exception as error:
        send_unreadable(send, error)
        return
    limits.apply()
    with failures_sent(send, "the search"):
        for event, values in work.events(order):
            send(event, values)
        send("done")
