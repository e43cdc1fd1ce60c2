"""A member template of a dependent class, called without `template`: `Cast<T>::apply<N>(x)`.

**Why it fails on AMD.** nvcc looks the member up in the class template and knows that it is a template. clang follows
the standard, where a name behind a dependent class is no template unless that word says so: "reference to overloaded
function could not be resolved", "use 'template' keyword to treat 'apply' as a dependent template name".

**Example.**

    template <typename T, int N> __device__ void copy(Vector<T>& to, const Vector<T>& from) {
      Cast<T>::apply<N>(to.data(), from.data());
    }

**Instead.** `Cast<T>::template apply<N>(...)`, which nvcc takes as well.
"""

import re
from collections.abc import Iterator

from cass_tools.cuda.arguments import closing_bracket, split_arguments
from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_MEMBER = Pattern(rb">\s*::\s*(\w+)\s*(<)")
_HEADER = Pattern(rb"\btemplate\s*(<)")
_ANGLES = re.compile(rb"[<>;{}]|&&|\|\||->")
_OWNER = re.compile(rb"(?:\b(typename)\s+)?(?:\w+\s*::\s*)*\b(\w+)\s*$")
_CALLED = re.compile(rb"\s*[({]")
_BODY = Pattern(rb"[;{]")
_FAR = 500  # bytes that a list of template arguments takes at most


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """Calls, and types behind `typename`, where an argument of the class is a parameter of a template around it."""
    code = context.code
    scopes = None
    for match in _MEMBER.finditer(code):
        opened = _opening(code, match.start())
        closed = _closing(code, match.start(2))
        owner = _OWNER.search(code, max(opened - 200, 0), opened) if opened is not None else None
        if opened is None or closed is None or owner is None:
            continue
        if owner[1] is None and _CALLED.match(code, closed + 1) is None:
            continue
        scopes = _templates(code) if scopes is None else scopes
        around = [names for body, names in scopes if body.start < match.start() < body.end]
        named = set(IDENTIFIER.findall(code, opened, match.start()))
        if any(not named.isdisjoint(names) for names in around) and not _is_inside(owner[2], match.start(), code):
            yield _finding(Span(match.start(1), match.end(1)), owner[2], context)


def _opening(code: bytes, closed: int) -> int | None:
    """Where the list of template arguments opens that closes at byte `closed`; None if it is no such list."""
    depth = 0
    low = max(closed - _FAR, 0)
    for mark in reversed(list(_ANGLES.finditer(code, low, closed + 1))):
        if mark.group() not in (b"<", b">"):
            return None
        depth += 1 if mark.group() == b">" else -1
        if depth == 0:
            return mark.start()
    return None


def _closing(code: bytes, opened: int) -> int | None:
    """Where the list of template arguments closes that opens at byte `opened`; None if it is no such list."""
    depth = 0
    for mark in _ANGLES.finditer(code, opened, opened + _FAR):
        if mark.group() not in (b"<", b">"):
            return None
        depth += 1 if mark.group() == b"<" else -1
        if depth == 0:
            return mark.start()
    return None


def _templates(code: bytes) -> list[tuple[Span, frozenset[bytes]]]:
    """The definitions of templates: from behind their parameters to their end, and the parameters' names."""
    found = []
    for match in _HEADER.finditer(code):
        closed = _closing(code, match.start(1))
        begun = _BODY.search(code, closed) if closed is not None else None
        if closed is None or begun is None:
            continue
        end = closing_bracket(code, begun.start()) if begun.group() == b"{" else begun.start()
        parameters = (code[p.start : p.end].partition(b"=")[0] for p in split_arguments(code, match.end(), closed))
        names = frozenset(words[-1] for words in map(IDENTIFIER.findall, parameters) if words)
        found.append((Span(closed, end if end is not None else len(code)), names))
    return found


def _is_inside(owner: bytes, offset: int, code: bytes) -> bool:
    """Whether byte `offset` is in the class of that name, where the compiler knows its members."""
    for match in re.finditer(rb"\b(?:struct|class)\s+" + re.escape(owner) + rb"\b[^;{()]*(\{)", code[:offset]):
        end = closing_bracket(code, match.start(1))
        if end is None or end > offset:
            return True
    return False


def _finding(where: Span, owner: bytes, context: Context) -> Finding:
    name = context.code[where.start : where.end].decode()
    return context.finding(
        RULE,
        where,
        f"clang takes `{name}` for no template, as `{owner.decode()}` depends on a template parameter.",
        severity=Severity.ERROR,
        effort=Effort.LOW,
        suggestion=f"Write `template {name}`.",
        edits=(Edit(Span(where.start, where.start), b"template "),),
        safety=Safety.SAFE,
    )


RULE = Rule(
    code="CASS244",
    name="dependent-template",
    on=(FILE,),
    needs=(b"template",),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "template <typename T, int N> __device__ void f(T* a) { Cast<T, float>::apply<N>(a); }\n",
            "template <typename T, int N> __device__ void f(T* a) { Cast<T, float>::template apply<N>(a); }\n",
        ),
        Example(
            "template <class T> struct Op {\n"
            "  __device__ T run(T a) { return more::Map<Op<T>, 4>::of < T > (a); }\n};\n",
            "template <class T> struct Op {\n"
            "  __device__ T run(T a) { return more::Map<Op<T>, 4>::template of < T > (a); }\n};\n",
        ),
        Example(
            "template <typename T> __global__ void k(T* p) { typename Traits<T>::as<float> v; *p = v; }\n",
            "template <typename T> __global__ void k(T* p) { typename Traits<T>::template as<float> v; *p = v; }\n",
        ),
    ),
    valid=(
        "template <typename T, int N> __device__ void f(T* a) { Cast<T>::template apply<N>(a); }\n",
        "template <int N> __device__ void f(int* a) { Cast<int>::apply<N>(a); }\n",
        "template <typename T> __device__ void f(T* a) { Cast<T>::apply(a); }\n",
        "template <typename T> __device__ bool f(T a, T b) { return Limits<T>::most < a && b > (a); }\n",
        "template <typename T> __device__ bool f(T a) { return Limits<T>::most < a; }\n",
        "template <typename T> struct Cast {\n  template <int N> static __device__ T apply(T a);\n"
        "  __device__ T f(T a) { return Cast<T>::apply<2>(a); }\n};\n",
        "template <typename T> __device__ T f(T a);\n__device__ int g(int T) { return Cast<int>::apply<2>(T); }\n",
    ),
)
