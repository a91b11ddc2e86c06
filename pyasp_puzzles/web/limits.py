"""What one page, one address and all together may ask of the machine."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Limits of a server; sizes in bytes, times in seconds.

    Attributes:
        connections: of all clients at the same time.
        address_connections: the same of one address in the network. The machine's own address has
            no such limit: behind a proxy all clients have it.
        head_seconds: from the begin of a connection or a request until its head is there; and for
            what a client still sends or has to read when its connection is about to end.
        stalled_seconds: after which a client that does not read its answer loses the connection.
        body: the largest body of a request.
        body_seconds: until the whole body has to be there.
        facts: characters of the facts of a board that is searched, checked before grounding.
        cells: tiles of the picture of a board.
        running: jobs that search at the same time, each in a process of its own.
        waiting: jobs in the queue.
        page_jobs: jobs of one page, running or waiting.
        address_jobs: the same of one address, as for connections.
        seconds: of wall clock for a job.
        cpu: of CPU time for a job.
        memory: address space of each process.
        growth: of a process since its start; one that is larger is replaced when it has rested.
        rest: without a task, after which such a process is replaced.
        results: of the events that are kept of a job.
        kept: ended jobs that are kept for pages that connect again.
        kept_results: of the events of all ended jobs together.
        kept_seconds: how long they are kept.
        grace: after which a job ends that no page listens to.
        drawers: processes that read and draw boards.
        drawing_seconds: for a board, a move or a file.
        drawings: of these that may wait.
        address_drawings: of one address, as for connections.
    """

    connections: int = 500
    address_connections: int = 100
    head_seconds: float = 10.0
    stalled_seconds: float = 30.0
    body: int = 300_000
    body_seconds: float = 10.0
    facts: int = 3_000_000
    cells: int = 4_000
    running: int = 2
    waiting: int = 100
    page_jobs: int = 3
    address_jobs: int = 8
    seconds: float = 600.0
    cpu: int = 600
    memory: int = 2_000_000_000
    growth: int = 20_000_000
    rest: float = 30.0
    results: int = 20_000_000
    kept: int = 200
    kept_results: int = 100_000_000
    kept_seconds: float = 120.0
    grace: float = 5.0
    drawers: int = 2
    drawing_seconds: float = 10.0
    drawings: int = 200
    address_drawings: int = 20
