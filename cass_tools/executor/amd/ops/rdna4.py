"""What RDNA4 adds: scalar arithmetic on floats, 64-bit scalar sums and products, and minima that pass NaN on.

Scalar operations mean what the vector operations of the same tail mean. `RENAMED` are old operations with new names.
"""

from cass_tools.executor.amd.ops import compare, conversions, floats, transcendental  # noqa: F401 - they come first
from cass_tools.executor.amd.ops.integer import add, mul, sub
from cass_tools.executor.amd.ops.table import COMPARE, VALU, Function, Meaning, Value, scalar, vector


def _renamed() -> dict[str, str]:
    found = {f"s_{name}_co_{kind}": f"s_{name}_{kind}" for name in ("add", "sub") for kind in ("u32", "i32")}
    found |= {"s_add_co_ci_u32": "s_addc_u32", "s_sub_co_ci_u32": "s_subb_u32", "s_addk_co_i32": "s_addk_i32"}
    found |= {f"v_mad_co_{kind}": f"v_mad_{kind}" for kind in ("u64_u32", "i64_i32")}
    for kind in ("f16", "f32", "f64"):
        for name in ("min", "max", "min3", "max3", "med3", "minmax", "maxmin"):
            old = f"v_{name}_{kind}"
            if old in VALU:
                found[f"v_{name}_num_{kind}"] = old
    return found | {f"v_pk_{name}_num_f16": f"v_pk_{name}_f16" for name in ("min", "max")}


RENAMED = _renamed()
"""Mnemonic of gfx12 to the older one with the same meaning."""


def lesser(f: Function, a: Value, b: Value) -> Value:
    """IEEE minimum: NaN where either is one, and -0 is less than +0."""
    return f.intrinsic("minimum", a, b)


def greater(f: Function, a: Value, b: Value) -> Value:
    """IEEE maximum: NaN where either is one, and +0 is greater than -0."""
    return f.intrinsic("maximum", a, b)


def _three(outer: Meaning, inner: Meaning) -> Meaning:
    return lambda f, a, b, c: outer(f, inner(f, a, b), c)


for _code, _kind in (("h", "f16"), ("f", "f32"), ("d", "f64")):
    vector(f"v_minimum_{_kind}", _code, _code * 2, lesser)
    vector(f"v_maximum_{_kind}", _code, _code * 2, greater)
    if _code == "d":
        continue
    vector(f"v_minimum3_{_kind}", _code, _code * 3, _three(lesser, lesser))
    vector(f"v_maximum3_{_kind}", _code, _code * 3, _three(greater, greater))
    vector(f"v_minimummaximum_{_kind}", _code, _code * 3, _three(greater, lesser))
    vector(f"v_maximumminimum_{_kind}", _code, _code * 3, _three(lesser, greater))

    def _old(name: str, kind: str = _kind) -> Meaning:
        return VALU[f"v_{name}_{kind}"].fn

    for _name in ("add", "sub", "mul"):
        scalar(f"s_{_name}_{_kind}", _code, _code * 2, _old(_name))
    for _name in ("min", "max"):
        scalar(f"s_{_name}_num_{_kind}", _code, _code * 2, _old(_name))
    scalar(f"s_minimum_{_kind}", _code, _code * 2, lesser)
    scalar(f"s_maximum_{_kind}", _code, _code * 2, greater)
    scalar(f"s_fmac_{_kind}", _code, _code * 2, _old("fma"), accumulates=True)
    for _name in ("ceil", "floor", "trunc", "rndne"):
        scalar(f"s_{_name}_{_kind}", _code, _code, _old(_name))
    for _name in ("exp", "log", "rcp", "rsq", "sqrt"):
        scalar(f"v_s_{_name}_{_kind}", _code, _code, _old(_name))
    for _condition in ("eq", "ge", "gt", "le", "lg", "lt", "neq", "nge", "ngt", "nle", "nlg", "nlt", "o", "u"):
        scalar(f"s_cmp_{_condition}_{_kind}", "", _code * 2, COMPARE[f"v_cmp_{_condition}_{_kind}"].fn, "result")

vector("v_pk_minimum_f16", "h", "hh", lesser, packed=True)
vector("v_pk_maximum_f16", "h", "hh", greater, packed=True)
scalar("s_fmaak_f32 s_fmamk_f32", "f", "fff", VALU["v_fma_f32"].fn)
for _tail, _dst, _src in (("f32_i32", "f", "u"), ("f32_u32", "f", "u"), ("i32_f32", "u", "f"), ("u32_f32", "u", "f")):
    scalar(f"s_cvt_{_tail}", _dst, _src, VALU[f"v_cvt_{_tail}"].fn)
scalar("s_cvt_f16_f32", "h", "f", VALU["v_cvt_f16_f32"].fn)
scalar("s_cvt_f32_f16", "f", "h", VALU["v_cvt_f32_f16"].fn)
scalar("s_cvt_hi_f32_f16", "f", "u", lambda f, a: (a >> 16).trunc("i16").bitcast("half").resize_float("float"))
scalar("s_cvt_pk_rtz_f16_f32", "u", "ff", VALU["v_cvt_pk_rtz_f16_f32"].fn)
scalar("s_add_nc_u64", "q", "qq", add)
scalar("s_sub_nc_u64", "q", "qq", sub)
scalar("s_mul_u64", "q", "qq", mul)
