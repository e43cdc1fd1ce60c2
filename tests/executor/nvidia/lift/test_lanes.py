"""Shuffles, votes, matches and reductions of lifted code, with all lanes and with some, against numpy."""

from collections.abc import Callable

import numpy as np
import pytest

from tests.executor.amd.kernels import launch
from tests.executor.nvidia.lift.written import loaded

pytestmark = pytest.mark.gpu_code
RANDOM = np.random.default_rng(11)
LANES = np.arange(32)
PARTS = {"all": np.full(32, True), "some": LANES % 3 != 1, "few": (LANES > 6) & (LANES < 19)}
MODES = ("IDX", "UP", "DOWN", "BFLY")
CLAMPS = {"IDX": 0x1F, "UP": 0, "DOWN": 0x1F, "BFLY": 0x1F}


Variants = dict[str, tuple[str, ...]]


def kernel(variants: Variants) -> tuple[str, ...]:
    """The threads whose word in the second array is not 0 do this; R10 and P1 are what each variant gives."""
    lines = ["LDG.E R9, [R4.64]", "ISETP.NE.AND P0, PT, R9, RZ, PT"]
    for number, variant in enumerate(variants.values()):
        lines += ["IMAD.MOV.U32 R10, RZ, RZ, 0x63", "ISETP.NE.AND P1, PT, RZ, RZ, PT"]
        lines += [f"@P0 {line}" for line in variant]
        lines += ["@P1 IADD3 R10, R10, 0x10000000, RZ", f"STG.E [R6.64+{128 * number:#x}], R10"]
    return tuple(lines)


def shuffles() -> Variants:
    found: Variants = {
        "registers": (
            "IMAD.MOV.U32 R11, RZ, RZ, R0",
            "IMAD.MOV.U32 R12, RZ, RZ, 0x1f",
            "SHFL.IDX P1, R10, R8, R11, R12",
        )
    }
    for mode in MODES:
        for width in (32, 8):
            for by in (0, 1, 3, 9):
                clamp = CLAMPS[mode] | (32 - width) << 8
                found[f"{mode}_{width}_{by}"] = (f"SHFL.{mode} P1, R10, R8, {by:#x}, {clamp:#x}",)
    return found


VOTES: Variants = {
    "ballot": ("ISETP.GT.AND P2, PT, R8, 0x5, PT", "VOTE.ANY R10, P1, P2"),
    "none": ("ISETP.GT.AND P2, PT, R8, 0x500, PT", "VOTE.ANY P1, P2"),
    "every": ("ISETP.GT.AND P2, PT, R8, -0x500, PT", "VOTE.ALL P1, P2"),
    "most": ("ISETP.GT.AND P2, PT, R8, 0x1, PT", "VOTE.ALL P1, P2"),
    "equal": ("ISETP.GT.AND P2, PT, R8, 0x500, PT", "VOTE.EQ P1, P2"),
    "unequal": ("ISETP.GT.AND P2, PT, R8, 0x5, PT", "VOTE.EQ P1, P2"),
    "uniform": ("VOTEU.ANY UR4, UPT, PT", "IMAD.U32 R10, RZ, RZ, UR4"),
}
MATCHES: Variants = {
    "match": ("MATCH.ANY R10, R8",),
    "match64": ("IMAD.MOV.U32 R11, RZ, RZ, R8", "IMAD.MOV.U32 R10, RZ, RZ, 0x7", "MATCH.ANY.U64 R10, R10"),
    "match_all": ("MATCH.ALL P1, R10, R8",),
    "match_same": ("MATCH.ALL.U64 P1, R10, RZ",),
}
REDUCTIONS: dict[str, Callable[[np.ndarray], int]] = {
    "": np.bitwise_and.reduce,
    ".OR": np.bitwise_or.reduce,
    ".XOR": np.bitwise_xor.reduce,
    ".SUM": lambda x: x.sum(dtype=np.uint32),
    ".SUM.S32": lambda x: x.sum(dtype=np.uint32),
    ".MIN": lambda x: x.min(),
    ".MAX": lambda x: x.max(),
    ".MIN.S32": lambda x: x.view(np.int32).min(),
    ".MAX.S32": lambda x: x.view(np.int32).max(),
}
REDUXES: Variants = {
    f"{name}{suffix}": (f"{name}{suffix} UR4, R8", "IMAD.U32 R10, RZ, RZ, UR4")
    for suffix in REDUCTIONS
    for name in (("REDUX", "CREDUX") if suffix.startswith(".M") else ("REDUX",))
}
GROUPS = {"shuffles": shuffles(), "votes": VOTES, "matches": MATCHES, "reductions": REDUXES}
KERNELS = {name: kernel(variants) for name, variants in GROUPS.items()}


def run(group: str, part: str, values: np.ndarray) -> dict[str, np.ndarray]:
    """What each variant of a group gives to each lane."""
    out = np.zeros((len(GROUPS[group]), 32), np.uint32)
    launch(loaded(KERNELS), group, (1,), (32,), values, PARTS[part].astype(np.int32), out, 0)
    assert (out[:, ~PARTS[part]] == 0x63).all()
    return dict(zip(GROUPS[group], out, strict=True))


def source(mode: str, by: int, width: int) -> tuple[np.ndarray, np.ndarray]:
    """The lane each one reads, and whether it is in its segment."""
    first = LANES // width * width
    wanted = {"IDX": first + by % width, "UP": LANES - by, "DOWN": LANES + by, "BFLY": LANES ^ by}[mode]
    inside = wanted >= first if mode == "UP" else wanted < first + width
    return np.where(inside, wanted, LANES), inside


@pytest.mark.parametrize("part", PARTS)
def test_shuffles(part: str) -> None:
    values = RANDOM.integers(0, 1 << 28, 32, np.uint32)
    found = run("shuffles", part, values)
    assert np.array_equal(found["registers"][PARTS[part]], (values + np.uint32(1 << 28))[PARTS[part]])
    for mode in MODES:
        for width in (32, 8):
            for by in (0, 1, 3, 9):
                lanes, inside = source(mode, by, width)
                sure = PARTS[part] & PARTS[part][lanes]
                wanted = (values[lanes] + (inside << 28)).astype(np.uint32)
                assert np.array_equal(found[f"{mode}_{width}_{by}"][sure], wanted[sure]), (mode, width, by)


@pytest.mark.parametrize("part", PARTS)
def test_votes(part: str) -> None:
    chosen, values = PARTS[part], RANDOM.integers(0, 11, 32, np.int32)
    mask = sum(1 << lane for lane in LANES[chosen & (values > 5)].tolist())
    active = sum(1 << lane for lane in LANES[chosen].tolist())
    flag = 0x10000000
    wanted = {
        "ballot": (mask + flag * bool(mask)) & 0xFFFFFFFF,
        "none": 0x63,
        "every": 0x63 + flag,
        "most": 0x63 + flag * bool((values[chosen] > 1).all()),
        "equal": 0x63 + flag,
        "unequal": 0x63 + flag * (mask in (0, active)),
        "uniform": active,
    }
    found = run("votes", part, values)
    for name, each in wanted.items():
        assert set(found[name][chosen].tolist()) == {each}, name


@pytest.mark.parametrize("part", PARTS)
def test_matches(part: str) -> None:
    chosen, values = PARTS[part], RANDOM.integers(0, 5, 32, np.int32)
    same = (sum(1 << lane for lane in LANES[chosen].tolist()) + 0x10000000) & 0xFFFFFFFF
    found = run("matches", part, values)
    for lane in LANES[chosen].tolist():
        equal = LANES[chosen & (values == values[lane])].tolist()
        assert found["match"][lane] == found["match64"][lane] == sum(1 << other for other in equal)
    assert set(found["match_all"][chosen].tolist()) == {0}
    assert set(found["match_same"][chosen].tolist()) == {same}
    assert set(run("matches", part, np.full(32, -4, np.int32))["match_all"][chosen].tolist()) == {same}


@pytest.mark.parametrize("part", PARTS)
def test_reductions(part: str) -> None:
    values = RANDOM.integers(0, 1 << 32, 32, np.uint32)
    for name, found in run("reductions", part, values).items():
        wanted = int(REDUCTIONS[name.removeprefix("C").removeprefix("REDUX")](values[PARTS[part]])) & 0xFFFFFFFF
        assert set(found[PARTS[part]].tolist()) == {wanted}, name
