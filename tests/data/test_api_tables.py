"""The tables hold together: sorted, unique, complete, no name leads back to CUDA."""

import re

import pytest

from cass_tools.cuda.calls import changes
from cass_tools.cuda.names import COLUMNS, FOLDER, HIPIFY_NAMES, Status, hipify_names, names_for
from cass_tools.cuda.roc_calls import steps

LIBRARIES = sorted(path.stem for path in FOLDER.glob("*.tsv"))
SUPPORT = {"supported", "unsupported", "experimental", "roc-only", "removed-in-HIP", "supported-v2-only"}
KINDS = {"function", "type", "enum", "macro", "header", "device", "identifier", "namespace"}


def _rows(library: str) -> list[dict[str, str]]:
    lines = (FOLDER / f"{library}.tsv").read_text(encoding="ascii").split("\n")
    assert lines[0].split("\t") == list(COLUMNS)
    assert lines[-1] == ""
    cells = [line.split("\t") for line in lines[1:-1]]
    return [dict(zip(COLUMNS, row + [""] * (len(COLUMNS) - len(row)), strict=True)) for row in cells]


@pytest.mark.parametrize("library", LIBRARIES)
def test_sorted_and_unique(library: str) -> None:
    names = [row["name"].encode() for row in _rows(library)]
    assert names == sorted(set(names))


@pytest.mark.parametrize("library", LIBRARIES)
def test_cells_are_of_known_form(library: str) -> None:
    for row in _rows(library):
        assert row["support"] in SUPPORT, row
        assert row["kind"] in KINDS, row
        assert re.fullmatch(r"[\w:./]+", row["name"]), row
        assert re.fullmatch(r"[\w:./]*\*?", row["hip"]), row
        for column in COLUMNS:
            if column.endswith(("added", "deprecated", "removed")):
                assert re.fullmatch(r"(?:(?:cudnn|cutensor)-)?\d+(?:\.\d+)*|", row[column]), row


def test_all_public_names_are_there() -> None:
    assert sum(len(_rows(library)) for library in LIBRARIES) >= 10_378


@pytest.mark.parametrize("spelling", [("hip", "cass"), ("roc", "cass"), ("hip", "hipify"), ("roc", "hipify")])
@pytest.mark.parametrize("hip", [(5, 0), (6, 3), (7, 1)])
def test_a_hip_name_is_never_renamed_again(hip: tuple[int, int], spelling: tuple[str, str]) -> None:
    names = names_for(hip, (12, 8), *spelling)
    for key in sorted(names.keys()):
        api = names.get(key)
        assert api is not None
        if api.status is not Status.RENAMED or api.kind == "header":
            continue
        again = names.get(api.hip.encode())
        assert again is None or again.status is not Status.RENAMED, (api.name, api.hip)


def test_every_name_that_goes_nowhere_says_why() -> None:
    names = names_for((6, 3), (12, 8))
    for key in sorted(names.keys()):
        api = names.get(key)
        assert api is not None
        assert (api.reason != "") == (api.status in (Status.UNSUPPORTED, Status.TOO_NEW, Status.REMOVED))


def test_argument_changes_are_of_names_in_the_tables() -> None:
    names = names_for((6, 3), (12, 8))
    assert all(change.name.encode() in names for change in changes())
    keys = [(change.name, change.arity, change.position) for change in changes()]
    assert keys == sorted(set(keys))


def test_argument_changes_of_rocms_libraries_are_of_names_in_the_tables() -> None:
    names = names_for((6, 3), (12, 8), "roc")
    assert [name for name, _ in steps()] == sorted(name for name, _ in steps())
    for (name, arity), needed in steps().items():
        api = names.get(name.encode())
        assert api is not None and api.status is Status.RENAMED, name
        for kind, position, text in needed:
            assert kind in {"insert", "replace", "drop", "move", "copy", "size", "unknown"}
            assert (text != "") == (kind not in {"drop", "size"}), name
            assert position <= arity or not arity, name
            assert kind not in {"move", "copy"} or int(text) <= arity, name


def test_hipifys_names_are_others_than_ours() -> None:
    names = names_for((6, 3), (12, 8))
    assert hipify_names()
    for name, (hip, roc) in hipify_names().items():
        api = names.get(name.encode())
        assert api is not None
        assert hip != api.hip and (hip or roc), name
    listed = [line.split("\t")[0] for line in HIPIFY_NAMES.read_text(encoding="ascii").splitlines()[1:]]
    assert listed == sorted(set(listed))
