"""Connects a count to a Dask cluster (package ``distributed``): a scheduler and its workers.

A call travels as bytes that only a worker unpacks, after it has compared the packages' versions.
Each thread of a worker has a process, which runs the calls.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import pickle
import socket
import threading
import urllib.parse
import uuid
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from typing import Any, TypeVar

from pyasp_puzzles.core.errors import PuzzleError, SolverError, counted, system_reason
from pyasp_puzzles.core.optional import need
from pyasp_puzzles.counts.identity import versions
from pyasp_puzzles.ground.grounding import in_thread
from pyasp_puzzles.work.deadline import Deadline, Late, never
from pyasp_puzzles.work.pool import ProcessPool, WorkerPool

T = TypeVar("T")

CONNECT_SECONDS = 10.0
"""Time to wait for an answer of the scheduler."""

_POLL_SECONDS = 0.5
"""Time between two questions for the workers of the cluster, or whether a result is wanted."""

_CLOSE_SECONDS = 2.0
"""Time to close the connection."""


@contextmanager
def connected(address: str, stop: Late = never) -> Iterator[Cluster]:
    """Connect to the scheduler at an address such as ``tcp://127.0.0.1:8786``.

    Args:
        address: of the scheduler; ``tls://`` uses the certificates of Dask's configuration.
        stop: whether to give up waiting.

    Raises:
        PuzzleError: no scheduler answers, a worker has other versions, or the package
            ``distributed`` is missing.
        KeyboardInterrupt: ``stop`` was true before.
    """
    distributed = need("distributed")
    with _silenced():
        most = 2 * CONNECT_SECONDS
        found = _in_time(lambda: Cluster(_client(distributed, address), address), most, stop)
        if not found:
            if stop():
                raise KeyboardInterrupt
            raise _no_scheduler(address, f"no answer in {most:.0f} seconds")
        (cluster,) = found
        try:
            _in_time(cluster.check, CONNECT_SECONDS, stop)  # a silent worker fails later
            yield cluster
        except ImportError as error:  # of a worker that joined later
            _in_time(cluster.check, CONNECT_SECONDS, stop)
            raise PuzzleError(f"cluster {address}: a worker {_has(error)}") from None
        finally:
            cluster.close()


class Cluster(WorkerPool):
    """A Dask scheduler and its workers."""

    def __init__(self, client: Any, address: str) -> None:
        self._client, self._address = client, address
        self._name = uuid.uuid4().hex  # workers know our calls by it
        self._executor: Any = client.get_executor(pure=False)
        self._closed = threading.Event()
        self._slots: int = sum(client.nthreads().values())
        threading.Thread(target=self._watch, daemon=True).start()

    def submit(self, fn: Callable[..., T], /, *args: Any) -> Future[T]:
        """As every pool; the future raises ImportError if the worker has other versions."""
        call = _Call(call_there, self._name, versions(), pickle.dumps((fn, args)))
        key = f"{fn.__name__}-{uuid.uuid4().hex}"  # Dask's pages show the part before the dash
        future: Future[T] = self._executor.submit(pickle.loads, pickle.dumps(call), key=key)
        return future

    def slots(self) -> int:
        return self._slots

    def stop(self, reason: str) -> None:
        def tell() -> None:
            with contextlib.suppress(Exception):  # the scheduler may be gone
                self._on_all(_Call(stop_there, self._name, reason))

        threading.Thread(target=tell, daemon=True).start()

    @property
    def lost(self) -> bool:
        return str(self._client.status) != "running"

    def check(self) -> None:
        """Check that all workers have the versions of this process."""
        wanted = versions()
        try:
            found = self._on_all(_Call(versions))
        except OSError:  # the scheduler has just ended; ``lost`` is true then
            return
        unfit = [
            f"worker {worker} {_has(has)}"
            for worker, has in sorted(found.items())
            if has != wanted and not isinstance(has, OSError)  # OSError: it has just ended
        ]
        if unfit:
            more = f" (and {counted(len(unfit) - 1, 'more worker')})" if unfit[1:] else ""
            raise PuzzleError(f"cluster {self._address}: {unfit[0]}, expected {wanted}{more}")

    def close(self) -> None:
        """Close the connection."""
        self._closed.set()
        with contextlib.suppress(TimeoutError):
            _in_time(lambda: self._client.close(timeout=_CLOSE_SECONDS), _CLOSE_SECONDS)

    def _on_all(self, call: _Call) -> dict[str, Any]:
        """Run a call on each worker now, beside its other calls; its result or error by worker."""
        call_bytes = pickle.dumps(call)
        found: dict[str, Any] = self._client.run(pickle.loads, call_bytes, on_error="return")
        return found

    def _watch(self) -> None:
        """Update the number of slots in the background: a machine in trouble answers slowly."""
        while not self._closed.wait(_POLL_SECONDS):
            with contextlib.suppress(Exception):  # after any failure ``lost`` decides
                self._slots = sum(self._client.nthreads().values())


class _Call:
    """Pickles to bytes that call a function of a module when they are unpacked."""

    def __init__(self, function: Callable[..., Any], *arguments: Any) -> None:
        self._call = function, arguments

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return self._call


def _client(distributed: Any, address: str) -> Any:
    """Connect to a scheduler; check first that it is one, as Dask might wait for ever."""
    try:
        url = urllib.parse.urlsplit(address if "://" in address else f"tcp://{address}")
        host, port = url.hostname, url.port
    except ValueError:
        host = port = None
    if not host or not port:
        raise PuzzleError(f"cluster: found {address!r}, expected an address like {_EXAMPLE}")
    kind = ""
    try:
        socket.getaddrinfo(host, port)  # Dask would retry an unknown name for ever
        kind = asyncio.run(_kind(distributed, address))
        if kind == "Scheduler":
            return distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        why = f"found a {kind.lower()} of Dask"
    except socket.gaierror:
        why = f"the name {host} is not known"
    except TimeoutError:
        why = _silence(host, port)
    except MemoryError:  # Dask read foreign bytes as the length of a message
        why = _FOREIGN
    except Exception as error:  # of the system, of TLS or of Dask
        words = (getattr(error, "strerror", "") or str(error)).strip().splitlines()
        why = words[0] if words else type(error).__name__
        if kind:
            why = f"found a scheduler with which Dask {distributed.__version__} cannot talk: {why}"
        elif "ssl_context" in why:
            why = _CERTIFICATES
        elif isinstance(error, distributed.comm.CommClosedError):
            why = "it closes the connection; perhaps one side uses tls:// and the other does not"
    raise _no_scheduler(address, why)


_EXAMPLE = "tcp://127.0.0.1:8786"
_FOREIGN = "what listens there does not speak Dask's protocol"
_CERTIFICATES = "TLS needs certificates: name them in Dask's configuration, distributed.comm.tls"


def _no_scheduler(address: str, why: str) -> PuzzleError:
    """The error for an address where no scheduler answers."""
    return PuzzleError(f"cluster {address}: no scheduler answers ({why})")


async def _kind(distributed: Any, address: str) -> str:
    """The kind of server at an address, by Dask's name: Scheduler, Worker, Nanny.

    Raises TimeoutError if nothing answers in time, or it is no server of Dask.
    """
    arguments = distributed.Security().get_connection_args("client")
    async with asyncio.timeout(CONNECT_SECONDS):
        async with distributed.rpc(address, connection_args=arguments) as peer:
            return str((await peer.identity())["type"])


def _silence(host: str, port: int) -> str:
    """Why no answer came: the system's error, or another kind of server."""
    try:
        with socket.create_connection((host, port), timeout=1):
            return _FOREIGN
    except OSError as error:
        return system_reason(error)


def _has(found: Any) -> str:
    """The versions of a worker in words, from what it returned or raised."""
    if isinstance(found, ImportError | AttributeError):
        return f"lacks a package, or has an old one ({found})"
    return f"fails ({found})" if isinstance(found, Exception) else f"has {found}"


def _in_time(call: Callable[[], T], seconds: float, stop: Late = never) -> list[T]:
    """As :func:`in_thread`, for so many seconds; the thread does not keep the process alive."""
    deadline = Deadline(seconds)
    return in_thread(call, lambda: deadline.late() or stop(), daemon=True)


@contextmanager
def _silenced() -> Iterator[None]:
    """Silence the loggers and warnings of Dask: our own errors say the same in one line."""
    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] in _LOGGERS]
    heard = [logger for logger in map(logging.getLogger, names) if not logger.disabled]
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module=r"(dask|distributed|tornado)\b")
        for logger in heard:
            logger.disabled = True
        try:
            yield
        finally:
            for logger in heard:
                logger.disabled = False


_LOGGERS = ("distributed", "tornado", "asyncio")


IDLE_SECONDS = 60.0
"""Time that a worker keeps an idle process with its ground program."""

_state = threading.local()
"""The pool of each thread of this worker, with one process."""
_lock = threading.Lock()
_running: dict[ProcessPool, str] = {}
"""The pools that run calls now, each with its client."""
_stopped: dict[str, str] = {}
"""The reason of each client that has stopped its count."""


def call_there(client: str, wanted: str, call: bytes) -> Any:
    """Run a call in a process of this worker; a stopped pool is not used again."""
    distributed = need("distributed")
    worker = distributed.get_worker()
    if versions() != wanted:
        raise ImportError(f"worker {worker.address} has {versions()}, expected {wanted}")
    pool = _state.pool = getattr(_state, "pool", None) or ProcessPool(1, idle=IDLE_SECONDS)
    function, arguments = pickle.loads(call)
    with _lock:
        _running[pool] = client
        if client in _stopped:
            pool.stop(_stopped[client])
    try:
        future = pool.submit(function, *arguments)
        while not wait([future], timeout=_POLL_SECONDS).done:
            leaving = worker.status in (distributed.Status.closing, distributed.Status.closed)
            state = worker.state.tasks.get(worker.get_current_task())  # of the call
            if leaving or state is None or state.state == "cancelled":  # by the scheduler
                _end(pool)
                raise distributed.Reschedule
        return future.result()
    except SolverError as error:  # it may concern this machine only
        raise SolverError(f"worker {worker.address}: {error}") from None
    finally:
        with _lock:
            del _running[pool]
        if client in _stopped:
            _end(pool)


def stop_there(client: str, reason: str) -> None:
    """Stop the running and the later calls of a client; they return what they have found."""
    with _lock:
        _stopped[client] = reason
        for pool, owner in _running.items():
            if owner == client:
                pool.stop(reason)


def _end(pool: ProcessPool) -> None:
    _state.pool = None
    pool.shutdown(cancel_futures=True)
