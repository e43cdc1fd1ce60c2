"""Make CUDA readable for a C++ grammar without moving a byte.

`k<<<g, b>>>(a)` becomes the call `k(  g, b   ,a)`, CUDA's declaration qualifiers and macros of the same file that
expand only to such qualifiers become spaces, comments and literals are blanked (cuda/lex.py). A node's offsets are
the user's, and a launch is recognised by the `<<<` at the start of its argument list in the user's bytes.
"""

import re

from cass_tools.cuda.lex import blank

_QUALIFIERS = (
    b"__global__ __device__ __host__ __shared__ __constant__ __managed__ __grid_constant__ __forceinline__ "
    b"__noinline__ __inline__ __inline __restrict__ __restrict __device_builtin__ __cudart_builtin__ "
    b"__tile_static__ __host_inline__ __inline_hint__ CUDARTAPI CUDA_CB CUDAAPI CUBLASWINAPI CUDNNWINAPI "
    b"CUFFTAPI CURANDAPI CUSPARSEAPI CUSOLVERAPI NVTX_DECLSPEC"
).split()
_WITH_ARGUMENTS = b"__launch_bounds__ __align__ __cluster_dims__ __block_size__ __maxnreg__ __attribute__ __declspec".split()
_DEFINE_NAME = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)(?![\w(])((?:[^\\\n]|\\\r?\n|\\)*)", re.MULTILINE)
_FILLER = frozenset(b"inline static extern const constexpr volatile".split())
_CONFIGURATION = re.compile(rb"<<<|>>>[ \t\r\n]*\(|[;{}]")
_INSIDE = re.compile(rb"[()]")


def prepare(data: bytes) -> bytes:
    """`data` as a C++ grammar can read it: same length, all offsets kept."""
    return mask(blank(data))


def mask(code: bytes) -> bytes:
    """`prepare` for bytes that are blanked already."""
    out = bytearray(code)
    if b"<<<" in code:
        _mask_launches(code, out)
    words = _QUALIFIERS + sorted(_qualifier_macros(code))
    for match in _qualifier_pattern(tuple(words)).finditer(code):
        start, end = match.span()
        if code[max(0, start - 16) : start].rstrip(b" \t").endswith(b"define"):
            continue
        if match["call"]:
            end = _closing(code, end)
        _clear(out, start, end)
    return bytes(out)


def _clear(out: bytearray, start: int, end: int) -> None:
    for line_start, line_end in _lines(out, start, end):
        out[line_start:line_end] = b" " * (line_end - line_start)


def _lines(out: bytearray, start: int, end: int) -> list[tuple[int, int]]:
    """The parts of [start, end) between line ends."""
    parts = []
    while start < end:
        stop = out.find(b"\n", start, end)
        stop = end if stop < 0 else stop
        parts.append((start, stop))
        start = stop + 1
    return parts


def _mask_launches(code: bytes, out: bytearray) -> None:
    """Turn each `<<<` that has its `>>>(` before the end of the statement into one argument list."""
    opened: int | None = None
    for match in _CONFIGURATION.finditer(code):
        start, end = match.span()
        if match.group() == b"<<<":
            opened = start
        elif match.group().startswith(b">") and opened is not None:
            out[opened : opened + 3] = b"(  "
            _clear(out, start, end)
            if not code[end : end + 256].lstrip().startswith(b")"):
                out[end - 1] = 0x2C  # comma between the configuration and the kernel's own arguments
            opened = None
        elif match.group() == b";" or opened is None:
            opened = None


def _qualifier_macros(code: bytes) -> set[bytes]:
    """Names that the file defines as nothing but qualifiers, such as `#define HD __host__ __device__`."""
    known = set(_QUALIFIERS)
    for match in _DEFINE_NAME.finditer(code):
        words = match[2].replace(b"\\", b" ").split()
        if words and any(w in known for w in words) and all(w in known or w in _FILLER for w in words):
            known.add(match[1])
    return known - set(_QUALIFIERS)


_patterns: dict[tuple[bytes, ...], re.Pattern[bytes]] = {}


def _qualifier_pattern(words: tuple[bytes, ...]) -> re.Pattern[bytes]:
    """A pattern for all qualifiers; kept, since most files define none of their own."""
    if words not in _patterns:
        if len(_patterns) > 64:
            _patterns.clear()
        plain = b"|".join(re.escape(w) for w in words)
        calls = b"|".join(_WITH_ARGUMENTS)
        _patterns[words] = re.compile(rb"\b(?:(?:" + plain + rb")\b|(?P<call>(?:" + calls + rb")[ \t\r\n]*\())")
    return _patterns[words]


def _closing(code: bytes, start: int) -> int:
    """Offset after the parenthesis that closes one opened just before `start`; `start` if there is none near."""
    depth = 1
    for match in _INSIDE.finditer(code, start, start + 4096):
        depth += 1 if match.group() == b"(" else -1
        if depth == 0:
            return match.end()
    return start
