"""A count on several machines, by Dask's scheduler and workers (package ``distributed``).

Calls travel as bytes that only the workers read
(:mod:`pyasp_puzzles.long_counts.cluster.worker`), so the scheduler needs nothing of ours, and a
worker that has other versions of the packages says so before it reads anything that depends on
them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import pickle
import socket
import threading
import time
import urllib.parse
import uuid
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, wait
from contextlib import contextmanager
from typing import Any, TypeVar

from pyasp_puzzles.errors import PuzzleError, counted
from pyasp_puzzles.long_counts.cluster.worker import call_there, stop_there
from pyasp_puzzles.long_counts.identity import versions
from pyasp_puzzles.optional import need

T = TypeVar("T")

CONNECT = 10.0
"""Seconds to wait for a scheduler."""

_LOOK = 0.5
"""Seconds between two looks at who is there."""

_CLOSE = 2.0
"""Seconds to take leave of a scheduler."""


@contextmanager
def connected(address: str, stop: Callable[[], bool] = lambda: False) -> Iterator[Cluster]:
    """The cluster whose scheduler has an address such as ``tcp://127.0.0.1:8786``.

    Args:
        address: see there; ``tls://`` with the certificates that Dask's configuration names.
        stop: whether to wait no longer.

    Raises:
        PuzzleError: no scheduler answers there, a worker that is there now cannot work for us, or
            Dask's package is missing.
        KeyboardInterrupt: ``stop`` came first.
    """
    distributed = need("distributed")
    with _quiet():
        found = _in_time(lambda: Cluster(_client(distributed, address), address), 2 * CONNECT, stop)
        if not found and stop():
            raise KeyboardInterrupt
        if not found:
            raise _nobody(address, f"nothing came of it in {2 * CONNECT:.0f} seconds")
        (cluster,) = found
        try:
            _in_time(cluster.check, CONNECT, stop)  # those that say nothing are seen to later
            yield cluster
        except ImportError as error:  # of a worker that came later
            _in_time(cluster.check, CONNECT, stop)
            raise PuzzleError(f"cluster {address}: a worker {_has(error)}") from None
        finally:
            cluster.close()


class Cluster:
    """A Dask scheduler and its workers, as a ``WorkerPool``."""

    def __init__(self, client: Any, address: str) -> None:
        self._client, self._address = client, address
        self._name = uuid.uuid4().hex
        self.executor: Executor = _Calls(client, self._name)
        self._closed = threading.Event()
        self._slots: int = sum(client.nthreads().values())
        threading.Thread(target=self._watch, daemon=True).start()

    def slots(self) -> int:
        """How many calls the workers that are there now can take at a time."""
        return self._slots

    def stop(self, reason: str) -> None:
        """Workers hand over what they have; whoever has none of our calls has nothing to do."""
        _in_background(lambda: self._on_all(_Call(stop_there, self._name, reason)))

    @property
    def lost(self) -> bool:
        """Whether the scheduler is gone."""
        return str(self._client.status) != "running"

    def check(self) -> None:
        """Look whether the workers that are there now can work for us.

        Raises:
            PuzzleError: not all of them; the message names the first one.
        """
        wanted = versions()
        try:
            found = self._on_all(_Call(versions))
        except OSError:  # the scheduler has just gone, as ``lost`` will tell
            return
        unfit = [
            f"worker {worker} {_has(has)}"
            for worker, has in sorted(found.items())
            if has != wanted and not isinstance(has, OSError)  # which has just gone
        ]
        if unfit:
            more = f" (and {counted(len(unfit) - 1, 'more worker')})" if unfit[1:] else ""
            raise PuzzleError(f"cluster {self._address}: {unfit[0]}, expected {wanted}{more}")

    def close(self) -> None:
        """Take leave, or leave."""
        self._closed.set()
        with contextlib.suppress(TimeoutError):
            _in_time(lambda: self._client.close(timeout=_CLOSE), _CLOSE)

    def _on_all(self, call: _Call) -> dict[str, Any]:
        """What a call returns or raises on each worker, at once and besides its work."""
        found: dict[str, Any] = self._client.run(
            pickle.loads, pickle.dumps(call), on_error="return"
        )
        return found

    def _watch(self) -> None:
        """Keep an eye on who is there, as asking may take long when a machine is in trouble."""
        while not self._closed.wait(_LOOK):
            with contextlib.suppress(Exception):  # whatever it is, ``lost`` is asked, too
                self._slots = sum(self._client.nthreads().values())


class _Calls(Executor):
    """Hands calls to the workers of a cluster.

    Args:
        client: of the cluster.
        name: ours, by which workers know what is to be stopped.
    """

    def __init__(self, client: Any, name: str) -> None:
        self._executor: Any = client.get_executor(pure=False)
        self._name = name

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Call a function of a module with arguments that can be pickled, in some process.

        The future raises ImportError if the worker cannot do this call, and else what
        :meth:`pyasp_puzzles.processes.pool.ProcessPool.submit` says.
        """
        if kwargs:
            raise TypeError("calls take no keywords")
        call = _Call(call_there, self._name, versions(), pickle.dumps((fn, args)))
        key = f"{fn.__name__}-{uuid.uuid4().hex}"  # Dask's pages call it by what is before the dash
        future: Future[T] = self._executor.submit(pickle.loads, pickle.dumps(call), key=key)
        return future


class _Call:
    """Bytes that call a function of a module when they are read."""

    def __init__(self, function: Callable[..., Any], *arguments: Any) -> None:
        self._call = function, arguments

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return self._call


def _client(distributed: Any, address: str) -> Any:
    """A connection to a scheduler, after a look whether it is one: Dask itself may wait for ever.

    Raises:
        PuzzleError: it is none, or does not answer.
    """
    try:
        url = urllib.parse.urlsplit(address if "://" in address else f"tcp://{address}")
        host, port = url.hostname, url.port
    except ValueError:
        host = port = None
    if not host or not port:
        raise PuzzleError(f"cluster: found {address!r}, expected an address like {_EXAMPLE}")
    kind = ""
    try:
        socket.getaddrinfo(host, port)  # Dask asks again and again for a name that nobody knows
        kind = asyncio.run(_kind(distributed, address))
        if kind == "Scheduler":
            return distributed.Client(address, timeout=CONNECT, set_as_default=False)
        why = f"found a {kind.lower()} of Dask"
    except socket.gaierror:
        why = f"the name {host} is not known"
    except TimeoutError:
        why = _silence(host, port)
    except MemoryError:  # for a message as long as some foreign words are as a number
        why = _FOREIGN
    except Exception as error:  # of the system, of TLS, of what its peer makes of us
        words = (getattr(error, "strerror", "") or str(error)).strip().splitlines()
        why = words[0] if words else type(error).__name__
        if kind:
            why = f"found one with which Dask {distributed.__version__} cannot talk: {why}"
        elif "ssl_context" in why:
            why = _CERTIFICATES
        elif isinstance(error, distributed.comm.CommClosedError):
            why = "it breaks the connection off; perhaps it is tls:// that it speaks, or not"
    raise _nobody(address, why)


_EXAMPLE = "tcp://127.0.0.1:8786"
_FOREIGN = "what listens there does not speak Dask's protocol"
_CERTIFICATES = "TLS needs certificates: name them in Dask's configuration, distributed.comm.tls"


def _nobody(address: str, why: str) -> PuzzleError:
    return PuzzleError(f"cluster {address}: no scheduler answers ({why})")


async def _kind(distributed: Any, address: str) -> str:
    """What listens at an address, in Dask's words: Scheduler, Worker, Nanny.

    Raises:
        TimeoutError: nobody has begun to listen in time, or it is not of Dask.
    """
    arguments = distributed.Security().get_connection_args("client")

    async def ask() -> str:
        async with distributed.rpc(address, connection_args=arguments) as peer:
            return str((await peer.identity())["type"])

    return await asyncio.wait_for(ask(), CONNECT)


def _silence(host: str, port: int) -> str:
    """Why nobody has answered."""
    try:
        with socket.create_connection((host, port), timeout=1):
            return _FOREIGN
    except OSError as error:
        return (error.strerror or str(error)).lower()


def _has(found: Any) -> str:
    """What a worker has of the packages, from what came of asking it."""
    if isinstance(found, ImportError | AttributeError):
        return f"lacks a package, or has an old one ({found})"
    return f"fails ({found})" if isinstance(found, Exception) else f"has {found}"


def _in_background(call: Callable[[], T]) -> Future[T]:
    """Begin a call in a thread that delays no end of the process."""
    future: Future[T] = Future()

    def work() -> None:
        try:
            future.set_result(call())
        except BaseException as error:  # for whoever asks for the result
            future.set_exception(error)

    threading.Thread(target=work, daemon=True).start()
    return future


def _in_time(
    call: Callable[[], T], seconds: float, stop: Callable[[], bool] = lambda: False
) -> list[T]:
    """What a call returns, if it does within some seconds; else nothing, and it is left alone."""
    future = _in_background(call)
    deadline = time.monotonic() + seconds
    while not wait([future], timeout=0.1).done:
        if time.monotonic() > deadline or stop():
            return []
    return [future.result()]


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep from standard error what Dask would tell of troubles: we tell them in one line."""
    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] in _TALKERS]
    loggers = [logging.getLogger(name) for name in names]
    before = [logger.disabled for logger in loggers]
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module=r"(dask|distributed|tornado)\b")
        for logger in loggers:
            logger.disabled = True
        try:
            yield
        finally:
            for logger, disabled in zip(loggers, before, strict=True):
                logger.disabled = disabled


_TALKERS = ("distributed", "tornado", "asyncio")
