"""The JSON that commands print is what the published schema says, key by key."""

import copy
import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from cass_tools.report import SCHEMA_FILE
from tests.cli.command import Command

SCHEMA: dict[str, Any] = json.loads(SCHEMA_FILE.read_text())
PROGRAM = """#include <cuda_runtime.h>
__global__ void k(int* p) { p[0] = __shfl_down_sync(0xffffffff, p[threadIdx.x], 1); asm("weird.op;"); }
int main() { int* p; cudaMalloc(&p, 4); k<<<1, 32>>>(p); cudaFooBar(); }
"""


def strict(schema: Any) -> Any:
    """The schema without room for keys that it does not describe."""
    if isinstance(schema, list):
        return [strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: strict(value) for key, value in schema.items()}
    return closed | {"additionalProperties": False} if "properties" in schema and "type" in schema else closed


STRICT = Draft202012Validator(strict(copy.deepcopy(SCHEMA)))


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_check_prints_what_the_schema_says(cass: Command) -> None:
    cass.write("x.cu", PROGRAM)
    (cass.folder / "bytes.cu").write_bytes(b"// \xff\nint main() { cudaDeviceSynchronize(); }\n")
    (cass.folder / "no.cu").write_bytes(bytes(4000))
    report = json.loads(cass("check", ".", "--format", "json").out)
    STRICT.validate(report)
    assert {f["effort"] for f in report["findings"]} == {"low", "medium", "high"}
    assert report["unreadable"]


def test_findings_of_build_files_and_of_a_projects_rules_fit_too(cass: Command) -> None:
    cass.write("cass.toml", '[[rules.rename]]\nfrom = "old"\nto = "fresh"\n')
    cass.write("x.cu", "int old;\n")
    cass.write("CMakeLists.txt", "project(x CUDA)\nadd_executable(x x.cu)\nset(CMAKE_CUDA_FLAGS -lineinfo)\n")
    report = json.loads(cass("check", ".", "--format", "json").out)
    STRICT.validate(report)
    assert {"USR100", "CASS180", "CASS187", "CASS188"} <= {f["code"] for f in report["findings"]}


def test_nothing_found_fits_too(cass: Command) -> None:
    cass.write("x.cu", "int main() {}\n")
    STRICT.validate(json.loads(cass("check", "x.cu", "--format", "json").out))


def test_translate_prints_what_the_schema_says(cass: Command) -> None:
    cass.write("x.cu", PROGRAM)
    report = json.loads(cass("translate", "x.cu", "--no-verify", "--format", "json").out)
    STRICT.validate(report)
    assert report["files"][0]["findings"]


@pytest.mark.gpu_code
def test_a_verdict_is_what_the_schema_says(cass: Command) -> None:
    cass.write("x.cu", '#include <cstdio>\n__global__ void k() {}\nint main() { k<<<1, 1>>>(); printf("1\\n"); }\n')
    report = json.loads(cass("translate", "x.cu", "--arch", "gfx1100", "--format", "json").out)
    STRICT.validate(report)
    assert report["files"][0]["verdict"]["steps"]


@pytest.mark.parametrize(
    ("path", "value"), [("effort", "rewrite"), ("severity", "fatal"), ("code", "x"), ("span", [1, 2])]
)
def test_the_schema_refuses_what_is_wrong(cass: Command, path: str, value: object) -> None:
    cass.write("x.cu", PROGRAM)
    report = json.loads(cass("check", "x.cu", "--format", "json").out)
    report["findings"][0][path] = value
    assert not STRICT.is_valid(report)


def test_the_command_prints_the_schema(cass: Command) -> None:
    said = cass("check", "--schema")
    assert (said.status, json.loads(said.out)) == (0, SCHEMA)


def test_json_lines_are_what_the_schema_says(cass: Command) -> None:
    cass.write("x.cu", PROGRAM)
    lines = cass("check", "x.cu", "gone.cu", "--format", "jsonl").out.splitlines()
    for line in lines:
        STRICT.validate(json.loads(line))
    assert len(lines) > 3
