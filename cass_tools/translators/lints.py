"""What is wrong with a model's answer before anybody compiles it: it must do what it replaces, and nothing beside.

The faults are those that translations by models have (strings reworded, streams swapped, launches and signatures
changed, code left out or added), and what a translation never needs: files, other programs, code that runs by itself.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from cass_tools.config import Config
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import Function, functions
from cass_tools.cuda.lex import IDENTIFIER, blank, comments, strings
from cass_tools.model import Source
from cass_tools.translators.passages import Passage

PIECE = Path("piece.cu")
LONGEST = 12  # times what it replaces, and some: a longer answer goes on about something else
_ASM = re.compile(rb"\b(?:asm|__asm__|__asm)\b[^;]*;")
_BUILTIN = re.compile(rb"\b__builtin_\w+\s*\([^;]*;")  # their strings are names of scopes and the like
_STREAMS = re.compile(rb"\b(?:cout|cerr|clog|stdout|stderr|printf|puts|putchar)\b")
_LAUNCH = re.compile(rb"<<<(.*?)>>>", re.DOTALL)
_SPACE = re.compile(rb"\s+")
# Names by which code reaches beyond its own computation; those that the passage has itself are its own matter.
_NAMES = (
    rb"(?:system|popen|v?fork|exec[lv]p?e?|posix_spawnp?|clone|kill|syscall|ptrace|dlopen|dlsym|mprotect|mmap|unlink(?:at)?"
    rb"|remove(?:_all)?|rename|rmdir|truncate|chmod|chown|symlink|fopen|freopen|tmpfile|ofstream|ifstream|fstream|filesystem"
    rb"|socket|connect|sendto|getenv|setenv|putenv|signal|sigaction|atexit|at_quick_exit|abort|_?exit|_Exit|quick_exit"
    rb"|longjmp|hipHostFunc|hipLaunchHostFunc|hipModuleLoad\w*|hiprtc\w+)"
)
# Called, or by address, or in parentheses.
_REACHING = re.compile(
    rb"\b(%b)\s*\(|[&=]\s*(?:std)?(?:::)?\s*(%b)\s*[;,)}]|\(\s*(?:std)?(?:::)?\s*(%b)\s*\)\s*\("
    % (_NAMES, _NAMES, _NAMES)
)
_BY_ITSELF = re.compile(rb"__attribute__\s*\(\s*\(\s*_*(?:constructor|destructor|ifunc|alias|weak|section)")
_DIRECTIVE = re.compile(rb"^[ \t]*#[ \t]*(include|include_next|embed|import|line|error|pragma)\b[^\n]*", re.MULTILINE)
_HARMLESS = re.compile(rb"^[ \t]*#[ \t]*pragma[ \t]+(?:unroll|nounroll|clang loop)\b")
_TEMPLATE = re.compile(rb"\btemplate\s*<[^;{]*?>(?=\s*[A-Za-z_])")
_BOUNDS = re.compile(rb"__launch_bounds__\s*\([^()]*\)")
_QUALIFIERS = (b"__global__", b"__device__", b"__host__", b"extern", b"static")


def faults(passage: Passage, before: bytes, after: bytes, config: Config) -> tuple[str, ...]:
    """Why `after` cannot take the place of `before`, in words; nothing if it may be tried."""
    return tuple(_faults(passage, before, after, config))


def _faults(passage: Passage, before: bytes, after: bytes, config: Config) -> Iterator[str]:
    if not after.strip():
        yield "it is empty"
        return
    if len(after) > LONGEST * len(before) + 4000:
        yield "it is many times as long as what it replaces"
        return
    yield from reaching(before, after)
    yield from _directives(before, after)
    yield from _unbalanced(after)
    yield from _unlike(before, after)
    context = Context(Source(PIECE, after), config)
    if passage.kind == "function":
        yield from _function(passage, before, context)
    elif passage.kind == "statement":
        yield from _statements(context)
    elif _beginnings(context) - _beginnings(Context(Source(PIECE, before), config)):
        yield "it has code that runs by itself: a variable whose value is computed at the start"


def reaching(before: bytes, after: bytes) -> Iterator[str]:
    """What in `after` reaches beyond the program, or runs by itself, and is not in `before`."""
    old, new = blank(before), blank(after)
    own = {match[match.lastindex or 0] for match in _REACHING.finditer(old)}
    for name in dict.fromkeys(match[match.lastindex or 0] for match in _REACHING.finditer(new)):
        if name not in own:
            yield f"it calls {name.decode()}, which the original does not"
    if _BY_ITSELF.search(new) and not _BY_ITSELF.search(old):
        yield "it has code that runs by itself"


def _directives(before: bytes, after: bytes) -> Iterator[str]:
    kept = {_SPACE.sub(b" ", m[0]).strip() for m in _DIRECTIVE.finditer(before)}
    for match in _DIRECTIVE.finditer(after):
        text = _SPACE.sub(b" ", match[0]).strip()
        if text not in kept and not _HARMLESS.match(text) and not text.startswith(b"#include <hip"):
            yield f"it has the directive {text.decode(errors='replace')}, which the original has not"


def _unbalanced(after: bytes) -> Iterator[str]:
    opened: list[bytes] = []
    closing = {b")": b"(", b"]": b"[", b"}": b"{"}
    code = blank(after)
    for match in re.finditer(rb"[][(){}]", code):
        if match[0] not in closing:
            opened.append(match[0])
        elif not opened or opened.pop() != closing[match[0]]:
            line = code.count(b"\n", 0, match.start()) + 1
            yield f"its brackets do not match: {match[0].decode()} at line {line}"
            return
    if opened:
        yield f"its brackets do not match: {opened[-1].decode()} is not closed"


def _unlike(before: bytes, after: bytes) -> Iterator[str]:
    """Strings, streams and launches are those of the original."""
    old, new = _texts(before), _texts(after)
    if missing := next(iter((old - new).elements()), None):
        yield f"it lacks the string {missing.decode(errors='replace')}"
    if more := next(iter((new - old).elements()), None):
        yield f"it has the string {more.decode(errors='replace')}, which the original has not"
    streams, written = (Counter(_STREAMS.findall(blank(text))) for text in (before, after))
    if streams != written:
        name = next(iter(((streams - written) + (written - streams)).elements())).decode()
        yield f"it uses {name} {written[name.encode()]} times, the original {streams[name.encode()]} times"
    launched, started = (_launches(text) for text in (before, after))
    if launched != started and b"hipLaunchKernelGGL" not in after:
        yield "its kernel launches are not those of the original"


def _texts(data: bytes) -> Counter[bytes]:
    """The string literals outside assembly, compiler builtins and directives."""
    code = blank(data)
    aside = [m.span() for form in (_ASM, _BUILTIN) for m in form.finditer(code)]
    aside += [m.span() for m in _DIRECTIVE.finditer(data)]
    found = [text for at, text in strings(data) if not any(start <= at < end for start, end in aside)]
    return Counter(found)


def _launches(data: bytes) -> list[bytes]:
    return [_SPACE.sub(b"", text) for text in _LAUNCH.findall(_without_comments(data))]


def _without_comments(data: bytes) -> bytes:
    for start, text in reversed(list(comments(data))):
        data = data[:start] + b" " + data[start + len(text) :]
    return data


def _function(passage: Passage, before: bytes, context: Context) -> Iterator[str]:
    """One definition of the same name and signature, and beside it only functions for the device."""
    if context.broken and not Context(Source(PIECE, before), context.config).broken:
        yield "it cannot be parsed"
        return
    own = [f for f in functions(context).all if f.name == passage.name]
    if len(own) != 1:
        yield f"it defines {passage.name.decode()} {len(own)} times"
        return
    original = Context(Source(PIECE, before), context.config)
    old = next((f for f in functions(original).all if f.name == passage.name), None)
    if old is not None and _signature(original, old) != _signature(context, own[0]):
        yield f"the signature of {passage.name.decode()} is another"
    for node in context.root.named_children:
        if not _harmless(node, context):
            yield f"it has more at the top level: {context.text(node)[:40].decode(errors='replace')}"
            return


def _harmless(node: Node, context: Context) -> bool:
    """Whether what stands at the top level of an answer does nothing by itself on the host."""
    if node.type in ("comment", "preproc_include", "preproc_call"):
        return True
    inner = node.named_children[-1] if node.type == "template_declaration" else node
    if inner.type == "function_definition":
        return True
    return node.type == "linkage_specification" and all(
        _harmless(child, context) for body in node.named_children for child in body.named_children
    )


def _beginnings(context: Context) -> Counter[bytes]:
    """Variables outside functions whose values are computed by calls, without spaces and names of CUDA's types."""
    found: Counter[bytes] = Counter()
    waiting = list(context.root.named_children)
    while waiting:
        node = waiting.pop()
        if node.type == "declaration" and _has_call(node):
            found[_plain(context.text(node))] += 1
        elif node.type in ("linkage_specification", "namespace_definition", "declaration_list"):
            waiting += node.named_children
    return found


def _has_call(node: Node) -> bool:
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if node.type in ("call_expression", "lambda_expression"):
            return True
        waiting += node.named_children
    return False


def _plain(text: bytes) -> bytes:
    return _SPACE.sub(b"", IDENTIFIER.sub(lambda m: _alike(m[0]), text))


def _signature(context: Context, function: Function) -> tuple[bytes, ...]:
    """The declarator, the result's type, template parameters and launch bounds, without spaces and CUDA's names.

    Behind them the qualifiers that are always spelled so.
    """
    parts = [function.node.child_by_field_name(name) for name in ("declarator", "type")]
    texts = [context.code[node.start_byte : node.end_byte] if node is not None else b"" for node in parts]
    head = context.code[functions(context).head(function.start) : function.body]
    texts += [b"".join(form.findall(head)) for form in (_TEMPLATE, _BOUNDS)]
    return *map(_plain, texts), *(q for q in _QUALIFIERS if re.search(rb"\b%b\b" % q, head))


def _alike(name: bytes) -> bytes:
    """`cudaStream_t` and `hipStream_t` are the same type."""
    for prefix in (b"cuda", b"cu", b"hip"):
        if name.startswith(prefix):
            return b"?" + name.removeprefix(prefix).lower()
    return name


def _statements(context: Context) -> Iterator[str]:
    """Statements that belong into a function: read inside one, they parse and define none."""
    inside = Context(Source(PIECE, b"void f() {\n" + context.data + b"\n}\n"), context.config)
    if any(f.name and f.name != b"f" for f in functions(inside).all):
        yield "it defines a function"
    if len(inside.root.named_children) != 1:
        yield "it is no statement"
