"""Libraries made without a linker, loaded by the dynamic linker."""

import ctypes
from pathlib import Path

import pytest

from cass_tools.errors import CassError
from cass_tools.executor.elf_library import library
from cass_tools.executor.ir.backend import compile_object
from cass_tools.executor.link import shared_library

CALLER = "declare hidden i32 @add_seven(i32)\ndefine i32 @twice(i32 %x) {{\n{body}\n}}\n"
CALLS = "  %a = call i32 @add_seven(i32 %x)\n  %b = call i32 @add_seven(i32 %a)\n  ret i32 %b"
CALLEE = "define hidden i32 @add_seven(i32 %x) {\n  %r = add i32 %x, 7\n  ret i32 %r\n}\n"
CASES = " ".join(f"i32 {n}, label %c{n}" for n in range(16))
BLOCKS = "\n".join(f"c{n}:\n  ret i32 {n * n % 11}" for n in range(16))
SWITCH = f"define i32 @twice(i32 %x) {{\n  switch i32 %x, label %d [ {CASES} ]\n{BLOCKS}\nd:\n  ret i32 -1\n}}\n"
CONSTANT = """define i32 @twice(i32 %x) {
  %v = insertelement <8 x i32> <i32 3, i32 1, i32 4, i32 1, i32 5, i32 9, i32 2, i32 6>, i32 0, i32 1
  %r = extractelement <8 x i32> %v, i32 %x
  ret i32 %r
}
"""


def native(*modules: str, level: int = 2) -> list[bytes]:
    return [compile_object(text, level=level) for text in modules]


def called(image: bytes, folder: Path, argument: int) -> int:
    path = folder / "made.so"
    path.write_bytes(image)
    return int(ctypes.CDLL(str(path)).twice(argument))


@pytest.mark.parametrize("level", [0, 2])
def test_objects_call_each_other(tmp_path: Path, level: int) -> None:
    image = library(native(CALLER.format(body=CALLS), CALLEE, level=level), "twice")
    assert image is not None
    assert called(image, tmp_path, 5) == 19


@pytest.mark.parametrize("argument", [0, 5, 15, 16])
def test_jump_tables_lead_to_their_blocks(tmp_path: Path, argument: int) -> None:
    image = library(native(SWITCH, level=0), "twice")
    assert image is not None
    assert called(image, tmp_path, argument) == (argument * argument % 11 if argument < 16 else -1)


def test_constants_are_found(tmp_path: Path) -> None:
    image = library(native(CONSTANT), "twice")
    assert image is not None
    assert called(image, tmp_path, 5) == 9


def test_what_needs_the_c_library_goes_to_a_linker(tmp_path: Path) -> None:
    text = "declare i32 @toupper(i32)\ndefine i32 @twice(i32 %x) {\n  %r = call i32 @toupper(i32 %x)\n  ret i32 %r\n}\n"
    objects = native(text)
    assert library(objects, "twice") is None
    assert called(shared_library(objects, "twice"), tmp_path, ord("q")) == ord("Q")


def test_variables_go_to_a_linker(tmp_path: Path) -> None:
    text = "@n = global i32 40\ndefine i32 @twice(i32 %x) {\n  %m = load i32, ptr @n\n  ret i32 %m\n}\n"
    objects = native(text)
    assert library(objects, "twice") is None
    assert called(shared_library(objects, "twice"), tmp_path, 0) == 40


def test_a_function_that_is_not_there_is_named() -> None:
    with pytest.raises(CassError, match="no function missing"):
        library(native(CALLEE), "missing")
