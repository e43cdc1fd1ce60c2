"""A makefile as assignments, recipe lines and lists of files."""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from tree_sitter import Node

from cass_tools.build_files.context import BuildContext, nodes
from cass_tools.build_files.flags import Word
from cass_tools.build_files.pieces import shell_words
from cass_tools.file_kind import FileKind
from cass_tools.model import Span

_COMMENT = re.compile(rb"(?<!\\)#")


class Part(NamedTuple):
    """A part of a makefile: the value of the variable `name`, or a line of a recipe, whose `name` is empty."""

    name: str
    span: Span


class MakeContext(BuildContext):
    """A makefile."""

    kind = FileKind.MAKE

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """Values of variables and lines of recipes in the order of the file."""
        return tuple(sorted(self._parts(), key=lambda part: part.span))

    def _parts(self) -> Iterator[Part]:
        for node in nodes(self.root):
            if node.type in ("variable_assignment", "shell_assignment") and (
                value := _last(node, "text", "shell_command")
            ):
                name = node.child_by_field_name("name")
                text = self.text(name).decode("utf-8", "replace") if name else ""
                yield Part(text, self._without_comment(value))
            elif node.type in ("shell_text", "raw_text") or _is_statement(node):
                yield Part("", Span(node.start_byte, node.end_byte))

    def _without_comment(self, value: Node) -> Span:
        text = self.text(value)
        comment = _COMMENT.search(text)
        return Span(value.start_byte, value.start_byte + (comment.start() if comment else len(text)))

    def words(self, part: Part) -> list[Word]:
        """The words of a part."""
        return list(shell_words(self.text(part.span), part.span.start))

    @cached_property
    def code(self) -> bytes:
        """The file with comments, also those at the ends of values, turned into spaces."""
        code = bytearray(super().code)
        for node in nodes(self.root):
            if node.type == "text":
                start = self._without_comment(node).end
                code[start : node.end_byte] = b" " * (node.end_byte - start)
        return bytes(code)


def _is_statement(node: Node) -> bool:
    """Whether a function is called on a line of its own: `$(foreach ...)`, `$(eval ...)`."""
    above = node.parent
    return node.type == "function_call" and above is not None and above.type in ("makefile", "conditional", "ERROR")


def _last(node: Node, *kinds: str) -> Node | None:
    found = [child for child in node.children if child.type in kinds]
    return found[-1] if found else None
