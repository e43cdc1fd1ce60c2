"""Edits that keep lane operations inside groups of 32 lanes on every GPU, as CUDA has them."""

import functools
import re

from cass_tools.cuda.bfloat16 import may_be_bfloat16
from cass_tools.cuda.constants import constants
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.dataflow import flow
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.warps import LANES
from cass_tools.model import Edit, Span
from cass_tools.substitutes import Brought, bring

_FULL = 0xFFFFFFFF
_ACTIVE = Pattern(rb"\s*__activemask\s*\(\s*\)\s*")
_SIMPLE = Pattern(rb"[\w.:]+(?:->\w+)*")
_BEFORE = Pattern(rb"(?:[(,{;]|(?<![=!<>])=|\breturn)\s*\Z")
_AFTER = Pattern(rb"\s*[;),}]")
_DIRECTIVE = Pattern(rb"^[ \t]*#", re.MULTILINE)
_KNOWN = Pattern(rb"\b__(?:activemask|ballot\w*|match_\w+|popc\w*|ffs\w*|clz\w*)\s*\(")
_EFFECT = Pattern(rb"\b[A-Za-z_]\w*\s*\(|\+\+|--|(?<![=!<>])=(?!=)")  # what evaluating a mask may do besides
_VOTES = {b"__ballot": "ballot32", b"__any": "any32", b"__all": "all32"}


def confine(context: Context, call: Node) -> tuple[Edit, ...]:
    """The call for the caller's group of 32 lanes; nothing where it cannot be rewritten."""
    known, place = _confined(context), (call.start_byte, call.end_byte)
    if place not in known:
        known[place] = _confine(context, call)
    return known[place]


@functools.lru_cache(maxsize=2)
def _confined(_context: Context) -> dict[tuple[int, int], tuple[Edit, ...]]:
    """What was found out of calls of a file, by their bytes [start, end): two rules ask about each."""
    return {}


def _confine(context: Context, call: Node) -> tuple[Edit, ...]:
    called, arguments = call.child_by_field_name("function"), context.arguments(call)
    if called is None or called.type not in ("identifier", "template_function"):
        return ()
    name = context.callee(call)
    masked = name.endswith(b"_sync")
    plain = name.removesuffix(b"_sync")
    head = Span(called.start_byte, called.end_byte)
    if plain in _VOTES and len(arguments) == 1 + masked:
        return _vote(context, head, plain, arguments)
    if plain.startswith(b"__shfl") and len(arguments) in (2 + masked, 3 + masked):
        return _shuffle(context, call, plain, arguments, masked)
    if plain == b"__activemask" and not arguments:
        return _renamed(head, bring(context, "activemask32"))
    if masked and plain.startswith((b"__match_", b"__reduce_")):
        return _renamed(head, bring(context, plain.decode().lstrip("_") + "32"))
    return ()


def every_lane(context: Context, mask: Span) -> bool:
    """Whether a mask names all 32 lanes, or all that are there: then it says nothing."""
    text = context.code[mask.start : mask.end]
    if _means_all(context, text):
        return True
    function = functions(context).at(mask.start)
    if function is None or IDENTIFIER.fullmatch(text.strip()) is None:
        return False
    known, name = flow(context, function), text.strip()
    sources = known.initial(name)
    settled = bool(sources) and not known.parameter(name) and not known.changed(name)
    return settled and all(_means_all(context, source) for source in sources)


def _means_all(context: Context, text: bytes) -> bool:
    value = constants(context).evaluate(text)
    return _ACTIVE.fullmatch(text) is not None or (value is not None and value.pattern & _FULL == _FULL)


def _renamed(name: Span, brought: Brought) -> tuple[Edit, ...]:
    return (Edit(name, brought.name), *brought.edits)


def _vote(context: Context, head: Span, plain: bytes, arguments: list[Span]) -> tuple[Edit, ...]:
    """`ballot32(p)`, or `(mask & ballot32(p))` where the mask leaves lanes out."""
    if len(arguments) == 1:
        return _renamed(head, bring(context, _VOTES[plain]))
    mask, predicate = arguments
    if every_lane(context, mask):
        brought = bring(context, _VOTES[plain])
        return (Edit(head, brought.name), _cut(context, mask, predicate), *brought.edits)
    brought = bring(context, "ballot32")
    plain_mask = _SIMPLE.fullmatch(context.code[mask.start : mask.end]) is not None
    in_macro = context.defines.index(mask.start) is not None  # where a name may stand for any expression
    opens, closes = (b"", b"") if plain_mask and not in_macro else (b"(", b")")
    before, after = {b"__ballot": (b"(", b")"), b"__any": (b"((", b") != 0)"), b"__all": (b"((", b") == 0)")}[plain]
    negated, close = (b"!(", b")") if plain == b"__all" else (b"", b"")
    end = _last(context, predicate.end)
    if _BEFORE.search(context.code, max(0, head.start - 40), head.start) and _AFTER.match(context.code, end.end):
        before, after = before[1:], after[:-1]
    return (
        Edit(Span(head.start, mask.start), before + opens),
        Edit(Span(mask.end, predicate.start), closes + b" & " + brought.name + b"(" + negated),
        Edit(Span(predicate.end, predicate.end), close),
        Edit(end, b")" + after),
        *brought.edits,
    )


def _cut(context: Context, mask: Span, following: Span) -> Edit:
    """Without the mask, its comma and the blanks after that; a comment before the next argument stays."""
    comma = mask.end + context.code[mask.end : following.start].index(b",") + 1
    after = context.data[comma : following.start]
    return Edit(Span(mask.start, comma + len(after) - len(after.lstrip(b" "))), b"")


def _last(context: Context, offset: int) -> Span:
    """The parenthesis that ends the call whose last argument ends at `offset`."""
    at = context.code.index(b")", offset)
    return Span(at, at + 1)


def _shuffle(context: Context, call: Node, plain: bytes, arguments: list[Span], masked: bool) -> tuple[Edit, ...]:
    """Without the mask, and with a width of 32 where there is none and the lane could leave its group."""
    start, end = call.start_byte, call.end_byte
    if context.code.find(b"#", start, end) >= 0 and _DIRECTIVE.search(context.code, start, end):
        return ()  # what is added could stand on the directive's line
    called = call.child_by_field_name("function")
    if called is not None and called.type == "identifier" and may_be_bfloat16(context, arguments[masked]):
        return _of_any_type(context, called, plain, arguments)
    edits = list[Edit]()
    if masked:
        edits += _without_mask(context, call, plain, arguments)
    elif called is not None and called.type != "identifier":
        return ()
    value = constants(context).value(context.code[arguments[-1].start : arguments[-1].end])
    stays = plain == b"__shfl_xor" and (value is None or value < LANES)
    if len(arguments) == 2 + masked and not stays:
        edits.append(Edit(Span(arguments[-1].end, arguments[-1].end), b", 32"))
    return tuple(edits)


def _of_any_type(context: Context, called: Node, plain: bytes, arguments: list[Span]) -> tuple[Edit, ...]:
    """The call of a function that copies words; with an effect in the mask, none can be written."""
    masked = context.text(called).endswith(b"_sync")
    if masked and _has_effect(context, arguments[0]):
        return ()
    brought = bring(context, plain.decode().lstrip("_"))
    cut = [_cut(context, *arguments[:2])] if masked else []
    return (Edit(Span(called.start_byte, called.end_byte), brought.name), *cut, *brought.edits)


def _has_effect(context: Context, mask: Span) -> bool:
    if constants(context).evaluate(context.code[mask.start : mask.end]) is not None:
        return False  # `uint32_t(-1)` is no call
    return _EFFECT.search(_KNOWN.sub(b"", context.code[mask.start : mask.end])) is not None


def _without_mask(context: Context, call: Node, plain: bytes, arguments: list[Span]) -> list[Edit]:
    """HIP's function without a mask; with all lanes of a wavefront as mask where the project has taken its name."""
    called = call.child_by_field_name("function")
    own = plain in functions(context).names or plain in context.defines.names
    mask, value = arguments[:2]
    if called is None or own or called.type != "identifier":
        return [Edit(mask, b"__activemask()")]
    end = called.end_byte
    if _has_effect(context, mask):
        first = Edit(Span(called.start_byte, mask.start), b"((void)(")
        last = _last(context, arguments[-1].end)
        closed = Edit(Span(last.start, last.end), b"))")
        return [first, Edit(Span(mask.end, value.start), b"), " + plain + b"("), closed]
    return [Edit(Span(end - len(b"_sync"), end), b""), _cut(context, mask, value)]
