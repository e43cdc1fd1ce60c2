"""A pyproject.toml as strings in arrays, with the keys that lead there."""

from collections.abc import Iterator

from tree_sitter import Node

from cass_tools.build_files.context import BuildContext, nodes
from cass_tools.file_kind import FileKind
from cass_tools.model import Span


class ProjectContext(BuildContext):
    """A pyproject.toml."""

    kind = FileKind.PYPROJECT

    def strings(self) -> Iterator[tuple[str, str, Span]]:
        """Each string of the file: its key with dots, what it holds, and where that is, without quotes."""
        for node in nodes(self.root):
            if node.type == "string":
                edge = 3 if self.text(node)[:3] in (b'"""', b"'''") else 1
                span = Span(node.start_byte + edge, node.end_byte - edge)
                yield self._key(node), self.text(span).decode("utf-8", "replace"), span

    def keys(self) -> Iterator[tuple[str, str, Span]]:
        """Each key of a table: the table's name with dots, the key, and where it is."""
        for node in nodes(self.root):
            if node.type == "pair":
                key = node.children[0]
                above = self._key(node).rpartition(".")[0]
                yield above, self.text(key).decode("utf-8", "replace"), Span(key.start_byte, key.end_byte)

    def _key(self, node: Node) -> str:
        parts: list[str] = []
        above: Node | None = node
        while above is not None:
            if above.type in ("pair", "table", "table_array_element"):
                keys = [c for c in above.children if c.type in ("bare_key", "dotted_key", "quoted_key")]
                parts.insert(0, self.text(keys[0]).decode("utf-8", "replace") if keys else "")
            above = above.parent
        return ".".join(parts)
