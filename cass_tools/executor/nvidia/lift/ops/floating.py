"""What operations of floating point have in common: rounding modes, flushing, saturation, comparisons, minima."""

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded

ROUNDINGS = {"RN": 0, "RM": 1, "RP": 2, "RZ": 3}
SMALLEST_NORMAL = 2.0**-126
SIGN = 1 << 31
NAN = 0x7FFFFFFF  # as NVIDIA makes it
# LLVM's predicates. Those of NVIDIA that end in U hold for a NaN too, and so does NEU for C's !=.
PREDICATES = {"NUM": "ord", "NAN": "uno"}
PREDICATES |= {name: "o" + name.lower() for name in ("LT", "EQ", "LE", "GT", "NE", "GE")}
PREDICATES |= {f"{name}U": "u" + name.lower() for name in ("LT", "EQ", "LE", "GT", "NE", "GE")}


def rounding(i: Decoded) -> int:
    """0 nearest, 1 down, 2 up, 3 towards zero."""
    return ROUNDINGS[i.modifiers.get("round", "RN")]


def flushed(t: Thread, i: Decoded, value: Value, smallest: float = SMALLEST_NORMAL) -> Value:
    """A number as an FTZ instruction takes or gives it: denormals are zeros with their sign."""
    if "ftz" not in i.modifiers:
        return value
    small = t.f.intrinsic("fabs", value).cmp("olt", smallest)
    return small.select(t.f.intrinsic("copysign", t.f.const(0.0, value.type), value), value)


def plain_nan(t: Thread, value: Value) -> Value:
    """A float, or NVIDIA's own NaN for any other one: whatever NaN comes in, and all that come out, are 0x7fffffff.

    Only where that costs nothing that counts; gfx1100 keeps the NaN that came in.
    """
    if t.platform.name != "native":
        return value
    return value.cmp("uno", value).select(t.f.const(NAN, "i32").bitcast("float"), value)


def saturated(t: Thread, value: Value) -> Value:
    """The number of [0, 1] that is nearest, +0 for -0 and for NaN."""
    return value.cmp("ogt", 0.0).select(t.f.intrinsic("minnum", value, 1.0), 0.0)


def compared(t: Thread, name: str, a: Value, b: Value) -> Value:
    """A comparison by NVIDIA's name; F and T do not look at the numbers."""
    return t.f.const(name == "T", "i1") if name in ("F", "T") else a.cmp(PREDICATES[name], b)


def joined(t: Thread, i: Decoded, value: Value) -> Value:
    """A truth joined with the predicate `in` by AND, OR or XOR."""
    other, how = t.predicate(i.operands["in"]), i.modifiers["logic"]
    return value & other if how == "AND" else value | other if how == "OR" else value ^ other


def minimum(t: Thread, i: Decoded, a: Value, b: Value) -> Value:
    """The smaller float where `min` holds, else the larger; with NAN, NaN where one of them is."""
    names = ("min_single", "max_single")
    less, more = (t(name, "float", a, b) for name in names)
    found = t.predicate(i.operands["min"]).select(less, more)
    if "nan" not in i.modifiers:
        return plain_nan(t, found)
    return a.cmp("uno", b).select(t.f.const(NAN, "i32").bitcast("float"), found)
