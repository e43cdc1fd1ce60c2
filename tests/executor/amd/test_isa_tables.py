"""Every opcode of every table: a made-up instance of it survives decoding, writing and assembling."""

import pytest

from bench.isa_samples import LITERAL, instances
from cass_tools.executor.amd.assembly import text
from cass_tools.executor.amd.decode import decode
from cass_tools.executor.amd.encodings import encodings, opcodes
from tests.executor.amd.compiled import assemble
from tests.executor.amd.same import same

CPU = {"gfx90a": "gfx90a", "gfx940": "gfx942", "gfx10": "gfx1030", "gfx11": "gfx1100", "gfx12": "gfx1200"}


@pytest.mark.parametrize("isa", CPU)
def test_every_opcode_round_trips(isa: str) -> None:
    made = list(instances(isa))
    decoded = [decode(data, 0, isa) for _, data in made]
    assert [instruction.name for instruction in decoded] == [name for name, _ in made]
    lines = [text(instruction, isa) for instruction in decoded]
    for line, (_, before), after in zip(lines, made, assemble(lines, CPU[isa]), strict=True):
        assert before == after or same(decode(before, 0, isa), decode(after, 0, isa)), line


@pytest.mark.parametrize("isa", ["gfx11", "gfx12"])
def test_every_dual_opcode_round_trips(isa: str) -> None:
    halves = opcodes(isa)
    pair = next(encoding for encoding in encodings(isa) if encoding.name == "VOPD")
    registers = {"src0x": 256, "vsrcx": 4, "vdstx": 8, "src0y": 257, "vsrcy": 5, "vdsty": 4}
    lines = []
    for op, x in halves["VOPDX"].items():
        for opy, y in halves["VOPDY"].items():
            word = pair.base | pair.fields["op"].put(op) | pair.fields["opy"].put(opy) | LITERAL << 64
            used = {slot.field for slot in (*x.slots, *y.slots)}
            for name in used & registers.keys():
                word |= pair.fields[name].put(registers[name])
            found = decode(word.to_bytes(12, "little"), 0, isa)
            assert found.second is not None and (found.name, found.second.name) == (x.name, y.name)
            lines.append((text(found, isa), word.to_bytes(12, "little")[: found.size]))
    assert assemble([line for line, _ in lines], CPU[isa]) == [data for _, data in lines]
