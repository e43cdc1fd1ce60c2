"""Random mutations of compiled instructions against what an H200 made of them (python -m bench.mutations --help).

data/mutations.npz: 64 `rows` of registers and the `uniform` ones; each of `mutants` is an encoding for sm_90, what
nvdisasm prints of it (predicate, opcode, operands), and a digest of all registers afterwards, "" where the H200 says
that it is no instruction.
"""

from collections import defaultdict
from functools import cache

import numpy as np
import pytest

from bench.mutations import execute, listing, record, sort
from cass_tools.executor.nvidia.instruction import Instruction
from cass_tools.executor.nvidia.tables import classify
from cass_tools.executor.nvidia.unsupported import Unsupported
from tests.executor.nvidia.committed import DATA


@cache
def mutants() -> dict[str, tuple[Instruction, str]]:
    """Each mutant by its encoding, with the digest."""
    with np.load(DATA / "mutations.npz") as file:
        found = {}
        for encoding, predicate, opcode, operands, digest in file["mutants"].tolist():
            row = {"predicate": predicate, "opcode": opcode, "operands": operands}
            row = {name: text for name, text in row.items() if text}
            found[encoding] = listing.instruction(row, int(encoding, 16)), digest
        return found


def test_mutants_that_are_taken_do_what_they_do_on_the_gpu() -> None:
    taken = {name: each for name, (each, digest) in mutants().items() if digest}
    with np.load(DATA / "mutations.npz") as file:
        done = execute.alone(taken, file["rows"], file["uniform"])
    wrong = [each.text for name, each in taken.items() if record.digest(done[name]) != mutants()[name][1]]
    assert not wrong
    by_opcode: dict[str, int] = defaultdict(int)
    for each in taken.values():
        by_opcode[each.opcode] += 1
    assert len(by_opcode) >= 50


def test_mutants_that_are_no_instructions_are_refused() -> None:
    refused = {each.text: sort.refusal(each) for each, digest in mutants().values() if not digest}
    assert len(refused) >= 100
    assert all(refused.values()), [text for text, reason in refused.items() if not reason]


@pytest.mark.parametrize(
    ("encoding", "row", "reason"),
    [
        (0x00078A2A15000000010C0F7824, ("IMAD.IADD", "R15,R12,0x1,-R21"), "bits 81 to 83 that are not printed"),
        (0x0007EFE0FF00000001090D7810, ("IADD3", "R13,P6,R9,0x1,RZ"), "bits 84 to 86 that are not printed"),
        (0x000020F90000000008000E7305, ("F2I.TRUNC.NTZ", "R14,R8"), "bits 75 to 75 that are not printed"),
        (0x0000004018000000060814720B, ("FSETP.GT.AND", "P0,P0,R8,R6,P0"), "two results in one predicate"),
    ],
)
def test_what_the_listing_does_not_tell_is_refused(encoding: int, row: tuple[str, str], reason: str) -> None:
    instruction = listing.instruction({"opcode": row[0], "operands": row[1]}, encoding)
    with pytest.raises(Unsupported, match=reason):
        classify(instruction)


def test_64_bits_start_in_an_even_register() -> None:
    row = {"opcode": "DMUL", "operands": "R0,R17,R14"}
    assert "odd register (17)" in sort.refusal(listing.instruction(row, 0x0E11007228))
