"""The table of forms: it takes what the compiler emits for our kernels, and refuses by name what it does not know."""

from dataclasses import replace

import pytest

from cass_tools.executor.nvidia.instruction import Instruction, Predicate, Register
from cass_tools.executor.nvidia.operands import operands
from cass_tools.executor.nvidia.tables import CLASSES, LETTERS, classify, table
from cass_tools.executor.nvidia.unsupported import Unsupported
from tests.executor.nvidia.committed import ARCHITECTURES, SOURCES, sections


def made(text: str) -> Instruction:
    name, _, rest = text.partition(" ")
    opcode, *modifiers = name.split(".")
    return Instruction(0, None, opcode, tuple(modifiers), tuple(operands(rest, 0)), 0, text)


@pytest.mark.parametrize("sm", ARCHITECTURES)
@pytest.mark.parametrize("source", SOURCES)
def test_every_instruction_of_our_kernels_is_known(source: str, sm: int) -> None:
    for found in (i for part in sections(source, sm).values() for i in part):
        decoded = classify(found)
        assert tuple(decoded.operands.values()) == found.operands
        assert set(decoded.modifiers.values()) <= set(found.modifiers)
        with pytest.raises(Unsupported, match=r"NEVER"):
            classify(replace(found, modifiers=(*found.modifiers, "NEVER")))


def test_modifiers_and_operands_have_the_names_of_the_table() -> None:
    found = classify(made("IMAD.WIDE.U32 R2,P1,R3,0x4,R6"))
    assert found.modifiers == {"part": "WIDE", "sign": "U32"}
    assert found.operands["co"] == Predicate("P", 1)
    found = classify(made("IADD3.X R0,P2,R1,R3,-R4,P0,!PT"))
    assert found.operands["co"] == Predicate("P", 2)
    assert "co2" not in found.operands
    assert (found.operands["ci"], found.operands["ci2"]) == (Predicate("P", 0), Predicate("P", 7, inverted=True))
    found = classify(made("LDG.E.64.CONSTANT R2,desc[UR4][R6.64+0x8]"))
    assert found.modifiers == {"width": "E", "size": "64", "const": "CONSTANT"}
    found = classify(made("HADD2.F32 R0,-RZ,R5.H1_H1"))
    assert found.operands["b"] == Register("R", 5, selectors=("H1_H1",))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("IMAD.FOO R0,R1,R2,R3", r"^IMAD\.FOO$"),
        ("IMAD.U32.WIDE R0,R1,R2,R3", r"^IMAD\.U32\.WIDE$"),
        ("ISETP.AND P0,PT,R1,R2,PT", r"^ISETP\.AND$"),
        ("FFMA.FTZ.FTZ R0,R1,R2,R3", r"^FFMA\.FTZ\.FTZ$"),
        ("UNHEARD R0", "^UNHEARD$"),
        ("IADD3 R0,R1,R2", r"^IADD3 with operands R,R,R$"),
        ("IADD3 R0,R1.H1_H1,R2,R3", r"^IADD3 with operands R,R\.H1_H1,R,R$"),
        ("FADD R0,R1,[R2]", r"^FADD with operands R,R,A$"),
        ("LDG.E R0,[R2.X3]", r"^LDG\.E with operands R,A$"),
        ("EXIT R0", "^EXIT with operands R$"),
        ("STG.E", r"^STG\.E with operands none$"),
    ],
)
def test_what_is_not_known_is_refused_by_name(text: str, named: str) -> None:
    with pytest.raises(Unsupported, match=named):
        classify(made(text))


def test_the_table_is_sound() -> None:
    letters = {*LETTERS.values(), *CLASSES, *"RUPQ"}
    for forms in table().values():
        assert len(set(forms)) == len(forms)
        for form in forms:
            for groups in (form.modifiers, form.operands):
                names = [group.name for group in groups if group.name]
                assert len(set(names)) == len(names), form
                assert all(len(set(group.choices)) == len(group.choices) for group in groups), form
            assert all(group.name and group.choices[0] in letters for group in form.operands), form
