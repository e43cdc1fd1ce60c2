"""The quality of translated kernels: instructions that their waves run, against the same source compiled for the GPU.

`python -m bench.asm_quality [--out FILE] [--sm 80] [--arch gfx1100] [--seconds 800] [--kernels 80] [--write] PLACE...`:
each PLACE is a .cu file with `main`, or a folder of programs as bench.sass_programs takes them. A program is
built by nvcc -O3 and translated from its machine code, and built by clang -O3 from its source, or from the port beside
it (a .hip of its name, or expected.hip); both are executed as one GPU with the same arguments, and each kernel's
instructions are counted as they run. Rows are kept in `bench/measured`, and programs that have one are not measured
again; --write makes docs/asm-quality.md.
"""

import argparse
import shlex
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.counting import Counts, counted_run, counts_of, prepare
from bench.drivers import flags
from bench.kept import MEASURED, Kept
from bench.sass_programs import CUDA
from cass_tools import compilers, proc
from cass_tools.asm import programs, translating
from cass_tools.asm.recombining import Program
from cass_tools.asm.translating import Tools
from cass_tools.compilers import BuildRequest, nvcc
from cass_tools.compilers.request import Language
from cass_tools.config import Config
from cass_tools.errors import CassError
from cass_tools.executor.amd.codeobject import CodeObject
from cass_tools.executor.amd.fatbin import entries
from cass_tools.executor.amd.translate import program_of
from cass_tools.executor.amd.unsupported import Unsupported
from cass_tools.model import Build, Outcome, Target
from cass_tools.runners import Limits
from cass_tools.trial import Settings

PAGE = Path(__file__).parent.parent / "docs" / "asm-quality.md"
FOOT = "Written by `python -m bench.asm_quality --write PLACE...`."
SECONDS = 120.0
GOALS = (1.25, 2.0)
KEY = ("program", "kernel", "sm", "arch")
UNITS = (".cu", ".cpp", ".cc", ".c")


@dataclass(frozen=True, slots=True)
class Code:
    """A kernel as compiled: instructions in it, registers, bytes of scratch and local memory, and what it ran."""

    instructions: int
    vector: int
    scalar: int
    scratch: int
    shared: int
    ran: dict[str, int]


@dataclass(frozen=True, slots=True)
class Row:
    """A kernel of a program in both forms; without them `why` says what went wrong with the program."""

    program: str
    kernel: str = ""
    lifted: dict[str, object] | None = None
    native: dict[str, object] | None = None
    why: str = ""
    sm: int = 80
    arch: str = "gfx1100"


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


def measured(place: Path, sm: int, arch: str, using: Tools) -> Iterator[Row]:
    """A row for each kernel that both forms start."""
    folder, name = (place, place.name) if place.is_dir() else (place.parent, f"{place.parent.name}/{place.name}")
    args = tuple(shlex.split(CUDA.size(folder))) if place.is_dir() else ()
    settings = Settings((Target(arch),), limits=Limits(timeout=SECONDS), args=args)
    with tempfile.TemporaryDirectory(prefix="cass-count-") as scratch:
        try:
            found = [
                _lifted(place, sm, arch, using, settings, Path(scratch)),
                _native(place, arch, settings, Path(scratch)),
            ]
        except CassError as error:
            yield Row(name, why=str(error).replace(str(place), name)[:200], sm=sm, arch=arch)
            return
    both = sorted(found[0].keys() & found[1].keys())
    for kernel in both:
        yield Row(name, kernel, asdict(found[0][kernel]), asdict(found[1][kernel]), sm=sm, arch=arch)
    if not both:
        yield Row(name, why="no kernel was started in both forms under one name", sm=sm, arch=arch)


def _lifted(  # noqa: PLR0917  what is measured, and how
    place: Path, sm: int, arch: str, using: Tools, settings: Settings, scratch: Path
) -> dict[str, Code]:
    made = build(place, Target(f"sm_{sm}"), "nvidia", scratch)
    if made.binary is None:
        raise CassError(f"nvcc: {made.log[:150]}")
    program = programs.recombine(Program(place.name, made.binary.read_bytes()), (arch,), sm, using)
    home = scratch / "lifted"
    home.mkdir()
    (home / program.library_name).write_bytes(program.library)
    binary = home / "program"
    binary.write_bytes(program.program)
    binary.chmod(0o755)
    return _ran(binary, [each.code for each in program.translations if each.kernels], arch, settings)


def _native(place: Path, arch: str, settings: Settings, scratch: Path) -> dict[str, Code]:
    home = scratch / "native"
    home.mkdir()
    twins = [twin for name in (f"{place.stem}.hip", "expected.hip") if (twin := place.with_name(name)).is_file()]
    made = build(twins[0], Target(arch), "hip", home) if twins else build(place, Target(arch), "cuda", home)
    if made.binary is None:
        raise CassError(f"clang: {made.log[:150]}")
    codes = [entry.data for entry in entries(made.binary.read_bytes()) if entry.arch == arch]
    return _ran(made.binary, codes, arch, settings)


def _ran(binary: Path, codes: Sequence[bytes], arch: str, settings: Settings) -> dict[str, Code]:
    folder = binary.parent / "counts"
    folder.mkdir()
    for data in codes:
        prepare(data, folder)
    ran, counts = counted_run(binary, arch, settings, folder)
    if ran.outcome is not Outcome.PASSED:
        raise CassError(f"{binary.parent.name}: {ran.outcome}: {ran.detail[:120]}")
    return {name: code for data in codes for name, code in _kernels(CodeObject(data), counts)}


def _kernels(code: CodeObject, counts: dict[str, Counts]) -> Iterator[tuple[str, Code]]:
    for name, kernel in code.kernels.items():
        if name in counts:
            try:
                size = counts_of(each.name for each in program_of(code, kernel).instructions.values()).all
            except Unsupported:
                continue
            ran = asdict(counts[name])
            yield name, Code(size, kernel.vgprs, kernel.sgprs, kernel.private_size, kernel.group_size, ran)


def places(given: Sequence[Path]) -> Iterator[Path]:
    """Files, and the programs of folders."""
    for each in given:
        yield from [each] if each.is_file() else CUDA.candidates(each)


def number(code: dict[str, object] | None, *names: str) -> int:
    """A number of a row."""
    value: object = code
    for name in names:
        assert isinstance(value, dict)
        value = value[name]
    return int(str(value))


def ratio(row: Row, *names: str) -> float:
    """The lifted form's number by the native one's."""
    return number(row.lifted, *names) / max(number(row.native, *names), 1)


def page(rows: Sequence[Row], sm: int, arch: str) -> str:
    """The table."""
    good = [row for row in rows if row.kernel]
    ratios = sorted(ratio(row, "ran", "all") for row in good)
    share = sum(each <= GOALS[1] for each in ratios) / len(ratios)
    memory = [ratio(row, "ran", "memory") for row in good if number(row.native, "ran", "memory")]
    worst = sorted(good, key=lambda row: -ratio(row, "ran", "all"))
    lines = [
        "# The quality of translated kernels",
        "",
        f"<!-- {FOOT} -->",
        "",
        f"Each kernel in two forms for {arch}: translated from the sm_{sm} machine code of nvcc -O3, and compiled by",
        "clang -O3 from the same source. Both programs were executed with the same arguments; what their waves ran is",
        "counted, without scheduling hints.",
        "",
        f"{len(good)} kernels of {len({row.program for row in good})} programs. Instructions that ran, translated by "
        f"native: median **{statistics.median(ratios):.2f}**,",
        f"**{share:.0%}** at most {GOALS[1]:g}. Accesses of global memory: median {statistics.median(memory):.2f}. "
        f"Kernels with scratch memory: {sum(number(row.lifted, 'scratch') > 0 for row in good)} translated,",
        f"{sum(number(row.native, 'scratch') > 0 for row in good)} native. Vector registers: median ratio "
        f"{statistics.median(ratio(row, 'vector') for row in good):.2f}; instructions in the code "
        f"{statistics.median(ratio(row, 'instructions') for row in good):.2f}.",
        "",
        "| program | kernel | ran, translated | ran, native | ratio | memory | in the code | vector registers |",
        "|---|---|---|---|---|---|---|---|",
        *(_line(row) for row in worst),
        "",
    ]
    return "\n".join(lines)


def _line(row: Row) -> str:
    pairs = [f"{number(row.lifted, *names)}/{number(row.native, *names)}" for names in (("ran", "memory"),)]
    pairs += [f"{number(row.lifted, name)}/{number(row.native, name)}" for name in ("instructions", "vector")]
    ran = [f"{number(each, 'ran', 'all'):,}" for each in (row.lifted, row.native)]
    name = row.kernel if len(row.kernel) <= 40 else f"{row.kernel[:37]}..."
    return f"| {row.program} | `{name}` | {' | '.join(ran)} | {ratio(row, 'ran', 'all'):.2f} | {' | '.join(pairs)} |"


def main() -> None:
    """Measure what is left, print and keep it."""
    options = argparse.ArgumentParser(prog="bench.asm_quality", description=(__doc__ or "").splitlines()[0])
    options.add_argument("places", type=Path, nargs="*")
    options.add_argument("--out", type=Path, default=MEASURED / "asm_quality.jsonl")
    options.add_argument("--sm", type=int, default=80)
    options.add_argument("--arch", default="gfx1100")
    options.add_argument("--seconds", type=float, default=800)
    options.add_argument("--kernels", type=int, default=80, help="enough of them")
    options.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    wish = options.parse_args()
    end = time.monotonic() + wish.seconds
    using = translating.tools()
    kept = Kept(wish.out, KEY)
    done = [row for row in kept.read(Row) if (row.sm, row.arch) == (wish.sm, wish.arch)]
    for place in places(wish.places):
        name = place.name if place.is_dir() else f"{place.parent.name}/{place.name}"
        if time.monotonic() > end or sum(bool(row.kernel) for row in done) >= wish.kernels:
            break
        if name in {row.program for row in done}:
            continue
        for row in measured(place, wish.sm, wish.arch, using):
            done.append(row)
            kept.put(asdict(row))
    if wish.write:
        PAGE.write_text(page(done, wish.sm, wish.arch))


if __name__ == "__main__":
    main()
