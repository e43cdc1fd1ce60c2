"""The form of the code base: sizes of modules and functions, direction of imports, one owner for processes and LLVM."""

import ast
import re
import statistics
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from cass_tools.rules import all_rules

ROOT = Path(__file__).parent.parent
PACKAGES = ("cass_tools", "lsp", "hooks", "grammars", "bench", "tests", "examples")
MODULES = sorted(p for package in PACKAGES for p in (ROOT / package).rglob("*.py"))
PRODUCT = [p for p in MODULES if p.is_relative_to(ROOT / "cass_tools")]

# What each layer may import from the layers of this list: only the ones before it, and itself.
LAYERS = (
    "model",
    "errors",
    "sandbox",
    "proc",
    "config",
    "rule",
    "cuda",
    "build_files",
    "ptx",
    "rules",
    "engine",
    "translators",
    "executor",
    "compilers",
    "runners",
)
TOP = ("verify", "judge", "port", "output")
ONE_OWNER = {
    "subprocess": {"cass_tools/proc.py"},
    "huggingface_hub": {"cass_tools/models/fetching.py"},
    "llama_cpp": {"cass_tools/translators/llama.py"},
}


def lines_of(path: Path) -> int:
    return sum(1 for line in path.read_text().splitlines() if line.strip())


class Form(NamedTuple):
    """What is asked of a file: its docstring, the lines of its functions, and every module that it imports anywhere,
    type-checking blocks included."""

    doc: str
    functions: tuple[tuple[str, int], ...]
    imports: frozenset[str]


@cache
def form_of(path: Path) -> Form:
    """A file is parsed once for all tests."""
    tree = ast.parse(path.read_text())
    functions: list[tuple[str, int]] = []
    imports: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imports |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            imports |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions.append((node.name, (node.end_lineno or node.lineno) - node.lineno + 1))
    return Form(ast.get_docstring(tree) or "", tuple(functions), frozenset(imports))


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_no_module_or_function_is_too_long(path: Path) -> None:
    assert lines_of(path) <= 400
    assert {name: size for name, size in form_of(path).functions if size > 50} == {}


def test_modules_are_small() -> None:
    assert statistics.median(lines_of(p) for p in PRODUCT) <= 120


@pytest.mark.parametrize("path", PRODUCT, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_module_says_what_it_is_for(path: Path) -> None:
    assert form_of(path).doc


@pytest.mark.parametrize("path", PRODUCT, ids=lambda p: str(p.relative_to(ROOT)))
def test_names_say_what_a_module_holds(path: Path) -> None:
    assert path.stem not in {"utils", "util", "helpers", "manager", "base", "common", "misc"}


def layer_of(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[0] == "cass_tools" else ""


def is_type_checking_only(path: Path, layer: str) -> bool:
    """Rules name the context's types only for the type checker."""
    return path.name == "rule.py" and layer == "cuda"


@pytest.mark.parametrize("path", PRODUCT, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_go_one_way(path: Path) -> None:
    own = path.relative_to(ROOT / "cass_tools").with_suffix("").parts[0]
    wrong: set[str] = set()
    for module in form_of(path).imports:
        layer = layer_of(module)
        if not layer or layer == own or is_type_checking_only(path, layer):
            continue
        above = own in LAYERS and layer in LAYERS and LAYERS.index(layer) > LAYERS.index(own)
        if layer == "cli" or (own in LAYERS and layer in TOP) or above:
            wrong.add(module)
    assert wrong == set()


@pytest.mark.parametrize(("module", "owners"), ONE_OWNER.items(), ids=ONE_OWNER)
def test_some_modules_have_one_owner(module: str, owners: set[str]) -> None:
    users = {str(p.relative_to(ROOT)) for p in PRODUCT if any(m.split(".")[0] == module for m in form_of(p).imports)}
    assert users <= owners


SERVER = sorted([*(ROOT / "lsp").rglob("*.py"), *(ROOT / "hooks").rglob("*.py")])


@pytest.mark.parametrize("path", SERVER, ids=lambda p: str(p.relative_to(ROOT)))
def test_front_ends_stand_beside_the_command_line(path: Path) -> None:
    """The language server and the hooks are front ends as `cli` is: none imports another."""
    assert form_of(path).doc
    assert not [m for m in form_of(path).imports if layer_of(m) == "cli" or m.split(".")[0] == "subprocess"]


def test_only_the_language_server_imports_pygls() -> None:
    wanted = {"pygls", "lsprotocol", "cass_lsp"}
    assert not [p for p in PRODUCT if any(m.split(".")[0] in wanted for m in form_of(p).imports)]


def test_llvm_is_built_only_by_the_executor() -> None:
    users = {p for p in PRODUCT if any(m.split(".")[0] == "llvmlite" for m in form_of(p).imports)}
    assert all(p.is_relative_to(ROOT / "cass_tools" / "executor") for p in users)


def test_every_rule_code_is_documented() -> None:
    codes = [rule.code for rule in all_rules()]
    assert len(codes) == len(set(codes))
    for rule in all_rules():
        assert re.fullmatch(r"CASS[12]\d\d", rule.code)
        assert len(rule.doc.strip().splitlines()) >= 4, rule.code
        assert (ROOT / "docs" / "rules" / f"{rule.code}.md").is_file(), rule.code
