"""Files: arrays against numpy, pictures in each format against each other."""

import io
import struct
import zlib
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as nst

from cass_tools.compare.files import compare_file
from cass_tools.compare.images import pixels
from cass_tools.compare.terms import FileRule, Terms, Tolerance

Array = np.ndarray[Any, np.dtype[Any]]
GREY = np.arange(35, dtype=np.uint8).reshape(5, 7, 1) * 7
COLOURED = np.arange(5 * 7 * 3, dtype=np.uint8).reshape(5, 7, 3) * 2


def differs(expected: bytes, found: bytes, name: str = "f", *, terms: Terms | None = None, **rule: Any) -> str:
    rules = (FileRule(name, **rule),) if rule else ()
    difference = compare_file(name, expected, found, terms or Terms(files=rules))
    return str(difference or "")


@given(st.binary(max_size=100), st.sampled_from(["text", "bytes", "image", "float32", "int16", "float64"]))
def test_every_file_equals_itself(data: bytes, kind: str) -> None:
    assert differs(data, data, kind=kind) == ""


@given(st.binary(max_size=60), st.binary(max_size=60), st.sampled_from(["text", "bytes", "image", "float32", "uint8"]))
def test_no_side_is_preferred_and_nothing_is_an_error(a: bytes, b: bytes, kind: str) -> None:
    assert (differs(a, b, kind=kind) == "") == (differs(b, a, kind=kind) == "")


@given(nst.arrays(np.float32, 12, elements=st.floats(width=32)), st.integers(0, 11))
def test_floats_are_compared_as_floats(values: Array, at: int) -> None:
    other = values.copy()
    other[at] = np.nextafter(other[at], np.float32(0))
    if np.isfinite(values[at]) and values[at] != 0:
        assert differs(values.tobytes(), other.tobytes(), kind="float32", tolerance=Tolerance(ulp=1)) == ""
        assert differs(values.tobytes(), other.tobytes(), kind="float32", tolerance=Tolerance()) != ""
        assert differs(values.tobytes(), other.tobytes(), kind="float32", exact=True) != ""


def test_arrays_of_every_kind() -> None:
    a = np.array([1.0, -2.0, np.nan, np.inf, 0.0])
    b = np.array([1.0 + 1e-13, -2.0, np.nan, np.inf, -0.0])
    assert differs(a.tobytes(), b.tobytes(), kind="float64") == ""
    strict = Terms(signed_zero=True, files=(FileRule("f", "float64"),))
    assert "float64 4" in differs(a.tobytes(), b.tobytes(), terms=strict)
    b[1] = -2.5
    assert differs(a.tobytes(), b.tobytes(), kind="float64") == "file f, float64 1: expected -2, got -2.5"
    ints = np.array([3, 1, 2], np.int32)
    assert differs(ints.tobytes(), np.sort(ints).tobytes(), kind="int32", unordered=True) == ""
    assert "2 bytes" not in differs(ints.tobytes(), np.sort(ints).tobytes(), kind="int32")
    assert differs(ints.tobytes(), ints.tobytes()[:-4], kind="int32") == "file f: expected 12 bytes, got 8 bytes"
    header = b"N=3\n"
    assert differs(header + ints.tobytes(), header + ints.tobytes(), kind="int32", offset=4) == ""
    assert "first 4 bytes" in differs(header + ints.tobytes(), b"N=4\n" + ints.tobytes(), kind="int32", offset=4)
    nan = np.array([0x7FC00001, 0x7FC00002], np.uint32)
    bits = Terms(nan_bits=True, files=(FileRule("f", "float32"),))
    assert differs(nan.tobytes(), nan[::-1].tobytes(), terms=bits) != ""
    assert differs(nan.tobytes(), nan[::-1].tobytes(), kind="float32") == ""


def pnm(picture: Array, *, plain: bool = False) -> bytes:
    height, width, channels = picture.shape
    magic = {(1, False): "P5", (3, False): "P6", (1, True): "P2", (3, True): "P3"}[channels, plain]
    body = " ".join(map(str, picture.ravel())).encode() if plain else picture.tobytes()
    return f"{magic}\n# a comment\n{width} {height}\n255\n".encode() + body


def bmp(picture: Array, *, top_down: bool = False) -> bytes:
    height, width, _ = picture.shape
    rows = picture[:, :, ::-1] if top_down else picture[::-1, :, ::-1]
    pad = -width * 3 % 4
    body = b"".join(row.tobytes() + bytes(pad) for row in rows)
    info = struct.pack("<IiiHHIIiiII", 40, width, -height if top_down else height, 1, 24, 0, len(body), 0, 0, 0, 0)
    return b"BM" + struct.pack("<IHHI", 54 + len(body), 0, 0, 54) + info + body


def png(picture: Array) -> bytes:
    height, width, channels = picture.shape
    rows = b"".join(b"\0" + row.tobytes() for row in picture)
    header = struct.pack(">IIBBBBB", width, height, 8, {1: 0, 3: 2}[channels], 0, 0, 0)
    out = io.BytesIO(b"\x89PNG\r\n\x1a\n")
    out.seek(0, 2)
    for kind, data in ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")):
        out.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))
    return out.getvalue()


def test_all_formats_hold_the_same_pixels() -> None:
    forms = [pnm(COLOURED), pnm(COLOURED, plain=True), bmp(COLOURED), bmp(COLOURED, top_down=True)]
    for data in forms:
        assert np.array_equal(pixels(data), COLOURED)
    assert np.array_equal(pixels(pnm(GREY)), GREY)
    assert np.array_equal(pixels(pnm(GREY, plain=True)), GREY)
    wide = np.array([[[1], [65535]]], ">u2")
    assert np.array_equal(pixels(b"P5 2 1 65535\n" + wide.tobytes()), wide)
    assert np.array_equal(pixels(b"P1\n3 2\n1 0 1\n010\n")[:, :, 0], [[1, 0, 1], [0, 1, 0]])
    assert np.array_equal(pixels(b"P4\n3 2\n\xa0\x40")[:, :, 0], [[1, 0, 1], [0, 1, 0]])
    real = np.array([[[0.5]], [[2.0]]], "<f4")
    assert np.array_equal(pixels(b"Pf\n1 2\n-1.0\n" + real[::-1].tobytes()), real)


def test_png() -> None:
    pytest.importorskip("PIL", reason="Pillow is not installed; pip install pillow")
    assert np.array_equal(pixels(png(COLOURED)), COLOURED)
    assert np.array_equal(pixels(png(GREY)), GREY)
    other = COLOURED.copy()
    other[2, 3, 1] += 30
    assert "pixel (3, 2) green" in differs(png(COLOURED), png(other), "x.png")


def test_pixels_may_be_rounded_otherwise_but_few() -> None:
    big = np.full((40, 50, 1), 100, np.uint8)
    few, many, far = big.copy(), big.copy(), big.copy()
    few[3, :5] += 1
    many[3, :6] += 1
    far[3, 4] += 2
    assert differs(pnm(big), pnm(few), "x.pgm") == ""
    assert differs(pnm(big), pnm(many), "x.pgm") == (
        "file x.pgm, pixel (0, 3): expected 100, got 101 (6 of 2000 pixels differ, by up to 1)"
    )
    assert "pixel (4, 3): expected 100, got 102" in differs(pnm(big), pnm(far), "x.pgm")
    assert differs(pnm(big), pnm(far), "x.pgm", kind="image", levels=2) == ""
    assert differs(pnm(big), pnm(many), "x.pgm", kind="image", share=0.5) == ""
    assert differs(pnm(big), pnm(few), "x.pgm", kind="image", exact=True) != ""
    assert differs(pnm(big), pnm(few), "x.pgm", terms=Terms(exact=True)) != ""
    assert differs(pnm(big), pnm(big[:, :-1]), "x.pgm") == (
        "file x.pgm: expected 50 x 40 pixels of 1 channel, got 49 x 40 pixels of 1 channel"
    )
    assert "no picture that can be read" in differs(pnm(big), b"P5\n50", "x.pgm")


def test_text_files_have_their_own_rules() -> None:
    assert differs(b"a\nb", b"b\na", unordered=True) == ""
    assert differs(b"1.0", b"1.1", tolerance=Tolerance(0.2)) == ""
    assert differs(b"1.0", b"1.000001", exact=True) != ""
    assert differs(b"at 5 sum 6", b"at 7 sum 6", masks=(r"at \d",)) == ""
    assert differs(b"at 5 sum 6", b"at 7 sum 7", masks=(r"at \d",)) != ""
    terms = Terms(files=(FileRule("out/*.txt", exact=True),))
    assert compare_file("out/a.txt", b"1.0", b"1.000001", terms) is not None
    assert compare_file("other.txt", b"1.0", b"1.000001", terms) is None
