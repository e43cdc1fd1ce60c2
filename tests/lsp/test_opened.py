"""What readers keep of open files: diagnostics as JSON, and answers that are confirmed once typing pauses."""

import json
from pathlib import Path

from cass_lsp import opened
from cass_lsp.convert import diagnostics
from cass_lsp.reading import read
from cass_lsp.text import Text
from lsprotocol import converters
from lsprotocol import types as t

from cass_tools.config import Config

FILE = Path("x.cu")
SOURCE = "// \U0001f600\n\n\n__global__ void k(float* p) { *p = __fmul_ru(*p, 2); }\n"
SOURCE += "void f(float** p) { cudaMalloc(p, 8); }\n"


def test_a_look_is_what_the_protocol_has_for_the_findings() -> None:
    data = SOURCE.encode()
    look = opened.look(FILE, data, Config(), "utf-16", "file:///x.cu")
    said = diagnostics(read(FILE, data, Config()), Text(data, "utf-16"), "file:///x.cu")
    assert said and any(each.related_information for each in said)
    assert converters.get_converter().unstructure(said, list[t.Diagnostic]) == json.loads(look.diagnostics)
    hints = sum(each.severity is t.DiagnosticSeverity.Hint for each in said)
    assert dict(look.counts)["renames"] == hints > 0 and sum(dict(look.counts).values()) == len(said)
    assert not look.doubtful and not look.error


def test_each_version_is_read_once_and_from_the_one_before() -> None:
    file = opened.Opened()
    first = file.read(FILE, SOURCE.encode(), Config())
    assert file.read(FILE, SOURCE.encode(), Config()) is first
    broken = SOURCE.replace("(p, 8)", "(p, 8").encode()
    assert file.read(FILE, broken, Config()) == read(FILE, broken, Config())
    assert file.draft.doubtful and file.confirm(FILE, broken, Config())
    assert not file.draft.doubtful


def test_what_does_not_hold_is_replaced() -> None:
    file = opened.Opened()
    right = file.read(FILE, SOURCE.encode(), Config())
    file.reading = right._replace(findings=right.findings[1:])
    assert not file.confirm(FILE, SOURCE.encode(), Config())
    assert file.read(FILE, SOURCE.encode(), Config()) == right
