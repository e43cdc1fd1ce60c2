"""Make the committed cubins and listings from the sources beside this file: python -m tests.executor.nvidia.data.make

Needs nvcc and nvdisasm 13 (cass doctor --fix). NAME.fatbin holds the cubins of every architecture, NAME.sm_XX.json.xz
the listing that nvdisasm -json gives for one of them. single.fatbin has no source beside this file; single.py writes
it.
"""

import lzma
import subprocess
import sys
import tempfile
from pathlib import Path

from cass_tools.compilers import nvidia_tools
from cass_tools.executor.nvidia import fatbin
from tests.executor.nvidia.data import single

HERE = Path(__file__).parent
ARCHITECTURES = ("75", "80", "89", "90", "100", "120")


def architectures(source: str) -> tuple[str, ...]:
    """For which a source is compiled."""
    if source.startswith("suite") or source in ("separate", "single"):
        return ("80", "89", "90")
    if source == "textures":
        return ("75", "80", "90", "100", "120")
    return ARCHITECTURES if source == "kernels" else ARCHITECTURES[1:]


def make(source: Path) -> None:
    """The cubins and listings of one source."""
    made = HERE / f"{source.stem}.fatbin"
    codes = [f"-gencode=arch=compute_{sm},code=sm_{sm}" for sm in architectures(source.stem)]
    own = {"lines": ["-lineinfo"], "separate": ["-rdc=true", "-dlink"]}.get(source.stem, [])
    command = [
        str(nvidia_tools.find("nvcc")),
        "-fatbin",
        "-compress-mode=size",
        "-Xfatbin",
        "-compress-all",
        *own,
        *codes,
    ]
    subprocess.run([*command, "-I", HERE, "-o", made, source.name], check=True, cwd=source.parent)
    for entry in fatbin.entries(made.read_bytes()):
        bare = HERE / "one.cubin"
        bare.write_bytes(entry.data)
        listing = subprocess.run(
            [str(nvidia_tools.find("nvdisasm")), "-json", bare], check=True, capture_output=True
        ).stdout
        (HERE / f"{source.stem}.sm_{entry.sm}.json.xz").write_bytes(lzma.compress(listing, preset=9))
        bare.unlink()


def main() -> None:
    """All sources of this folder, or those named."""
    with tempfile.TemporaryDirectory() as name:
        written = Path(name) / "single.cu"
        written.write_text(single.source())
        for source in sorted((*HERE.glob("*.cu"), written)):
            if not sys.argv[1:] or source.stem in sys.argv[1:]:
                make(source)


if __name__ == "__main__":
    main()
