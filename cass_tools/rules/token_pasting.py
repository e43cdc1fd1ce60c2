"""A macro that builds a CUDA name by pasting tokens: `cuda##name`, `__##n##_sync`, `CAT(cuda, Malloc)`.

**Why it fails on AMD.** The name exists only after the preprocessor has run: what looks at names cannot see it, and a
CUDA name that comes out is undeclared in HIP; functions across lanes come out with CUDA's masks of 32 bits.

**Example.**

    #define API(name) check(cuda##name)
    API(Malloc)(&p, n);

**Instead.** The macros of a file are expanded to see which names come out. If they all have the same rest in HIP, the
macro pastes onto HIP's prefix; where a use is nothing but the name, HIP's name is written there. What remains: write
the names out.
"""

import functools
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.expand import MacroUse, TooLargeError, macros, uses
from cass_tools.cuda.leftover import looks_cuda, may_begin_cuda
from cass_tools.cuda.lex import Define
from cass_tools.cuda.names import TORCH, Status
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_PREFIX = re.compile(
    rb"(?:cuda|cu|CU|CUDA_?|cublas|CUBLAS_?|cufft|CUFFT_?|curand|CURAND_?|cusparse|CUSPARSE_?|cusolver|CUSOLVER_?|cudnn|CUDNN_?|nccl|nvml|nvrtc"
    rb"|nvtx|__nv|__cuda|thrust|cub)\w*"
)
_CHAIN = Pattern(rb"\w+(?:(?:[ \t]|\\\r?\n)*##(?:[ \t]|\\\r?\n)*\w+)+")
_LANES = (
    *(f"__{name}{sync}" for name in ("ballot", "any", "all", "activemask") for sync in ("_sync", "")),
    *(f"__shfl{kind}{sync}" for kind in ("", "_up", "_down", "_xor") for sync in ("_sync", "")),
    *("__match_any_sync", "__match_all_sync", "__syncwarp"),
    *(f"__reduce_{kind}_sync" for kind in ("add", "min", "max", "and", "or", "xor")),
)
_ENOUGH = 5  # letters of such a name that a macro must hold itself
_SHOWN = 3
_ADVICE = "Paste onto the prefix of HIP's names after a look at every use, or write the names out."


class _Made(NamedTuple):
    """`use` makes `name`; `alone` if it makes nothing else."""

    use: MacroUse
    name: bytes
    alone: bool


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Every `##` of the file's macros: what comes out at each use, or may come out where there is none."""
    made = _made(context)
    for define in context.defines.all:
        if context.code.find(b"##", define.start, define.end) < 0:
            continue
        for match in _CHAIN.finditer(context.code, define.start, define.end):
            chain = Span(match.start(), match.end())
            here = [m for at, names in made.items() if chain.start < at < chain.end for m in names]
            if here:
                yield from _seen(context, define, chain, list(dict.fromkeys(here)))
            elif _suspect(_pieces(match.group()), define):
                yield _finding(context, chain, f"`{_text(context, chain)}` builds a CUDA name by pasting.", ())


def _made(context: Context) -> dict[int, list[_Made]]:
    """The CUDA names that come out, by the offset of the last `##` that made each."""
    found: dict[int, list[_Made]] = {}
    for use in uses(context, _able(context)):
        try:
            tokens = macros(context).expand(use.start, use.end)
        except TooLargeError:
            continue
        for token in tokens:
            if token.pasted >= 0 and _is_cuda(token.text, context, use.start):
                found.setdefault(token.pasted, []).append(_Made(use, token.text, len(tokens) == 1))
    return found


def _able(context: Context) -> frozenset[bytes]:
    """The macros whose pasting can make a CUDA name, or the name of another macro, by what it begins with."""
    named = tuple(macros(context).named)

    @functools.cache
    def begins(first: bytes) -> bool:
        lanes = any(name.startswith(first.decode()) for name in _LANES)
        return (
            lanes
            or may_begin_cuda(first)
            or context.names.begin(first)
            or any(name.startswith(first) for name in named)
        )

    able = set[bytes]()
    for define in context.defines.all:
        pasted = context.code.find(b"##", define.start, define.end) >= 0
        firsts = {_pieces(c.group())[0] for c in _CHAIN.finditer(context.code, define.start, define.end)}
        if pasted and (not firsts or any(first in define.parameters or begins(first) for first in firsts)):
            able.add(define.name)
    return frozenset(able)


def _is_cuda(name: bytes, context: Context, offset: int) -> bool:
    """Whether a rule or a table has something to say about the name."""
    api = context.names.get(name)
    known = api is not None and api.status is not Status.SAME and api.library != TORCH
    known = known and api is not None and api.kind not in ("header", "namespace")
    return (known or looks_cuda(name) or name.decode() in _LANES) and context.scopes.is_api(name, offset)


def _seen(context: Context, define: Define, chain: Span, made: list[_Made]) -> Iterator[Finding]:
    """One finding with HIP's prefix in the macro where that serves all uses, else one for each use."""
    first = _pieces(context.code[chain.start : chain.end])[0]
    prefix = _prefix(context, first, made) if first not in define.parameters else None
    if prefix is not None:
        shown = ", ".join(dict.fromkeys(f"`{m.name.decode()}`" for m in made[:_SHOWN]))
        more = " and others" if len(made) > _SHOWN else ""
        message = f"`{_text(context, chain)}` builds CUDA names by pasting: {shown}{more}."
        yield _finding(context, chain, message, (Edit(Span(chain.start, chain.start + len(first)), prefix),))
        return
    line = context.line(chain.start)
    for one in made:
        span = Span(one.use.start, one.use.end)
        hip = _hip(context, one.name)
        edits = (Edit(span, hip),) if one.alone and hip is not None else ()
        message = f"This is `{one.name.decode()}` once `{define.name.decode()}` (line {line}) has pasted it."
        lanes = "Write the call out: its mask and its width are others in HIP." if one.name.endswith(b"_sync") else ""
        advice = f"In HIP it is `{hip.decode()}`." if hip else lanes
        yield _finding(context, span, message, edits, advice)


def _hip(context: Context, name: bytes) -> bytes | None:
    api = context.names.get(name)
    return api.hip.encode() if api is not None and api.status is Status.RENAMED else None


def _prefix(context: Context, first: bytes, made: list[_Made]) -> bytes | None:
    """What `first` must become for all names to become HIP's; None if nothing does that."""
    found = set()
    for one in made:
        rest, hip = one.name[len(first) :], _hip(context, one.name)
        if not one.name.startswith(first) or hip is None or not hip.endswith(rest):
            return None
        found.add(hip[: len(hip) - len(rest)])
    return found.pop() if len(found) == 1 else None


def _pieces(chain: bytes) -> list[bytes]:
    return re.findall(rb"\w+", chain)


def _suspect(pieces: list[bytes], define: Define) -> bool:
    """Whether a macro that the file does not use can make a CUDA name, by what it holds of it."""
    own = [piece for piece in pieces if piece not in define.parameters]
    if any(_PREFIX.fullmatch(piece) for piece in own):
        return True
    if sum(len(piece) for piece in own) < _ENOUGH or not any(piece.startswith((b"_", b"shfl")) for piece in own):
        return False
    form = re.compile("".join(r"\w*" if p in define.parameters else re.escape(p.decode()) for p in pieces))
    return any(form.fullmatch(name) for name in _LANES)


def _text(context: Context, span: Span) -> str:
    return re.sub(rb"\\?\s+", b" ", context.text(span)).decode("utf-8", "replace")


def _finding(context: Context, span: Span, message: str, edits: tuple[Edit, ...], advice: str = "") -> Finding:
    return context.finding(
        RULE,
        span,
        message,
        severity=Severity.ERROR,
        effort=Effort.MEDIUM if edits else Effort.HIGH,
        suggestion=advice or _ADVICE,
        edits=edits,
        safety=Safety.UNSAFE,
    )


RULE = Rule(
    code="CASS141",
    name="token-pasting",
    on=("file",),
    needs=(b"##",),
    check=check,
    doc=__doc__,
    invalid=(
        Example("#define API(name) check(cuda##name)\n"),
        Example(
            "#define API(name) check(cuda##name)\nvoid f(void* p) { API(Free)(p); API(DeviceReset)(); }\n",
            "#define API(name) check(hip##name)\nvoid f(void* p) { API(Free)(p); API(DeviceReset)(); }\n",
        ),
        Example(
            "#define CAT(a, b) a##b\nvoid f(void* p) { CAT(cuda, Free)(p); }\n",
            "#define CAT(a, b) a##b\nvoid f(void* p) { hipFree(p); }\n",
        ),
        Example("#define GEMM(T) cublas ## T ## gemm(handle)\n"),
        Example("#define TYPE(x) x##_cudaError\n#define STREAM(x) x ## cudaStream_t\n"),
        Example(
            "#define CHOOSE(f) OF_##f()\n#define OF_0() cuda##Malloc\nvoid f(void** p) { CHOOSE(0)(p, 8); }\n",
            "#define CHOOSE(f) OF_##f()\n#define OF_0() hip##Malloc\nvoid f(void** p) { CHOOSE(0)(p, 8); }\n",
        ),
        Example("#define VOTE(n, p) __##n##_sync(0xffffffff, p)\n"),
        Example(
            "#define CALL(f, ...) f##_sync(~0u, __VA_ARGS__)\n__device__ int g(int v) { return CALL(__shfl, v, 0); }\n"
        ),
    ),
    valid=(
        "#define CAT(a, b) a##b\n__device__ int CAT(my, name);\n",
        "#define NAME(x) my_##x##_kernel\n__global__ void NAME(a)() {}\n",
        "#define P(cublas, x) cublas##x\n",
        "#define DO(x) io##x##_sync()\n__device__ void f();\n",
        "#define NEXT(x) _n1##x\nint f(int _n1cudaMalloc) { return NEXT(cudaMalloc); }\n",
    ),
)
