"""What an identifier is, told by what stands before and after it: most uses of a name need no tree.

The answers are those of the tree (cuda/scopes.py), or none.
"""

import re

_NEAR = 64  # bytes that are looked at before and behind a name
_FAR = 1000  # and those in which a bracket or the end of a statement is looked for
_SPACE = b" \t\r\n\\"
_WORD = re.compile(rb"[A-Za-z_]\w*\Z")
_BRACKET = re.compile(rb"[(){}\[\];]")
_CONVENTION = re.compile(rb"\s*\*\s*\w+\s*\)\s*\(")  # `void (CALLBACK *name)(int)`
_ENDS = re.compile(rb"[;{}]")
# Behind these marks comes an operand, whatever comes behind that.
_BEFORE_OPERANDS = frozenset(b"=!?|+-/%^[<")
_BEFORE_STATEMENTS = frozenset(b";{}")
_OPERAND_WORDS = frozenset(b"return else case throw sizeof new delete do co_return co_yield".split())
_TYPE_WORDS = frozenset(b"const static extern typedef volatile constexpr struct register mutable".split())
_CONDITIONS = frozenset(b"if while switch".split())
# Before a name, though it comes behind it: then it is a member, a label, foreign, or is declared there.
_DOUBTFUL_WORDS = frozenset(b"define undef goto template operator namespace ifdef ifndef elifdef elifndef".split())
_BEHIND_TYPES = frozenset(b"*&")
_BEHIND_FIRST = frozenset(b"(,*&=!|<>+-/%?;")
_BEHIND_LATER = frozenset(b"(),*&=!|<>+-/%?.")
_BEHIND_STATEMENTS = frozenset(b"*&<")
_BEHIND_SEMICOLONS = frozenset(b"=.[;-+")


def is_use(code: bytes, start: int, end: int) -> bool:
    """Whether the identifier at bytes [start, end) is for sure a use, as tables of names mean it.

    It is no member, no label, of no other's namespace, and declares nothing; a name before another identifier is a
    type, or counts as one. `code` is blanked (cuda/lex.py).
    """
    before = code[max(0, start - _NEAR) : start].rstrip(_SPACE) or code[max(0, start - _FAR) : start].rstrip(_SPACE)
    behind = code[end : end + _NEAR].lstrip(_SPACE)[:2]
    if not before or not behind or _follows_directive(code, start, before):
        return False
    last, first = before[-1], behind[0]
    if last in b".~" or before.endswith((b"->", b"::")) or (first == 0x3A and behind != b"::"):
        return last in b"?" or (last != 0x3A and _word(before) == b"case")
    if last == 0x5F or before[-1:].isalnum():
        return _behind_word(_word(before), behind)
    if last in _BEFORE_OPERANDS or behind[:1].isalpha():
        return True
    if last == 0x28:
        if _CONVENTION.match(code, end):
            return False
        return first in _BEHIND_FIRST or (first == 0x29 and _is_operand(before[:-1].rstrip(_SPACE)))
    if last == 0x2C:
        return first in _BEHIND_LATER and _in_arguments(code, start)
    if last in _BEFORE_STATEMENTS:
        if last == 0x3B and first in _BEHIND_SEMICOLONS:
            return True
        return first in _BEHIND_STATEMENTS or (first == 0x28 and _ends_statement(code, end))
    return last == 0x29 and first == 0x28 and _behind_condition(code, start) and _ends_statement(code, end)


def end_before(code: bytes, start: int) -> int:
    """Where what stands before a byte ends: blanks, which comments are too, are passed over, up to 4 KB of them."""
    for size in (_NEAR, 4096):
        low = max(0, start - size)
        if before := code[low:start].rstrip(_SPACE):
            return low + len(before)
    return start


def _follows_directive(code: bytes, start: int, before: bytes) -> bool:
    """Whether what stands before is of a directive that ends before the name."""
    at = code.rfind(before, 0, start) + len(before)
    gap = code[at:start]
    if b"\n" not in gap:
        return False
    line = code.rfind(b"\n", 0, at) + 1
    return code[line:at].lstrip().startswith(b"#") or (
        code.endswith((b"\\\n", b"\\\r\n"), max(0, line - 3), line) and b"\\" not in gap
    )


def _word(before: bytes) -> bytes:
    found = _WORD.search(before)
    return found.group() if found is not None else b""


def _behind_word(word: bytes, behind: bytes) -> bool:
    if word in _OPERAND_WORDS:
        return True
    if behind[:1].isalpha():
        return word not in _DOUBTFUL_WORDS
    return word in _TYPE_WORDS and behind[0] in _BEHIND_TYPES


def _is_operand(before: bytes) -> bool:
    """Whether what is in brackets behind this is an operand or a type, not a declarator."""
    if not before:
        return False
    if before[-1:].isalnum() or before[-1] == 0x5F:
        return _word(before) in _OPERAND_WORDS | _CONDITIONS
    return before.endswith(b">>>") or before[-1:] not in b">)]*&~,\"'"


def _in_arguments(code: bytes, start: int) -> bool:
    """Whether the innermost bracket that is open at `start` is a round one, and none of `for`."""
    opened = _opened(code, start)
    if opened < 0 or code[opened] != 0x28:
        return False
    return _word(code[max(0, opened - _NEAR) : opened].rstrip(_SPACE)) != b"for"


def _opened(code: bytes, start: int) -> int:
    """Where the innermost bracket is that is open at `start`; -1 where none is near, or a statement ends before."""
    depth, high = 0, start
    for size in (_NEAR, _FAR):  # nearly always the first is enough
        low = max(0, start - size)
        for match in reversed(list(_BRACKET.finditer(code, low, high))):
            mark = match.group()
            if mark in b")]}":
                depth += 1
            elif mark == b";" and depth == 0:
                return -1
            elif mark in b"([{":
                depth -= 1
                if depth < 0:
                    return match.start()
        high = low
    return -1


def _behind_condition(code: bytes, start: int) -> bool:
    """Whether the bracket that is closed before `start` is that of an `if` or `while`."""
    closed = code.rfind(b")", max(0, start - _NEAR), start)
    opened = _opened(code, closed)
    return opened >= 0 and _word(code[max(0, opened - _NEAR) : opened].rstrip(_SPACE)) in _CONDITIONS


def _ends_statement(code: bytes, end: int) -> bool:
    """Whether a statement ends behind the name before any brace."""
    found = _ENDS.search(code, end, end + _FAR)
    return found is not None and found.group() == b";"
