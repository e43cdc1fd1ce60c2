"""A source with the headers of its project: what a driver is compiled with, and is read from."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from tree_sitter import Node

from cass_tools.cuda.constants import constants
from cass_tools.cuda.context import Context
from cass_tools.model import Source

_QUOTED = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)
MOST_HEADERS = 40


class Files:
    """A file and the headers beside it that it includes in quotes, directly or through each other (`all`); `known` has
    those too that it finds in the folders of `flags` (-I), which belong to other projects or parts of this one."""

    def __init__(self, context: Context, flags: Sequence[str] = ()) -> None:
        self.all = tuple(_with_headers(context, ()))
        folders = tuple(Path(flag[2:]) for flag in flags if flag.startswith("-I") and len(flag) > 2)
        self.known = tuple(_with_headers(context, folders)) if folders else self.all

    def value(self, text: bytes) -> int | None:
        """A constant expression as a number, by the definitions of any of the files."""
        return next((v for c in self.known if (v := constants(c).value(text)) is not None), None)


def scopes(context: Context, node: Node) -> list[str]:
    """Names of the namespaces and classes around a node, outermost first."""
    names: list[str] = []
    above = node.parent
    while above is not None:
        if above.type in ("namespace_definition", "class_specifier", "struct_specifier"):
            named = above.child_by_field_name("name")
            if named is not None:
                names.append(context.text(named).decode())
        above = above.parent
    return names[::-1]


def _with_headers(context: Context, folders: Sequence[Path]) -> Iterator[Context]:
    seen = {context.source.path}
    waiting = [context]
    while waiting:
        one = waiting.pop(0)
        yield one
        for name in _QUOTED.findall(one.data):
            places = (folder / name.decode(errors="surrogateescape") for folder in (one.source.path.parent, *folders))
            path = next((place for place in places if place in seen or place.is_file()), None)
            if path is None or path in seen or len(seen) > MOST_HEADERS:
                continue
            seen.add(path)
            try:
                waiting.append(Context(Source(path, path.read_bytes()), context.config))
            except OSError:
                continue
