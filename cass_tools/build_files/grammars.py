"""The grammars of build files, each loaded when a file needs it."""

import functools
import importlib

from tree_sitter import Language, Parser

from cass_tools.file_kind import FileKind

# Bazel's language is a subset of Python's.
_MODULES = {
    FileKind.CMAKE: "tree_sitter_cmake",
    FileKind.MAKE: "tree_sitter_make",
    FileKind.PYTHON: "tree_sitter_python",
    FileKind.BAZEL: "tree_sitter_python",
    FileKind.PYPROJECT: "tree_sitter_toml",
}


@functools.cache
def parser(kind: FileKind) -> Parser:
    """A parser for a kind of build file."""
    return Parser(Language(importlib.import_module(_MODULES[kind]).language()))
