"""Where CUDA is installed, in a makefile: `CUDA_HOME ?= /usr/local/cuda`, `-I$(CUDA_PATH)/include`.

**Why it fails on AMD.** The directory is not there. ROCm is in `/opt/rocm`, its libraries are in `lib`, not `lib64`, and what
is compiled by g++ or gcc needs `-D__HIP_PLATFORM_AMD__` to read HIP's headers.

**Example.**

    CUDA_PATH ?= /usr/local/cuda-12.2
    CXXFLAGS += -I$(CUDA_PATH)/include

**Instead.** `ROCM_PATH`, which ROCm's own tools read from the environment too.
"""

import re
from collections.abc import Iterator

from tree_sitter import Node

from cass_tools.build_files.make import MakeContext
from cass_tools.cuda.captures import FILE
from cass_tools.file_kind import FileKind
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_NAMES = rb"CUDA_(?:HOME|PATH|ROOT|DIR|INSTALL_PATH|ROOT_DIR|TOOLKIT_PATH|TOOLKIT_ROOT_DIR|TOOLKIT|BASE)\b"
_PLACE = re.compile(
    rb"(?P<include>-(?:I|isystem)[ \t]*)?(?:\$[({](?P<name>"
    + _NAMES
    + rb")[)}]|(?:(?<=-L)|(?<![\w.]))/usr/local/cuda[\w.-]*)"
    rb"(?:(?P<below>/(?:targets/[\w-]+/)?(?:include|lib64|lib)\b(?:/stubs\b)?)|(?P<tool>/bin/nvcc\b))?"
    rb"|(?<![\w$({.-])(?P<set>"
    + _NAMES
    + rb")(?=[ \t]*(?:[:?+]{0,2}=|$))|(?<=ifdef )(?:"
    + _NAMES
    + rb")|(?<=ifndef )(?:"
    + _NAMES
    + rb")"
)


def check(_root: Node, context: MakeContext) -> Iterator[Finding]:
    """One finding per mention; the path of nvcc itself is another rule's."""
    for match in _PLACE.finditer(context.code):
        if match["tool"] is None:
            span = Span(*match.span())
            edits = (Edit(span, _on_amd(match)),)
            yield RULE.finding(
                span,
                "CUDA's directory is not there; ROCm's is named by ROCM_PATH.",
                severity=Severity.ERROR,
                effort=Effort.LOW,
                edits=edits,
                safety=Safety.UNSAFE,
            )


def _on_amd(match: re.Match[bytes]) -> bytes:
    if match["name"] is None and not match[0].lstrip(b"-Isystem \t").startswith(b"/"):
        return b"ROCM_PATH"
    below = match["below"] or b""
    if below:
        below = b"/include" if below.endswith(b"include") else b"/lib"
    root = b"$(ROCM_PATH)" if match["name"] else b"/opt/rocm"
    define = b"-D__HIP_PLATFORM_AMD__ " if match["include"] else b""
    return define + (match["include"] or b"") + root + below


RULE = Rule(
    code="CASS193",
    name="make-cuda-path",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example("CUDA_PATH ?= /usr/local/cuda-12.2 # here\n", "ROCM_PATH ?= /opt/rocm # here\n"),
        Example("CXXFLAGS += -I$(CUDA_PATH)/include\n", "CXXFLAGS += -D__HIP_PLATFORM_AMD__ -I$(ROCM_PATH)/include\n"),
        Example(
            "LDFLAGS = -L${CUDA_HOME}/lib64 -L/usr/local/cuda/lib64/stubs\n",
            "LDFLAGS = -L$(ROCM_PATH)/lib -L/opt/rocm/lib\n",
        ),
        Example("ifndef CUDA_HOME\nendif\n", "ifndef ROCM_PATH\nendif\n"),
    ),
    valid=("ROCM_PATH ?= /opt/rocm\n", "# CUDA_PATH = /usr/local/cuda\n", "OUR_CUDA_PATHS = a b\n"),
    kinds=(FileKind.MAKE,),
)
