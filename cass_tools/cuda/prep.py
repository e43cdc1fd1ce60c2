"""Make CUDA readable for a C++ grammar without moving a byte.

`k<<<g, b>>>(a)` becomes the call `k( g, b ,a)`, CUDA's declaration qualifiers and macros of the same file that expand
only to such qualifiers become spaces, those that are `asm` with its qualifiers become `asm`, comments, literals
(cuda/lex.py) and long tables of numbers are blanked. A node's offsets are the user's, and a launch is recognised by the
`<<<` at the start of its argument list in the user's bytes.
"""

import re
from collections.abc import Iterator

from cass_tools.cuda.asm_macros import keywords
from cass_tools.cuda.depth import too_deep
from cass_tools.cuda.lex import Defines, Words, blank, vocabulary
from cass_tools.cuda.pieces import END, Piece, pieces

QUALIFIERS = frozenset(
    b"__global__ __device__ __host__ __shared__ __constant__ __managed__ __grid_constant__ __forceinline__ __noinline__"
    b" __inline__ __inline __restrict__ __restrict __device_builtin__ __cudart_builtin__ __inline_hint__ __nv_pure__"
    b" CUDARTAPI CUDA_CB CUDAAPI CUBLASWINAPI CUDNNWINAPI CUFFTAPI CURANDAPI CUSPARSEAPI CUSOLVERAPI".split()
)
WITH_ARGUMENTS = frozenset(
    b"__launch_bounds__ __align__ __cluster_dims__ __block_size__ __maxnreg__ __attribute__ __declspec".split()
)
BLANKED = QUALIFIERS | WITH_ARGUMENTS  # the tree has none of these names
_FILLER = frozenset(b"inline static extern const constexpr volatile".split())
_END_OF_CONFIGURATION = re.compile(rb">>>[ \t\r\n\\]*\(|[;{}]|<<<")
_ASM = b"asm"
_MAX_ARGUMENTS, _MAX_DEPTH = 4096, 32
_INSIDE = re.compile(rb"[()]")
# `class MYLIB_EXPORT name {`: what stands there is a macro, whoever defines it.
_CLASSES = frozenset({b"struct", b"class", b"union"})
_EXPORTED = re.compile(
    rb"(?:struct|class|union)\s+([A-Z][A-Z0-9]*_[A-Z0-9_]+)"
    rb"(?=\s+[A-Za-z_]\w*(?:\s*<[^<>;{}()]*>)?\s*(?:final\b\s*)?(?::[^;:{}]|\{))"
)
# A table of numbers says nothing to a rule, and the grammar makes 160 bytes of each of its own: numbers, and rows of
# them in braces that may hold such rows.
# Before Python 3.11.5 (Debian 12 has 3.11.2) a possessive group that fails half-way keeps what it read; a last way that
# never fits puts it back.
_BACK = rb"|(?!)"
_EXPONENT = rb"(?:[eE][-+]?+[0-9]++" + _BACK + rb")?+"
_NUMBER = rb"[-+]?+(?:0[xX][0-9a-fA-F]++|[0-9]++(?:\.[0-9]*+)?+" + _EXPONENT + rb")[fFuUlL]*+\s*+"
_LIST = rb"\s*+(?:" + _NUMBER + rb"(?:,\s*+|(?=\}))" + _BACK + rb")*+"
_ROW = rb"\{" + _LIST + rb"(?:\{" + _LIST + rb"\}\s*+(?:,\s*+)?+" + _LIST + _BACK + rb")*+\}\s*+"
_NUMBERS = re.compile(rb"(?:(?:" + _NUMBER + rb"|" + _ROW + rb"),\s*+" + _BACK + rb"){8,}+")
# Where one can be: at least so many bytes of its characters in a row, with a comma for each number.
_NUMBERS_AT_LEAST = 64
_IN_NUMBERS = bytes(c in b"0123456789abcdefABCDEFxXuUlL.+-,{} \t\n\r\f\v" for c in range(256))
_LONG_ENOUGH = b"\x01" * (2 * _NUMBERS_AT_LEAST)
_ALL_BUT_LINE_ENDS = bytes(c if c == 0x0A else 0x20 for c in range(256))
_STRAY = re.compile(rb"\\(?!\r?\n)")  # outside of literals no token; the grammar takes minutes over thousands


def prepare(data: bytes) -> bytes:
    """`data` as a C++ grammar can read it: same length, all offsets kept."""
    code = blank(data)
    return mask(code, Words(code), Defines(code))


def mask(code: bytes, words: Words, defines: Defines) -> bytes:
    """`prepare` for code that was read already: blanked bytes, their identifiers and macros."""
    present = QUALIFIERS & words.keys()
    if present or WITH_ARGUMENTS & words.keys():
        present |= qualifier_macros(defines)
    asm = frozenset(name for name in keywords(defines) if len(name) >= len(_ASM))
    return _without_deep(code, END.join([_piece_masked(piece, present, asm) for piece in pieces(code).all]))


def _piece_masked(piece: Piece, qualifiers: frozenset[bytes], asm: frozenset[bytes]) -> bytes:
    named = piece.ask(vocabulary)
    what = qualifiers & named, WITH_ARGUMENTS & named, asm & named, _CLASSES & named
    return piece.made(what, lambda: _masked(piece, *what))


def _masked(
    piece: Piece,
    qualifiers: frozenset[bytes],
    with_arguments: frozenset[bytes],
    asm: frozenset[bytes],
    classes: frozenset[bytes],
) -> bytes:
    """A piece without what the grammar cannot read; of the names only these are in it, and mean that."""
    code = piece.text
    out = bytearray(code)
    _mask_launches(code, out)
    _mask_unread(piece, classes, out)
    for name in asm:
        for start in piece.names(name):
            if not _is_defined_at(code, start):
                out[start : start + len(name)] = _ASM.ljust(len(name))
    for name in qualifiers:
        for start in piece.names(name):
            if not _is_defined_at(code, start):
                out[start : start + len(name)] = b" " * len(name)
    for name in with_arguments:
        for start in piece.names(name):
            _clear(out, start, _end_of_call(code, start + len(name)))
    if b"#" in code:
        _keep_macro_bodies(out, code)
    return bytes(out)


def _without_deep(code: bytes, masked: bytes) -> bytes:
    """Spaces over what is too deep to read, and one byte that is no C++: the tree says that it is not of all."""
    places = list(too_deep(code))
    if not places:  # as nearly always
        return masked
    out = bytearray(masked)
    for start, end in places:
        _clear(out, start, end)
    out[places[0][0]] = 0x40
    return bytes(out)


def _mask_unread(piece: Piece, classes: frozenset[bytes], out: bytearray) -> None:
    """Spaces over what no rule asks about and the grammar reads slowly, or not at all."""
    code = piece.text
    for start, end in _tables(code):
        _clear(out, start, end)
    for match in _STRAY.finditer(code):
        _clear(out, *match.span())
    for word in classes:
        for start in piece.names(word):
            if exported := _EXPORTED.match(code, start):
                _clear(out, *exported.span(1))


def _tables(code: bytes) -> Iterator[tuple[int, int]]:
    """Where tables of numbers are: the pattern is tried only where one can be, for it cannot be searched fast."""
    allowed = code.translate(_IN_NUMBERS)
    start = allowed.find(_LONG_ENOUGH)
    while start >= 0:
        end = allowed.find(b"\x00", start)
        end = len(code) if end < 0 else end
        if code.count(b",", start, end) >= _NUMBERS_AT_LEAST:
            for match in _NUMBERS.finditer(code, start, end):
                if code.count(b",", *match.span()) >= _NUMBERS_AT_LEAST:
                    yield match.span()
        start = allowed.find(_LONG_ENOUGH, end)


def _keep_macro_bodies(out: bytearray, code: bytes) -> None:
    """Put back bodies that are all qualifiers: to the grammar a macro whose line ends in spaces goes on in the next."""
    for define in Defines(code).all:
        if out[define.start : define.end].replace(b"\\", b" ").isspace():
            out[define.start : define.end] = code[define.start : define.end]


def _is_defined_at(code: bytes, start: int) -> bool:
    return code[max(0, start - 16) : start].rstrip(b" \t").endswith(b"define")


def _clear(out: bytearray, start: int, end: int) -> None:
    """Spaces over [start, end), line ends kept."""
    out[start:end] = out[start:end].translate(_ALL_BUT_LINE_ENDS)


def _mask_launches(code: bytes, out: bytearray) -> None:
    """Turn each `<<<` that has its `>>>(` before the end of the statement into one argument list."""
    opened = code.find(b"<<<")
    while opened >= 0:
        match = _END_OF_CONFIGURATION.search(code, opened + 3)
        if match is None:
            return
        end = match.end()
        if match.group().startswith(b">"):
            out[opened : opened + 3] = b"(  "
            _clear(out, match.start(), end)
            if not code[end : end + 256].lstrip().startswith(b")"):
                out[end - 1] = 0x2C  # comma between the configuration and the kernel's own arguments
        opened = code.find(b"<<<", match.start())


def qualifier_macros(defines: Defines) -> frozenset[bytes]:
    """Names that the file defines as nothing but qualifiers, such as `#define HD __host__ __device__`."""
    known = set(QUALIFIERS)
    for define in defines.all:
        if define.function_like:
            continue
        expansion = defines.text(define).replace(b"\\", b" ").split()
        if not known.isdisjoint(expansion) and all(word in known or word in _FILLER for word in expansion):
            known.add(define.name)
    return frozenset(known)


def _end_of_call(code: bytes, start: int) -> int:
    """Offset after the bracketed arguments that follow `start`; `start` if there are none near."""
    depth = 0
    for match in _INSIDE.finditer(code, start, start + _MAX_ARGUMENTS):
        if depth == 0 and code[start : match.start()].strip():
            break
        depth += 1 if match.group() == b"(" else -1
        if depth <= 0 or depth > _MAX_DEPTH:
            return match.end() if depth == 0 else start
    return start
