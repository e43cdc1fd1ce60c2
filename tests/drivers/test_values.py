"""Buffers against buffers, type by type."""

from typing import Any

import numpy as np
import pytest

from cass_tools.drivers.results import Case, Saved
from cass_tools.drivers.values import Policy, compare, named


def case(array: Any, layout: str, *, outside: bool = False) -> Case:
    data = array.tobytes() if array is not None else None
    item = array.itemsize if array is not None else 4
    count = array.size if array is not None else 3
    return Case("k", "random", done=True, buffers={"#0": Saved("#0", layout, item, count, data, outside)})


def differ(a: Any, b: Any, layout: str, policy: Policy = Policy()) -> str | None:  # noqa: B008  it is frozen
    found = compare(case(a, layout), case(b, layout), ("out",), policy)
    return str(found) if found else None


def test_integers_are_exact() -> None:
    a = np.array([1, 2, 3], np.int32)
    assert differ(a, a, "i4:0") is None
    assert differ(a, np.array([1, 5, 4], np.int32), "i4:0") == "out[1]: expected 2, got 5 (1 more differ)"


@pytest.mark.parametrize(
    ("kind", "step", "far"), [("f4", 1e-6, 1e-4), ("f8", 1e-13, 1e-9), ("f2", 1e-3, 0.02)], ids=["f4", "f8", "f2"]
)
def test_fractions_may_differ_a_little(kind: str, step: float, far: float) -> None:
    a = np.array([1, 2, 3], kind)
    assert differ(a, (a * (1 + step)).astype(kind), f"{kind}:0") is None
    assert differ(a, (a * (1 + far)).astype(kind), f"{kind}:0") is not None


def test_what_cancels_is_judged_by_the_largest() -> None:
    a = np.array([1000, 1e-4], np.float32)
    assert differ(a, np.array([1000, 1.5e-4], np.float32), "f4:0") is None
    assert differ(a, np.array([1000, 1], np.float32), "f4:0") is not None


def test_nan_and_infinities() -> None:
    a = np.array([np.nan, np.inf, -np.inf], np.float32)
    assert differ(a, a.copy(), "f4:0") is None
    for i, wrong in enumerate((0.0, -np.inf, np.nan)):
        b = a.copy()
        b[i] = wrong
        assert differ(a, b, "f4:0") is not None


def test_brain_floats_and_structures() -> None:
    a = np.array([0x3F80, 0x4000], np.uint16)
    assert differ(a, np.array([0x3F81, 0x4000], np.uint16), "b2:0") is None
    assert differ(a, np.array([0x3F80, 0x4040], np.uint16), "b2:0") == "out[1]: expected 2, got 3"
    kind = np.dtype([("x", "f4"), ("next", "u8"), ("id", "i4")], align=True)
    b, c = np.zeros(2, kind), np.zeros(2, kind)
    c["next"] = 99  # an address
    assert differ(b, c, "f4:0 p8:8 i4:16") is None
    c["id"][1] = 7
    assert differ(b, c, "f4:0 p8:8 i4:16") == "out[1] at byte 16: expected 0, got 7"


def test_policy() -> None:
    a, b = np.array([1, 2], np.int32), np.array([2, 1], np.int32)
    assert differ(a, b, "i4:0", Policy(unordered=("out",))) is None
    assert differ(a, b, "i4:0", Policy(ignore=("out",))) is None
    wide = np.array([1.0, 2.0], np.float32)
    assert differ(wide, wide * np.float32(1.05), "f4:0", Policy(tolerance=0.1)) is None
    assert differ(wide, np.nextafter(wide, np.float32(9)), "f4:0", Policy(tolerance=0.0)) is not None


def test_writes_that_only_one_side_makes() -> None:
    a = np.array([1, 2, 3], np.int32)
    assert differ(None, a, "i4:0") == "out: expected nothing written, got values written"
    assert differ(a, None, "i4:0") == "out: expected values written, got nothing written"
    found = compare(case(a, "i4:0"), case(a, "i4:0", outside=True), ("out",), Policy())
    assert str(found) == "out: expected no write outside of it, got a write right before or after it"


def test_names_of_buffers() -> None:
    assert named("#1[3].next", ("a", "list")) == "list[3].next"
    assert named("#0", ("",)) == "argument 1"
    assert named("table", ()) == "table"


def test_of_very_large_buffers_the_end_may_be_missing() -> None:
    def shorter(count: int) -> Case:
        data = np.arange(count, dtype=np.int32).tobytes()
        return Case("k", "random", done=True, buffers={"#0": Saved("#0", "i4:0", 4, 9, data, outside=False)})

    assert compare(shorter(5), shorter(5), ("out",), Policy()) is None
    assert str(compare(shorter(5), shorter(7), ("out",), Policy())) == "out[6]: expected unchanged, got written"
    assert str(compare(shorter(5), shorter(3), ("out",), Policy())) == "out[4]: expected written, got unchanged"


def test_functions_that_are_approximations_leave_more_room_to_floats() -> None:
    a, b = np.array([1, 2], np.float32), np.array([1.00005, 2], np.float32)
    assert differ(a, b, "f4:0") is not None
    assert differ(a, b, "f4:0", Policy(rough=True)) is None
    assert differ(a.astype("f8"), b.astype("f8"), "f8:0", Policy(rough=True)) is not None
