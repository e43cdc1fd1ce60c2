"""What a rule may ask about a build file: its bytes, its tree, its comments. Each kind of file adds its own parts."""

from collections.abc import Iterator
from functools import cached_property

from tree_sitter import Node

from cass_tools.build_files.grammars import parser
from cass_tools.config import Config
from cass_tools.file_kind import FileKind
from cass_tools.model import Source, Span

COMMENTS = frozenset({"comment", "line_comment", "bracket_comment"})


class BuildContext:
    """A build file and what was read from it."""

    kind: FileKind

    def __init__(self, source: Source, config: Config) -> None:
        self.source = source
        self.data = source.data
        self.config = config

    @cached_property
    def root(self) -> Node:
        """The root of the syntax tree of the whole file."""
        return parser(self.kind).parse(self.data).root_node

    @cached_property
    def _comments(self) -> list[Span]:
        return [Span(n.start_byte, n.end_byte) for n in nodes(self.root) if n.type in COMMENTS]

    def comments(self) -> Iterator[tuple[int, bytes]]:
        """The comments with the offsets where they start."""
        for span in self._comments:
            yield span.start, self.text(span)

    @cached_property
    def code(self) -> bytes:
        """The file with comments turned into spaces: the same length."""
        code = bytearray(self.data)
        for start, end in self._comments:
            code[start:end] = bytes(0x0A if byte == 0x0A else 0x20 for byte in code[start:end])
        return bytes(code)

    def text(self, where: Node | Span) -> bytes:
        """The bytes under a node or a span."""
        if isinstance(where, Span):
            return self.data[where.start : where.end]
        return self.data[where.start_byte : where.end_byte]

    def line_start(self, offset: int) -> int:
        """Where the line of byte `offset` begins."""
        return self.data.rfind(b"\n", 0, offset) + 1

    def indent(self, offset: int) -> bytes:
        """The space that the line of byte `offset` begins with."""
        line = self.data[self.line_start(offset) : offset]
        return line[: len(line) - len(line.lstrip())]

    def without_gap(self, span: Span) -> Span:
        """The span with the space before it, if something stands before that on the line; for a removal."""
        start = span.start
        while self.data[start - 1 : start] in (b" ", b"\t"):
            start -= 1
        if (start and self.data[start - 1 : start] != b"\n") or start == span.start:
            return Span(start, span.end) if self.data[start - 1 : start] not in (b'"', b"(", b":") else span
        end = span.end
        while self.data[end : end + 1] in (b" ", b"\t"):
            end += 1
        return Span(start, end + 1) if self.data[end : end + 1] == b"\n" else Span(span.start, end)


def nodes(root: Node) -> Iterator[Node]:
    """Every node below `root`, itself included, in the order of the file."""
    cursor = root.walk()
    while True:
        node = cursor.node
        assert node is not None  # noqa: S101 - a cursor is always somewhere
        yield node
        if cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return
