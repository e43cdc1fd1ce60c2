"""What the host code of separately compiled units refers to: the GPU's code, linked once for all of them."""

from collections.abc import Sequence
from pathlib import Path

FATBIN, HANDLE = "__hip_fatbin_", "__hip_gpubin_handle_"


def assembly(names: Sequence[str], fat: Path) -> str:
    """Assembly that defines the GPU's code and a word for its handle for each unit, by the tail of its symbols."""
    lines = ['.section .hip_fatbin,"a",@progbits', ".p2align 12"]
    lines += [f".globl {FATBIN}{name}\n{FATBIN}{name}:" for name in names]
    lines += [f'.incbin "{fat}"', '.section .hip_gpubin_handle,"aw",@nobits', ".p2align 3"]
    lines += [f".globl {HANDLE}{name}\n{HANDLE}{name}:" for name in names]
    return "\n".join([*lines, ".zero 8", '.section .note.GNU-stack,"",@progbits', ""])
