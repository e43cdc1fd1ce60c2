"""Every operation has a test of its meaning, and every name is one that some ISA has."""

import csv
from pathlib import Path

import cass_tools
from cass_tools.executor.amd.ops import COMPARE, RENAMED, SALU, VALU
from tests.executor.amd.ops import (
    test_bits,
    test_compare,
    test_conversions,
    test_cube,
    test_division,
    test_dot,
    test_floats,
    test_fp8,
    test_integer,
    test_packed,
    test_rdna4,
    test_sad,
    test_scalar,
    test_transcendental,
)
from tests.executor.amd.ops.rig import registered

TESTED = {
    *test_bits.REFERENCES,
    *test_compare.REFERENCES,
    *test_compare.CLASSES,
    *test_conversions.REFERENCES,
    *test_conversions.PACKED_HALVES,
    *test_cube.NAMES,
    *test_division.NAMES,
    *test_dot.NAMES,
    *test_floats.REFERENCES,
    *test_fp8.REFERENCES,
    *test_integer.REFERENCES,
    *test_packed.REFERENCES,
    *test_rdna4.NAMES,
    *test_sad.REFERENCES,
    *test_scalar.REFERENCES,
    *test_transcendental.NAMES,
}
TABLES = sorted((Path(cass_tools.__file__).parent / "data" / "isa").glob("gfx*.tsv"))


def mnemonics() -> set[str]:
    """All names of all ISA tables."""
    found = set()
    for path in TABLES:
        lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
        found |= {row["name"] for row in csv.DictReader(lines, delimiter="\t")}
    return found


def test_every_operation_is_tested() -> None:
    assert {operation.name for operation in registered()} == TESTED


def test_every_name_exists_in_an_isa() -> None:
    assert not {*VALU, *COMPARE, *SALU} - mnemonics()


def test_renamed_operations_are_known_under_their_old_names() -> None:
    assert set(RENAMED) <= mnemonics()
    assert set(RENAMED.values()) <= {*VALU, *SALU}
    assert not set(RENAMED) & {*VALU, *SALU}
