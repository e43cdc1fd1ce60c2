"""Pictures: PNM and PFM, BMP, PNG. Formats and their options may differ, the pixels must not, but for rounding.

A colour is a number that was rounded to one of 256 levels. If it may be off by 1e-5 of itself before (as numbers in
text may), it is rounded to the other side in at most 0.25 % of the pixels, and by one level.
"""

import io
from dataclasses import replace
from typing import Any

import numpy as np

from cass_tools.compare.terms import FLOAT_TOLERANCE, Difference, FileRule
from cass_tools.errors import CassError

LEVELS, SHARE = 1.0, 0.0025
PNM = (b"P1", b"P2", b"P3", b"P4", b"P5", b"P6")
PFM = (b"PF", b"Pf")
CHANNELS = ("red", "green", "blue", "alpha")
Pixels = np.ndarray[Any, np.dtype[Any]]


def compare_images(name: str, expected: bytes, found: bytes, rule: FileRule) -> Difference | None:
    """The first pixel that differs by too much, or too many that differ at all."""
    sides: list[Pixels | str] = []
    for data in (expected, found):
        try:
            sides.append(pixels(data))
        except (ValueError, IndexError, OSError, SyntaxError, OverflowError) as error:
            sides.append(f"no picture that can be read ({error})")
    ours, theirs = sides
    if isinstance(ours, str) or isinstance(theirs, str):
        return Difference(f"file {name}", *(side if isinstance(side, str) else _shape(side) for side in (ours, theirs)))
    if ours.shape != theirs.shape or ours.dtype.kind != theirs.dtype.kind:
        return Difference(f"file {name}", _shape(ours), _shape(theirs))
    a, b = ours.astype(np.float64), theirs.astype(np.float64)
    with np.errstate(all="ignore"):
        far = np.where((a == b) | (np.isnan(a) & np.isnan(b)), 0.0, np.abs(a - b))
        far = np.where(np.isnan(far), np.inf, far)
    real = ours.dtype.kind == "f"  # as numbers in text, not rounded to levels
    default = FLOAT_TOLERANCE * float(np.max(np.abs(a[np.isfinite(a)]), initial=0.0)) if real else LEVELS
    rule = replace(
        rule,
        levels=0.0 if rule.exact else default if rule.levels is None else rule.levels,
        share=0.0 if rule.exact else (1.0 if real else SHARE) if rule.share is None else rule.share,
    )
    return _judged(a, b, far, rule, name)


def _judged(a: Pixels, b: Pixels, far: Pixels, rule: FileRule, name: str) -> Difference | None:
    """`far`: by how much the channels differ; `rule` has its numbers."""
    count = a.shape[0] * a.shape[1]
    differing = int(np.count_nonzero(far.max(axis=2, initial=0.0)))
    worst = far > (rule.levels or 0.0)
    if not worst.any() and differing <= (rule.share or 0.0) * count:
        return None
    y, x, channel = (int(n) for n in np.argwhere(worst if worst.any() else far > 0)[0])
    named = f" {CHANNELS[channel]}" if a.shape[2] >= 3 else ""
    where = f"file {name}, pixel ({x}, {y}){named}"
    many = f" ({differing} of {count} pixels differ, by up to {far.max():g})"
    return Difference(where, f"{a[y, x, channel]:g}", f"{b[y, x, channel]:g}{many}")


def _shape(picture: Pixels) -> str:
    height, width, channels = picture.shape
    return f"{width} x {height} pixels of {channels} {'channel' if channels == 1 else 'channels'}"


def pixels(data: bytes) -> Pixels:
    """An array of rows of pixels of channels; ValueError for what is no such picture."""
    if data[:2] in PNM:
        return _pnm(data)
    if data[:2] in PFM:
        return _pfm(data)
    if data[:2] == b"BM":
        return _bmp(data)
    if data[:4] == b"\x89PNG":
        return _png(data)
    raise ValueError("neither PNM, PFM, BMP nor PNG")


def _header(data: bytes, count: int) -> tuple[list[bytes], int]:
    """The first words, comments left out, and where the data begin: behind one blank."""
    words: list[bytes] = []
    at = 0
    while len(words) < count:
        while data[at : at + 1].isspace() or data[at : at + 1] == b"#":
            at = data.index(b"\n", at) if data[at : at + 1] == b"#" else at + 1
        end = at
        while end < len(data) and not data[end : end + 1].isspace():
            end += 1
        if end == at:
            raise ValueError("it ends in its header")
        words.append(data[at:end])
        at = end
    return words, at + 1


def _pnm(data: bytes) -> Pixels:
    bitmap = data[:2] in (b"P1", b"P4")
    words, at = _header(data, 3 if bitmap else 4)
    width, height, most = int(words[1]), int(words[2]), 1 if bitmap else int(words[3])
    channels = 3 if data[:2] in (b"P3", b"P6") else 1
    count = width * height * channels
    if data[:2] == b"P4":
        rows = np.frombuffer(data, np.uint8, (width + 7) // 8 * height, at).reshape(height, -1)
        return np.unpackbits(rows, axis=1)[:, :width].reshape(height, width, 1)
    if data[:2] in (b"P5", b"P6"):
        return np.frombuffer(data, ">u2" if most > 255 else "u1", count, at).reshape(height, width, channels)
    text = b"\n".join(line.split(b"#")[0] for line in data[at:].split(b"\n"))
    digits = [bytes([c]) for c in b"".join(text.split())] if bitmap else text.split()
    return np.array(digits[:count], dtype="S").astype(np.int64).reshape(height, width, channels)


def _pfm(data: bytes) -> Pixels:
    words, at = _header(data, 4)
    channels = 3 if data[:2] == b"PF" else 1
    width, height = int(words[1]), int(words[2])
    order = "<f4" if float(words[3]) < 0 else ">f4"
    return np.frombuffer(data, order, width * height * channels, at).reshape(height, width, channels)[::-1]


def _bmp(data: bytes) -> Pixels:
    """Uncompressed pictures of 24 or 32 bits a pixel; others through the library."""
    start, width, height = (int.from_bytes(data[n : n + 4], "little", signed=True) for n in (10, 18, 22))
    bits, packed = int.from_bytes(data[28:30], "little"), int.from_bytes(data[30:34], "little")
    if bits not in (24, 32) or packed:
        return _png(data)
    row = (width * bits + 31) // 32 * 4
    rows = np.frombuffer(data, np.uint8, row * abs(height), start).reshape(abs(height), row)
    found = rows[:, : width * bits // 8].reshape(abs(height), width, bits // 8)[:, :, 2::-1]
    return found[::-1] if height > 0 else found


def _png(data: bytes) -> Pixels:
    try:
        from PIL import Image
    except ImportError as error:
        raise CassError(
            "PNG pictures are read by Pillow, which is not installed; pip install cass-tools[images]"
        ) from error
    with Image.open(io.BytesIO(data)) as picture:
        found = np.asarray(picture.convert("RGBA") if picture.mode in ("P", "PA", "1") else picture)
    return found if found.ndim == 3 else found[:, :, None]
