"""A CMake file as a list of commands with their arguments."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from tree_sitter import Node

from cass_tools.build_files.context import BuildContext, nodes
from cass_tools.build_files.encoding import decoded
from cass_tools.build_files.flags import Word
from cass_tools.build_files.pieces import words_in
from cass_tools.file_kind import FileKind
from cass_tools.model import Span

_COMMANDS = ("normal_command", "if_command", "elseif_command", "else_command", "foreach_command", "while_command")
_DEFINITIONS = ("function_command", "macro_command")


class Argument(NamedTuple):
    """One argument; `text` and `inner` are without quotes, `span` is all of it."""

    text: str
    span: Span
    inner: Span


class Command(NamedTuple):
    """A command; `outermost` is where the statement of the file's top level begins that holds it."""

    name: str
    name_span: Span
    arguments: tuple[Argument, ...]
    span: Span
    outermost: int

    def after(self, *keywords: str) -> tuple[Argument, ...]:
        """The arguments that follow one of the keywords."""
        for number, argument in enumerate(self.arguments):
            if argument.text in keywords:
                return self.arguments[number + 1 :]
        return ()


class CMakeContext(BuildContext):
    """A CMakeLists.txt or a .cmake file."""

    kind = FileKind.CMAKE

    @cached_property
    def commands(self) -> tuple[Command, ...]:
        """All commands in the order of the file, conditions of `if` and loops included."""
        return tuple(self._commands())

    def _commands(self) -> Iterator[Command]:
        for node in nodes(self.root):
            if node.type in _COMMANDS:
                name = node.children[0]
                yield Command(
                    decoded(self.text(name)).lower(),
                    Span(name.start_byte, name.end_byte),
                    tuple(self._arguments(node)),
                    Span(node.start_byte, node.end_byte),
                    _outermost(node),
                )

    def _arguments(self, node: Node) -> Iterator[Argument]:
        for listed in node.children:
            if listed.type == "argument_list":
                for each in listed.children:
                    if each.type == "argument":
                        yield self._argument(each)

    def _argument(self, node: Node) -> Argument:
        span = Span(node.start_byte, node.end_byte)
        text, inner = self.text(span), span
        if text.startswith(b'"') and text.endswith(b'"') and len(text) > 1:
            inner = Span(span.start + 1, span.end - 1)
        elif text.startswith(b"[") and node.children and node.children[0].type == "bracket_argument":
            edge = text.index(b"[", 1) + 1
            inner = Span(span.start + edge, span.end - edge)
        return Argument(decoded(self.text(inner)), span, inner)

    @cached_property
    def defined(self) -> frozenset[str]:
        """Functions and macros that the file defines, in lower case."""
        heads = (node for node in nodes(self.root) if node.type in _DEFINITIONS)
        return frozenset(a[0].text.lower() for head in heads if (a := tuple(self._arguments(head))))

    @cached_property
    def languages(self) -> frozenset[str]:
        """The languages that the file enables."""
        found: set[str] = set()
        for command in self.commands:
            if command.name in ("project", "enable_language"):
                found |= {argument.text for argument in language_arguments(command)}
        return frozenset(found)

    def words(self, arguments: Iterable[Argument], *, with_quotes: bool = False) -> list[Word]:
        """The words of arguments, those of lists and generator expressions apart.

        `with_quotes`: the place of a word that is all of a quoted argument includes the quotes.
        """
        found: list[Word] = []
        for argument in arguments:
            words = list(words_in(self.text(argument.inner), argument.inner.start))
            if with_quotes and len(words) == 1 and words[0].span == argument.inner:
                words = [words[0]._replace(span=argument.span)]
            found += words
        return found


def language_arguments(command: Command) -> tuple[Argument, ...]:
    """The arguments of project() and enable_language() that name languages."""
    if command.name != "project":
        return command.arguments
    if any(argument.text == "LANGUAGES" for argument in command.arguments):
        return command.after("LANGUAGES")
    keywords = {"VERSION", "DESCRIPTION", "HOMEPAGE_URL"}
    return () if keywords & {a.text for a in command.arguments} else command.arguments[1:]


def _outermost(node: Node) -> int:
    """Where the child of the root begins that holds the node."""
    while node.parent is not None and node.parent.parent is not None:
        node = node.parent
    return node.start_byte
