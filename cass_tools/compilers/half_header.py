"""HIP's header of half precision with the members that CUDA programs use.

Before ROCm 6 the members x and y of `__half2` are the bits as `unsigned short`, so `__half2float(v.x)` compiles as a
conversion of that integer and is wrong without a word (HIP 5.7's own `h2rcp` does so); operators of halves exist in
device code only; and the sine of the device libraries of ROCm 5.2 is NaN for every finite half. CUDA and newer HIP have
none of this. Where the installed
header is an old one, a copy without it is kept in the user's cache and found before it.
"""

import hashlib
import os
import re
import tempfile
from pathlib import Path

from cass_tools.compilers.cache import cache_folder

PLACE = Path("hip", "amd_detail", "amd_hip_fp16.h")
MEMBERS = re.compile(r"(struct\s+__half2\s*\{[^}]*?struct\s*\{\s*)unsigned short x;\s*unsigned short y;")
CLASSES = re.compile(r"struct\s+__half\s*\{.*struct\s+__half2\s*\{.*?(?=namespace|\Z)", re.DOTALL)
DEVICE_ONLY = re.compile(r"\b__device__\b")
RECIPROCAL = re.compile(r"\b__builtin_amdgcn_rcph\(x(?=\.[xy]\))")  # in a function that is for the host as well
SINE = re.compile(r"\b__ocml_(sin_2?f16)\b")
DECLARED = re.compile(r'#\s*include\s*"hip_fp16_math_fwd\.h"\n')
SINES = """\
__device__ inline _Float16 cass_sin_f16(_Float16 x) { return (_Float16)__ocml_sin_f32((float)x); }
__device__ inline __2f16 cass_sin_2f16(__2f16 x) { return __2f16{cass_sin_f16(x.x), cass_sin_f16(x.y)}; }
"""
NEIGHBOUR = re.compile(r'(#\s*include\s*)"([\w.]+)"')


def options(include: Path) -> tuple[str, ...]:
    """Options for clang in front of HIP's headers in `include`; none where the header is new, absent or unreadable."""
    try:
        text = (include / PLACE).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ()
    mended, count = MEMBERS.subn(r"\1__half x; __half y;", text)
    sines = SINES if DECLARED.search(mended) else ""
    mended = CLASSES.sub(lambda match: sines + DEVICE_ONLY.sub("__host__ __device__", match[0]), mended, count=1)
    mended = RECIPROCAL.sub("(1 / x.data", mended)
    if sines:
        mended = SINE.sub(r"cass_\1", mended)
    whole = NEIGHBOUR.sub(rf"\1<{PLACE.parent}/\2>", mended)
    return ("-isystem", str(_kept(whole))) if count else ()


def _kept(text: str) -> Path:
    folder = cache_folder("half-header") / hashlib.sha256(text.encode()).hexdigest()[:16]
    if not (folder / PLACE).exists():
        (folder / PLACE).parent.mkdir(parents=True, exist_ok=True)
        number, name = tempfile.mkstemp(dir=folder)
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).rename(folder / PLACE)
    return folder
