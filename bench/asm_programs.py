"""Self-checking CUDA programs translated at assembly level and executed, by the length of their longest kernel.

`python -m bench.asm_programs CORPUS --out rows.jsonl [--sm 80] [--arch gfx1100] [--seconds 800] [--write]`: each folder
of CORPUS whose name ends in `-cuda` is a program with a Makefile, as in HeCBench's `src`; those count that print PASS
themselves and need no library and no file. Each is built by nvcc, its machine code alone is translated, and the result
is executed with the arguments of `make run`, made small. Right is what ends by itself, prints PASS and no FAIL. Of what
is not right the same source is compiled for the AMD GPU by clang and executed with the same arguments: where that is
not right either, the program says nothing about a translation. Rows that the file has are not measured again;
`--seconds` ends a run after a program, and `--write` makes docs/asm-programs.md of all rows.
"""

import argparse
import json
import random
import re
import shlex
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from bench import asm_page
from bench.drivers import LIBRARIES, SEED, SOURCES, flags
from bench.ports import arguments
from cass_tools import compilers, proc
from cass_tools.asm import programs, translating
from cass_tools.asm.recombining import Program
from cass_tools.asm.translating import Tools
from cass_tools.compilers import BuildRequest, nvcc
from cass_tools.compilers.request import Language
from cass_tools.config import Config
from cass_tools.errors import CassError
from cass_tools.executor.nvidia.cubin import Cubin
from cass_tools.executor.nvidia.lift.service import chosen
from cass_tools.model import Build, Outcome, Run, Target
from cass_tools.runners import Limits
from cass_tools.runners.exec import RUNNER
from cass_tools.trial import Settings, first_error, run

PRINTS_PASS = re.compile(rb"\"[^\"\n]*\bPASS(?:ED)?\b")
PASS, FAIL = re.compile(rb"\bPASS(?:ED)?\b"), re.compile(rb"\bFAIL(?:ED|URE)?\b|\bMISMATCH\b", re.IGNORECASE)
UNITS = (".cu", ".cpp", ".cc", ".c")
SECONDS = 40.0  # that a run may take
INSTRUCTION = 16  # bytes


@dataclass(frozen=True, slots=True)
class Row:
    """A program: `outcome` is right, not built, not translated, an Outcome, WRONG, or control where clang's own build
    does no better; `longest` is the number of instructions of its longest kernel."""

    program: str
    outcome: str
    why: str
    longest: int
    kernels: int
    seconds: float


def candidates(corpus: Path) -> list[Path]:
    """Programs that judge themselves, in an order by lot."""
    found = []
    for folder in sorted(corpus.glob("*-cuda")):
        texts = [
            path.read_bytes() for path in folder.rglob("*") if path.suffix in (*SOURCES, *UNITS) and path.is_file()
        ]
        if (
            any(map(PRINTS_PASS.search, texts))
            and not any(map(LIBRARIES.search, texts))
            and "/" not in arguments(folder)
        ):
            found.append(folder)
    random.Random(SEED).shuffle(found)  # noqa: S311
    return found


def units(folder: Path) -> list[Path]:
    """The sources that the Makefile compiles, those with `main` first, as nvcc has to be given one at least."""
    said = proc.run(["make", "-B", "-n", "-C", folder], timeout=20).stdout.decode(errors="replace")
    words = dict.fromkeys(word for line in said.splitlines() for word in line.split() if word.endswith(UNITS))
    named = [path for word in words if (path := folder / word).is_file()]
    return sorted(named or sorted(folder.glob("*.cu")), key=lambda path: path.suffix != ".cu")


def build(folder: Path, target: Target, language: Language, place: Path) -> Build:
    """The program of a folder (or a file), by nvcc (`nvidia`) or by clang from the same CUDA sources (`cuda`)."""
    first, *others = [folder] if folder.is_file() else units(folder) or [folder / "main.cu"]
    given = () if folder.is_file() else flags(folder)
    request = BuildRequest(
        first, place / f"program-{language}", target, language, (*given, "-O3"), others=tuple(others)
    )
    return (nvcc.NvccCompiler() if language == "nvidia" else compilers.pick(Config())).build(request)


def lengths(program: Program, sm: int) -> list[int]:
    """Instructions of each kernel."""
    cubins = [Cubin(chosen(entries, sm).data, program.name) for entries in program.fat_binaries.values()]
    return [len(kernel.code) // INSTRUCTION for cubin in cubins for kernel in cubin.kernels.values()]


def measured(folder: Path, sm: int, arch: str, using: Tools) -> Row:
    """Build, translate, execute; where that is not right, what clang's own code does."""
    began = time.monotonic()
    longest, count = 0, 0
    settings = Settings((Target(arch),), limits=Limits(timeout=SECONDS), args=tuple(shlex.split(arguments(folder))))
    with tempfile.TemporaryDirectory(prefix="cass-asm-") as name:
        place = Path(name)
        try:
            built = build(folder, Target(f"sm_{sm}"), "nvidia", place)
            if built.binary is None:
                return Row(folder.name, "not built", first_error(built.log)[:200], 0, 0, time.monotonic() - began)
            program = Program(folder.name, built.binary.read_bytes())
            found = lengths(program, sm)
            longest, count = max(found, default=0), len(found)
            made = programs.recombine(program, (arch,), sm, using)
            ran = programs.run_translation(made, arch, settings, place)
            outcome, why = judged(ran)
            why = next(iter(made.refused.values()), why) if outcome != "right" else ""
        except CassError as error:
            outcome, why = "not translated", str(error)
        if outcome != "right" and (control := of_control(folder, arch, settings, place)) != "right":
            outcome, why = "control", f"{control}; the translation: {outcome}: {why}"
    return Row(
        folder.name, outcome, why.replace(str(folder), folder.name)[:300], longest, count, time.monotonic() - began
    )


def judged(ran: Run) -> tuple[str, str]:
    """What came of a run, and why."""
    if ran.outcome is not Outcome.PASSED:
        return str(ran.outcome), ran.detail or _last(ran.stderr)
    text = ran.stdout + ran.stderr
    if ran.status or FAIL.search(text) or not PASS.search(text):
        line = next((line for line in text.splitlines() if FAIL.search(line)), b"it does not print PASS")
        return "WRONG", f"exit status {ran.status}, {line.decode(errors='replace')}"
    return "right", ""


def of_control(folder: Path, arch: str, settings: Settings, place: Path) -> str:
    """The same source compiled for the AMD GPU by clang: right, or why not."""
    built = build(folder, Target(arch), "cuda", place)
    if built.binary is None:
        return f"clang: {first_error(built.log)[:100]}"
    ran = run(built.binary, Target(arch), RUNNER, folder=place, settings=settings, data=built.binary.parent)
    outcome, why = judged(ran)
    return outcome if outcome == "right" else f"clang's code: {outcome}: {why[:100]}"


def _last(stderr: bytes) -> str:
    return next((s for s in reversed(stderr.decode(errors="replace").splitlines()) if s.strip()), "")


def rows_of(file: Path) -> list[Row]:
    """What was measured before."""
    return [Row(**json.loads(line)) for line in file.read_text().splitlines()] if file.exists() else []


def remaining(folders: list[Path], done: list[Row]) -> Iterator[Path]:
    """Those without a row."""
    known = {row.program for row in done}
    return (folder for folder in folders if folder.name not in known)


def main() -> None:
    """Measure what is left, print and keep a line for each."""
    options = argparse.ArgumentParser(prog="bench.asm_programs", description=(__doc__ or "").splitlines()[0])
    options.add_argument("corpus", type=Path)
    options.add_argument("--out", type=Path, required=True, help="a file of rows, which is gone on with")
    options.add_argument("--sm", type=int, default=80)
    options.add_argument("--arch", default="gfx1100")
    options.add_argument("--seconds", type=float, default=800)
    options.add_argument("--only", nargs="*", help="names without -cuda; printed, not kept")
    options.add_argument("--write", action="store_true", help=f"write {asm_page.PAGE.name}")
    chosen_options = options.parse_args()
    end = time.monotonic() + chosen_options.seconds
    using = translating.tools()
    if chosen_options.only:
        for name in chosen_options.only:
            print(measured(chosen_options.corpus / f"{name}-cuda", chosen_options.sm, chosen_options.arch, using))
        return
    folders = candidates(chosen_options.corpus)
    for folder in remaining(folders, rows_of(chosen_options.out)):
        if time.monotonic() > end:
            break
        row = measured(folder, chosen_options.sm, chosen_options.arch, using)
        print(row.program, row.outcome, row.longest, f"{row.seconds:.0f} s", row.why, sep="\t", flush=True)
        with chosen_options.out.open("a") as file:
            file.write(json.dumps(asdict(row)) + "\n")
    if chosen_options.write:
        done = [asdict(row) for row in rows_of(chosen_options.out)]
        asm_page.write(done, len(folders), chosen_options.sm, chosen_options.arch)


if __name__ == "__main__":
    main()
