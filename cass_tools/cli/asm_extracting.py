"""`cass asm extract`: what is in files, printed or written."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from cass_tools.asm import listing
from cass_tools.asm.extracting import extract
from cass_tools.asm.pieces import Pieces
from cass_tools.cli.screen import visible
from cass_tools.errors import CassError
from cass_tools.output import Place, write
from cass_tools.trial import Settings


def extract_files(
    files: Sequence[Path], settings: Settings, output: Path | None, *, as_json: bool, host: bool, force: bool
) -> int:
    """Print or write the code of all files; 2 where one has none or cannot be read, 1 where a kernel is not shown."""
    found: list[Pieces] = []
    code = 0
    for file in files:
        try:
            found.append(extract(file, settings, host=host or output is not None))
        except CassError as error:
            print(f"cass: {visible(str(error))}", file=sys.stderr)
            code = 2
    if output is not None:
        _write(found, output, force=force)
    elif as_json:
        print(json.dumps([listing.value(pieces) for pieces in found], indent=2))
    else:
        print("\n".join(listing.text(pieces) for pieces in found), end="")
    lacking = any(kernel.trouble for pieces in found for image in pieces.images for kernel in image.kernels)
    return code or int(lacking)


def _write(found: Sequence[Pieces], output: Path, *, force: bool) -> None:
    for pieces in found:
        folder = output if len(found) == 1 else output / Path(pieces.file).name
        for name, content in listing.files(pieces).items():
            write(Place(folder / name, output), content, force=force)
            print(visible(str(folder / name)))
