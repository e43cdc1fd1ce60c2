"""An option for NVRTC that hipRTC does not know: `--gpu-architecture=compute_70`, `--fmad=false`, `-default-device`.

**Why it fails on AMD.** The options are strings, so nothing notices until the program runs. hipRTC gives them to clang,
which knows neither NVIDIA's architectures nor nvcc's spellings: the compilation fails, or the option is ignored.

**Example.**

    const char* options[] = {"--gpu-architecture=compute_70", "--fmad=false"};

**Instead.** `--offload-arch=` with the name of the device (`hipDeviceProp_t::gcnArchName`), which the fix asks for at
run time, and clang's options. The fixes are applied where the result is verified. Options without a counterpart, such
as `--maxrregcount`, have to go: mind the number of options. Headers under `/usr/local/cuda` are not AMD's.
"""

import re
from collections.abc import Iterator

from cass_tools import substitutes
from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.lex import strings
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.nvcc_flags import Option, look_up
from cass_tools.rule import Example, Rule

_OPTION = re.compile(rb'"(--?[A-Za-z][\w-]*(?:[= ][^"\\\n]*)?)"')
_ARCHITECTURE = re.compile(r"(?:--gpu-architecture|-arch)(?:=|$)")
_COMPLETE = re.compile(r"(?:--gpu-architecture|-arch)=(?:compute|sm|lto)_\d+[af]?")
_DEVICE_SPACE = frozenset({"-default-device", "--device-as-default-execution-space"})
_LINES = frozenset({"-lineinfo", "--generate-line-info"})
_TEXT = "string_literal"


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """Strings that are options, in files that speak of NVRTC."""
    if b"nvrtc" not in context.code:
        return
    for start, text in strings(context.data):
        match = _OPTION.fullmatch(text)
        if match is not None:
            yield from _option(Span(start, start + len(text)), match[1].decode("utf-8", "replace"), context)


def _option(where: Span, word: str, context: Context) -> Iterator[Finding]:
    if _ARCHITECTURE.match(word):
        yield _architecture(where, word, context)
        return
    if word in _DEVICE_SPACE:
        yield _found(where, word, context, "mark the functions of the source `__device__`, and leave it out", ())
        return
    if word in _LINES:
        yield _found(where, word, context, "", ("-gline-tables-only",))
        return
    found = look_up(word)
    if found is None:
        return
    option, value = found
    if option.action == "path" and "/cuda" in (value or ""):
        yield _found(where, word, context, "name the folder of AMD's headers, if the source needs any", ())
    elif option.action == "path" and not word.startswith(("-I", "-isystem", "-include")) and value:
        yield _found(where, word, context, "", (f"{option.names[0]}{value}",))
    elif option.action == "drop":
        yield _found(where, word, context, f"leave it out: {option.why}" if option.why else "leave it out", ())
    elif option.action == "as":
        words = _words(option, value)
        several = f"write, each as an option of its own, {', '.join(words)}" if words else "leave it out"
        yield _found(where, word, context, "" if len(words) == 1 else several, words)


def _words(option: Option, value: str | None) -> tuple[str, ...]:
    return option.to_false if value == "false" else option.to


def _found(where: Span, word: str, context: Context, advice: str, words: tuple[str, ...]) -> Finding:
    edits = (Edit(where, f'"{words[0]}"'.encode()),) if len(words) == 1 and _alone(where, context) else ()
    advice = advice or f"write {' '.join(words)}"
    return context.finding(
        RULE,
        where,
        f"hipRTC does not know the option `{word}`.",
        severity=Severity.ERROR,
        effort=Effort.LOW if edits else Effort.MEDIUM,
        suggestion=f"{advice[0].upper()}{advice[1:]}.",
        edits=edits,
        safety=Safety.UNSAFE,
    )


def _architecture(where: Span, word: str, context: Context) -> Finding:
    """A whole option becomes the device's own; so does a sum of strings that begins with it."""
    edits: tuple[Edit, ...] = ()
    if _COMPLETE.fullmatch(word) and _alone(where, context):
        brought = substitutes.bring(context, "offload_arch")
        edits = (Edit(where, brought.name + b"()"), *brought.edits)
    elif (whole := _sum(where, context)) is not None:
        brought = substitutes.bring(context, "offload_arch")
        edits = (Edit(whole, b"std::string(" + brought.name + b"())"), *brought.edits)
    return context.finding(
        RULE,
        where,
        f"`{word}` names an NVIDIA architecture, for which hipRTC cannot compile.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion="Pass `--offload-arch=` with the device's `gcnArchName`, or no architecture for the current device.",
        edits=edits,
        safety=Safety.UNSAFE,
    )


def _alone(where: Span, context: Context) -> bool:
    """Whether the literal is a value by itself: no part of a longer text, no format."""
    node = context.node_at(where.start, where.end)
    while node.type != _TEXT and node.parent is not None and node.start_byte == where.start:
        node = node.parent
    parent = node.parent
    return parent is not None and parent.type not in ("concatenated_string", "binary_expression")


def _sum(where: Span, context: Context) -> Span | None:
    """The longest `"literal" + ...` that begins with the literal, which is a `std::string`."""
    node = context.node_at(where.start, where.end)
    whole = None
    while node.parent is not None and node.parent.start_byte == where.start:
        node = node.parent
        operator = node.child_by_field_name("operator")
        if node.type == "binary_expression" and operator is not None and operator.type == "+":
            whole = Span(node.start_byte, node.end_byte)
    return whole


_USE = "nvrtcResult g(const char** o, int n) { return nvrtcCompileProgram(p, n, o); }\n"
_ARCH = substitutes.load("offload_arch").text
_BROUGHT = f"\n#include <string>\n\nnamespace cass {{\n{_ARCH}}}  // namespace cass\n"

RULE = Rule(
    code="CASS176",
    name="nvrtc-option",
    on=(FILE,),
    needs=(b"nvrtc",),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            'const char* o = "-lineinfo";\nvoid f(nvrtcProgram p) { nvrtcCompileProgram(p, 1, &o); }\n',
            'const char* o = "-gline-tables-only";\nvoid f(nvrtcProgram p) { nvrtcCompileProgram(p, 1, &o); }\n',
        ),
        Example(
            f'#include <nvrtc.h>\n{_USE}const char* o[] = {{"-arch=sm_80", "--fmad=false"}};\n',
            f'#include <nvrtc.h>{_BROUGHT}{_USE}const char* o[] = {{cass::offload_arch(), "-ffp-contract=off"}};\n',
        ),
        Example(
            f'#include <nvrtc.h>\n{_USE}std::string a(std::string n) {{ return "--gpu-architecture=sm_" + n; }}\n',
            f"#include <nvrtc.h>{_BROUGHT}{_USE}"
            "std::string a(std::string n) { return std::string(cass::offload_arch()); }\n",
        ),
        Example(f'{_USE}const char* o[] = {{"-default-device", "--maxrregcount=32"}};\n'),
        Example(f'{_USE}void f(char* o, int n) {{ sprintf(o, "--gpu-architecture=compute_%d", n); }}\n'),
    ),
    valid=(
        f'{_USE}const char* o[] = {{"-std=c++17", "-DN=4", "-I.", "-O2"}};\n',
        'const char* o[] = {"--gpu-architecture=compute_70"};\n',
        f'{_USE}const char* s = "-arch is for the architecture";\n',
    ),
)
