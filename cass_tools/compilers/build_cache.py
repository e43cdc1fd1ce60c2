"""Programs that were built before, as ccache keeps them: the same inputs, headers included, give the same binary.

`<cache>/builds/<key>.json` names the binary, the compiler's messages, and every header with the hash of its content.
The key covers the compiler, its options and the sources; the headers are looked at again at each use.
"""

import contextlib
import hashlib
import json
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path

from cass_tools import seldom
from cass_tools.compilers.cache import cache_folder
from cass_tools.compilers.request import BuildRequest
from cass_tools.model import Build, Outcome

LIMIT = 1 << 30  # bytes of binaries that are kept
MANIFEST, PRUNED = "builds", ".pruned"
LINKED = frozenset({".o", ".a"})


def key_of(compiler: Path, options: Iterable[str], request: BuildRequest) -> str:
    """Names everything that a build depends on besides headers; OSError where a source cannot be read."""
    stat = compiler.stat()
    shown = request.virtual_path or request.source
    place = "" if request.source.suffix in LINKED else str(shown.absolute())
    said = [str(compiler), stat.st_size, stat.st_mtime_ns, *options, place, request.source.suffix]
    said += [request.target.arch, request.language, request.object_only, request.syntax_only, *request.flags]
    said += [str(folder.absolute()) for folder in request.include_dirs]
    digest = hashlib.sha256(json.dumps(said).encode() + _own_code())
    digest.update(request.source.read_bytes())
    for other in request.others:  # an object is what it holds, wherever it lies
        name = other.suffix if other.suffix in LINKED else other.absolute()
        digest.update(f"\n{name}\n".encode(errors="surrogateescape") + hashlib.sha256(other.read_bytes()).digest())
    for shown, content in request.overlay:
        digest.update(
            f"\n{shown.absolute()}\n".encode(errors="surrogateescape") + hashlib.sha256(content.read_bytes()).digest()
        )
    if request.code is not None:
        digest.update(b"\ncode\n" + hashlib.sha256(request.code.read_bytes()).digest())
    return digest.hexdigest()


def find(key: str, request: BuildRequest) -> Build | None:
    """The binary of an earlier build, copied to where it is wanted now; None if there is none, or a header changed."""
    began = time.monotonic()
    folder = cache_folder(MANIFEST)
    try:
        known = json.loads((folder / f"{key}.json").read_bytes())
        if any(_hash_of_header(Path(path)) != digest for path, digest in known["headers"].items()):
            return None
        binary = folder / known["binary"]
        shutil.copy(binary, request.output)
        os.utime(binary)
    except (OSError, ValueError, KeyError, AttributeError):
        return None
    return Build(Outcome.PASSED, request.target, request.output, str(known["log"]), time.monotonic() - began)


def keep(key: str, build: Build, headers: Iterable[Path]) -> None:
    """Remember a build that passed; a full or read-only cache is no error."""
    if build.outcome is not Outcome.PASSED or build.binary is None:
        return
    with contextlib.suppress(OSError):
        folder = cache_folder(MANIFEST)
        binary = f"{_hash(build.binary)}.bin"
        place(folder / binary, build.binary.read_bytes(), build.binary.stat().st_mode)
        manifest = {"binary": binary, "log": build.log, "headers": {str(p): _hash_of_header(p) for p in headers}}
        place(folder / f"{key}.json", json.dumps(manifest).encode(), 0o644)
        if seldom.is_due(folder / PRUNED):
            prune(folder, LIMIT)


def headers_in(rules: Iterable[Path], *, outside: Path, without: Iterable[Path]) -> list[Path]:
    """The files that dependency files (-MD of clang or nvcc) name, but for those in `outside` and those `without`."""
    skipped = {path.absolute() for path in without}
    found: dict[Path, None] = {}
    for rule in rules:
        for word in re.split(r"(?<!\\)\s+", rule.read_text(errors="surrogateescape").replace("\\\n", " "))[1:]:
            path = Path(re.sub(r"\\([ #\\])", r"\1", word).replace("$$", "$")).absolute()
            if word not in ("", ":") and path not in skipped and not path.is_relative_to(outside):
                found[path] = None
    return list(found)


@cache
def _own_code() -> bytes:
    """How this package calls compilers: another version of it may call them differently."""
    return b"".join(sorted(path.read_bytes() for path in Path(__file__).parent.glob("*.py")))


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _hash_of_header(path: Path) -> str:
    """The same of a file that many builds of a process read: hashed once for each state in which it is seen."""
    stat = path.stat()
    return _hash_in_state(path, (stat.st_ino, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns))


@lru_cache(maxsize=4096)
def _hash_in_state(path: Path, _state: tuple[int, ...]) -> str:
    return _hash(path)


def place(path: Path, data: bytes, mode: int) -> None:
    """Write a file so that others see all of it or nothing."""
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as draft:
        draft.write(data)
    Path(draft.name).chmod(mode & 0o777)
    Path(draft.name).replace(path)


def prune(folder: Path, limit: int) -> None:
    """Remove the binaries that were used longest ago until the rest fits; their manifests then find nothing."""
    files = sorted(((f.stat().st_mtime, f.stat().st_size, f) for f in folder.iterdir() if f.is_file()), reverse=True)
    total = 0
    for _, size, file in files:
        total += size
        if total > limit:
            file.unlink(missing_ok=True)
