"""Braces with fewer values than a vector has: `float4 a = {0};`, `int2{n}`, `a = {1, 2};`.

**Why it fails on AMD.** CUDA's vector types are aggregates: what is not named is 0. HIP's are classes with
constructors: of one value, which every element gets, and of as many as there are elements. `float4 a = {0}` and
`float4 a = {1, 2}` do not compile, no more do designated values and values of a whole array in one row. `int2 a{1}`
compiles and is (1, 1), where CUDA has (1, 0). `half2` cannot be given `{}` either: "use of overloaded operator '=' is
ambiguous".

**Example.**

    float4 sum = {0};
    float2 pair{1.0f};

**Instead.** All values: `float4 sum = {0, 0, 0, 0}`, `float2 pair{1.0f, 0}`; they mean the same in CUDA.
"""

import functools
import re
from collections.abc import Iterator

from cass_tools.cuda.arguments import closing_bracket, split_arguments
from cass_tools.cuda.captures import FILE
from cass_tools.cuda.conditions import amd_never_reads
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.declared import NO_TYPES, type_words
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.neighbours import end_before
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.warps import is_hip
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_KINDS = (
    "char",
    "uchar",
    "short",
    "ushort",
    "int",
    "uint",
    "long",
    "ulong",
    "longlong",
    "ulonglong",
    "float",
    "double",
)
_VECTORS = {f"{kind}{size}".encode(): size for kind in _KINDS for size in (1, 2, 3, 4)}
_HALVES = {b"half2": b"half2", b"__half2": b"__half2"}
_HALVES |= dict.fromkeys((b"__nv_bfloat162", b"nv_bfloat162"), b"__hip_bfloat162")
_MADE = Pattern(rb"(?<!\w::)\b(\w+[1-4])\b(?:\s++\w++\s*+((?:\[[^\[\]{};]*+\]\s*+)*)(=)?+\s*+|\s*+(?:\)\s*+)?+)(\{)")
_GIVEN = Pattern(rb"(?<![\w.])(\w++)\s*+((?:\[[^\[\]{};]*+\]\s*+)*)=\s*+(\{)")
_GIVES = Pattern(rb"=\s*+\{")
_TAIL = Pattern(rb"(?<![\w.])\w++\s*+(?:\[[^\[\]{};]*+\]\s*+)*\Z")
_FAR = 256  # bytes before that in which the name is looked for
_NO_VALUES = Pattern(rb"[#;]|\.\.\.")  # a body of a function or class, packs, and what the preprocessor decides
_BEFORE = re.compile(rb"(\w|(?<!-)>|[\w>][&\s]*\*|[\w>]\s*&|\]|\))\s*\Z")
_GPU = frozenset({b"__global__", b"__device__", b"__host__", b"__constant__", b"__shared__"})
_HEADER = Pattern(
    rb"#[ \t]*include[ \t]*[<\"]"
    rb"(?:cuda(?:_runtime|_runtime_api|_fp16|_bf16)?\.h|cuda/|vector_(?:types|functions)\.h|helper_math\.h)"
)
_NUMBER = re.compile(rb"\(*[-+]?\s*(?:0[xX][\da-fA-F]+|\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)[uUlLfF]*\)*")
_ZERO = re.compile(rb"0*\.?0*[fF]?")
_NAME = re.compile(rb"[A-Za-z_]\w*")
_SCALARS = frozenset(b"int float double unsigned char short long bool size_t int32_t uint32_t uint8_t uint".split())
_FIELD = re.compile(rb"\.\s*([xyzw])\s*=\s*")


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """Declarations, temporaries and assignments of vectors in files about a GPU that do not define them themselves."""
    code = context.code
    if is_hip(context) or (_GPU.isdisjoint(context.words) and _HEADER.search(context.source.data) is None):
        return
    words = context.words.keys()
    named = _VECTORS.keys() & words
    for name in named:
        for match in filter(None, (_MADE.match(code, start) for start in context.words[name])):
            if not _is_defined(name, context) and not amd_never_reads(match.start(), code):
                depth = (match[2] or b"").count(b"[")
                yield from _read(name, match.start(4), depth, match.start(3) if match[3] else None, context)
    for match in _given(code) if named or not words.isdisjoint(_HALVES) else ():
        if _BEFORE.search(code, max(0, match.start() - 80), match.start()) and not _is_statement(code, match.start()):
            continue
        yield from _assigned(match, context)


def _given(code: bytes) -> Iterator[re.Match[bytes]]:
    """Each name with the braces that are given to it."""
    for gives in _GIVES.finditer(code):
        end = end_before(code, gives.start())
        low = max(0, end - _FAR)
        tail = _TAIL.search(code[low:end])
        if tail is not None and (match := _GIVEN.match(code, low + tail.start())) is not None:
            yield match


@functools.lru_cache(maxsize=16)
def _is_defined(name: bytes, context: Context) -> bool:
    """Whether the file has a type of its own of that name."""
    own = rb"\b(?:struct|class|union|using|define)\s+" + name + rb"\b|\btypedef\b[^;]*\b" + name + rb"\s*;"
    return re.search(own, context.code) is not None


def _is_statement(code: bytes, start: int) -> bool:
    """Whether byte `start` is behind the `)` of an `if` or `for`, or a `*` that opens a statement."""
    before = code[max(0, start - 80) : start].rstrip()
    return before.endswith(b")") or re.search(rb"[;{}]\s*\*+\Z", before) is not None


def _assigned(match: re.Match[bytes], context: Context) -> Iterator[Finding]:
    """What is given to a name that the file declares as one type of vector wherever it does."""
    words = _types_of(match[1], match.start(), context)
    if len(words) != 1 or amd_never_reads(match.start(), context.code) or _is_pointer(match, context.code):
        return
    (kind,) = words
    if kind in _VECTORS and not _is_defined(kind, context):
        yield from _read(kind, match.start(3), 0, None, context)
    elif kind in _HALVES:
        end = closing_bracket(context.code, match.start(3))
        values = split_arguments(context.code, match.end(), end) if end is not None else ()
        if end is not None and len(values) in (0, 2):
            edit = Edit(Span(match.start(3), match.start(3)), _HALVES[kind])
            yield _finding(
                Span(match.start(3), end + 1),
                f"HIP's `{kind.decode()}` cannot be given plain braces.",
                (edit,),
                context,
            )


def _is_pointer(match: re.Match[bytes], code: bytes) -> bool:
    """Whether it may be a pointer that is given the braces, and not what it points to."""
    if match[2] or code[: match.start()].rstrip().endswith(b"*"):
        return False
    return re.search(rb"\*\s*+(?:__restrict__\s+)?" + match[1] + rb"\s*+[;,=)]", code) is not None


def _read(kind: bytes, opened: int, depth: int, equals: int | None, context: Context) -> Iterator[Finding]:
    """The braces at byte `opened`: of a vector, or of an array of `depth` dimensions; `equals` is a declaration's."""
    code = context.code
    end = closing_bracket(code, opened)
    if end is None or _NO_VALUES.search(code, opened, end):
        return
    values = [each for each in split_arguments(code, opened + 1, end) if each.start < each.end]
    where = Span(opened, end + 1)
    inner = [each for each in values if code[each.start] == ord("{")]
    if depth and inner:  # beside them may stand whole vectors
        for each in inner:
            yield from _read(kind, each.start, depth - 1, None, context)
    elif depth > 1 and len(values) == 1 and _ZERO.fullmatch(code[values[0].start : values[0].end]):
        yield _finding(where, f"HIP makes no `{kind.decode()}` of 0.", (Edit(values[0], b"{}"),), context)
    elif depth == 1 and _VECTORS[kind] > 1:
        yield from _row(kind, where, values, context)
    elif not depth:
        yield from _vector(kind, where, values, equals, context)


def _row(kind: bytes, where: Span, values: list[Span], context: Context) -> Iterator[Finding]:
    """Numbers of an array's vectors in one row."""
    texts, size, name = [context.code[each.start : each.end] for each in values], _VECTORS[kind], kind.decode()
    if not texts or not all(map(_NUMBER.fullmatch, texts)):
        return
    if len(texts) == 1 and _ZERO.fullmatch(texts[0]):
        edits = [Edit(values[0], b"{" + b", ".join([b"0"] * size) + b"}")]
    else:
        edits = [Edit(Span(each.start, each.start), b"{") for each in values[::size]]
        edits += [Edit(Span(each.end, each.end), b"}") for each in values[size - 1 :: size]]
        if left := -len(values) % size:
            edits.append(Edit(Span(values[-1].end, values[-1].end), b", 0" * left + b"}"))
    message = f"HIP wants braces around the values of each `{name}`."
    yield _finding(where, message, tuple(sorted(edits, key=lambda edit: edit.span.start)), context)


def _vector(kind: bytes, where: Span, values: list[Span], equals: int | None, context: Context) -> Iterator[Finding]:
    code, size, name = context.code, _VECTORS[kind], kind.decode()
    texts = [code[each.start : each.end] for each in values]
    if not texts or len(texts) > size or any(text[:1] == b"{" for text in texts):
        return
    if all(text[:1] == b"." and _FIELD.match(text) for text in texts):
        written = [context.text(each) for each in values]  # with comments and what quotes hold
        edits = _undesignated(where, written, size)
        yield _finding(where, f"HIP's `{name}` takes no designated values.", edits, context)
    elif size == 1 and equals is not None and _is_scalar(values[0], context):
        edits = (Edit(Span(equals, equals + 1), b""),)
        yield _finding(where, f"HIP's `{name}` takes one value in braces only without `=`.", edits, context)
    elif len(texts) < size and (len(texts) > 1 or _is_scalar(values[0], context)):
        edits = (Edit(Span(values[-1].end, values[-1].end), b", 0" * (size - len(texts))),)
        every = len(texts) == 1 and equals is None
        message = (
            f"one value is for every element of HIP's `{name}`, in CUDA for `x` only"
            if every
            else (f"HIP's `{name}` wants {size} values in braces; in CUDA the others are 0")
        )
        yield _finding(where, message[0].upper() * every + message[every:] + ".", edits, context)


def _undesignated(where: Span, texts: list[bytes], size: int) -> tuple[Edit, ...]:
    """The braces with all values in order; nothing where one is named that the vector has not."""
    given = {match[1]: text[match.end() :] for text in texts if (match := _FIELD.match(text))}
    names = [b"xyzw"[at : at + 1] for at in range(size)]
    if not given.keys() <= set(names):
        return ()
    return (Edit(where, b"{" + b", ".join(given.get(name, b"0") for name in names) + b"}"),)


def _is_scalar(value: Span, context: Context) -> bool:
    """Whether a value is for sure a number and no vector: a literal, or a name that is declared as one."""
    text = context.code[value.start : value.end]
    if _NUMBER.fullmatch(text):
        return True
    words = _types_of(text, value.start, context) if _NAME.fullmatch(text) else set()
    return bool(words) and words <= _SCALARS


def _types_of(name: bytes, offset: int, context: Context) -> set[bytes]:
    """The words for the type of a name: as the function around byte `offset` declares it, else as the file does.

    None where the file has a declaration of it that words do not tell: `std::vector<int> name`.
    """
    code = context.code
    if re.search(rb"[\w>*]>[&*\s]++" + name + rb"\s*+[;,=)(\[{]", code):
        return set()
    function = functions(context).at(offset)
    own = type_words(code[function.head : function.end], name) - NO_TYPES if function is not None else set()
    words = own or type_words(code, name) - NO_TYPES
    known = _SCALARS | _VECTORS.keys() | _HALVES.keys()
    return {word for word in words if word in known or not type_words(code, word) - NO_TYPES}  # `i * name` is no type


def _finding(where: Span, message: str, edits: tuple[Edit, ...], context: Context) -> Finding:
    return context.finding(
        RULE,
        where,
        message,
        severity=Severity.ERROR,
        effort=Effort.LOW,
        suggestion="Write all values, each vector in braces of its own.",
        edits=edits,
        safety=Safety.UNSAFE,
    )


def _example(before: str, after: str) -> Example:
    return Example(
        f"__global__ void k(float4* o, int n) {{ {before} }}\n", f"__global__ void k(float4* o, int n) {{ {after} }}\n"
    )


RULE = Rule(
    code="CASS246",
    name="vector-braces",
    on=(FILE,),
    needs=(*_VECTORS, *_HALVES),
    check=check,
    doc=__doc__,
    invalid=(
        _example("float4 a = {0}; o[n] = a;", "float4 a = {0, 0, 0, 0}; o[n] = a;"),
        _example(
            "float4 a = {1.f, 2.f,}; float4 b; b = {.5f};",
            "float4 a = {1.f, 2.f, 0, 0,}; float4 b; b = {.5f, 0, 0, 0};",
        ),
        _example("int2 a{n}; uchar4 b = uchar4{1, 2, 3};", "int2 a{n, 0}; uchar4 b = uchar4{1, 2, 3, 0};"),
        _example("o[0] = (float4){1, 2}; float1 a = {2};", "o[0] = (float4){1, 2, 0, 0}; float1 a  {2};"),
        Example(
            "struct A { char b; };\n__global__ void k(int4* p) { int4 b; b = {1, 2}; *p = b; }\n",
            "struct A { char b; };\n__global__ void k(int4* p) { int4 b; b = {1, 2, 0, 0}; *p = b; }\n",
        ),
        _example("float4 a = {.x = 1, .w = f(2, 3)};", "float4 a = {1, 0, 0, f(2, 3)};"),
        _example("int2 t[2][2] = {{{1}, {2, 3}}};", "int2 t[2][2] = {{{1, 0}, {2, 3}}};"),
        _example("int4 t[2][4] = {0}; int2 u{n}; n = n * n;", "int4 t[2][4] = {{}}; int2 u{n, 0}; n = n * n;"),
        _example("int2 t[2] = {make_int2(1, 2), {3}};", "int2 t[2] = {make_int2(1, 2), {3, 0}};"),
        _example("int2 t[9] = {0}; int2 u[] = {1, 2, 3};", "int2 t[9] = {{0, 0}}; int2 u[] = {{1, 2}, {3, 0}};"),
        _example("half2 h[2]; h[n] = {}; *o = {1, 2, 3};", "half2 h[2]; h[n] = half2{}; *o = {1, 2, 3, 0};"),
        Example(
            "#include <cuda_runtime.h>\nstruct P { float3 at = {0}; };\n",
            "#include <cuda_runtime.h>\nstruct P { float3 at = {0, 0, 0}; };\n",
        ),
    ),
    valid=(
        "__global__ void k(float4* o) { float4 a = {1, 2, 3, 4}, b = {}; a = {}; float4 c{a}; float4 d = {o[0]}; }\n",
        "__global__ void k(float4* o) { float4 t[2] = {o[0], o[1]}; float4 u[2] = {{1, 2, 3, 4}, o[0]}; }\n",
        "__device__ float4 f() { float4 a{make_float4(1, 2, 3, 4)}; return a; }\n",
        "struct float4 { float x, y; };\n__device__ float4 f() { float4 a = {0}; return a; }\n",
        "struct P { float4 a; float b; };\n__device__ P f(float4 a) { P p = {a, 1}; p = {a}; return p; }\n",
        "float4 f() { float4 a = {0}; return a; }\n",
        "__device__ void f(float4) { int a = 1, b = 2; }\nstruct V : float4 { float a, b; };\n",
        "__device__ auto f() -> float4 { int a = 1, b = 2; return make_float4(a, b, 0, 0); }\n",
        "__device__ float4 v;\nvoid f() { std::vector<float> v = {1, 2, 3}; std::array<int, 2> w[1] = {1, 2}; }\n",
        "#include <hip/hip_runtime.h>\n__global__ void k(hipStream_t s) { float4 a{1}; }\n",
        "__device__ float4 v;\nvoid f() { std::vector<float> v; v = {1, 2, 3}; sycl::float4 a{1.0f}; }\n",
        '#include "vector_math.h"\nfloat3 f() { return float3{1.0f}; }\n',
        "__global__ void k(half2* p, float4* q) { p = {}; q = {0}; }\n",
        "__device__ dim3 f() { dim3 d = {1}; int4 a{}; return d; }\n",
        "template <class... T> __device__ float4 f(T... v) { float4 a = {v...}; return a; }\n",
    ),
)
