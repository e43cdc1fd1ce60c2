"""`python -m bench.checks [PROGRAM.hip ...]`: what checks of memory accesses cost, for docs/checks.md.

Each program is built once, run once to translate its kernels, and then timed: the run alone, without and with checks.
"""

import sys
import tempfile
from pathlib import Path

from cass_tools.compilers import BuildRequest
from cass_tools.compilers.clang import ClangCompiler
from cass_tools.model import Target
from cass_tools.runners import CHECKS, Limits
from cass_tools.runners.exec import ExecRunner

PROGRAMS = Path(__file__).parent / "programs"
KINDS: tuple[tuple[str, ...], ...] = ((), ("bounds",), ("race",), ("init",), ("divergence",), CHECKS)


def seconds_of(binary: Path, checks: tuple[str, ...], arch: str) -> float:
    """The faster of two runs after one that translates."""
    limits = Limits(timeout=600.0)
    runs = [ExecRunner(checks).run(binary, Target(arch), limits=limits, cwd=binary.parent) for _ in range(3)]
    return min(run.seconds for run in runs[1:])


def main() -> None:
    """One line for each program and GPU."""
    names = [Path(word) for word in sys.argv[1:]] or sorted(PROGRAMS.glob("*.hip"))
    for source in names:
        for arch in ("gfx1100", "gfx90a"):
            with tempfile.TemporaryDirectory() as folder:
                build = ClangCompiler().build(BuildRequest(source, Path(folder, source.stem), Target(arch)))
                if build.binary is None:
                    raise SystemExit(build.log)
                times = [seconds_of(build.binary, kind, arch) for kind in KINDS]
            shown = [
                f"{'all' if kind == CHECKS else kind[0]} {t / times[0]:.1f} x"
                for kind, t in zip(KINDS[1:], times[1:], strict=True)
            ]
            print(f"checks     {source.stem} {arch}: {times[0]:.2f} s without, {', '.join(shown)}")


if __name__ == "__main__":
    main()
