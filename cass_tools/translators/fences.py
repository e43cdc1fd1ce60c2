"""The fences around code in a model's answer: what is between them, and a grammar that keeps a model to them."""

import functools
import re
from collections.abc import Sequence

_FENCE = re.compile(r"^[ \t]*```([^\n`]*)$", re.MULTILINE)

# GBNF (llama.cpp, grammars/README.md). Code is balanced and holds no backtick, as neither CUDA nor HIP does.
_BALANCED = r"""
code    ::= ( plain | string | char | comment | "(" code ")" | "[" code "]" | "{" code "}" )*
plain   ::= [^\x00()\x5B\x5D{}"'`/] | "/" [^\x00()\x5B\x5D{}"'`/*]
comment ::= "//" [^\x00\n`]* "\n" | "/*" ( [^\x00*`] | "*"+ [^\x00*/`] )* "*"+ "/"
string  ::= "\"" ( [^\x00"\\\n`] | "\\" [^\x00`] )* "\""
char    ::= "'" ( [^\x00'\\\n`] | "\\" [^\x00`] )+ "'"
"""


@functools.cache
def grammar(fence: str) -> str:
    """GBNF for one block of balanced code in a fence."""
    return f'root ::= "```{fence}\\n" code "\\n```"\n{_BALANCED}'


def complete(text: str) -> bool:
    """Whether a block was opened and closed again."""
    return text.count("```") >= 2 and len(_FENCE.findall(text)) >= 2


def bytes_of(code: str) -> bytes:
    """An answer as the bytes of a file: halves of characters, which JSON may hold, joined where both are there."""
    return code.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()


def code_in(text: str, fences: Sequence[str]) -> str | None:
    """The code of the first block whose fence is the earliest of `fences` that there is; None where there is none.

    A block that is not closed, as one that was cut off, is none. Text without any fence is code itself, as some models
    answer.
    """
    marks = list(_FENCE.finditer(text))
    if not marks:
        return text.strip("\n") if text.strip() and "```" not in text else None
    blocks: dict[str, str] = {}
    for opened, closed in zip(marks[::2], marks[1::2], strict=False):
        blocks.setdefault(opened[1].strip().lower(), text[opened.end() + 1 : closed.start()])
    found = next((blocks[fence] for fence in fences if fence in blocks), None)
    return found.strip("\n") if found is not None and found.strip() else None
