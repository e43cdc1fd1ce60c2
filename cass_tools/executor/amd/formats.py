"""What the names of memory instructions say: width, extension, half of a register; atomic operation and type."""

import re

from cass_tools.executor.amd.lane_access import Access
from cass_tools.executor.amd.lane_atomic import BFLOATS, Atomic

_WIDTHS = {
    "8": "b8 u8 i8 byte ubyte sbyte",
    "16": "b16 u16 i16 short ushort sshort",
    "32": "b32 dword",
    "64": "b64 dwordx2",
    "96": "b96 dwordx3",
    "128": "b128 dwordx4",
}
_BITS = {word: int(bits) for bits, names in _WIDTHS.items() for word in names.split()}
_SIGNED = frozenset({"i8", "i16", "sbyte", "sshort"})
_TYPED = re.compile(r"(pk_)?(\w+?)_(u|i|b|f|bf)(16|32|64)")
_NAMES = "add sub rsub min max umin umax and or xor inc dec swap cmpswap csub sub_clamp mskor wrap cond_sub"
_OPERATIONS = frozenset(_NAMES.split())
_SYNONYMS = {
    "smin": "min",
    "smax": "max",
    "wrxchg": "swap",
    "storexchg": "swap",
    "cmpst": "cmpswap",
    "cmpstore": "cmpswap",
    "max_num": "max",
    "min_num": "min",
}


def access_of(words: str) -> Access | None:
    """The format in the tail of a load's or store's name: ``u8``, ``d16_hi_b16``, ``short_d16_hi``, ``dwordx4``."""
    parts = words.split("_")
    half = "high" if "hi" in parts else "low" if "d16" in parts else ""
    rest = [part for part in parts if part not in ("d16", "hi")]
    if len(rest) != 1 or rest[0] not in _BITS:
        return None
    return Access(_BITS[rest[0]], rest[0] in _SIGNED, half)


def atomic_of(words: str) -> Atomic | None:
    """The operation in the tail of an atomic's name: ``add_u32``, ``smin_x2``, ``cmpst_rtn_b64``, ``pk_add_f16``."""
    words = words.replace("_rtn", "")
    typed = _TYPED.fullmatch(words)
    if typed:
        packed, operation, letter, width = typed.groups()
        type_ = _typed(packed, letter, width)
        unsigned = letter == "u"
    else:
        operation = words.removesuffix("_x2")
        floating = operation.startswith("f")
        operation = operation.removeprefix("f")
        wide = words.endswith("_x2")
        type_ = ("double" if wide else "float") if floating else ("i64" if wide else "i32")
        unsigned = False
    plain = _SYNONYMS.get(operation, operation)
    if type_ is None or plain not in _OPERATIONS:
        return None
    if unsigned and plain in ("min", "max"):
        plain = f"u{plain}"
    return Atomic(plain, type_, compare_first=operation == "cmpst")


def _typed(packed: str | None, letter: str, width: str) -> str | None:
    """LLVM element type of a suffix like _u32, _f64, pk_..._f16."""
    if packed:
        return {"f16": "v2half", "bf16": BFLOATS}.get(letter + width)
    if letter == "f":
        return {"32": "float", "64": "double"}.get(width)
    return {"32": "i32", "64": "i64"}.get(width) if letter != "bf" else None
