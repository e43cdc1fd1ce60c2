"""The kernels of a file that holds GPU code alone, translated: assembly texts and code objects, by name of file."""

from collections.abc import Sequence
from dataclasses import dataclass

from cass_tools.asm.translating import Tools, translate
from cass_tools.executor.nvidia import fatbin
from cass_tools.executor.nvidia.cubin import Cubin


@dataclass(frozen=True, slots=True)
class Kernels:
    """Content of the files to write, and why kernels are not in them (`kernel (GPU)` to the sentence)."""

    files: dict[str, bytes]
    refused: dict[str, str]
    count: int


def translated(stem: str, data: bytes, archs: Sequence[str], sm: int | None, using: Tools) -> Kernels:
    """Every cubin of the file, or those for one compute capability, for every GPU; CassError where it has none."""
    entries = [entry for entry in fatbin.entries(data, stem) if entry.kind == "cubin" and entry.is_linked]
    wanted = [entry for entry in entries if sm is None or entry.sm == sm]
    if not wanted:
        fatbin.refuse(entries, stem, sm)
    files: dict[str, bytes] = {}
    refused: dict[str, str] = {}
    count = 0
    for entry in wanted:
        for arch in archs:
            made = translate(Cubin(entry.data, stem), arch, using)
            name = f"{stem}.sm_{entry.sm}.{arch}"
            files |= {f"{name}.s": made.assembly.encode(), f"{name}.hsaco": made.code}
            refused |= {f"{kernel} ({arch})": why for kernel, why in made.refused.items()}
            count += len(made.kernels)
    return Kernels(files, refused, count)
