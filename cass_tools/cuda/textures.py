"""Texture and surface references of a file: how each is declared, what uses it, and the edits that make it an object.

A reference is a global variable that host code binds memory to. What it becomes keeps that shape: a variable in
constant memory holds the object for kernels, and `cass::texture_reference` stands for it on the host.
"""

import functools
import re
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from cass_tools import substitutes
from cass_tools.cuda.arguments import split_arguments
from cass_tools.cuda.calls import call_arguments
from cass_tools.cuda.context import Context
from cass_tools.cuda.scopes import declares
from cass_tools.model import Edit, Span

# The method that a call of CUDA's becomes, and which argument the reference is.
BOUND = {
    b"cudaBindTexture": (b"bind", 1),
    b"cudaBindTexture2D": (b"bind2D", 1),
    b"cudaBindTextureToArray": (b"bindToArray", 0),
    b"cudaBindTextureToMipmappedArray": (b"bindToMipmappedArray", 0),
    b"cudaUnbindTexture": (b"unbind", 0),
    b"cudaGetTextureAlignmentOffset": (b"alignmentOffset", 1),
    b"cudaBindSurfaceToArray": (b"bindToArray", 0),
}
_MEMBER = re.compile(
    rb"\s*\.\s*(?:normalized|filterMode|addressMode|channelDesc|sRGB|maxAnisotropy|mipmapFilterMode|mipmapLevelBias"
    rb"|minMipmapLevelClamp|maxMipmapLevelClamp)\b"
)
_FETCH = re.compile(rb"tex(?:1D|2D|3D|Cubemap)\w*\Z")
_SURFACE_CALL = re.compile(rb"surf(?:1D|2D|3D|Cubemap)\w*(read|write)\Z")
_CALLEE = re.compile(rb"(\w+)\s*(<[^<>(){};]*>)?\s*\Z")
_FRACTION = re.compile(rb"(?:unsigned\s+|signed\s+|u)?(?:char|short)([124])?\Z")
_SCALAR = re.compile(rb"(float|int|uint|unsigned int|unsigned)[124]?\Z")
_FILE_SCOPE = ("translation_unit", "declaration_list", "linkage_specification")
_AHEAD = 4096  # bytes that an argument list is looked for in


class Reference(NamedTuple):
    """The references of one declaration. `edits` make them objects; without any, `reason` says what is in the way."""

    names: tuple[bytes, ...]
    surface: bool
    declared: Span
    calls: tuple[Span, ...]
    edits: tuple[Edit, ...]
    reason: str


class _Declared(NamedTuple):
    """A declaration: `kind` is its template, `fetched` and `gathered` what a kernel gets of a texture."""

    node: Node
    kind: Node
    surface: bool
    variables: tuple[Node, ...]
    fetched: bytes
    gathered: bytes
    end: Span  # of the template's arguments, what follows the element type


class _Stopped(Exception):
    """A use that an object cannot have in the same place; its text is the reason."""


class _Used(NamedTuple):
    """The edits of one use, whether kernels or the host do it, and the call that binds."""

    edits: tuple[Edit, ...]
    fetches: bool = False
    call: Span | None = None


@functools.lru_cache(maxsize=4)
def references(context: Context) -> dict[int, Reference]:
    """All references that the file declares at its own scope, by the offset of the declaration's type.

    None where HIPIFY's spelling is asked for, which keeps them.
    """
    found = dict[int, Reference]()
    if context.config.style == "hipify":
        return found
    for word in (b"texture", b"surface"):
        for start in context.words.get(word, ()):
            kind = context.node_at(start, start + len(word)).parent
            declared = _declaration(kind, context) if kind is not None and kind.type == "template_type" else None
            if declared is not None:
                found[declared.kind.start_byte] = _read(declared, context)
    return found


def bound_by(context: Context, offset: int) -> Reference | None:
    """The reference that the call at `offset` binds, if that becomes an object."""
    every = references(context).values()
    return next((r for r in every if r.edits and any(c.start <= offset < c.end for c in r.calls)), None)


def writes(context: Context, offset: int) -> bool:
    """Whether what stands at `offset` is written anew with a reference that becomes an object."""
    every = references(context).values()
    return any(edit.span.start <= offset < edit.span.end for each in every for edit in each.edits)


def _declaration(kind: Node, context: Context) -> _Declared | None:
    node, listed = kind.parent, kind.child_by_field_name("arguments")
    if node is None or listed is None or node.type != "declaration" or not _at_file_scope(node):
        return None
    variables = tuple(_variable(child) for child in node.children_by_field_name("declarator"))
    inner = split_arguments(context.code, listed.start_byte + 1, listed.end_byte - 1)
    before = context.code[node.start_byte : kind.start_byte].strip()
    if not inner or not all(variables) or before not in (b"", b"static"):
        return None
    element = b" ".join(context.code[inner[0].start : inner[0].end].split())
    mode = context.code[inner[2].start : inner[2].end] if len(inner) > 2 else b"cudaReadModeElementType"
    rest = Span(inner[0].end, inner[2].start if len(inner) > 2 else listed.end_byte - 1)
    surface = context.code.startswith(b"surface", kind.start_byte)
    return _Declared(node, kind, surface, tuple(v for v in variables if v), *_fetched(element, mode), rest)


def _at_file_scope(node: Node) -> bool:
    above = node.parent
    while above is not None and above.type.startswith("preproc_"):
        above = above.parent
    return above is not None and above.type in _FILE_SCOPE


def _variable(declarator: Node) -> Node | None:
    """The name of a plain variable, with or without arguments of a constructor."""
    if declarator.type in ("init_declarator", "function_declarator"):
        named = declarator.child_by_field_name("declarator")
        return named if named is not None and named.type == "identifier" else None
    return declarator if declarator.type == "identifier" else None


def _fetched(element: bytes, mode: bytes) -> tuple[bytes, bytes]:
    """The type of what a fetch returns, and a gather: empty where it is not known."""
    if mode.endswith(b"cudaReadModeElementType"):
        scalar = _SCALAR.match(element)
        gathered = b"" if scalar is None else (b"uint" if scalar[1].startswith(b"u") else scalar[1]) + b"4"
        return element, gathered
    fraction = _FRACTION.match(element) if mode.endswith(b"cudaReadModeNormalizedFloat") else None
    return (b"float" + (fraction[1] or b""), b"float4") if fraction is not None else (b"", b"")


def _read(declared: _Declared, context: Context) -> Reference:
    names = tuple(context.text(variable) for variable in declared.variables)
    where = Span(declared.node.start_byte, declared.node.end_byte)
    edits, calls = list(_declared_anew(declared, context)), list[Span]()
    reason = ""
    for name in names:
        try:
            used = [_use(name, start, declared, context) for start in _places(name, where, context)]
        except _Stopped as stopped:
            reason = str(stopped)
            continue
        edits += [edit for each in used for edit in each.edits]
        calls += [each.call for each in used if each.call is not None]
        if not any(each.fetches for each in used) or not any(each.call for each in used):
            reason = f"`{name.decode()}` is bound or read in another file"
    return Reference(names, declared.surface, where, tuple(calls), () if reason else tuple(edits), reason)


def _places(name: bytes, declared: Span, context: Context) -> Iterator[int]:
    for start in context.words.get(name, ()):
        if declared.start <= start < declared.end:
            continue
        node = context.node_at(start, start + len(name))
        if declares(node):
            raise _Stopped(f"`{name.decode()}` is declared again in line {context.line(start)}")
        if not context.scopes.is_elsewhere(name, start) or context.code[:start].endswith(b"::"):
            yield start


def _declared_anew(declared: _Declared, context: Context) -> Iterator[Edit]:
    """The variable with the object before the declaration, which becomes that of the host's counterpart."""
    word, names = (b"surface" if declared.surface else b"texture"), [context.text(v) for v in declared.variables]
    start = declared.node.start_byte
    line = context.code.rfind(b"\n", 0, start) + 1
    indent = context.code[line:start] if not context.code[line:start].strip() else b""
    newline = b"\r\n" if b"\r\n" in context.data else b"\n"
    made = b"static __constant__ hip%bObject_t %b;%b%b" % (word.title(), b", ".join(names), newline, indent)
    brought = substitutes.bring(context, f"{word.decode()}_reference")
    yield from brought.edits
    end = declared.kind.end_byte if declared.surface else declared.kind.start_byte + len(word)
    yield Edit(Span(start, end), made + b"static " + brought.name)
    if not declared.surface and declared.end.start < declared.end.end:
        yield Edit(declared.end, b"" if context.code.startswith(b">", declared.end.end) else b", ")
    for variable in declared.variables:
        name, end = context.text(variable), variable.end_byte
        opened = re.compile(rb"\s*[({]").match(context.code, end)
        if opened is None:
            yield Edit(Span(variable.start_byte, end), _host(name, context) + b"(" + name + b")")
        else:
            yield Edit(Span(variable.start_byte, end), _host(name, context))
            yield Edit(Span(opened.end(), opened.end()), name + b", ")


def _host(name: bytes, context: Context) -> bytes:
    """What the host's counterpart is called."""
    made = name + b"_reference"
    while made in context.words:
        made += b"_"
    return made


def _use(name: bytes, start: int, declared: _Declared, context: Context) -> _Used:
    end, code = start + len(name), context.code
    if _MEMBER.match(code, end):
        return _Used((Edit(Span(start, end), _host(name, context)),))
    found = _call_around(start, code)
    if found is None:
        raise _Stopped(f"line {context.line(start)} uses `{name.decode()}` otherwise than by reading or binding it")
    callee, arguments, index, explicit = found
    called, argument = code[callee.start : callee.end], arguments[index]
    plain = code[argument.start : argument.end].lstrip(b"& \t") == name
    if plain and called in BOUND and BOUND[called][1] == index:
        return _bind(name, callee, arguments, index, context)
    if (
        plain
        and declared.surface
        and (form := _SURFACE_CALL.match(called)) is not None
        and index == (form[1] == b"write")
    ):
        return _Used((), fetches=True)
    if plain and not declared.surface and index == 0 and _FETCH.match(called):
        wanted = declared.gathered if called == b"tex2Dgather" else declared.fetched
        if wanted and explicit in (b"", wanted):
            return _Used(() if explicit else (Edit(Span(callee.end, callee.end), b"<" + wanted + b">"),), fetches=True)
    raise _Stopped(f"line {context.line(start)} passes `{name.decode()}` to `{called.decode()}`")


def _bind(name: bytes, callee: Span, arguments: list[Span], index: int, context: Context) -> _Used:
    """`cudaBindTexture(0, t, p, n)` as `t_reference.bind(0, p, n)`."""
    method = BOUND[context.code[callee.start : callee.end]][0]
    edits = [Edit(callee, _host(name, context) + b"." + method)]
    if index + 1 < len(arguments):
        edits.append(Edit(Span(arguments[index].start, arguments[index + 1].start), b""))
    else:
        edits.append(Edit(Span(arguments[index - 1].end if index else arguments[0].start, arguments[index].end), b""))
    return _Used(tuple(edits), call=Span(callee.start, arguments[-1].end))


def _call_around(offset: int, code: bytes) -> tuple[Span, list[Span], int, bytes] | None:
    """The name of the call that `offset` is an argument of, its arguments, which of them, and template arguments."""
    depth = 0
    for at in range(offset - 1, max(-1, offset - _AHEAD), -1):
        mark = code[at : at + 1]
        if mark in b")]":
            depth += 1
        elif mark in b"([":
            if depth == 0:
                break
            depth -= 1
        elif mark in b";{}":
            return None
    else:
        return None
    callee = _CALLEE.search(code, max(0, at - 200), at)
    arguments = call_arguments(code, at)
    if callee is None or arguments is None:
        return None
    index = next((i for i, span in enumerate(arguments) if span.start <= offset < span.end), None)
    if index is None:
        return None
    return Span(callee.start(1), callee.end(1)), arguments, index, b" ".join((callee[2] or b"").strip(b"<>").split())
