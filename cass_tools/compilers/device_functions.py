"""Device functions that HIP lacks, or that differ there, for untranslated sources: macros that call the substitutes.

What a translation would bring into a file is in the headers of CUDA's names from the start, so that an original with
such functions can be built as the reference.
"""

import re
from collections.abc import Mapping

from cass_tools.rules.device_function_differs import differences
from cass_tools.rules.device_function_missing import advice
from cass_tools.substitutes import load

DOTS = ("__dp4a", "__dp2a_lo", "__dp2a_hi")
BFLOAT16 = re.compile(r"\w*bfloat16\w*|__h(?:max|min)_nan|__h(?:add|sub|mul|fma)2?_sat|__h(?:eq|ne|lt|le|gt|ge)u2")
HALF = re.compile(r"\w*half\w*|__h[a-z]+2_mask|__h(?:max|min)2_nan|__hcmadd|__hfma2?_relu|h2?tanh(?:_approx)?")
# What HIP has for several types under one name, and what headers written by hand have.
WRITTEN = frozenset({"__hadd", "__hmax2", "__hmin2", "__pipeline_memcpy_async"})
GROUPS = ("runtime", "half", "bfloat16")


def headers() -> Mapping[str, str]:
    """The texts of the headers of `GROUPS`: each declares its substitutes and gives them CUDA's names."""
    calls = {"runtime": {name: f"cass::{name.lstrip('_')}" for name in DOTS}}
    for name, (same, _) in sorted((advice() | differences()).items()):
        if same.startswith("cass::") and name.startswith(("_", "h")) and name not in WRITTEN:
            calls.setdefault(_group(name), {})[name] = same
    declared = set[str]()
    return {group: _header(calls.get(group, {}), declared) for group in GROUPS}


def _group(name: str) -> str:
    return "bfloat16" if BFLOAT16.fullmatch(name) else "half" if HALF.fullmatch(name) else "runtime"


def _header(calls: Mapping[str, str], declared: set[str]) -> str:
    names = sorted({re.split("[<(]", call.removeprefix("cass::"))[0] for call in calls.values()} - declared)
    declared |= set(names)
    found = [load(name) for name in names]
    lines = ["#pragma once", *dict.fromkeys(f"#include <{header}>" for each in found for header in each.headers)]
    lines += ["namespace cass {", *(each.text for each in found), "} // namespace cass"]
    for name, call in calls.items():
        plain = call.removeprefix("cass::")  # a macro itself, where CUDA's name is that of its substitute
        lines.append(f"#define {name}(...) {_call(plain if plain in calls and plain != name else call)}")
    return "\n".join((*lines, ""))


def _call(call: str) -> str:
    opened = call if call.endswith((", ", "(")) else f"{call}("
    return f"{opened}__VA_ARGS__{')' * opened.count('(')}"
