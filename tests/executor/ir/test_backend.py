"""Native objects: what they need, what they are keyed by, and that every level computes the same."""

import ctypes
import os
import struct

import pytest

from cass_tools.executor.ir import apart
from cass_tools.executor.ir.backend import compile_object, cpu_key, jit
from tests.executor.amd.ops.rig import module_text, registered

ADD_ONE = "define i32 @add_one(i32 %a) {\n  %b = add i32 %a, 1\n  ret i32 %b\n}\n"
UNDEFINED_SECTION = 0
RELOCATABLE = 1


def undefined_symbols(image: bytes) -> set[str]:
    """Names in an ELF64 object that someone else must define."""
    (table_at,) = struct.unpack_from("<Q", image, 0x28)
    size, count = struct.unpack_from("<HH", image, 0x3A)
    sections = [struct.unpack_from("<IIQQQQIIQQ", image, table_at + n * size) for n in range(count)]
    found = set()
    for _, kind, _, _, offset, length, link, *_ in sections:
        if kind != 2:  # SHT_SYMTAB
            continue
        names_at = sections[link][4]
        for at in range(offset + 24, offset + length, 24):
            name, _, _, section = struct.unpack_from("<IBBH", image, at)
            if section == UNDEFINED_SECTION:
                start = names_at + name
                found.add(image[start : image.index(0, start)].decode())
    return found


def test_what_llvm_does_not_survive_is_compiled_a_level_below(monkeypatch: pytest.MonkeyPatch) -> None:
    assert apart.compile_apart(ADD_ONE, level=2) == compile_object(ADD_ONE, level=2)

    def fragile(ir: str, *, level: int) -> bytes:
        if level == apart.FULL:
            os.abort()
        return compile_object(ir, level=level)

    monkeypatch.setattr(apart, "compile_object", fragile)
    assert apart.compile_apart(ADD_ONE, level=2) == compile_object(ADD_ONE, level=1)


def test_without_a_process_for_it_the_full_level_is_compiled_in_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> int:
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", refused)
    assert apart.compile_apart(ADD_ONE, level=2) == compile_object(ADD_ONE, level=2)


@pytest.mark.parametrize("level", (0, 1, 2))
def test_object_is_relocatable_and_runs(level: int) -> None:
    image = compile_object(ADD_ONE, level=level)
    assert image[:4] == b"\x7fELF"
    assert struct.unpack_from("<H", image, 16) == (RELOCATABLE,)
    native = jit(ADD_ONE, "add_one", level=level)
    assert ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int32)(native.address)(41) == 42


def test_undefined_symbols_are_seen() -> None:
    call = (
        "declare double @elsewhere(double)\ndefine double @f(double %a) {\n  %b = call double @elsewhere(double %a)\n"
    )
    assert "elsewhere" in undefined_symbols(compile_object(call + "  ret double %b\n}\n", level=0))


def test_no_operation_needs_a_library() -> None:
    """Whatever vectors this CPU has: no half-precision or mathematical routines that a loader could not find."""
    operations = [op for op in registered() if set(op.src + op.dst) & set("hfd")]
    assert undefined_symbols(compile_object(module_text(operations, 32), level=0)) == set()


def test_invalid_text_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="expected"):
        compile_object("define i32 @f( {", level=0)


def test_key_is_short_and_stable() -> None:
    assert cpu_key() == cpu_key()
    assert len(cpu_key()) == 16
    int(cpu_key(), 16)
