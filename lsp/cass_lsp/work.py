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

from cass_lsp.reading import Reading, read
from cass_tools.config import Config
from cass_tools.errors import CassError

T = TypeVar("T")
_SAMPLE = b"__global__ void k(float* p) { p[0] = warpSize; }\nvoid f(float* p) { cudaFree(p); k<<<1, 1>>>(p); }\n"


class Readers:
    """A pool of such processes."""

    def __init__(self, count: int, *, gently: bool = False) -> None:
        """`gently`: they give way to everything else on this machine."""
        self._count = count
        self._gently = gently
        self._pool: ProcessPoolExecutor | None = None

    def start(self) -> None:
        """Start the first process, before anything needs it."""
        self._running().submit(_warm)

    async def read(self, path: Path, data: bytes, config: Config) -> Reading:
        """The reading of a file; `error` is set where its reader crashed or failed."""
        try:
            return await self.run(read, path, data, config)
        except CassError as error:
            return Reading(error=str(error))
        except Exception as error:  # a rule that fails on some source must not take all the others with it
            return Reading(error=f"{type(error).__name__}: {error}")

    async def run(self, act: Callable[..., T], *arguments: object) -> T:
        """What a function of this package returns in one of the processes; CassError where that crashes twice."""
        for _ in range(2):
            pool = self._running()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, act, *arguments)
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
        raise CassError("the process that read it has crashed")

    def processes(self) -> list[int]:
        """The ids of the processes."""
        return [] if self._pool is None else list(self._pool._processes)

    def stop(self) -> None:
        """End the processes at once."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list(pool._processes.values()):
                process.terminate()
            pool.shutdown(wait=False, cancel_futures=True)

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self._count, mp_context=context, initializer=_begin, initargs=(self._gently,)
            )
        return self._pool


def _warm() -> None:
    """Import the rules and read the tables, which are no garbage."""
    gc.disable()
    read(Path("sample.cu"), _SAMPLE, Config())
    gc.freeze()
    gc.enable()


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
