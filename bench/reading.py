"""Checking and translating a corpus: MB/s on one core, peak memory, and the ratio to hipify-perl."""

import random
import resource
import tempfile
import time
from pathlib import Path

from cass_tools import proc
from cass_tools.config import Config
from cass_tools.engine import check
from cass_tools.model import Source
from cass_tools.translators.rules import translate

SUFFIXES = {".cu", ".cuh", ".cpp", ".cc", ".h", ".hpp"}
SEED = 7


def sources(corpus: Path) -> list[Path]:
    """Every file of the corpus that may hold CUDA, in a stable order."""
    return sorted(p for p in corpus.rglob("*") if p.suffix in SUFFIXES and p.is_file())


def report(corpus: Path) -> None:
    """Print the speed of checking and of translating, and the memory that it took."""
    files = sources(corpus)
    size = sum(p.stat().st_size for p in files)
    config = Config()
    start = time.perf_counter()
    found = sum(len(check(Source(path, path.read_bytes()), config)) for path in files)
    checked = time.perf_counter() - start
    for path in files:
        translate(Source(path, path.read_bytes()), config)
    translated = time.perf_counter() - start - checked
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    megabytes = size / 1e6
    print(f"reading    {len(files)} files, {megabytes:.1f} MB, {found} findings, one core, peak {peak:.0f} MB")
    print(f"           check {megabytes / checked:.2f} MB/s, translate {megabytes / translated:.2f} MB/s")


def hipify_seconds(hipify: Path, files: list[Path], *options: str) -> float:
    """Seconds that hipify-perl takes, one process a file as its users run it."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        for path in files:
            argv = ["perl", str(hipify), *options, str(path), "-o", str(Path(folder) / "out.hip")]
            proc.run(argv, timeout=300)
        return time.perf_counter() - start


def report_against_hipify(corpus: Path, hipify: Path, count: int) -> None:
    """Print how many times faster a translation is than hipify-perl's, in its two modes, on a sample of the corpus."""
    files = [p for p in sources(corpus) if p.suffix in {".cu", ".cuh"}]
    files = random.Random(SEED).sample(files, min(count, len(files)))  # noqa: S311 - a sample, not a secret
    config = Config()
    start = time.perf_counter()
    for path in files:
        translate(Source(path, path.read_bytes()), config)
    ours = time.perf_counter() - start
    quiet = hipify_seconds(hipify, files, "-quiet-warnings")
    loud = hipify_seconds(hipify, files)
    print(f"hipify     {len(files)} files: cass {ours:.2f} s, hipify-perl {loud:.1f} s, -quiet-warnings {quiet:.1f} s")
    print(f"           {loud / ours:.0f} times faster than the default, {quiet / ours:.0f} times than -quiet-warnings")
