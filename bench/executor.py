"""The executor on the example programs: first run (translation included) and cached run, at both wavefront sizes."""

import sys
import tempfile
import time
from pathlib import Path

from cass_tools import proc

CASS = Path(sys.executable).parent / "cass"


def seconds_of(source: Path, arch: str, cache: Path) -> float:
    """Wall time of `cass run source --arch arch`, build included, with the executor's cache in `cache`."""
    start = time.perf_counter()
    done = proc.run(
        [str(CASS), "run", str(source), "--runner", "exec", "--arch", arch],
        timeout=300,
        env={"CASS_EXEC_CACHE": str(cache), "PATH": "/usr/bin:/bin", "HOME": str(Path.home())},
    )
    if done.status != 0:
        said = done.stderr.decode(errors="replace").strip()
        raise SystemExit(f"{source.name} on {arch}: {said}")
    return time.perf_counter() - start


def report(folder: Path) -> None:
    """Print first and second run of each program."""
    for source in sorted(folder.glob("*.cu")):
        for arch in ("gfx1100", "gfx90a"):
            with tempfile.TemporaryDirectory() as cache:
                first = seconds_of(source, arch, Path(cache))
                again = seconds_of(source, arch, Path(cache))
            print(f"executor   {source.stem} {arch}: built, translated and run in {first:.2f} s, then {again:.2f} s")
