"""Media operations against sums over Python bytes."""

from collections.abc import Callable

import pytest

from tests.executor.amd.ops.checking import Reference, check, names_of
from tests.executor.amd.ops.numbers import clamp, signed
from tests.executor.amd.ops.rig import Rig


def parts(x: int, size: int, count: int) -> list[int]:
    """Fields of `size` bits, low first."""
    return [x >> size * n & (1 << size) - 1 for n in range(count)]


def distances(size: int, masked: bool = False) -> Callable[[int, int], int]:
    def total(a: int, b: int) -> int:
        pairs = zip(parts(a, size, 32 // size), parts(b, size, 32 // size), strict=True)
        return sum(abs(x - y) for x, y in pairs if y or not masked)

    return total


def windows(masked: bool) -> Reference:
    def packed(window: int, reference: int, sums: int) -> int:
        terms = [distances(8, masked)(window >> 8 * n & 0xFFFFFFFF, reference) for n in range(4)]
        return sum(
            ((term + s) & 0xFFFF) << 16 * n for n, (term, s) in enumerate(zip(terms, parts(sums, 16, 4), strict=True))
        )

    return packed


def lerp(a: int, b: int, rounding: int) -> int:
    bytes_ = zip(parts(a, 8, 4), parts(b, 8, 4), parts(rounding, 8, 4), strict=True)
    return sum((x + y + r % 2) // 2 << 8 * n for n, (x, y, r) in enumerate(bytes_))


TERMS: dict[str, Callable[[int, int], int]] = {
    "v_sad_u8": distances(8),
    "v_sad_hi_u8": lambda a, b: distances(8)(a, b) << 16,
    "v_sad_u16": distances(16),
    "v_sad_u32": distances(32),
    "v_msad_u8": distances(8, masked=True),
}
REFERENCES: dict[str, Reference] = names_of(
    {
        "v_qsad_pk_u16_u8": windows(masked=False),
        "v_mqsad_pk_u16_u8": windows(masked=True),
        "v_lerp_u8": lerp,
        "v_sat_pk_u8_i16": lambda a: clamp(signed(a, 16), 0, 255) | clamp(signed(a >> 16, 16), 0, 255) << 8,
    }
)
for _name, _term in TERMS.items():
    REFERENCES[_name] = lambda a, b, c, term=_term: term(a, b) + c
    REFERENCES[f"{_name}.clamp"] = lambda a, b, c, term=_term: min(term(a, b) + c, 2**32 - 1)


@pytest.mark.parametrize("name", REFERENCES)
def test_matches_sums(rig: Rig, name: str) -> None:
    check(rig, name, REFERENCES[name])
