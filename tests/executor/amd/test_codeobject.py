"""Code objects: what LLVM's readers say about the same file, and files that are cut, damaged or something else."""

import json
import re
import struct
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cass_tools.errors import CassError
from cass_tools.executor.amd.codeobject import RELOCATIONS, CodeObject, disassemble
from cass_tools.executor.amd.msgpack import unpack
from tests.executor.amd.compiled import DATA, WAVE64, assemble, code_object, tool

ARCHES = ("gfx90a", "gfx942", "gfx1030", "gfx1100")


def readobj(data: bytes, path: Path, *options: str) -> str:
    path.write_bytes(data)
    return tool("llvm-readobj", *options, str(path))


def everything(data: bytes) -> None:
    """Read all that a code object offers."""
    code = CodeObject(data)
    assert code.target
    for kernel in code.kernels.values():
        assert kernel.descriptor.user_sgprs is not None
    assert code.symbols is not None and code.relocations is not None and code.functions is not None
    assert len(code.code) <= code.image_size


@pytest.mark.gpu_code
@pytest.mark.parametrize("arch", ARCHES)
def test_metadata_agrees_with_readobj(arch: str, tmp_path: Path) -> None:
    data = code_object(arch, 3)
    shown = readobj(data, tmp_path / "k.co", "--notes")
    code = CodeObject(data)
    assert code.arch == arch
    names = re.findall(r"^    \.name: +(\S+)$", shown, re.M)
    assert sorted(code.kernels) == sorted(names) and len(names) > 8
    for key, attribute in {
        "kernarg_segment_size": "kernarg_size",
        "group_segment_fixed_size": "group_size",
        "private_segment_fixed_size": "private_size",
        "sgpr_count": "sgprs",
        "vgpr_count": "vgprs",
        "wavefront_size": "wave_size",
        "max_flat_workgroup_size": "max_workgroup_size",
    }.items():
        expected = [int(value) for value in re.findall(rf"^    \.{key}: +(\d+)$", shown, re.M)]
        assert [getattr(code.kernels[name], attribute) for name in names] == expected, key
    arguments = [(each.offset, each.size, each.kind) for name in names for each in code.kernels[name].arguments]
    expected_arguments = re.findall(r"\.offset: +(\d+)\n\s+\.size: +(\d+)\n\s+\.value_kind: +(\S+)", shown)
    assert arguments == [(int(offset), int(size), kind) for offset, size, kind in expected_arguments]


@pytest.mark.gpu_code
def test_arguments_and_launch_bounds() -> None:
    code = CodeObject(code_object("gfx90a", 3))
    scale = code.kernels["scale"]
    assert [(each.kind, each.offset, each.size, each.address_space) for each in scale.arguments[:4]] == [
        ("by_value", 0, 4, ""),
        ("global_buffer", 8, 8, "global"),
        ("global_buffer", 16, 8, "global"),
        ("by_value", 24, 4, ""),
    ]
    assert code.kernels["reduce"].max_workgroup_size == 256 and code.kernels["reduce"].group_size == 1024
    assert code.kernels["recursion"].uses_dynamic_stack and not scale.uses_dynamic_stack
    assert code.kernels["stack"].private_size >= 256
    assert scale.required_workgroup_size is None


@pytest.mark.gpu_code
@pytest.mark.parametrize("arch", ARCHES)
def test_symbols_segments_and_relocations_agree_with_readobj(arch: str, tmp_path: Path) -> None:
    data = code_object(arch, 0)
    shown = json.loads(readobj(data, tmp_path / "k.co", "--elf-output-style=JSON", "--symbols", "--segments"))[0]
    code = CodeObject(data)
    loads = [each["ProgramHeader"] for each in shown["ProgramHeaders"]]
    expected = [
        (each["VirtualAddress"], each["FileSize"], each["MemSize"])
        for each in loads
        if each["Type"]["Name"] == "PT_LOAD"
    ]
    assert [(each.address, each.file_size, each.memory_size) for each in code.segments] == expected
    functions = {
        (each["Symbol"]["Value"], each["Symbol"]["Name"]["Name"], each["Symbol"]["Size"])
        for each in shown["Symbols"]
        if each["Symbol"]["Type"]["Name"] == "Function"
    }
    assert {(address, name, size) for address, (name, size) in code.functions.items()} == functions
    assert "counter" in code.symbols and code.symbols["factors"].size == 256
    lines = tool("llvm-readobj", "--relocations", "--expand-relocs", str(tmp_path / "k.co"))
    kinds = re.findall(r"Type: R_AMDGPU_(\S+) ", lines)
    assert [RELOCATIONS[each.kind] for each in code.relocations] == kinds
    assert [each.address for each in code.relocations] == [int(at, 16) for at in re.findall(r"Offset: (0x\w+)", lines)]


@pytest.mark.gpu_code
def test_image_and_entry(tmp_path: Path) -> None:
    code = CodeObject(code_object("gfx1100", 3))
    kernel = code.kernels["scale"]
    assert code.symbols["scale"].address == kernel.entry
    (start, size), *others = code.text
    assert not others and start <= kernel.entry < start + size == len(code.code)
    assert bytes(code.image()[:size]) == code.code[:size] and len(code.image()) == code.image_size
    names = [instruction.name for instruction in disassemble(code, "scale")]
    assert "s_endpgm" in names and "global_store_b32" in names
    with pytest.raises(CassError, match="no function nothing"):
        disassemble(code, "nothing")


@pytest.mark.gpu_code
def test_descriptors_hold_what_the_assembler_was_told(tmp_path: Path) -> None:
    obj, out = tmp_path / "k.o", tmp_path / "k.co"
    tool(
        "clang", "-target", "amdgcn-amd-amdhsa", "-mcpu=gfx90a:xnack-", "-c", str(DATA / "described.s"), "-o", str(obj)
    )
    tool("ld.lld", "-shared", str(obj), "-o", str(out))
    code = CodeObject(out.read_bytes())
    kernel = code.kernels["k"]
    descriptor = kernel.descriptor
    assert code.target == "gfx90a:xnack-"
    assert (descriptor.group_size, descriptor.private_size, descriptor.kernarg_size) == (4096, 32, 48)
    assert descriptor.user_sgprs == (("dispatch_ptr", 0, 2), ("kernarg_segment_ptr", 2, 2))
    assert descriptor.user_sgpr_count == 4 and descriptor.accum_offset == 16
    assert descriptor.workgroup_id == (True, True, False) and descriptor.workitem_id == 2
    assert descriptor.private_segment and not descriptor.ieee_mode and descriptor.dx10_clamp
    assert descriptor.float_mode == 0b11110000 and descriptor.wave_size == 64
    assert (kernel.agprs, kernel.required_workgroup_size) == (8, (8, 4, 2))
    with pytest.raises(CassError, match="not linked"):
        CodeObject(obj.read_bytes())


@pytest.mark.gpu_code
def test_wave_size_of_gfx1100() -> None:
    assert {kernel.wave_size for kernel in CodeObject(code_object("gfx1100", 3)).kernels.values()} == {32}
    wide = CodeObject(code_object("gfx1100", 3, *WAVE64))
    assert {kernel.wave_size for kernel in wide.kernels.values()} == {64}
    assert wide.kernels["scale"].descriptor.wave_size == 64


@pytest.mark.gpu_code
def test_every_cut_ends_in_a_sentence() -> None:
    data = code_object("gfx1100", 3)
    everything(data)
    for end in [*range(200), *range(200, len(data) - 1, 97)]:
        with pytest.raises(CassError):
            everything(data[:end])


@pytest.mark.gpu_code
@given(st.lists(st.tuples(st.integers(-2500, 2500), st.integers(0, 255)), min_size=1, max_size=4))
@settings(deadline=None)
def test_damage_ends_in_a_sentence_or_nowhere(changes: list[tuple[int, int]]) -> None:
    damaged = bytearray(code_object("gfx90a", 3))  # the tables stand at its beginning and at its end
    for at, value in changes:
        damaged[at] = value
    try:
        everything(bytes(damaged))
    except CassError as error:
        assert str(error)


def test_other_files_are_named() -> None:
    with pytest.raises(CassError, match="no ELF file"):
        CodeObject(b"#!/bin/sh\n")
    with pytest.raises(CassError, match="no ELF file"):
        CodeObject(b"")
    with pytest.raises(CassError, match="machine"):
        CodeObject(Path("/proc/self/exe").read_bytes())


@pytest.mark.gpu_code
def test_a_huge_image_is_refused_before_it_is_made() -> None:
    data = bytearray(code_object("gfx1100", 3))
    (headers,) = struct.unpack_from("<Q", data, 0x20)
    for index in range(struct.unpack_from("<H", data, 0x38)[0]):
        if struct.unpack_from("<I", data, headers + index * 56)[0] == 1:
            struct.pack_into("<Q", data, headers + index * 56 + 40, 1 << 50)
    with pytest.raises(CassError, match="bytes of memory"):
        CodeObject(bytes(data)).image()


def test_messagepack() -> None:
    packed = b"\x83\xa1a\x93\x01\xff\xcd\x01\x00\xa1b\xc3\xa1c\x82\xa1d\xc0\xa1e\xcb" + struct.pack(">d", 1.5)
    assert unpack(packed) == {"a": [1, -1, 256], "b": True, "c": {"d": None, "e": 1.5}}
    assert unpack(b"\xd9\x03abc") == "abc" and unpack(b"\xc4\x02\x01\x02") == b"\x01\x02"
    for bad in (b"", b"\xa5abc", b"\xdd\xff\xff\xff\xff", b"\x81\x01\x02", b"\xc1", b"\x91" * 100):
        with pytest.raises(ValueError, match="byte"):
            unpack(bad)


def test_machine_numbers_are_those_of_clang(tmp_path: Path) -> None:
    for arch in (
        "gfx906",
        "gfx908",
        "gfx90a",
        "gfx942",
        "gfx1030",
        "gfx1100",
        "gfx1101",
        "gfx1102",
        "gfx1103",
        "gfx1200",
    ):
        obj, out = tmp_path / "k.o", tmp_path / "k.co"
        tool(
            "llvm-mc",
            "-triple=amdgcn-amd-amdhsa",
            f"-mcpu={arch}",
            "-filetype=obj",
            "-o",
            str(obj),
            stdin=b"s_endpgm\n",
        )
        tool("ld.lld", "-shared", str(obj), "-o", str(out))
        assert CodeObject(out.read_bytes()).arch == arch
    assert assemble(["s_endpgm"], "gfx90a") == [b"\0\0\x81\xbf"]
