"""Self-checking CUDA programs translated at assembly level and executed, by the length of their longest kernel.

`python -m bench.asm_programs CORPUS [--out FILE] [--sm 80] [--arch gfx1100] [--minutes 14] [--only NAME ...]
[--again]`: the programs, their sizes and what counts as passed are those of `bench.sass_programs`. Each is built by
its Makefile with nvcc; its machine code alone is translated, put back with its host code, and the result is executed
as the AMD GPU. Rows are kept in `bench/measured`, with what is not measured yet, and `bench.measured_page` makes a
page of them.
"""

import shlex
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.sass_programs import CUDA, built
from bench.self_checking import choices, executed, left, measure, unbuilt
from cass_tools.asm import programs, translating
from cass_tools.asm.programs import Recombined
from cass_tools.asm.recombining import Program
from cass_tools.asm.translating import Tools
from cass_tools.errors import CassError
from cass_tools.executor.nvidia.cubin import Cubin
from cass_tools.executor.nvidia.lift.service import chosen

INSTRUCTION = 16  # bytes


def lengths(program: Program, sm: int) -> list[int]:
    """Instructions of each kernel."""
    cubins = [Cubin(chosen(entries, sm).data, program.name) for entries in program.fat_binaries.values()]
    return [len(kernel.code) // INSTRUCTION for cubin in cubins for kernel in cubin.kernels.values()]


def measured(folder: Path, arches: Sequence[str], sm: int, using: Tools) -> Iterator[dict[str, object]]:
    """A row for each GPU: a build, a translation, and a run."""
    words = shlex.split(CUDA.size(folder))
    for arch in arches:
        row: dict[str, object] = {"program": folder.name, "arch": arch, "sm": sm, "args": CUDA.size(folder)}
        with tempfile.TemporaryDirectory(prefix="cass-asm-") as scratch:
            original, log = built(folder, Path(scratch), f"sm_{sm}")
            if original is None:
                yield row | unbuilt(log)
                continue
            began = time.monotonic()
            try:
                program = Program(folder.name, original.read_bytes())
                found = lengths(program, sm)
                row |= {"longest": max(found, default=0), "held": len(found)}
                made = programs.recombine(program, (arch,), sm, using)
            except CassError as error:
                yield row | {"end": "REFUSED", "said": str(error)}
                continue
            row["translation"] = round(time.monotonic() - began, 1)
            ran, _ = executed(_placed(made, original), words, ["--arch", arch], gpus=CUDA.devices(folder))
            yield row | ran | ({"refused": next(iter(made.refused.values()))} if made.refused else {})


def _placed(made: Recombined, original: Path) -> Path:
    """The translated program in the place of the original, where its files are, with its library beside it."""
    if made.library:
        (original.parent / made.library_name).write_bytes(made.library)
    original.write_bytes(made.program)
    return original


def main() -> None:
    """Rows for each program that the file does not have, then the counts of the whole file."""
    parser = choices(__doc__ or "", "asm_programs", ("gfx1100",))
    parser.add_argument("--sm", type=int, default=80)
    wish = parser.parse_args()
    using = translating.tools()
    measure(left(CUDA, wish), wish, lambda folder, arches: measured(folder, arches, wish.sm, using))


if __name__ == "__main__":
    main()
