"""What rules can subscribe to, and the one walk over a file that serves them all.

A capture is a syntax node at the user's byte offsets. Every capture is delivered for the file and for the bodies of
`#define`s that speak of CUDA (their nodes belong to small trees of their own: `.parent` ends there).

* `file`               the root node, once per file; for rules about a whole file (headers, namespaces).
* `identifier`         an identifier, type, field or namespace name, wherever it is in code: `#define` bodies,
                       conditions of `#if` and broken code too, never in comments or strings. Only names listed in
                       `Rule.names` come.
* `call`               `call_expression` that is no launch; with `Rule.names` only calls of those (last part of the
                       name: `a::b<T>(x)` is `b`, `o.f(x)` is `f`).
* `launch`             `call_expression` for `kernel<<<...>>>(...)`; `Context.launch(node)` gives its parts.
* `include`            `preproc_include`.
* `asm`                `gnu_asm_expression`.
* `preproc_condition`  the expression of `#if`/`#elif`, the name of `#ifdef`/`#ifndef`/`#elifdef`.
* `define`             `preproc_def` and `preproc_function_def`.
* `directive`          `preproc_call`: `#pragma`, `#undef` and the like.
* `number`             `number_literal`.
* `binary`             `binary_expression`.
* `assignment`         `assignment_expression`, `a >>= 5` included.
* `subscript`          `subscript_expression`.
* `declaration`        `declaration` (variables and prototypes), `field_declaration`, `parameter_declaration`.
* `array`              `array_declarator`.
* `function`           `function_definition`.
* `lambda`             `lambda_expression`.
* `loop`               `for_statement` and `while_statement`.
* `template_type`      `template_type`; `template_function` for `f<T>` in expressions.
* `qualified`          `qualified_identifier`, inner and outer ones.
* `using`              `using_declaration`, `namespace_alias_definition`, `alias_declaration`, `type_definition`.
* `string`             `string_literal`, `raw_string_literal`; read its text with `Context.text`.
* `judged`             the root again, after all other rules (give `Rule.needs`); `Context.found` is what they found.
* `leftover`           CUDA-looking identifiers that no other finding covers; delivered last.
"""

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING, cast

from tree_sitter import Node

from cass_tools.cuda import lex
from cass_tools.cuda.draft import LAUNCHED, Parts, Wanted
from cass_tools.cuda.headers import header_row
from cass_tools.cuda.holdings import Holdings
from cass_tools.cuda.leftover import looks_cuda
from cass_tools.cuda.named_calls import launches, named_calls
from cass_tools.cuda.nodes import by_kind, kinds
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.pieces import pieces
from cass_tools.cuda.prep import BLANKED

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context
    from cass_tools.rule import Outline, Rule, Where

FILE, IDENTIFIER, CALL, LAUNCH = "file", "identifier", "call", "launch"
JUDGED, LEFTOVER = "judged", "leftover"
CONDITION = "preproc_condition"
_WITHOUT_WALK = frozenset({FILE, LAUNCH, JUDGED, LEFTOVER})
FUNCTIONS = ("function", "lambda")  # what kernels.py reads them from, whoever asks

# Where a capture is a node of the syntax tree: the node's type, and the name of the capture.
_TYPES = {
    "call_expression": CALL,
    "preproc_include": "include",
    "gnu_asm_expression": "asm",
    "preproc_if": CONDITION,
    "preproc_elif": CONDITION,
    "preproc_ifdef": CONDITION,
    "preproc_elifdef": CONDITION,
    "preproc_def": "define",
    "preproc_function_def": "define",
    "preproc_call": "directive",
    "number_literal": "number",
    "binary_expression": "binary",
    "assignment_expression": "assignment",
    "subscript_expression": "subscript",
    "declaration": "declaration",
    "field_declaration": "declaration",
    "parameter_declaration": "declaration",
    "array_declarator": "array",
    "function_definition": "function",
    "lambda_expression": "lambda",
    "for_statement": "loop",
    "while_statement": "loop",
    "do_statement": "loop",
    "template_type": "template_type",
    "template_function": "template_type",
    "qualified_identifier": "qualified",
    "using_declaration": "using",
    "namespace_alias_definition": "using",
    "alias_declaration": "using",
    "type_definition": "using",
    "string_literal": "string",
    "raw_string_literal": "string",
}
NAMES = frozenset({FILE, IDENTIFIER, LAUNCH, JUDGED, LEFTOVER, *_TYPES.values()})


# What a file must name, besides API and rule names, for any rule to have something to say about it.
GPU_WORDS = frozenset(
    b"__global__ __device__ __host__ __shared__ __constant__ __managed__ __launch_bounds__ threadIdx blockIdx blockDim"
    b" gridDim warpSize asm __asm __asm__ cub thrust nvcuda wmma cooperative_groups __syncthreads __syncwarp"
    b" cu cuda CU CU_ CUDA_ cublas CUBLAS_ cufft CUFFT_ curand CURAND_ cusparse CUSPARSE_ cusolver CUSOLVER_ cudnn"
    b" CUDNN_ nccl nvtx3".split()  # prefixes alone are pasted to names by macros
)

# The same for what is no identifier: launches, headers of libcu++ and wmma; and the pragmas that only nvcc knows.
GPU_TEXT = (b"<<<", b"cuda/", b"nv/", b"mma.h", b"##_sync", b"## _sync")
NV_PRAGMA = Pattern(rb"pragma[ \t]+(?:nv|hd_warning|diag_|unroll[ \t]*\()")


class Dispatch:
    """Which rules to ask about what, by their outlines; made once for a set of rules."""

    def __init__(self, rules: Sequence["Outline"]) -> None:
        self.by_capture: dict[str, list[Outline]] = {}
        self.calls: dict[bytes, list[Outline]] = {}
        self.identifiers: dict[bytes, list[Outline]] = {}
        needs: set[bytes] = set()
        for rule in rules:
            needs.update(rule.needs)
            for capture in rule.on:
                if capture == IDENTIFIER or (capture == CALL and rule.names):
                    table = self.identifiers if capture == IDENTIFIER else self.calls
                    for name in rule.names:
                        table.setdefault(name, []).append(rule)
                else:
                    self.by_capture.setdefault(capture, []).append(rule)
        wanted = {*self.by_capture, CALL, *FUNCTIONS}
        self.needed_words = frozenset(word for word in needs if lex.IDENTIFIER.fullmatch(word))
        self.needed_text = {text: _name_in(text) for text in needs - self.needed_words}
        self.kinds = kinds({kind: capture for kind, capture in _TYPES.items() if capture in wanted})
        self._asked_for(rules)

    def _asked_for(self, rules: Sequence["Outline"]) -> None:
        """What a file must name: a name of a rule is not enough where the rule needs another word as well."""
        self.names = set(GPU_WORDS)
        self.names_with: dict[bytes, set[bytes]] = {}
        for rule in rules:
            for name in rule.names:
                if not rule.needs or any(need in name for need in rule.needs):
                    self.names.add(name)
                else:
                    self.names_with.setdefault(name, set()).update(rule.needs)

    def speaks(self, word: bytes, text: bytes) -> bool:
        """Whether a rule may be about a word of a text."""
        return word in self.names or any(need in text for need in self.names_with.get(word, ()))


def _name_in(text: bytes) -> bytes:
    """The longest piece of a text that is part of an identifier wherever the text is in code; empty if none is."""
    return max(lex.IDENTIFIER.findall(text), key=len, default=b"")


def concerns(context: "Context", dispatch: Dispatch) -> bool:
    """Whether any rule can find something: most files of a C++ project have nothing to do with a GPU."""
    if _speaks_of_gpus(context.words.keys(), context.code, dispatch) or context.uses:
        return True
    return any(header_row(context.names, include.path) is not None for include in context.layout.includes)


def _speaks_of_gpus(words: Set[bytes], code: bytes, dispatch: Dispatch) -> bool:
    if not words.isdisjoint(dispatch.names) or any(text in code for text in GPU_TEXT):
        return True
    if any(dispatch.speaks(word, code) for word in dispatch.names_with.keys() & words):
        return True
    if NV_PRAGMA.search(code):
        return True
    return any(looks_cuda(word) for word in words)


def walk(context: "Context", dispatch: Dispatch) -> Iterator[tuple["Rule", Node]]:
    """All pairs of rule and node, except `judged` and `leftover`, in no particular order."""
    if not concerns(context, dispatch):
        return
    asked = _Asked(context, dispatch)
    captured = context.capture(dispatch.kinds) if context.is_edited or asked.walks else {}  # functions are among them
    for rule in asked.by_capture.get(FILE, ()):
        yield rule, cast(Node, File(context))
    for name, listeners in asked.identifiers.items():
        for start in context.words[name]:
            node = context.node_at(start, start + len(name))
            for rule in listeners if _is_read(node, name) else ():
                yield rule, node
    if not context.is_edited and not asked.by_capture.get(CALL):
        captured = {**captured, CALL: _found_by_name(context, asked)}
    yield from _below(context, captured, asked)
    for root in context.bodies(lambda body: _speaks_of_gpus(set(lex.IDENTIFIER.findall(body)), body, dispatch)):
        yield from _below(context, by_kind(root, dispatch.kinds), asked)


class File:
    """What rules about a `file` are asked with: the root of its tree, which is made when one looks at it."""

    type = "translation_unit"

    def __init__(self, context: "Context") -> None:
        self._context = context

    def __getattr__(self, name: str) -> object:
        return getattr(self._context.root, name)


def _found_by_name(context: "Context", asked: "_Asked") -> list[Node]:
    """The calls and launches that are asked for; of a file without any no tree is made."""
    calls = list(named_calls(context, (name for name, rules in asked.calls.items() if rules)))
    if asked.by_capture.get(LAUNCH) and LAUNCHED in context.code:
        calls = [call for call in calls if not context.is_launch(call)]
        calls += launches(context)
    return calls


def _below(context: "Context", captured: Mapping[str, list[Node]], asked: "_Asked") -> Iterator[tuple["Rule", Node]]:
    """The rules to ask about captured nodes."""
    for capture in captured:
        if capture == CALL:
            yield from _calls(asked, _wanted_calls(context, captured, asked))
        elif rules := asked.by_capture.get(capture, ()):
            found = _conditions(captured[capture]) if capture == CONDITION else captured[capture]
            for rule in rules:
                for node in found:
                    yield rule, node


def _is_read(node: Node, name: bytes) -> bool:
    """Whether `node` is of a name, and not all around a part of the file that was left out of the tree.

    Qualifiers are never in the tree, the text of a pragma is one node.
    """
    return node.end_byte - node.start_byte == len(name) or name in BLANKED or node.type.startswith("preproc_")


def _conditions(directives: Iterable[Node]) -> list[Node]:
    """The conditions of `#if`s, the names of `#ifdef`s."""
    found = (node.child_by_field_name("condition") or node.child_by_field_name("name") for node in directives)
    return [node for node in found if node is not None]


@functools.lru_cache(maxsize=8)
def _needed(dispatch: Dispatch, words: frozenset[bytes]) -> tuple[frozenset[bytes], tuple[bytes, ...]]:
    """The needed words that are in the words of a file, and the other texts that can be in it.

    Kept, for of a text that is being edited most versions have the words of the one before.
    """
    held = _holdings(dispatch).of(words)
    named = dispatch.needed_words & held
    return named, tuple(text for text, name in dispatch.needed_text.items() if not name or name in held)


@functools.lru_cache(maxsize=8)
def _holdings(dispatch: Dispatch) -> Holdings:
    return Holdings({*dispatch.needed_words, *dispatch.needed_text.values()} - {b""})


@functools.lru_cache(maxsize=2)
def needed(context: "Context", dispatch: Dispatch) -> frozenset[bytes]:
    """What the file holds of all that rules need."""
    named, maybe = _needed(dispatch, context.words.vocabulary)
    hold = pieces(context.code).hold if context.is_edited else context.code.__contains__
    return named.union(filter(hold, maybe))


class _Asked:
    """The dispatch tables cut down to the rules that can find something in one file."""

    def __init__(self, context: "Context", dispatch: Dispatch) -> None:
        words = context.words.keys()
        present = needed(context, dispatch)
        end = len(context.code)

        @functools.cache
        def somewhere(rule: "Outline") -> bool:
            """Whether the rule can find anything in the file; of a text that is being edited each part is asked."""
            where = None if context.is_edited else rule.rule.where
            return where is None or where(0, end, context)

        def cut(outlines: list["Outline"], *, nodes: bool = True) -> list["Rule"]:
            held = [each for each in outlines if not each.needs or not present.isdisjoint(each.needs)]
            return [each.rule for each in held if not nodes or somewhere(each)]

        self.by_capture = {name: cut(rules, nodes=name != FILE) for name, rules in dispatch.by_capture.items()}
        self.calls = {name: cut(dispatch.calls[name]) for name in dispatch.calls.keys() & words}
        self.identifiers = {name: cut(dispatch.identifiers[name]) for name in dispatch.identifiers.keys() & words}

    @functools.cached_property
    def walks(self) -> bool:
        """Whether a rule asks for nodes that cannot be found by their names."""
        return any(rules for capture, rules in self.by_capture.items() if capture not in _WITHOUT_WALK)

    def about(self, label: bytes) -> list["Rule"]:
        """The rules to ask about a call of that name: those for calls of any name, then those that list it."""
        return [*self.by_capture.get(CALL, ()), *self.calls.get(label, ())]


def _wanted_calls(
    context: "Context", captured: Mapping[str, list[Node]], asked: _Asked
) -> Iterable[tuple[bytes, Node]]:
    """The calls that a rule can be asked about, each with what is called."""
    if isinstance(captured, Parts):  # of a text that is being edited the other calls are not even looked up
        return captured.called(CALL, _wanted(context, asked))
    return ((context.label(CALL, node), node) for node in captured[CALL])


def _wanted(context: "Context", asked: _Asked) -> Wanted:
    """Where rules can find something in a call, by what is called."""

    def wanted(label: bytes) -> bool | Callable[[int, int], bool]:
        rules = asked.by_capture.get(LAUNCH, ()) if label == LAUNCHED else asked.about(label)
        places = [rule.where for rule in rules if rule.where is not None]
        return somewhere(tuple(places)) if places and len(places) == len(rules) else bool(rules)

    @functools.cache
    def somewhere(places: tuple["Where", ...]) -> Callable[[int, int], bool]:
        return functools.cache(lambda start, end: any(where(start, end, context) for where in places))

    return functools.cache(wanted)


def _calls(asked: _Asked, calls: Iterable[tuple[bytes, Node]]) -> Iterator[tuple["Rule", Node]]:
    """Launches, and calls of any name or of those that rules listed."""
    launches = asked.by_capture.get(LAUNCH, ())
    for label, node in calls:
        for rule in launches if label == LAUNCHED else asked.about(label):
            yield rule, node
