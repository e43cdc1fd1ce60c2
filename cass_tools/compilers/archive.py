"""The members of a static library (ar): System V's and GNU's names, thin archives too."""

from collections.abc import Iterator
from pathlib import Path

from cass_tools.errors import CassError

MAGIC, THIN = b"!<arch>\n", b"!<thin>\n"
HEADER = 60  # bytes before each member


def members(path: Path) -> Iterator[tuple[str, bytes]]:
    """Names and contents, without the tables of symbols and of names; CassError where it is damaged."""
    data = path.read_bytes()
    thin = data.startswith(THIN)
    if not thin and not data.startswith(MAGIC):
        raise CassError(f"{path} is no static library")
    at, names = len(MAGIC), b""
    while at + HEADER <= len(data):
        head = data[at : at + HEADER]
        at += HEADER
        if head[58:] != b"`\n" or not head[48:58].strip().isdigit():
            raise CassError(f"{path} is damaged: no member begins at byte {at - HEADER}")
        name, size = head[:16].rstrip().decode("utf-8", "replace"), int(head[48:58])
        special = name in ("/", "//", "/SYM64/")
        if thin and not special:
            file = path.parent / _name(name, names)
            yield file.name, file.read_bytes()
            continue
        content = data[at : at + size]
        at += size + size % 2
        if name == "//":
            names = content
        elif not special:
            yield _name(name, names), content


def _name(name: str, names: bytes) -> str:
    if name.startswith("/") and name[1:].isdigit():
        start = int(name[1:])
        return names[start : names.find(b"\n", start)].decode("utf-8", "replace").rstrip("/")
    return name.removesuffix("/")
