"""What the launches of two programs have in common: shapes, buffers, hashes, samples by type."""

import json
import struct

import pytest

from cass_tools.records.launches import Change, Launch, differences, read, scalar, values

RELEASES = ("CUB_300001_SM_900", "_V_300500_SM_900")
FLOATS = ((0, ("1", "2")), (8, ("1000", "nan")))


def launch(samples: object = FLOATS, sha: str = "a", kind: str = "float", **more: object) -> Launch:
    change = Change(str(more.get("buffer", "malloc 0")), int(str(more.get("size", 16))), sha, kind, samples)  # type: ignore[arg-type]
    grid = more.get("grid", (1, 1, 1))
    return Launch("k(float*)", grid, (64, 1, 1), 0, (change,), str(more.get("unread", "")))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (launch(), ""),
        (launch(((0, ("1.000001", "2")), (8, ("1000", "nan"))), "b"), ""),
        (launch(((0, ("1.00001", "2")), (8, ("1000", "nan"))), "b"), ""),  # within a part of the largest
        (launch(((0, ("1.1", "2")), (8, ("1000", "nan"))), "b"), "byte 0, number 0: expected 1, got 1.1"),
        (launch(((0, ("1", "2")), (8, ("1000", "3"))), "b"), "byte 8, number 1: expected nan, got 3"),
        (launch(sha="b", kind="int"), ""),  # the record's type counts
        (launch(grid=(2, 1, 1)), "expected <<<1x1x1, 64x1x1, 0>>>, got k(float*) <<<2x1x1, 64x1x1, 0>>>"),
        (launch(buffer="malloc 1"), "malloc 0 was to be changed, and was not"),
        (launch(size=8), "malloc 0: expected 16 bytes, got 8"),
        (launch(unread="error 700"), "expected no error, got error 700"),
    ],
)
def test_floating_point_buffers_may_differ_a_little(found: Launch, said: str) -> None:
    told = list(differences([launch()], [found]))
    assert bool(told) == bool(said)
    assert said in " ".join(told)


def test_integers_are_equal_to_the_last_byte() -> None:
    whole = launch(((0, ("1", "2")),), kind="int")
    assert list(differences([whole], [launch(((0, ("1", "2")),), "b", "int")])) == [
        "launch 1 (k(float*)): malloc 0, the samples are equal, the rest differs"
    ]
    assert "expected 2, got 3" in next(differences([whole], [launch(((0, ("1", "3")),), "b", "int")]))


def test_launches_that_are_missing_are_counted() -> None:
    assert list(differences([launch(), launch()], [launch()])) == ["expected 2 launches, got 1"]


@pytest.mark.parametrize(
    ("pointer", "kind"),
    [
        ("float*", "float"),
        ("float const*", "float"),
        ("unsigned int*", "unsigned int"),
        ("float4 const*", "float"),
        ("uchar4*", "unsigned char"),
        ("HIP_vector_type<float, 4u>*", "float"),
        ("longlong2*", "long long"),
        ("double volatile*", "double"),
        ("void*", ""),
        ("float**", ""),
        ("Particle*", ""),
    ],
)
def test_types_are_read_from_signatures(pointer: str, kind: str) -> None:
    assert scalar(pointer) == kind


def test_numbers_can_be_read_back() -> None:
    for letter, kind, number in (("f", "float", 0.1), ("f", "float", 16777217.0), ("d", "double", 1 / 3)):
        data = struct.pack(f"<{letter}", number)
        (text,) = values(data, kind)
        assert struct.pack(f"<{letter}", float(text)) == data
    assert values(b"\0\0\x80\x3f\0\0\0\0", "float") == ("1", "0")
    assert values(b"\x01\x02\x03", "int") == ("010203",)
    assert values(b"\xff\xff\xff\xff", "unsigned int") == ("4294967295",)


def test_a_line_that_is_cut_off_ends_the_launches() -> None:
    line = json.dumps({"kernel": "k()", "grid": [1, 1, 1], "block": [1, 1, 1], "shared": 0, "changed": []})
    assert [each.kernel for each in read([line, line[:-5], line])] == ["k()"]


def test_kernels_of_libraries_have_their_release_in_their_names() -> None:
    a, b = (launch()._replace(kernel=f"void cub::{each}::f<thrust::{each}::g{each[0]}>(int*)") for each in RELEASES)
    assert list(differences([a], [b])) == []
