"""`__popc`, `__popcll`, `__ffs` or `__ffsll` where it matters that HIP's give an `unsigned`: `__ffs(m) - 1 >= 0`.

**Why it fails on AMD.** CUDA's functions give an `int`. With HIP's `unsigned` a difference is never below zero, a
negative number is divided as one of four thousand million, `-1` becomes 4294967295 in a `long long` or a `float`, and
`max(1, __popc(m))` is ambiguous. It compiles, mostly.

**Example.**

    int mean = sum / __popc(active);
    if (__ffs(found) - 1 < 0) return;

**Instead.** `static_cast<int>(__popc(active))`, which is what CUDA's function gives.
"""

import re
from collections.abc import Iterator

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.dataflow import flow
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.own_functions import own_functions
from cass_tools.model import Effort, Finding, Severity, Span, enclosed
from cass_tools.rule import Example, Rule

_NAMES = frozenset({"__popc", "__popcll", "__ffs", "__ffsll"})
_PASSED_ON = frozenset({"parenthesized_expression", "unary_expression", "conditional_expression", "binary_expression"})
_ORDER = frozenset({b"<", b">", b"<=", b">="})
_SIGNED_OPERATORS = frozenset({b"/", b"%", b">>"})
_ARITHMETIC = frozenset({b"+", b"-", b"*", b"&", b"|", b"^", b"<<", b"/", b"%", b">>"})
_CHOOSING = re.compile(rb"(?:std\s*::\s*)?(?:min|max|abs|clamp|minimum|maximum)(?:<.*)?", re.DOTALL)
_WIDE = re.compile(
    rb"(?:const )?(?:(?:unsigned )?long(?: long)?(?: int)?|(?:std::)?(?:size_t|u?int64_t|ptrdiff_t)|float|double|half)"
)
_SIGNED = re.compile(
    rb"(?:const )?(?:signed |long |short )*(?:int|long|short|signed|(?:std::)?(?:int\d+|ptrdiff|ssize)_t)"
)
_UNSIGNED = re.compile(rb"(?:const )?(?:unsigned.*|uint|(?:std::)?(?:uint\d+|size)_t)")
_WORD = re.compile(rb"[A-Za-z_]\w*")
_MINUS = re.compile(rb"(?<!-)-(?![->])|~")


def check(node: Node, context: Context) -> Iterator[Finding]:
    """Calls whose value goes, through arithmetic, where the type decides."""
    called = node.child_by_field_name("function")
    name = context.callee(node)
    if called is None or called.type != "identifier" or context.layout.hip or name in own_functions(context):
        return
    why = _matters(node, context)
    if why is not None:
        yield context.finding(
            RULE,
            node,
            f"HIP's `{name.decode()}` gives an `unsigned`, CUDA's an `int`: {why}.",
            severity=Severity.WARNING,
            effort=Effort.LOW,
            suggestion="Cast it to `int`.",
            edits=enclosed(Span(node.start_byte, node.end_byte), b"static_cast<int>("),
        )


def _matters(node: Node, context: Context) -> str | None:
    """What would be otherwise, in words; None where the bits are the same."""
    at, below = node, False  # `below`: in CUDA it may well be below zero
    while at.parent is not None and at.parent.type in _PASSED_ON:
        holder = at.parent
        if holder.type == "binary_expression":
            sign, other = _operator(holder, context), _other(holder, at)
            below = below or sign == b"-" or _is_reduced(other, context)
            if sign in _ORDER:
                told = below and not _is(_UNSIGNED, other, context)
                return "what is compared is never below zero" if told else None
            left = holder.child_by_field_name("left") == at
            if sign in _SIGNED_OPERATORS and (below or (not left and sign != b">>" and _is(_SIGNED, other, context))):
                return "a number below zero is divided as a large one"
            if below and (kind := next(filter(_WIDE.fullmatch, _kinds(other, context).values()), None)):
                return _into(kind, below=True)
            if sign not in _ARITHMETIC or (sign in (b"<<", b">>") and not left):
                return None
        elif holder.child_by_field_name("condition") == at or context.text(holder)[:1] == b"!":
            return None
        else:
            below = below or _MINUS.search(context.text(holder).replace(context.text(at), b"")) is not None
        at = holder
    return _taken(at, context, below=below)


def _taken(at: Node, context: Context, *, below: bool) -> str | None:
    """The same of what takes the value of the whole expression."""
    holder = at.parent
    if holder is None:
        return None
    if holder.type == "argument_list" and holder.parent is not None:
        called = holder.parent.child_by_field_name("function")
        text = context.text(called) if called is not None else b""
        if _CHOOSING.fullmatch(text):
            return f"`{text.decode(errors='replace')}` takes arguments of one type"
        return _into(text.partition(b"<")[2].rstrip(b"> ") or text, below=below) if called is not None else None
    if holder.type == "cast_expression":
        kind = holder.child_by_field_name("type")
        return _into(context.text(kind), below=below) if kind is not None else None
    if holder.type == "init_declarator" and holder.parent is not None:
        kind = holder.parent.child_by_field_name("type")
        if kind is not None and kind.type == "placeholder_type_specifier":
            return "so the variable is one too"
        return _into(context.text(kind), below=below) if kind is not None else None
    if holder.type == "assignment_expression":
        return _assigned(holder, context, below=below)
    if holder.type == "return_statement":
        function = functions(context).at(at.start_byte)
        kind = function.node.child_by_field_name("type") if function is not None else None
        return _into(context.text(kind), below=below) if kind is not None else None
    return None


def _assigned(holder: Node, context: Context, *, below: bool) -> str | None:
    target, function = holder.child_by_field_name("left"), functions(context).at(holder.start_byte)
    if target is None or function is None:
        return None
    array = target.child_by_field_name("argument") if target.type == "subscript_expression" else None
    kind = flow(context, function).types.get(context.text(array or target), b"")
    kind = kind.removesuffix(b"*").rstrip() if array is not None else kind
    if _operator(holder, context) in (b"/=", b"%=") and _SIGNED.fullmatch(kind):
        return "a number below zero is divided as a large one"
    return _into(kind, below=below)


def _into(kind: bytes, *, below: bool) -> str | None:
    """What becomes of the value in a type."""
    if not below or not _WIDE.fullmatch(kind.strip()):
        return None
    return f"a number below zero becomes a large one in `{kind.strip().decode()}`"


def _operator(expression: Node, context: Context) -> bytes:
    sign = expression.child_by_field_name("operator")
    return context.text(sign) if sign is not None else b""


def _other(expression: Node, one: Node) -> Node | None:
    left = expression.child_by_field_name("left")
    return expression.child_by_field_name("right") if left == one else left


def _kinds(operand: Node | None, context: Context) -> dict[bytes, bytes]:
    """The types of the variables in an operand that its function shows."""
    function = functions(context).at(operand.start_byte) if operand is not None else None
    if operand is None or function is None:
        return {}
    types = flow(context, function).types
    return {word: types[word] for word in _WORD.findall(context.text(operand)) if word in types}


def _is(wanted: re.Pattern[bytes], operand: Node | None, context: Context) -> bool:
    kinds = _kinds(operand, context)
    return bool(kinds) and all(wanted.fullmatch(kind) for kind in kinds.values())


def _is_reduced(operand: Node | None, context: Context) -> bool:
    """Whether an operand subtracts, or is made of signed variables and one of them gets what does."""
    if operand is None:
        return False
    if _MINUS.search(context.text(operand)):
        return True
    function = functions(context).at(operand.start_byte)
    if function is None or not _is(_SIGNED, operand, context):
        return False
    code = context.code[function.body : function.end]
    names = b"|".join(re.escape(name) for name in _kinds(operand, context))
    given = re.findall(rb"\b(?:%s)\s*(-?=)(?!=)([^;,]*)" % names, code)
    return any(sign == b"-=" or _MINUS.search(text) for sign, text in given)


_F = "__device__ int f(unsigned m, int n, float x) "


def _cast(name: str) -> str:
    return f"static_cast<int>({name}(m))"


RULE = Rule(
    code="CASS235",
    name="bit-count-unsigned",
    on=("call",),
    names=_NAMES,
    needs=(b"__popc", b"__ffs"),
    check=check,
    doc=__doc__,
    invalid=(
        Example(_F + "{ return __ffs(m) - 1 < 0; }\n", _F + f"{{ return {_cast('__ffs')} - 1 < 0; }}\n"),
        Example(_F + "{ return n / __popc(m); }\n", _F + f"{{ return n / {_cast('__popc')}; }}\n"),
        Example(_F + "{ return (__popc(m) - 9) / 2; }\n", _F + f"{{ return ({_cast('__popc')} - 9) / 2; }}\n"),
        Example(_F + "{ x = __popc(m) - 9; return x; }\n", _F + f"{{ x = {_cast('__popc')} - 9; return x; }}\n"),
        Example(_F + "{ return max(1, __popc(m)); }\n", _F + f"{{ return max(1, {_cast('__popc')}); }}\n"),
        Example(
            _F + "{ auto at = __ffs(m) - 1; return at < 0; }\n",
            _F + f"{{ auto at = {_cast('__ffs')} - 1; return at < 0; }}\n",
        ),
        Example(
            _F + "{ int d = n - 8; return __popc(m) > d && float(__ffs(m) - 1) < x; }\n",
            _F + f"{{ int d = n - 8; return {_cast('__popc')} > d && float({_cast('__ffs')} - 1) < x; }}\n",
        ),
        Example(
            "__global__ void k(unsigned m, float* o) { o[0] = __popc(m) - 8; }\n",
            "__global__ void k(unsigned m, float* o) { o[0] = static_cast<int>(__popc(m)) - 8; }\n",
        ),
        Example(
            _F + "{ return x + (__ffs(m) - 1); }\n",
            _F + f"{{ return x + ({_cast('__ffs')} - 1); }}\n",
        ),
        Example(
            "__device__ long long f(unsigned m, bool b) { return b ? __ffsll(m) : -1; }\n",
            "__device__ long long f(unsigned m, bool b) { return b ? static_cast<int>(__ffsll(m)) : -1; }\n",
        ),
    ),
    valid=(
        _F + "{ int k = __popc(m) - 5; unsigned u = __ffs(m) - 1; return k + u; }\n",
        _F + "{ if (__popc(m) > 16 && __popc(m) == n) n = __ffs(m) - 1; return n - __popc(m); }\n",
        _F + "{ for (int i = 0; i < __popc(m); i++) n += i; x += __popc(m); return n % 7 + __popc(m) / 2; }\n",
        _F + "{ int lane = threadIdx.x & 31; return lane < __popc(m) ? lane : __popc(m) - 1; }\n",
        _F + "{ for (unsigned k = 0; k < __ffs(m) - 1; k++) n += k; return n; }\n",
        "#include <hip/hip_runtime.h>\n" + _F + "{ return __ffs(m) - 1 < 0; }\n",
        "__device__ int __popc(unsigned m) { return 3; }\n" + _F + "{ return __popc(m) - 4 < 0; }\n",
    ),
)
