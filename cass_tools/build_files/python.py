"""Python's setup files and Bazel's BUILD files as calls, names and strings."""

from collections.abc import Iterator
from functools import cached_property

from tree_sitter import Node

from cass_tools.build_files.context import BuildContext, nodes
from cass_tools.build_files.encoding import decoded
from cass_tools.file_kind import FileKind
from cass_tools.model import Span


class PythonContext(BuildContext):
    """A setup.py, or another script that builds extensions."""

    kind = FileKind.PYTHON

    @cached_property
    def _by_type(self) -> dict[str, list[Node]]:
        found: dict[str, list[Node]] = {}
        for node in nodes(self.root):
            found.setdefault(node.type, []).append(node)
        return found

    @cached_property
    def adapted(self) -> bool:
        """Whether the script asks for ROCm already."""
        return any(word in self.code for word in (b"ROCM_HOME", b"version.hip", b"IS_HIP_EXTENSION", b"ROCM_PATH"))

    def all(self, *types: str) -> Iterator[Node]:
        """The nodes of some types, those of one type in the order of the file."""
        for each in types:
            yield from self._by_type.get(each, ())

    def name(self, node: Node | None) -> str:
        """The text of a name, or of an attribute with dots."""
        return decoded(self.text(node)) if node is not None else ""

    def content(self, string: Node) -> tuple[str, Span] | None:
        """What a plain string holds and where; None for one with replacements, escapes or prefixes such as f."""
        if [child.type for child in string.children] != ["string_start", "string_content", "string_end"]:
            return None
        inner = string.children[1]
        if inner.children or self.text(string.children[0]).lower().startswith((b"f", b"b")):
            return None
        return decoded(self.text(inner)), Span(inner.start_byte, inner.end_byte)

    def formatted(self, string: Node) -> tuple[str, Span] | None:
        """What a plain string or an f-string holds, replacements with their braces, and where; without escapes."""
        inner = string.children[1:-1]
        kinds = {child.type for child in inner}
        if (
            not inner
            or not kinds <= {"string_content", "interpolation"}
            or any(child.children for child in inner if child.type == "string_content")
        ):
            return None
        if b"b" in self.text(string.children[0]).lower():
            return None
        span = Span(inner[0].start_byte, inner[-1].end_byte)
        return decoded(self.text(span)), span


class BazelContext(PythonContext):
    """A BUILD file, a .bzl file or a WORKSPACE."""

    kind = FileKind.BAZEL
