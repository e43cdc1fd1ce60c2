"""A program in the place of nvdisasm that says what the real one said of a committed cubin."""

import sys
from pathlib import Path

from tests.executor.nvidia.committed import DATA


def fake(folder: Path, source: str, sm: int) -> Path:
    """An executable for `nvdisasm -json FILE`."""
    program = folder / "nvdisasm"
    listing = DATA / f"{source}.sm_{sm}.json.xz"
    program.write_text(
        f"#!{sys.executable}\nimport lzma, pathlib, sys\n"
        f"sys.stdout.buffer.write(lzma.decompress(pathlib.Path({str(listing)!r}).read_bytes()))\n"
    )
    program.chmod(0o755)
    return program
