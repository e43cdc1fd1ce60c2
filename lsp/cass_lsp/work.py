"""Processes that read files for the server, so that no request waits behind a parser, and none dies with one.

A process that crashes is replaced, and what it had read is tried once more. All of them end with the server, however
that ends.
"""

import asyncio
import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from pathlib import Path
from typing import TypeVar

from cass_lsp import opened
from cass_lsp.opened import Look
from cass_lsp.reading import Reading, read
from cass_tools.config import Config
from cass_tools.errors import CassError
from cass_tools.garbage import collect_seldom

T = TypeVar("T")
_SAMPLE = b"__global__ void k(float* p) { p[0] = warpSize; }\nvoid f(float* p) { cudaFree(p); k<<<1, 1>>>(p); }\n"


class Readers:
    """Such processes, each with a queue of its own."""

    def __init__(self, count: int, *, gently: bool = False) -> None:
        """`gently`: they give way to everything else on this machine."""
        self._gently = gently
        self._pools: list[ProcessPoolExecutor | None] = [None] * count
        self._busy = [0] * count
        self._homes: dict[Path, int] = {}

    def start(self) -> None:
        """Start the first process, before anything needs it."""
        self._running(0).submit(_warm)

    async def read(self, path: Path, data: bytes, config: Config) -> Reading:
        """The reading of a file; `error` is set where its reader crashed or failed."""
        try:
            return await self.run(read, path, data, config)
        except Exception as error:
            return Reading(error=told(error))

    async def look(self, path: Path, data: bytes, config: Config, encoding: str, uri: str) -> Look:
        """The diagnostics of a file that is open; `error` is set where its reader crashed or failed."""
        try:
            return await self._run(self._home(path), opened.look, path, data, config, encoding, uri)
        except Exception as error:
            return Look(error=told(error))

    async def reading_of(self, path: Path, data: bytes, config: Config) -> Reading:
        """The same of all that is known of a file that is open."""
        try:
            return await self._run(self._home(path), opened.reading_of, path, data, config)
        except Exception as error:
            return Reading(error=told(error))

    async def confirm(self, path: Path, data: bytes, config: Config) -> bool:
        """Whether what was said of a file that is open is what a reading from the beginning gives."""
        try:
            return await self._run(self._home(path), opened.confirm, path, data, config)
        except Exception:
            return False

    async def run(self, act: Callable[..., T], *arguments: object) -> T:
        """What a function of this package returns in one of the processes; CassError where that crashes twice."""
        return await self._run(self._busy.index(min(self._busy)), act, *arguments)

    async def _run(self, place: int, act: Callable[..., T], *arguments: object) -> T:
        self._busy[place] += 1
        try:
            for _ in range(2):
                pool = self._running(place)
                try:
                    return await asyncio.get_running_loop().run_in_executor(pool, act, *arguments)
                except BrokenProcessPool:
                    if self._pools[place] is pool:
                        self._pools[place] = None
            raise CassError("the process that read it has crashed")
        finally:
            self._busy[place] -= 1

    def _home(self, path: Path) -> int:
        """The process that has read the version before."""
        return self._homes.setdefault(path, len(self._homes) % len(self._pools))

    def processes(self) -> list[int]:
        """The ids of the processes."""
        return [process for pool in self._pools if pool is not None for process in pool._processes]

    def stop(self) -> None:
        """End the processes at once."""
        for place, pool in enumerate(self._pools):
            self._pools[place] = None
            if pool is not None:
                for process in list(pool._processes.values()):
                    process.terminate()
                pool.shutdown(wait=False, cancel_futures=True)

    def _running(self, place: int) -> ProcessPoolExecutor:
        pool = self._pools[place]
        if pool is None:
            context = multiprocessing.get_context("spawn")
            pool = ProcessPoolExecutor(1, mp_context=context, initializer=_begin, initargs=(self._gently,))
            self._pools[place] = pool
        return pool


def told(error: Exception) -> str:
    """Why a file was not read: a rule that fails on some source must not take all the others with it."""
    return str(error) if isinstance(error, CassError) else f"{type(error).__name__}: {error}"


def _warm() -> None:
    """Import the rules and read the tables, which are no garbage."""
    gc.disable()
    read(Path("sample.cu"), _SAMPLE, Config())
    gc.freeze()
    gc.enable()
    collect_seldom()


def _begin(gently: bool) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    end_with_parent()
    if gently:
        os.nice(10)


def end_with_parent() -> None:
    """See that this process does not outlive the one that started it."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()


def end_within(seconds: float, status: int) -> None:
    """See that this process ends, whatever its threads wait for: readers that were stopped, a client that is silent."""
    timer = threading.Timer(seconds, os._exit, [status])
    timer.daemon = True
    timer.start()
