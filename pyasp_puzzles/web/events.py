"""Sends the events of a job to a page as they come (server-sent events)."""

from __future__ import annotations

import asyncio
import contextlib

from starlette.types import Receive, Scope, Send

from pyasp_puzzles.web.jobs import Event, Job

HEARTBEAT = 10.0
"""Seconds of silence after which a comment is sent, so that a lost connection is noticed."""

AGAIN = 1000
"""Milliseconds after which a page that lost the connection tries again; some wait too long else."""


class EventStream:
    """A response that ends with the job, or when the page has gone.

    Args:
        job: its events are sent.
        after: the number of the last event that the page has read already.
    """

    def __init__(self, job: Job, after: int) -> None:
        self._job, self._after = job, after

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        loop, changed = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            with contextlib.suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(changed.set)

        headers = [(b"content-type", b"text/event-stream; charset=utf-8")]
        # A proxy must not collect the events.
        headers.append((b"x-accel-buffering", b"no"))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        gone = asyncio.create_task(_gone(receive))
        self._job.listen(wake)
        try:
            await send(_part(f"retry: {AGAIN}\n\n"))
            while not gone.done():
                changed.clear()
                ended = self._job.ended  # before the events, which then are all
                # One after the other: the server waits for a slow client between two of them, and
                # does not hold all for each listener.
                for event in self._job.after(self._after):
                    await send(_part(self._told(event)))
                if ended:
                    break
                await self._wait(changed, gone, send)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except OSError:  # the page has gone
            return
        finally:
            self._job.leave(wake)
            gone.cancel()

    def _told(self, event: Event) -> str:
        self._after = event.number
        return f"id: {event.number}\nevent: {event.name}\ndata: {event.text}\n\n"

    async def _wait(self, changed: asyncio.Event, gone: asyncio.Task[None], send: Send) -> None:
        """Wait for an event; send a heartbeat where none comes for long."""
        news = asyncio.create_task(changed.wait())
        done, _ = await asyncio.wait({news, gone}, timeout=HEARTBEAT, return_when="FIRST_COMPLETED")
        news.cancel()
        if not done:
            await send(_part(": no news\n\n"))


def _part(text: str) -> dict[str, object]:
    return {"type": "http.response.body", "body": text.encode(), "more_body": True}


async def _gone(receive: Receive) -> None:
    """Wait until the page has closed the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass
