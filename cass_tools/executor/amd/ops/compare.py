"""Vector comparisons: v_cmp_* and v_cmpx_*, with the class test."""

from functools import reduce

from cass_tools.executor.amd.ops.floats import KINDS
from cass_tools.executor.amd.ops.table import Function, Simple, Value, compare
from cass_tools.executor.ir.floating import FORMATS

FLOAT_CONDITIONS = {
    "lt": "olt", "eq": "oeq", "le": "ole", "gt": "ogt", "lg": "one", "ge": "oge", "o": "ord",
    "u": "uno", "nge": "ult", "nlg": "ueq", "ngt": "ule", "nle": "ugt", "neq": "une", "nlt": "uge",
}  # fmt: skip
"""Condition in a mnemonic -> LLVM's predicate; the n.. forms are true for NaN."""
INTEGER_CONDITIONS = ("lt", "eq", "le", "gt", "ne", "ge")


def relation(predicate: str) -> Simple:
    """Comparison of two sources by LLVM's predicate."""
    return lambda f, a, b: a.cmp(predicate, b)


def constant(truth: bool) -> Simple:
    """The conditions that look at nothing."""
    return lambda f, a, b: f.const(int(truth), "i1", a.lanes)


def integer_predicate(condition: str, sign: str) -> str:
    """LLVM's predicate for i (signed) or u (unsigned)."""
    if condition in ("eq", "ne"):
        return condition
    return ("s" if sign == "i" else "u") + condition


def is_class(f: Function, a: Value, wanted: Value) -> Value:
    """Whether the float is of a class whose bit is set: signalling NaN, quiet NaN, -infinity, -normal, -subnormal,
    -0, +0, +subnormal, +normal, +infinity (bits 0 to 9)."""
    format_ = FORMATS[a.type]
    raw = a.bitcast(format_.integer)
    magnitude = raw & (format_.sign - 1)
    negative = raw.cmp("slt", 0)
    infinite = magnitude.cmp("eq", format_.infinity)
    nan = magnitude.cmp("ugt", format_.infinity)
    quiet = magnitude.cmp("uge", format_.infinity | 1 << (format_.mantissa - 1))
    zero = magnitude.cmp("eq", 0)
    subnormal = magnitude.cmp("ult", 1 << format_.mantissa) & ~zero
    normal = magnitude.cmp("uge", 1 << format_.mantissa) & magnitude.cmp("ult", format_.infinity)
    sizes = (infinite, normal, subnormal, zero)
    classes = [nan & ~quiet, quiet, *(negative & size for size in sizes), *(~negative & size for size in sizes[::-1])]
    hits = [found & ((wanted >> bit) & 1).cmp("ne", 0) for bit, found in enumerate(classes)]
    return reduce(lambda some, more: some | more, hits)


for _code, _kind in KINDS.items():
    for _condition, _predicate in FLOAT_CONDITIONS.items():
        compare(f"{_condition}_{_kind}", _code * 2, relation(_predicate))
    compare(f"class_{_kind}", f"{_code}u", is_class)
    compare(f"f_{_kind}", _code * 2, constant(False))
    compare(f"tru_{_kind}", _code * 2, constant(True))
    compare(f"t_{_kind}", _code * 2, constant(True))

for _code, _bits in (("w", "16"), ("u", "32"), ("q", "64")):
    for _sign in "iu":
        for _condition in INTEGER_CONDITIONS:
            compare(f"{_condition}_{_sign}{_bits}", _code * 2, relation(integer_predicate(_condition, _sign)))
        compare(f"f_{_sign}{_bits}", _code * 2, constant(False))
        compare(f"t_{_sign}{_bits}", _code * 2, constant(True))
