"""The compiler's builtins for AMD processors, from source to result: a table of expressions and what they mean."""

import hashlib
import math
import struct
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.executor.amd.kernels import Loaded, compile_kernels, launch, load
from tests.executor.amd.ops.numbers import clamp, signed

pytestmark = pytest.mark.gpu_code
ARCHES = ("gfx90a", "gfx1100")
COUNT = 64
Integers = Callable[[int, int, int], int]
Floats = Callable[[float, float, float], float]
B = "__builtin_amdgcn_"


def fields(x: int, size: int, is_signed: bool = False) -> list[int]:
    """Parts of `size` bits, low first."""
    parts = [x >> at & (1 << size) - 1 for at in range(0, 32, size)]
    return [signed(part, size) for part in parts] if is_signed else parts


def dot(size: int, first: bool, second: bool) -> Integers:
    """Sum of products of the parts, and c."""
    return lambda a, b, c: sum(x * y for x, y in zip(fields(a, size, first), fields(b, size, second), strict=True)) + c


def distances(a: int, b: int, size: int = 8, masked: bool = False) -> int:
    """Sum of the absolute differences of the parts."""
    return sum(abs(x - y) for x, y in zip(fields(a, size), fields(b, size), strict=True) if y or not masked)


def window(a: int, b: int, n: int, masked: bool) -> int:
    """Distance of four of the eight bytes of (a, a ^ b) to those of b."""
    return distances((a | (a ^ b) << 32) >> 8 * n & 0xFFFFFFFF, b, masked=masked)


def perm(a: int, b: int, c: int) -> int:
    """Bytes of a:b by four selectors of 0 to 7."""
    both = a << 32 | b
    return sum((both >> 8 * (s & 7) & 0xFF) << 8 * n for n, s in enumerate(fields(c & 0x07070707, 8)))


WIDE = "((unsigned long)(a ^ b) << 32 | a)"
INTEGERS: dict[str, Integers] = {
    f"{B}perm(a, b, c & 0x07070707)": perm,
    f"{B}alignbit(a, b, c)": lambda a, b, c: (a << 32 | b) >> (c & 31),
    f"{B}alignbyte(a, b, c)": lambda a, b, c: (a << 32 | b) >> 8 * (c & 3),
    f"{B}ubfe(a, b & 31, c & 31)": lambda a, b, c: a >> (b & 31) & (1 << (c & 31)) - 1,
    f"{B}sbfe(a, 3, 1 + (c & 15))": lambda a, b, c: signed(a >> 3, 1 + (c & 15)),
    f"{B}lerp(a, b, c)": lambda a, b, c: sum(
        (x + y + (z & 1) >> 1) << 8 * n
        for n, (x, y, z) in enumerate(zip(fields(a, 8), fields(b, 8), fields(c, 8), strict=True))
    ),
    f"{B}sad_u8(a, b, c)": lambda a, b, c: distances(a, b) + c,
    f"{B}sad_hi_u8(a, b, c)": lambda a, b, c: (distances(a, b) << 16) + c,
    f"{B}sad_u16(a, b, c)": lambda a, b, c: distances(a, b, 16) + c,
    f"{B}msad_u8(a, b, c)": lambda a, b, c: distances(a, b, masked=True) + c,
    f"{B}qsad_pk_u16_u8({WIDE}, b, c)": lambda a, b, c: (
        window(a, b, 0, False) + c & 0xFFFF | (window(a, b, 1, False) + (c >> 16) & 0xFFFF) << 16
    ),
    f"{B}mqsad_pk_u16_u8({WIDE}, b, c) >> 32": lambda a, b, c: window(a, b, 2, True) | window(a, b, 3, True) << 16,
    f"{B}mqsad_u32_u8({WIDE}, b, (Int4){{1, c, 3, 4}})[1]": lambda a, b, c: window(a, b, 1, True) + c,
    f"{B}cvt_pk_u8_f32(77.0f, 2, a)": lambda a, b, c: a & 0xFF00FFFF | 77 << 16,
    f"as<int>({B}cvt_pk_i16(a, b))": lambda a, b, c: sum(
        (clamp(signed(x, 32), -(1 << 15), (1 << 15) - 1) & 0xFFFF) << 16 * n for n, x in enumerate((a, b))
    ),
    f"as<int>({B}cvt_pk_u16(a, b))": lambda a, b, c: min(a, 0xFFFF) | min(b, 0xFFFF) << 16,
    f"{B}udot4(a, b, c, false)": dot(8, False, False),
    f"{B}udot8(a, b, c, false)": dot(4, False, False),
    f"{B}udot8(a, b, c, true)": lambda a, b, c: min(dot(4, False, False)(a, b, c), 0xFFFFFFFF),
    f"{B}mbcnt_hi(~0u, {B}mbcnt_lo(~0u, c))": lambda a, b, c: c,  # the number of the lane is added by the test
}
OF_ARCH: dict[str, dict[str, Integers]] = {
    "gfx90a": {
        f"{B}sdot4(a, b, c, false)": dot(8, True, True),
        f"{B}sdot8(a, b, c, false)": dot(4, True, True),
        f"{B}sdot2(as<Short2>(a), as<Short2>(b), c, false)": dot(16, True, True),
        f"{B}udot2(as<Ushort2>(a), as<Ushort2>(b), c, false)": dot(16, False, False),
    },
    "gfx1100": {
        f"{B}sudot4(true, a, false, b, c, false)": dot(8, True, False),
        f"{B}sudot8(false, a, true, b, c, false)": dot(4, False, True),
    },
}


def med3(*values: float) -> float:
    """The middle one."""
    return sorted(values)[1]


EXACT: dict[str, Floats] = {
    f"{B}fmed3f(x, y, z)": med3,
    f"{B}ldexpf(x, 5)": lambda x, y, z: math.ldexp(x, 5),
    f"{B}frexp_mantf(x)": lambda x, y, z: math.frexp(x)[0],
    f"(float){B}frexp_expf(x)": lambda x, y, z: math.frexp(x)[1],
    f"{B}fractf(x)": lambda x, y, z: x - math.floor(x),
    f"(float){B}classf(x, 0x60)": lambda x, y, z: float(x == 0),
    f"(float){B}classf(x, 0x108)": lambda x, y, z: float(x != 0),
    f"{B}div_fixupf(x, y, z)": lambda x, y, z: math.copysign(x, y * z) if y and z else math.nan,
    f"(float){B}cvt_pkrtz(x, y)[1]": lambda x, y, z: y,
    f"{B}fdot2((Half2){{1, 2}}, {B}cvt_pkrtz(x, y), z, false)": lambda x, y, z: x + 2 * y + z,
    f"(float){B}cubeid(x, y, z)": lambda x, y, z: (
        (5.0 if z < 0 else 4.0)
        if abs(z) >= max(abs(x), abs(y))
        else (3.0 if y < 0 else 2.0)
        if abs(y) >= abs(x)
        else (1.0 if x < 0 else 0.0)
    ),
    f"(float){B}frexp_exp((double)x)": lambda x, y, z: math.frexp(x)[1],
    f"(float){B}fract((double)x)": lambda x, y, z: x - math.floor(x),
}
NEAR: dict[str, Floats] = {
    f"{B}rcpf(y)": lambda x, y, z: 1 / y,
    f"{B}rsqf(y * y)": lambda x, y, z: 1 / abs(y),
    f"{B}sqrtf(y * y)": lambda x, y, z: abs(y),
    f"{B}sinf(x)": lambda x, y, z: math.sin(2 * math.pi * x),
    f"{B}cosf(x)": lambda x, y, z: math.cos(2 * math.pi * x),
    f"{B}exp2f(x)": lambda x, y, z: 2.0**x,
    f"{B}logf(y * y)": lambda x, y, z: math.log2(y * y),
    f"(float){B}rcp((double)y)": lambda x, y, z: 1 / y,
    "x / y": lambda x, y, z: x / y,
}
SOURCE = """
#include <hip/hip_runtime.h>
using Half2 = __attribute__((ext_vector_type(2))) __fp16;
using Short2 = __attribute__((__vector_size__(4))) short;
using Ushort2 = __attribute__((__vector_size__(4))) unsigned short;
using Int4 = __attribute__((__vector_size__(16))) unsigned int;
template <class To, class From> __device__ To as(From from) {{ return __builtin_bit_cast(To, from); }}
extern "C" __global__ void integers(unsigned *out, const unsigned *in)
{{
    const unsigned i = threadIdx.x, a = in[i], b = in[i + 64], c = in[i + 128];
{integers}
}}
extern "C" __global__ void floats(float *out, const float *in)
{{
    const unsigned i = threadIdx.x;
    const float x = in[i], y = in[i + 64], z = in[i + 128];
{floats}
}}
"""


@cache
def compiled(source: str, arch: str, level: str) -> Loaded:
    """A source text, compiled and in memory."""
    place = Path(tempfile.gettempdir()) / f"cass-test-{hashlib.sha256(source.encode()).hexdigest()[:16]}.hip"
    place.write_text(source)
    try:
        return load(compile_kernels(place, arch, level), level=0)
    finally:
        place.unlink()


def rows(expressions: list[str]) -> str:
    """A statement for each."""
    return "\n".join(f"    out[{n} * 64 + i] = {text};" for n, text in enumerate(expressions))


def everything(arch: str) -> tuple[dict[str, Integers], dict[str, Floats], str]:
    """Both tables of a processor, and the source of both kernels."""
    integers, floats = INTEGERS | OF_ARCH[arch], EXACT | NEAR
    return integers, floats, SOURCE.format(integers=rows(list(integers)), floats=rows(list(floats)))


@pytest.mark.parametrize("level", ["-O0", "-O3"])
@pytest.mark.parametrize("arch", ARCHES)
def test_integers(arch: str, level: str) -> None:
    table, _, source = everything(arch)
    given = np.random.default_rng(1).integers(0, 1 << 32, (3, COUNT), dtype=np.uint32)
    given[1, ::5] &= 0xFF00FF
    out: NDArray[np.uint32] = np.zeros((len(table), COUNT), np.uint32)
    launch(compiled(source, arch, level), "integers", (1,), (COUNT,), out, given)
    wave = 64 if arch == "gfx90a" else 32
    for (text, meaning), row in zip(table.items(), out, strict=True):
        for lane, (a, b, c) in enumerate(given.T.tolist()):
            extra = lane % wave if "mbcnt" in text else 0
            assert row[lane] == (meaning(a, b, c) + extra) & 0xFFFFFFFF, (text, lane)


@pytest.mark.parametrize("level", ["-O0", "-O3"])
@pytest.mark.parametrize("arch", ARCHES)
def test_floats(arch: str, level: str) -> None:
    _, table, source = everything(arch)
    given: NDArray[Any] = np.random.default_rng(2).integers(-96, 97, (3, COUNT)).astype(np.float32) / 16
    given[1] += np.float32(1 / 32)  # never zero
    given[0, ::9] = 0
    out: NDArray[np.float32] = np.zeros((len(table), COUNT), np.float32)
    launch(compiled(source, arch, level), "floats", (1,), (COUNT,), out, given)
    for (text, meaning), row in zip(table.items(), out, strict=True):
        for lane, (x, y, z) in enumerate(given.T.tolist()):
            want = meaning(x, y, z)
            slack = (
                0.0 if text in EXACT else 2.0**-22 * max(abs(want), 2.0**-2 if "sin" in text or "cos" in text else 0)
            )
            if math.isnan(want):
                continue
            rounded = struct.unpack("f", struct.pack("f", want))[0]
            assert abs(row[lane] - rounded) <= slack, (text, lane, x, y, z, row[lane], want)
