"""Command lines as they are read: nothing lost, nothing taken for something else."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cass_tools.nvcc_flags import look_up, raw
from cass_tools.wrapper import line as steps
from cass_tools.wrapper.flags import read
from cass_tools.wrapper.line import Input, Line

FAST = [
    "-fgpu-flush-denormals-to-zero",
    "-fno-hip-fp32-correctly-rounded-divide-sqrt",
    "-fgpu-approx-transcendentals",
    "-ffp-contract=fast",
]
HELP = Path(__file__).parent / "data" / "nvcc_options.tsv"


def said(text: str) -> dict[str, Any]:
    """The fields of a line that are not as in an empty one, without what was dropped."""
    empty, found = Line(), read(text.split())
    return {
        name: value for name, value in found._asdict().items() if value != getattr(empty, name) and name != "dropped"
    }


def options_of(text: str) -> list[str]:
    return list(read(text.split()).options)


@pytest.mark.parametrize(
    ("words", "step"),
    [
        ("a.cu", steps.LINK),
        ("-c a.cu", steps.OBJECT),
        ("--compile a.cu", steps.OBJECT),
        ("-E a.cu", steps.PREPROCESS),
        ("-c -M a.cu", steps.DEPEND),
        ("-MM a.cu", steps.DEPEND_USER),
        ("-S a.cpp", steps.ASSEMBLY),
        ("-fsyntax-only -c a.cu", steps.SYNTAX),
        ("-ptx a.cu", steps.DEVICE_CODE),
        ("-dlink a.o", steps.DEVICE_LINK),
        ("-shared -dlink a.o", steps.DEVICE_LINK),
        ("-lib a.o", steps.ARCHIVE),
        ("-lineinfo a.cu", steps.LINK),
    ],
)
def test_the_step_is_that_of_nvcc(words: str, step: str) -> None:
    assert read(words.split()).step == step


def test_a_line_of_cmake() -> None:
    words = (
        "-forward-unknown-to-host-compiler -DN=3 -I../include -isystem /opt/x -rdc=true "
        "--generate-code=arch=compute_80,code=[compute_80,sm_80] -std=c++17 -Xcompiler=-fPIC -MD -MT a.o -MF a.d "
        "-x cu -c a.cc -o a.o"
    )
    options = ("-DN=3", "-I../include", "-isystem", "/opt/x", "-std=c++17", "-fPIC")
    assert said(words) == {
        "step": steps.OBJECT,
        "inputs": (Input("a.cc", "cuda"),),
        "output": "a.o",
        "options": options,
        "link": (*options, 0),
        "depend": ("-MD", "-MT", "a.o", "-MF", "a.d"),
        "relocatable": True,
    }


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("-Xcompiler -fPIC,-Wall --compiler-options=-O2", ["-fPIC", "-Wall", "-O2"]),
        ("-O 2 -I=x -I a,b --define-macro N=4,M", ["-O2", "-Ix", "-Ia", "-Ib", "-DN=4", "-DM"]),
        ("-DPAIR=f(1,2)", ["-DPAIR=f(1,2)"]),
        (
            "-use_fast_math",
            FAST,
        ),
        ("--use_fast_math", FAST),
        ("-default-stream null", ["-fgpu-default-stream=legacy"]),
        ("-Werror -Wall", ["-Werror", "-Wall"]),
        ("-Werror all-warnings -Werror=reorder -Werror=unused", ["-Werror", "-Werror=reorder", "-Werror=unused"]),
        ("-g3 -g --debug -m64 -march=native", ["-g3", "-g", "-g", "-march=native"]),
        ("-Xclang -x -mllvm -y --param z=1", ["-Xclang", "-x", "-mllvm", "-y", "--param", "z=1"]),
        ("-Wl,-z,now -lcudart -lm -L x -shared", []),
        ("-lineinfo -t4 -Xptxas -O3 -maxrregcount 32 -arch sm_80", []),
    ],
)
def test_options_are_those_of_clang(words: str, kept: list[str]) -> None:
    assert options_of(words) == kept


def test_words_for_linking_keep_their_order() -> None:
    words = "a.o -lb -L d c.a -Xlinker x,y -lcublas -lcudart -Xcompiler=-Wl,-rpath,/r -T s.ld"
    found = read(words.split())
    assert found.link == (
        0,
        "-lb",
        "-Ld",
        1,
        "-Xlinker",
        "x",
        "-Xlinker",
        "y",
        "-lhipblas",
        "-Wl,-rpath,/r",
        "-T",
        "s.ld",
    )
    assert [source.path for source in found.inputs] == ["a.o", "c.a"]
    assert found.dropped == (("-lcudart", "HIP's runtime library takes its place"),)


def test_the_last_of_true_and_false_holds() -> None:
    assert not read(["-rdc=true", "-rdc=false", "a.cu"]).relocatable
    assert read(["-rdc", "true", "-c", "a.cu"]).relocatable
    assert not read(["-dw", "a.cu"]).relocatable


def test_languages() -> None:
    assert read(["a.cc", "-x", "cu", "-c"]).inputs == (Input("a.cc", "cuda"),)  # nvcc's holds for all
    assert read(["a.cc", "-x", "c", "b.cc", "-x", "none", "d.cc"]).inputs == (
        Input("a.cc", "c++"),
        Input("b.cc", "c"),
        Input("d.cc", "c++"),
    )
    assert read(["-x", "cu", "-c", "-"]).inputs == (Input("-", "cuda"),)
    assert read(["a.inc", "b.o", "-x", "cu"]).inputs == (Input("a.inc", "cuda"), Input("b.o", steps.LINKED))
    assert not read(["-c", "libx.so.1.2", "y.lo", "z.obj"]).refused


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("-c a.cu b.cu -o x", "names one file"),
        ("-c a.cu b.o -o x", "names one file"),
        ("-c a.txt", "a.txt is neither a source nor an object"),
        ("-o", "needs a value"),
        ("-optix-ir a.cu", "no meaning"),
        ("a.ptx", "NVIDIA"),
        ("a.cu -lcudnn", "-lMIOpen"),
        ("-c -", "needs a language"),
    ],
)
def test_refusals_have_a_reason(words: str, reason: str) -> None:
    assert reason in read(words.split()).refused


def test_gpus_of_amd_are_taken_from_all_options() -> None:
    assert read(["--offload-arch=gfx1100,gfx90a", "-arch=gfx942", "-arch=sm_80"]).gpus == (
        "gfx1100",
        "gfx90a",
        "gfx942",
    )


class Known(NamedTuple):
    """An option as nvcc's own help lists it."""

    long: str
    short: str
    value: str
    choices: tuple[str, ...]


def known() -> list[Known]:
    with HELP.open() as file:
        return [
            Known(row["long"], row["short"], row["value"], tuple(filter(None, row["choices"].split("|"))))
            for row in csv.DictReader(file, delimiter="\t")
        ]


def test_the_table_has_every_option_of_nvcc_with_its_arity() -> None:
    for option in known():
        for name in (option.long, option.short):
            found = look_up(name)
            assert found is not None, name
            assert (found[0].value in ("none", "optional")) == (option.value == "none") or name in OPTIONAL, name


# Options whose value the table calls optional, since other compilers have them without one.
OPTIONAL = {name for row in raw()["option"] if row.get("value") == "optional" for name in row["names"]}
ROLES: dict[str, str] = raw()["roles"]
SPECIAL = {"refused", "version", "help", "list-gpus", "language", "device-code", "device-link", "archive"}
FILES = st.sampled_from(
    [f"{stem}{end}" for stem in ("a", "d/b", "c d", "-x/e"[1:]) for end in (".cu", ".cpp", ".o", ".a")]
)
VALUES = st.sampled_from(["v", "v w", "x.cu", "-v", "a,b", "k=1", "y.o", "sm_80", "arch=compute_80,code=[sm_80,sm_90]"])


@st.composite
def items(draw: st.DrawFn) -> tuple[list[str], tuple[str, str]]:
    """Some words of a command line, and what a model of nvcc's grammar takes them for: (kind, value)."""
    if draw(st.booleans()):
        file = draw(FILES)
        return [file], ("input", file)
    option = draw(st.sampled_from(OPTIONS))
    name = draw(st.sampled_from([option.long, option.short]))
    role = ROLES.get(name, "")
    if option.value == "none":
        return [name], (role, "")
    value = draw(st.sampled_from(option.choices)) if option.choices else draw(VALUES)
    if role == "output":
        value = draw(st.sampled_from(["out", "o ut/x", "z.o"]))
    if option.short == "-l":
        value = "m"
    return ([f"{name}={value}"] if draw(st.booleans()) else [name, value]), (role, value)


OPTIONS = [
    o for o in known() if ROLES.get(o.short, "") not in SPECIAL and o.short not in ("-optf", "-Werror", "-run-args")
]


@settings(max_examples=10_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(items(), max_size=12))
def test_no_input_and_no_output_is_ever_lost(line: list[tuple[list[str], tuple[str, str]]]) -> None:
    words = [word for part, _ in line for word in part]
    found = read(words)
    model = [meaning for _, meaning in line]
    assert [source.path for source in found.inputs] == [value for kind, value in model if kind == "input"]
    assert [word for word in found.link if isinstance(word, int)] == list(range(len(found.inputs)))
    outputs = [value for kind, value in model if kind == "output"]
    assert found.output == (outputs[-1] if outputs else None)
    for kind, option in (("depend-file", "-MF"), ("depend-target", "-MT")):
        assert list(following(found.depend, option)) == [value for k, value in model if k == kind]
    assert not found.refused or "names one file" in found.refused


def following(words: tuple[str, ...], option: str) -> Iterator[str]:
    coming = iter(words)
    for word in coming:
        if word in ("-MF", "-MT", "-MQ"):
            value = next(coming)
            if word == option:
                yield value


@pytest.mark.parametrize("source", ["a.cc", "a.cpp", "a.hip"])
def test_code_objects_are_made_of_cpp_as_hipcc_does(source: str) -> None:
    found = read(["--genco", source, "-o", "a.code"])
    assert found.step == steps.DEVICE_CODE
    assert [each.language for each in found.inputs] == ["hip"]
    assert [each.language for each in read(["--genco", "a.cu"]).inputs] == ["cuda"]
    assert [each.language for each in read(["-fatbin", "a.cc"]).inputs] == ["c++"]
