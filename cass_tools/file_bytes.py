"""A file's bytes with as few calls of the system as it takes: where thousands are read, those take the most time."""

import os
from pathlib import Path

_FIRST = 1 << 16  # bytes that are asked for at first


def file_bytes(path: str | Path, size: int = _FIRST) -> bytes:
    """All bytes of a file, of which about `size` are expected; OSError if it cannot be read."""
    opened = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        data = os.read(opened, size + 1)
        if not data:
            return data
        parts = [data]
        while more := os.read(opened, max(size, _FIRST)):
            parts.append(more)
        return data if len(parts) == 1 else b"".join(parts)
    finally:
        os.close(opened)
