"""The text that operators on values write."""

import pytest

from cass_tools.executor.ir.value import Function, Value, bits, vector_type


def lines(f: Function) -> list[str]:
    return [line.strip() for line in f.lines]


def test_operators_follow_the_element_type() -> None:
    f = Function()
    integer, number = Value(f, "%a", "i32"), Value(f, "%x", "float", 4)
    _ = integer + 1, number * 2.0, -number, integer >> 3, integer.sar(3)
    assert [line.split("=")[1].split()[0] for line in lines(f)] == ["add", "fmul", "fneg", "lshr", "ashr"]
    assert "0x4000000000000000" in lines(f)[1]


def test_scalars_are_splatted_to_vectors() -> None:
    f = Function()
    total = Value(f, "%v", "i32", 8) + Value(f, "%s", "i32")
    assert (total.type, total.lanes) == ("i32", 8)
    assert "insertelement <8 x i32> poison, i32 %s, i32 0" in lines(f)[0]


@pytest.mark.parametrize(
    ("number", "type_", "name"),
    [
        (255, "i8", "-1"),
        (-1, "i64", "-1"),
        (1 << 31, "i32", "-2147483648"),
        (1, "i1", "true"),
        (1.0, "half", "0xH3C00"),
        (0.1, "float", "0x3FB99999A0000000"),
        (0.1, "double", "0x3FB999999999999A"),
        (float("nan"), "double", "0x7FF8000000000000"),
    ],
)
def test_constants(number: float, type_: str, name: str) -> None:
    assert Function().const(number, type_).name == name


def test_intrinsics_are_declared_once_with_their_overload() -> None:
    f = Function()
    x = Value(f, "%x", "float", 16)
    f.intrinsic("fma", x, x, x)
    f.intrinsic("fma", x, x, 1.0)
    converted = f.intrinsic("fptosi.sat", x, result="i32")
    assert converted.ir_type == "<16 x i32>"
    assert sorted(f.declarations) == ["llvm.fma.v16f32", "llvm.fptosi.sat.v16i32.v16f32"]


def test_select_needs_a_value() -> None:
    f = Function()
    mask = Value(f, "%m", "i1", 4)
    assert mask.select(0, Value(f, "%a", "i32", 4)).lanes == 4
    with pytest.raises(TypeError):
        mask.select(0, 1)


def test_types() -> None:
    assert [bits(t) for t in ("i1", "half", "double", "ptr")] == [1, 16, 64, 64]
    assert vector_type("i8", 0) == "i8"
    assert vector_type("i8", 3) == "<3 x i8>"
