"""What a rule may ask about the file it looks at: bytes, nodes, arguments, names; computed once, when first asked for.

All positions are byte offsets into the user's bytes. Nothing here decides anything.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property

from tree_sitter import Node, Tree

from cass_tools.config import Config
from cass_tools.cuda.arguments import split_arguments
from cass_tools.cuda.draft import LAUNCHED, Draft, Facts, Parts
from cass_tools.cuda.headers import Plan, plan_headers
from cass_tools.cuda.includes import Layout, read_layout
from cass_tools.cuda.lex import Defines, Words, blank, comments
from cass_tools.cuda.lines import line_number
from cass_tools.cuda.long_lines import long_lines, without
from cass_tools.cuda.names import Names, names_for
from cass_tools.cuda.nodes import Kinds, by_kind
from cass_tools.cuda.parse import parse_body, parse_prepared
from cass_tools.cuda.prep import mask
from cass_tools.cuda.scopes import Scopes
from cass_tools.cuda.uses import Use, find_uses
from cass_tools.cuda.whole import same
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Source, Span
from cass_tools.rule import Rule

__all__ = ["Context", "Launch", "Node"]


class Launch:
    """The parts of `kernel<<<configuration>>>(arguments)` as spans."""

    def __init__(self, code: bytes, kernel: Span, opened: int, end: int) -> None:
        """`opened` is behind the `<<<`, `end` behind the last bracket."""
        self.kernel = kernel
        self._code, self._opened, self._end = code, opened, end

    @cached_property
    def _closed(self) -> int:
        return self._code.index(b">>>", self._opened)

    @cached_property
    def configuration(self) -> list[Span]:
        """What stands between `<<<` and `>>>`."""
        return split_arguments(self._code, self._opened, self._closed)

    @property
    def shared(self) -> list[Span]:
        """The bytes of shared memory that are asked for; empty where none are."""
        several = self._code.count(b",", self._opened, self._closed) > 1  # most launches need not be taken apart
        return self.configuration[2:3] if several else []

    @cached_property
    def arguments(self) -> list[Span]:
        """What the kernel gets."""
        return split_arguments(self._code, self._code.index(b"(", self._closed) + 1, self._end - 1)


class Context:
    """A source with everything that was read from it."""

    def __init__(self, source: Source, config: Config, draft: Draft | None = None) -> None:
        """`draft` has read the version before of a text that is being edited, and keeps what the next can use."""
        self.source = source
        self._draft = draft
        self.unread = long_lines(source.data)
        """Lines that are too long; the rest is read as if they were blank."""
        self.data = same(without(source.data, self.unread))
        self.config = config = config.at(source.path)
        self.names: Names = names_for(config.hip_version, config.cuda_version, config.api, config.style)
        self._bodies: dict[int, Tree] = {}
        self.found: tuple[Finding, ...] = ()  # by all rules but those that ask for it: captures.JUDGED
        self.captured: Mapping[str, list[Node]] | None = None  # of `root`, once `capture` was asked for it
        self._facts = Facts()

    @cached_property
    def code(self) -> bytes:
        """The file with comments and the insides of literals blanked: same length, pure ASCII, for plain searching."""
        return same(blank(self.data) if self._draft is None else self._draft.blank(self.data))

    @cached_property
    def _prepared(self) -> bytes:
        return mask(self.code, self.words, self.defines)

    @cached_property
    def tree(self) -> Tree:
        """The syntax tree of the whole file."""
        return parse_prepared(self._prepared) if self._draft is None else self._draft.parse(self._prepared)

    @cached_property
    def root(self) -> Node:
        """The root of `tree`."""
        return self.tree.root_node

    @property
    def broken(self) -> bool:
        """Whether the grammar could not read all of the file."""
        return self.root.has_error

    @cached_property
    def defines(self) -> Defines:
        """The `#define`s of the file."""
        return Defines(self.code)

    def _body_root(self, index: int) -> Node:
        if index not in self._bodies:
            define = self.defines.all[index]
            self._bodies[index] = parse_body(self._prepared, define.start, define.end)
        return self._bodies[index].root_node

    def roots(self, concerns: Callable[[bytes], bool]) -> Iterator[Node]:
        """The file's root, then that of every macro body for whose text `concerns` holds."""
        yield self.root
        yield from self.bodies(concerns)

    def bodies(self, concerns: Callable[[bytes], bool]) -> Iterator[Node]:
        """The root of every macro body for whose text `concerns` holds."""
        for index, define in enumerate(self.defines.all):
            if concerns(self.code[define.start : define.end]):
                yield self._body_root(index)

    @property
    def is_edited(self) -> bool:
        """Whether the text is being edited, so that what is captured of it is kept for its next version."""
        return self._draft is not None

    def capture(self, wanted: Kinds) -> Mapping[str, list[Node]]:
        """The nodes of the file whose type is one of `wanted`, by the names there, in file order."""
        if self._draft is None:
            self.captured = by_kind(self.root, wanted)
        else:
            self.captured = self._draft.capture(self.root, wanted, self.label)
        return self.captured

    def facts(self, offset: int) -> tuple[Facts, int]:
        """What is known of the declaration that holds a byte, and where that begins; kept while a text is edited."""
        known = self.captured.facts(offset) if isinstance(self.captured, Parts) else None
        return known or (self._facts, 0)

    def known_names(self) -> dict[int, tuple[bool, bool]]:
        """What is known of identifiers of the file (`Facts.names`), by where they are."""
        return self.captured.names() if isinstance(self.captured, Parts) else {}

    def label(self, _capture: str, node: Node) -> bytes:
        """What is called by a call: a launch has no name, for it is asked for as such. Empty for all else."""
        if node.type != "call_expression":
            return b""
        return LAUNCHED if self.is_launch(node) else self.callee(node)

    @cached_property
    def words(self) -> Words:
        """Every identifier in code, `#define` bodies and directives included, with the offsets where it starts."""
        return Words(self.code, edited=self.is_edited)

    @cached_property
    def uses(self) -> list[Use]:
        """Every place where the file means a name of the API tables, in the order of the tables' look-up."""
        return find_uses(self)

    @cached_property
    def unrenamed(self) -> list[Use]:
        """Those of them that no other name in the target release takes the place of: in most files none."""
        return [use for use in self.uses if not use.renamed]

    @cached_property
    def layout(self) -> Layout:
        """The includes and the conditions around them."""
        return read_layout(self.data, self.code, edited=self.is_edited)

    @cached_property
    def headers(self) -> Plan:
        """What becomes of the includes."""
        return plan_headers(self)

    @cached_property
    def scopes(self) -> Scopes:
        """Which names the file declares itself, and where they hold."""
        return Scopes(self)

    def node_at(self, start: int, end: int) -> Node:
        """The smallest node over [start, end), looked up in the tree of the macro body that holds it, if one does."""
        index = self.defines.index(start)
        root = self.root if index is None else self._body_root(index)
        return root.descendant_for_byte_range(start, end) or root

    def text(self, node: Node | Span) -> bytes:
        """The user's bytes under a node or span, comments and literals as written."""
        span = self.span(node)
        return self.data[span.start : span.end]

    def span(self, node: Node | Span) -> Span:
        """Where a node is."""
        return node if isinstance(node, Span) else Span(node.start_byte, node.end_byte)

    def line(self, offset: int) -> int:
        """1-based line number of byte `offset`."""
        return line_number(self.code, offset)

    def is_launch(self, call: Node) -> bool:
        """Whether a `call_expression` is a kernel launch in the user's text."""
        listed = call.child_by_field_name("arguments")
        return listed is not None and self.data.startswith(b"<<<", listed.start_byte)

    def callee(self, call: Node) -> bytes:
        """The last name of what is called: `a::b<T>(x)` is `b`, `o.f(x)` is `f`, else empty."""
        node = call.child_by_field_name("function")
        while node is not None and node.type not in _NAME_TYPES:
            node = node.child_by_field_name("name") or node.child_by_field_name("field")
        return self.code[node.start_byte : node.end_byte] if node is not None else b""

    def arguments(self, call: Node) -> list[Span]:
        """The arguments of a call without surrounding space; commas in brackets, templates and literals do not count.

        Of a launch these are the kernel's arguments, not the configuration.
        """
        if self.is_launch(call):
            return self.launch(call).arguments
        listed = call.child_by_field_name("arguments")
        if listed is None or self.code[listed.start_byte : listed.start_byte + 1] not in (b"(", b"{"):
            return []
        end = listed.end_byte
        closed = self.code[end - 1 : end] in (b")", b"}")
        return split_arguments(self.code, listed.start_byte + 1, end - 1 if closed else end)

    def launch(self, call: Node) -> Launch:
        """The parts of a launch."""
        kernel, listed = call.child_by_field_name("function"), call.child_by_field_name("arguments")
        assert kernel is not None and listed is not None  # noqa: S101 - holds for every launch capture
        return Launch(self.code, self.span(kernel), listed.start_byte + 3, listed.end_byte)

    def finding(
        self,
        rule: Rule,
        where: Node | Span,
        message: str,
        *,
        severity: Severity = Severity.WARNING,
        effort: Effort = Effort.MEDIUM,
        suggestion: str = "",
        edits: Sequence[Edit] = (),
        safety: Safety = Safety.SAFE,
    ) -> Finding:
        """As `Rule.finding`, of a node or a span."""
        return rule.finding(
            self.span(where),
            message,
            severity=severity,
            effort=effort,
            suggestion=suggestion,
            edits=edits,
            safety=safety,
        )

    def comments(self) -> Iterator[tuple[int, bytes]]:
        """The comments of the file with the offsets where they start."""
        return comments(self.data)


_NAME_TYPES = frozenset({"identifier", "field_identifier", "type_identifier", "namespace_identifier"})
