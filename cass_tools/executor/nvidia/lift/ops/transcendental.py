"""MUFU: approximations of elementary functions. SIN and COS take turns, not radians.

Results of 16 bits are cut off, not rounded, and numbers below 2^-8 are their own tanh, as an H200 has it.
"""

from cass_tools.executor.nvidia.lift.ops import half
from cass_tools.executor.nvidia.lift.ops.floating import plain_nan
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded

OWN_TANH = 2.0**-8


@op("MUFU")
def mufu(t: Thread, i: Decoded) -> None:
    """A function of a float, of one half, or of a double that is given and taken as its upper word (64H)."""
    name, operand = i.modifiers["fn"].lower(), i.operands["a"]
    if "type" in i.modifiers:
        low, _ = half.sources(t, i, operand)
        result = plain_nan(t, t(name, "float", low))
        if name == "tanh":
            result = t.f.intrinsic("fabs", low).cmp("olt", OWN_TANH).select(low, result)
        cut = result.bitcast("i32") >> 16 if half.is_brain(i) else t("cut_half", "i32", result)
        t.put(i.operands["d"], cut)
    elif name.endswith("64h"):
        t.put(i.operands["d"], t(name, "i32", t.single(operand).bitcast("i32")))
    else:
        t.put(i.operands["d"], plain_nan(t, t(name, "float", t.single(operand))))
