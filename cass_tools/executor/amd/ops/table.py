"""What an operation is, and the registries that the family modules of this package fill.

Type codes, one letter an operand:
    u i32      w i16 (the half register that op_sel names)     q i64 (two registers)
    f float    h half (likewise)                               d double (two registers)
    p i32 holding two or more packed small elements (raw bits)
    m i1 per lane (a lane mask register: vcc or an SGPR pair)
    c i1 scalar: SCC as a source
The register file's element is i32; whoever reads operands converts to these types and applies neg, abs, DPP, SDWA and
op_sel first, and clamp, omod and the exec mask afterwards. Functions here see values only.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from cass_tools.executor.ir.value import Function, Value

Result = Value | tuple[Value, ...]
Meaning = Callable[..., Result]
"""`fn(f: Function, *sources: Value)`; gives one Value, or a tuple when there are several destinations."""
Simple = Callable[..., Value]
"""A meaning with one result."""

TYPES: dict[str, tuple[str, int]] = {
    "u": ("i32", 1),
    "p": ("i32", 1),
    "f": ("float", 1),
    "w": ("i16", 1),
    "h": ("half", 1),
    "q": ("i64", 2),
    "d": ("double", 2),
    "m": ("i1", 0),
    "c": ("i1", 0),
}
"""Type code -> LLVM element type, dwords of register (0: not a data register)."""


@dataclass(frozen=True, slots=True)
class VectorOp:
    """Meaning of a VALU instruction in every active lane.

    `accumulates`: the old destination is passed as one more, last source, of the destination's type (v_fmac).
    `clamped`: what the clamp bit makes of an integer operation (saturation); without it clamp is the float clamp to
    0..1 of a float result. `packed`: `fn` is about one element; it is applied to the low and to the high element
    (halves of a register, for code f dwords of a pair) that op_sel and op_sel_hi choose. `by_neg`: neg bits 0 and 1
    do not negate but say which integer source is signed; entry `neg & 3` is the meaning (dot products of iu8, iu4).
    Code p of a floating-point dot product: op_sel and op_sel_hi choose its halves, neg and neg_hi flip their signs.
    """

    dst: str
    src: str
    fn: Meaning
    accumulates: bool = False
    clamped: Meaning | None = None
    packed: bool = False
    by_neg: "tuple[VectorOp, ...]" = ()


@dataclass(frozen=True, slots=True)
class CompareOp:
    """Meaning of v_cmp / v_cmpx; `fn` gives i1 per lane. `writes_exec` for v_cmpx."""

    src: str
    fn: Meaning
    writes_exec: bool = False


@dataclass(frozen=True, slots=True)
class ScalarOp:
    """Meaning of a SALU instruction; all values are scalars.

    `dst` is "" where only SCC is written. `scc`: "none" untouched; "nonzero" result != 0; "result" `fn` returns
    (value, i1), or only the i1 when `dst` is "". `accumulates`: the old destination is passed as the last source.
    `exec`: "save" = `fn(f, source, exec)` gives the new exec and the destination receives the old one;
    "write" = the result goes to both. The width of exec is that of `dst`.
    """

    dst: str
    src: str
    fn: Meaning
    scc: Literal["none", "nonzero", "result"] = "none"
    accumulates: bool = False
    exec: Literal["", "save", "write"] = ""


VALU: dict[str, VectorOp] = {}
COMPARE: dict[str, CompareOp] = {}
SALU: dict[str, ScalarOp] = {}


def vector(
    names: str,
    dst: str,
    src: str,
    fn: Meaning,
    *,
    accumulates: bool = False,
    clamped: Meaning | None = None,
    packed: bool = False,
    by_neg: tuple[VectorOp, ...] = (),
) -> None:
    """Register a VALU meaning under each of the space-separated mnemonics (spellings of different ISAs)."""
    for name in names.split():
        if name in VALU:
            raise ValueError(f"{name} has a meaning already")
        VALU[name] = VectorOp(dst, src, fn, accumulates, clamped, packed, by_neg)


def compare(condition: str, src: str, fn: Meaning) -> None:
    """Register v_cmp_<condition> and v_cmpx_<condition>."""
    COMPARE[f"v_cmp_{condition}"] = CompareOp(src, fn)
    COMPARE[f"v_cmpx_{condition}"] = CompareOp(src, fn, writes_exec=True)


def scalar(
    names: str,
    dst: str,
    src: str,
    fn: Meaning,
    scc: Literal["none", "nonzero", "result"] = "none",
    *,
    accumulates: bool = False,
    exec: Literal["", "save", "write"] = "",
) -> None:
    """Register a SALU meaning under each of the space-separated mnemonics."""
    for name in names.split():
        if name in SALU:
            raise ValueError(f"{name} has a meaning already")
        SALU[name] = ScalarOp(dst, src, fn, scc, accumulates, exec)


__all__ = [
    "COMPARE",
    "SALU",
    "TYPES",
    "VALU",
    "CompareOp",
    "Function",
    "Meaning",
    "Result",
    "ScalarOp",
    "Simple",
    "Value",
    "VectorOp",
    "compare",
    "scalar",
    "vector",
]
