"""Checking and translating a corpus: MB per second of processor time, peak memory, and ratios to hipify-perl."""

import os
import random
import resource
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from bench.startup import CASS
from cass_tools import proc
from cass_tools.config import Config
from cass_tools.engine import check
from cass_tools.model import Source
from cass_tools.scan import check_all
from cass_tools.translators.rules import translate
from cass_tools.tree import holds_cuda

SUFFIXES = {".cu", ".cuh", ".cpp", ".cc", ".h", ".hpp"}
SEED = 7
QUIET = "-quiet-warnings"


def sources(corpus: Path) -> list[Path]:
    """Every file of the corpus that may hold CUDA, in a stable order."""
    return sorted(p for p in corpus.rglob("*") if p.suffix in SUFFIXES and p.is_file())


def report(corpus: Path) -> None:
    """Print the speed of checking and of translating, and the memory that it took."""
    files = sources(corpus)
    size = sum(p.stat().st_size for p in files)
    config = Config()
    start = time.process_time()
    found = sum(len(check(Source(path, path.read_bytes()), config)) for path in files)
    checked = time.process_time() - start
    for path in files:
        translate(Source(path, path.read_bytes()), config)
    translated = time.process_time() - start - checked
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    megabytes = size / 1e6
    print(f"reading    {len(files)} files, {megabytes:.1f} MB, {found} findings, processor time, peak {peak:.0f} MB")
    print(f"           check {megabytes / checked:.2f} MB/s, translate {megabytes / translated:.2f} MB/s")


def report_cache(corpus: Path) -> None:
    """Print how fast files that have not changed are checked, in one process and with the start of `cass check`."""
    files = [p for p in sources(corpus) if holds_cuda(p)]
    size = sum(p.stat().st_size for p in files) / 1e6
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CASS_CACHE"] = folder
        try:
            times = []
            for _ in range(3):  # the first one fills the cache
                start = time.process_time()
                found = sum(len(checked.findings) for checked in check_all(files, Config(), 1, cached=True))
                times.append(time.process_time() - start)
            command = [str(CASS), "check", "-j1", "--statistics", str(corpus)]
            whole = children_time(lambda: proc.run(command, timeout=600))
        finally:
            del os.environ["CASS_CACHE"]
    print(f"cache      {len(files)} files with CUDA, {size:.1f} MB, {found} findings, processor time of one core")
    print(
        f"           cold {size / times[0]:.1f} MB/s, unchanged {size / min(times[1:]):.0f} MB/s (expected 2 and 50);"
    )
    print(f"           cass check --statistics of all, start included: {whole:.2f} s")


def children_time(act: Callable[[], object]) -> float:
    """Processor seconds of the processes that `act` starts and waits for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    act()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def sample(corpus: Path, count: int) -> list[Path]:
    """CUDA files as they come in the corpus: one by lot from each of `count` equal groups, ordered by size."""
    files = sorted((p for p in sources(corpus) if p.suffix in {".cu", ".cuh"}), key=lambda p: (p.stat().st_size, p))
    lot = random.Random(SEED)  # noqa: S311 - a sample, not a secret
    count = min(count, len(files))
    edges = [len(files) * i // count for i in range(count + 1)] if count else []
    return [lot.choice(files[low:high]) for low, high in pairwise(edges)]


def report_against_hipify(corpus: Path, hipify: Path, count: int) -> None:
    """Print how many times more processor time hipify-perl takes than a translation, on a sample of the corpus.

    hipify-perl reads one file in one process, so its start is always in its time. Ours is given both ways: with
    one process a file as well, and as files of one run without its start.
    """
    files = sample(corpus, count)
    config = Config()
    with tempfile.TemporaryDirectory() as folder:
        out = str(Path(folder) / "out.hip")
        perl = ["perl", str(hipify)]
        cass = [str(CASS), "translate", "--stdout"]
        translate(Source(files[0], files[0].read_bytes()), config)  # loads rules and tables
        one_run = process = loud = quiet = 0.0
        for path in files:  # one file after the other, so that a busy machine slows all sides alike
            start = time.process_time()
            translate(Source(path, path.read_bytes()), config)
            one_run += time.process_time() - start
            process += children_time(lambda: proc.run([*cass, str(path)], timeout=300))  # noqa: B023 - called at once
            loud += children_time(lambda: proc.run([*perl, str(path), "-o", out], timeout=300))  # noqa: B023
            quiet += children_time(lambda: proc.run([*perl, QUIET, str(path), "-o", out], timeout=300))  # noqa: B023
    sizes = [path.stat().st_size for path in files]
    print(f"hipify     {len(files)} files of {min(sizes)} to {max(sizes)} bytes, {sum(sizes)} in all, processor time:")
    print(
        f"           hipify-perl {loud:.2f} s, {QUIET} {quiet:.2f} s; cass {process:.2f} s, in one run {one_run:.2f} s"
    )
    print(f"           one process a file: {loud / process:.1f} times, {quiet / process:.1f} times {QUIET}")
    print(f"           files of one run:   {loud / one_run:.0f} times, {quiet / one_run:.0f} times {QUIET}")
