"""One small fault at a time in a HIP source, of the kinds that porting makes; pure, the same for a seed every time."""

import itertools
import random
import re
from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from cass_tools.config import Config
from cass_tools.cuda.arguments import split_arguments
from cass_tools.cuda.context import Context
from cass_tools.cuda.kernels import functions
from cass_tools.model import Edit, Source, Span


class Fault(NamedTuple):
    """A wrong version of a source: its kind, the line and column where it is (from 1), both texts there."""

    kind: str
    line: int
    column: int
    before: str
    after: str
    data: bytes

    @property
    def name(self) -> str:
        """What tells it from all others of its program."""
        return f"{self.line}:{self.column} {self.kind}"


SWAPPED_NAMES = {
    "table-row": (
        (rb"\b__popc(ll)?\b", rb"__clz\1"),
        (rb"\b__clz(ll)?\b", rb"__ffs\1"),
        (rb"\b__ffs(ll)?\b", rb"__clz\1"),
        (rb"\b__brev\b", rb"__popc"),
        (rb"\b__shfl_up(_sync)?\b", rb"__shfl_down\1"),
        (rb"\b__shfl_down(_sync)?\b", rb"__shfl_up\1"),
        (rb"\b__shfl_xor(_sync)?\b", rb"__shfl_down\1"),
        (rb"\b__any(_sync)?\b", rb"__all\1"),
        (rb"\b__all(_sync)?\b", rb"__any\1"),
        (rb"\batomicMax\b", rb"atomicMin"),
        (rb"\batomicAdd\b", rb"atomicExch"),
        (rb"\batomicOr\b", rb"atomicAnd"),
        (rb"\b__mul24\b", rb"__umul24"),
        (rb"\b__umulhi\b", rb"__mulhi"),
        (rb"\bfmaxf?\b", rb"fmin"),
        (rb"\b__builtin_amdgcn_ubfe\b", rb"__builtin_amdgcn_sbfe"),
        (rb"\b__builtin_amdgcn_sbfe\b", rb"__builtin_amdgcn_ubfe"),
    ),
    "memcpy-kind": (
        (rb"\bhipMemcpyHostToDevice\b", rb"hipMemcpyDeviceToHost"),
        (rb"\bhipMemcpyDeviceToHost\b", rb"hipMemcpyHostToDevice"),
    ),
    "barrier": ((rb"\b__syncthreads\s*\(\s*\)\s*;", rb";"),),
    "fence": ((rb"\b__threadfence(?:_block|_system)?\s*\(\s*\)\s*;", rb";"),),
    "mask": (
        (rb"\b0x[fF]{8}(?=[uUlL]*\b)", rb"0x7fffffff"),
        (rb"\b0x[fF]{16}(?=[uUlL]*\b)", rb"0x7fffffffffffffff"),
        (rb"(?<=&)(\s*)31\b", rb"\g<1>15"),
        (rb"(?<=&)(\s*)63\b", rb"\g<1>31"),
        (rb"(?<=%)(\s*)(?:32|warpSize)\b", rb"\g<1>16"),
    ),
    "ballot": (
        (rb"\b(__ballot(?:_sync)?|__activemask)(?=\s*\()", rb"(unsigned)\1"),
        (rb"\bunsigned long long\b(?=\s+\w*(?:mask|ballot|bits|active)\w*\s*=)", rb"unsigned"),
    ),
    "launch-bounds": ((rb"(__launch_bounds__\s*\(\s*)(\d+)", rb"\g<1>32 + 0 * \2"),),
}
IN_KERNELS = {
    "off-by-one": (
        (rb"(?<![<>=-])<(?![<=])(?=\s*[\w(])(?![^;{}()]*>)", rb"<="),
        (rb"(?<![<>=-])>=(?=\s*\w)", rb">"),
        (rb"(?<=[\w\])])\s*\+ 1\b", rb""),
        (rb"(?<=[\w\])])\s*- 1\b", rb""),
        (rb"= 0;", rb"= 1;"),
    ),
    "operator": ((rb"(?<=[\w\])])\s*\+=", rb" -="), (rb"(?<=[\w\])]) \* (?=[\w(])", rb" + ")),
}


def faults(
    source: Source, most: int, seed: int, *, device_only: bool = False, without: Collection[str] = ()
) -> list[Fault]:
    """At most `most` faults, kinds in turn, places by lot; `device_only`: in code of the GPU; `without`: none in the
    functions of these names."""
    context = Context(source, Config())
    by_kind: dict[str, list[Edit]] = {}
    for kind, edit in _all(context):
        around = functions(context).at(edit.span.start)
        if device_only and not functions(context).on_device(edit.span.start):
            continue
        if around is not None and around.name is not None and around.name.decode() in without:
            continue
        by_kind.setdefault(kind, []).append(edit)
    lot = random.Random(seed)  # noqa: S311 - the same faults every time
    for edits in by_kind.values():
        lot.shuffle(edits)
    order = sorted(by_kind)
    lot.shuffle(order)
    chosen = [(k, by_kind[k][n]) for n in range(most) for k in order if n < len(by_kind[k])]
    return [_made(context, kind, edit) for kind, edit in chosen[:most]]


def _all(context: Context) -> Iterator[tuple[str, Edit]]:
    for kind, pairs in SWAPPED_NAMES.items():
        yield from ((kind, edit) for edit in _replaced(context, pairs, lambda _: True))
    on_device = functions(context).on_device
    for kind, pairs in IN_KERNELS.items():
        yield from ((kind, edit) for edit in _replaced(context, pairs, on_device))
    yield from (("arguments", edit) for edit in _swapped_arguments(context))
    yield from (("launch", edit) for edit in _smaller_grids(context))


def _replaced(context: Context, pairs: tuple[tuple[bytes, bytes], ...], here: Callable[[int], bool]) -> Iterator[Edit]:
    for pattern, text in pairs:
        for match in re.finditer(pattern, context.code):
            line = context.code[context.code.rfind(b"\n", 0, match.start()) + 1 : match.start()]
            if here(match.start()) and not line.lstrip().startswith(b"#"):
                yield Edit(Span(match.start(), match.end()), match.expand(text))


def _calls(context: Context) -> Iterator[list[Span]]:
    """The arguments of launches and of calls of the file's own functions on the GPU."""
    own = {f.name for f in functions(context).all if f.device and f.name}
    for match in re.finditer(rb">>>\s*\(|\b(\w+)\s*\(", context.code):
        inside = functions(context).at(match.start())
        if inside is None or match.start() < inside.body or (match[1] is not None and match[1] not in own):
            continue
        end = _closing(context.code, match.end() - 1)
        if end:
            yield [Span(*s) for s in split_arguments(context.code, match.end(), end)]


def _closing(code: bytes, opening: int) -> int:
    depth = 0
    for at in range(opening, len(code)):
        depth += {0x28: 1, 0x29: -1}.get(code[at], 0)
        if not depth:
            return at
    return 0


def _swapped_arguments(context: Context) -> Iterator[Edit]:
    for spans in _calls(context):
        for first, second in itertools.pairwise(spans):
            a, b = (context.data[s.start : s.end].strip() for s in (first, second))
            if a != b:
                yield Edit(Span(first.start, second.end), b + b", " + a)


def _smaller_grids(context: Context) -> Iterator[Edit]:
    for match in re.finditer(rb"<<<\s*([^,;]+?)\s*,", context.code):
        if match[1].isdigit() and int(match[1]) < 2:
            continue
        yield Edit(Span(*match.span(1)), b"1")


def _made(context: Context, kind: str, edit: Edit) -> Fault:
    start, end = edit.span
    data = context.data[:start] + edit.text + context.data[end:]
    before = context.data[start:end].decode(errors="replace")
    column = start - context.data.rfind(b"\n", 0, start)
    return Fault(kind, context.line(start), column, before, edit.text.decode(errors="replace"), data)
