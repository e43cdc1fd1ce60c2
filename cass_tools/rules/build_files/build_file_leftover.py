"""A word in a build file that means CUDA and that no other rule knows.

**Why it fails on AMD.** Nobody can say, so it is not passed over in silence: NVIDIA's tools, paths and variables
are not there.

**Example.**

    execute_process(COMMAND nvcc --version OUTPUT_VARIABLE out)

**Instead.** What it is for on AMD: hipcc, `ROCM_PATH`, a variable of HIP's, an image such as `rocm/dev-ubuntu-22.04`,
PyTorch built for ROCm. Names that the file sets itself are its own. Files of Meson, containers, conda and pip are read
for such words only, and not translated.
"""

from collections.abc import Iterator

from cass_tools.build_files.context import BuildContext
from cass_tools.build_files.encoding import decoded
from cass_tools.cuda.captures import LEFTOVER
from cass_tools.file_kind import FileKind
from cass_tools.model import Effort, Finding, Span
from cass_tools.rule import Example, Rule


def check(span: Span, context: BuildContext) -> Iterator[Finding]:
    """One finding per word."""
    word = decoded(context.text(span))
    suggestion = "Write what AMD has for it; if it is the project's own name, nothing is to do."
    yield RULE.finding(span, f"`{word}` means CUDA; it stays as it is.", effort=Effort.MEDIUM, suggestion=suggestion)


RULE = Rule(
    code="CASS189",
    name="build-file-leftover",
    on=(LEFTOVER,),
    check=check,
    doc=__doc__,
    invalid=(
        Example("execute_process(COMMAND nvcc --version OUTPUT_VARIABLE out)\n"),
        Example("execute_process(COMMAND nvidia-smi -L OUTPUT_VARIABLE out)\n"),
        Example("if(DEFINED CUDA_BIN_PATH)\nendif()\n"),
    ),
    valid=(
        'option(CUDA_ON "with GPUs" OFF)\nif(CUDA_ON)\nendif()\n',
        "# nvcc\nadd_library(cuda_like a.cpp)\n",
        "if(USE_CUDA OR WITH_CUDA)\nendif()\n",
    ),
    kinds=(FileKind.CMAKE, FileKind.MAKE, FileKind.PYTHON, FileKind.BAZEL, FileKind.OTHER),
)
