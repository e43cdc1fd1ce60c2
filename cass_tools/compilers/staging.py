"""Making a temporary file look like the user's own to the compiler: names in messages, includes beside it, siblings.

The compiler reads a copy that starts with a line marker, so messages, debug information and `__FILE__` name the user's
path and lines. Siblings that are translated but not written are laid over the user's folder by a virtual file system.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from cass_tools.compilers.request import BuildRequest

BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Staged:
    """The file to compile and the options that complete the picture."""

    source: Path
    options: tuple[str, ...]


def stage(request: BuildRequest, folder: Path) -> Staged:
    """Prepare `request.source` in `folder` (temporary, the caller's)."""
    options = _overlay(request, folder)
    shown = request.virtual_path
    if shown is None or shown == request.source:
        return Staged(request.source, options)
    copy = folder / f"source{request.source.suffix}"
    text = request.source.read_bytes().removeprefix(BOM)
    copy.write_bytes(f"#line 1 {_quoted(shown)}\n".encode(errors="surrogateescape") + text)
    beside = dict.fromkeys((shown.absolute().parent, request.source.absolute().parent))
    return Staged(copy, (*options, *(f"-iquote{path}" for path in beside)))


def _quoted(path: Path) -> str:
    return '"' + str(path).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _overlay(request: BuildRequest, folder: Path) -> tuple[str, ...]:
    if not request.overlay:
        return ()
    roots = [
        {"type": "file", "name": str(shown.absolute()), "external-contents": str(real.absolute())}
        for shown, real in request.overlay
    ]
    file = folder / "overlay.yaml"
    settings = {"version": 0, "case-sensitive": "true", "use-external-names": "false", "roots": roots}
    file.write_text(json.dumps(settings), encoding="utf-8")
    return ("-ivfsoverlay", str(file))
