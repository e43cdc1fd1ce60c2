"""MUFU: approximations of elementary functions. SIN and COS take turns, not radians.

Results of 16 bits are rounded, as their translations are; an H200 cuts them off, so half of them are one less there.
"""

from cass_tools.executor.nvidia.lift.ops import half
from cass_tools.executor.nvidia.lift.ops.floating import plain_nan
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded


@op("MUFU")
def mufu(t: Thread, i: Decoded) -> None:
    """A function of a float, of one half, or of a double that is given and taken as its upper word (64H)."""
    name, operand = i.modifiers["fn"].lower(), i.operands["a"]
    if "type" in i.modifiers:
        low, _ = half.sources(t, i, operand)
        result = half.rounded(t, plain_nan(t, t(name, "float", low)), brain=half.is_brain(i))
        t.put(i.operands["d"], half.bits(result, brain=half.is_brain(i)))
    elif name.endswith("64h"):
        t.put(i.operands["d"], t(name, "i32", t.single(operand).bitcast("i32")))
    else:
        t.put(i.operands["d"], plain_nan(t, t(name, "float", t.single(operand))))
