"""Instructions: every operand of our kernels on every architecture is typed, and immediates are what the bits say."""

import json
import struct

import pytest

from cass_tools.compilers import nvidia_tools
from cass_tools.errors import CassError
from cass_tools.executor.nvidia.instruction import (
    TRUE,
    ZERO,
    Address,
    Barrier,
    Constant,
    Control,
    Float,
    Instruction,
    Integer,
    Keyword,
    Operand,
    Predicate,
    PredicateSet,
    Register,
    SpecialRegister,
    SymbolReference,
    Target,
)
from cass_tools.executor.nvidia.operands import operands
from cass_tools.executor.nvidia.parse import disassemble, parse
from tests.executor.nvidia.committed import ARCHITECTURES, SOURCES, cubin, listing, sections

R, UR = Register("R", 4), Register("UR", 4)


def code(source: str, sm: int) -> dict[str, tuple[Instruction, ...]]:
    return sections(source, sm)


def one(word: str, encoding: int = 0) -> Operand:
    (found,) = operands(word, encoding)
    return found


@pytest.mark.parametrize(
    ("word", "operand"),
    [
        ("R4", R),
        ("URZ", Register("UR", ZERO)),
        ("-R4.reuse", Register("R", 4, negated=True, reuse=True)),
        ("~UR4", Register("UR", 4, inverted=True)),
        ("-|R4|.reuse", Register("R", 4, negated=True, absolute=True, reuse=True)),
        ("R4.reuse.H1_H1", Register("R", 4, selectors=("H1_H1",), reuse=True)),
        ("R8.B1", Register("R", 8, selectors=("B1",))),
        ("!UP3", Predicate("UP", 3, inverted=True)),
        ("PT", Predicate("P", TRUE)),
        ("PR", PredicateSet("P")),
        ("-0x1", Integer(-1)),
        ("0x3fd8000000000000", Integer(0x3FD8000000000000)),
        ("c[0x0][0x160]", Constant(0, (), 0x160)),
        ("-|c[0x3][R4+-0x8]|", Constant(3, (R,), -8, negated=True, absolute=True)),
        ("cx[UR4][0x10]", Constant(UR, (), 16)),
        ("[R4.64+UR4+-0x10]", Address((Register("R", 4, selectors=("64",)), UR), -16)),
        ("desc[UR4][R4.64]", Address((Register("R", 4, selectors=("64",)),), 0, "desc", UR)),
        ("[R4.X4+0x8]", Address((Register("R", 4, selectors=("X4",)),), 8)),
        ("[0xc]", Address((), 12)),
        ("SR_CTAID.X", SpecialRegister("SR_CTAID.X")),
        ("SB0", Barrier("SB", 0)),
        ("B15", Barrier("B", 15)),
        ("ARRAY_2D", Keyword("ARRAY_2D")),
        ("32@hi((_Z1kPi + 0xa0))", SymbolReference("_Z1kPi", 0xA0, "hi")),
        ("$k$_Z2fnfi", SymbolReference("$k$_Z2fnfi")),
    ],
)
def test_operands(word: str, operand: Operand) -> None:
    assert one(word) == operand


def test_json_of_older_architectures_joins_a_register_with_a_descriptor() -> None:
    joined = tuple(operands("PT,R4desc,[UR6][R2.64+0x10],R8", 0))
    assert joined == tuple(operands("PT,R4,desc[UR6][R2.64+0x10],R8", 0))


def test_two_addresses_without_a_comma_and_two_halves_as_one() -> None:
    assert len(list(operands("[R7][R2.64]", 0))) == 2
    assert list(operands("R2,-RZ,1.875,0", 0x3F800000 << 32))[2:] == [Float(0x3F800000, "1.875,0")]
    assert one("+INF ", 0x7F800000 << 32) == Float(0x7F800000, "+INF")


@pytest.mark.parametrize("word", ["R4|", "c[0x0][R1*4]", "[R4", "R4.reuse)", "a b"])
def test_odd_operands_are_refused(word: str) -> None:
    with pytest.raises(CassError, match=r"is not known|is no register"):
        list(operands(word, 0))


@pytest.mark.parametrize("sm", ARCHITECTURES)
@pytest.mark.parametrize("source", SOURCES)
def test_everything_the_compiler_emits_is_typed(source: str, sm: int) -> None:
    parts = code(source, sm)
    assert {name.removeprefix(".text.") for name in parts} == set(cubin(source, sm).kernels)
    for name, found in parts.items():
        assert len(found) * 16 == len(cubin(source, sm).content(name))
        ends = {i.address for i in found if i.opcode == "EXIT"}
        assert set(cubin(source, sm).kernels[name.removeprefix(".text.")].exits) <= ends
        assert all(isinstance(o, Target) for i in found if i.opcode in ("BRA", "BSSY") for o in i.operands[-1:])


@pytest.mark.parametrize("sm", ARCHITECTURES)
def test_immediates_are_the_bits_of_what_is_printed(sm: int) -> None:
    seen = 0
    for found in (i for part in code("harder", sm).values() for i in part):
        for each in (o for o in found.operands if isinstance(o, Float)):
            if "INF" in each.text or "NAN" in each.text or "," in each.text:
                continue
            if found.opcode[0] == "D":
                assert each.bits == struct.unpack("<Q", struct.pack("<d", float(each.text)))[0] >> 32
                seen += 1
            elif found.opcode[0] == "F" and found.opcode != "F2FP":
                assert each.bits == struct.unpack("<I", struct.pack("<f", float(each.text)))[0]
                seen += 1
    assert seen > 100


def test_reuse_flags_are_those_of_the_encoding() -> None:
    for found in (i for part in code("kernels", 80).values() for i in part if i.opcode in ("FFMA", "IMAD")):
        printed = [isinstance(o, Register) and o.reuse for o in found.operands if isinstance(o, Register)]
        assert any(printed) == bool(found.control.reuse), found.text


def test_timing_of_a_known_encoding() -> None:
    found = Instruction(0, None, "DFMA", (), (), 0x004EA40000000102_3FF000000E06742B, "")
    assert found.control == Control(stall=2, yield_bit=True, write_barrier=2, read_barrier=7, wait_mask=4, reuse=0)


def test_p2r_keeps_its_guard_and_its_predicates() -> None:
    found = [i for part in code("kernels", 80).values() for i in part if i.opcode == "P2R"]
    found += [i for part in code("harder", 90).values() for i in part if i.opcode == "P2R"]
    assert all(i.operands[1] == PredicateSet("P") and i.guard is None for i in found)


def changed(**fields: str) -> bytes:
    head, functions = json.loads(listing("hard", 80))
    functions[0]["sass-instructions"][0] |= fields
    return json.dumps([head, functions]).encode()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (changed(operands="R1,!!R2"), r"\.text\.h5_fptr\+0x0: .* R1,!!R2: the operand '!!R2' is not known"),
        (changed(predicate="@P3"), "the guard @P3 is not the one in the encoding"),
        (changed(predicate="sometimes"), "the guard 'sometimes' is not known"),
        (changed(opcode="FADD", operands="R1,something"), "the operand 'something' is not known"),
        (b"{}", "is not its JSON"),
        (b"text", "is not its JSON"),
    ],
)
def test_what_is_not_known_is_refused_with_its_line(text: bytes, said: str) -> None:
    with pytest.raises(CassError, match=said):
        parse(text, cubin("hard", 80))


@pytest.mark.nvidia_tools
def test_nvdisasm_says_what_is_committed() -> None:
    tool = nvidia_tools.find("nvdisasm")
    assert tool is not None
    assert disassemble(cubin("hard", 90), tool) == code("hard", 90)
