"""A package in pyproject.toml or setup.py that only works with CUDA: `cupy-cuda12x`, `nvidia-cublas-cu12`, PyTorch
built for CUDA.

**Why it fails on AMD.** It installs, large as it is, and then finds no GPU.

**Example.**

    dependencies = ["cupy-cuda12x>=13"]

**Instead.** The package's build for ROCm where there is one; PyTorch's from its index for ROCm.
"""

import re
from collections.abc import Iterator

from tree_sitter import Node

from cass_tools.build_files.encoding import encoded
from cass_tools.build_files.project import ProjectContext
from cass_tools.build_files.python import PythonContext
from cass_tools.cuda.captures import FILE
from cass_tools.file_kind import FileKind
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

PACKAGES = {
    r"cupy-cuda\w*": "CuPy has builds for ROCm, or is built from source with CUPY_INSTALL_USE_HIP=1.",
    r"nvidia-[\w-]+": "The library comes with ROCm: take it out.",
    r"pycuda|cuda-python|cuda-core|cuda-bindings|numba-cuda": "hip-python has HIP's functions, numba-hip compiles.",
    r"tensorrt[\w-]*": "MIGraphX runs trained networks on AMD.",
    r"jax-cuda[\w-]*|jax\[cuda[\w-]*\]": "JAX has builds for ROCm: jax-rocm60-plugin and its like.",
    r"(?:cudf|cuml|cugraph|cuvs|rmm|raft-dask|pylibraft)-cu\d+": "Some of RAPIDS has ports in ROCm-DS, such as hipDF.",
    r"onnxruntime-gpu": "onnxruntime-rocm is its build for ROCm.",
}
_NAME = re.compile(rf"({'|'.join(f'(?:{name})' for name in PACKAGES)})(?![\w-])", re.I)
_INDEX = re.compile(r"(?<=download\.pytorch\.org/whl/)cu\d+")


def check(_root: Node, context: ProjectContext | PythonContext) -> Iterator[Finding]:
    """One finding per requirement and per address of PyTorch's packages."""
    if isinstance(context, PythonContext):
        yield from () if context.adapted else _in_setup(context)
        return
    for key, text, span in context.strings():
        if _is_requirement(key) and (found := _NAME.match(text)):
            yield _package(found[1], Span(span.start, span.start + len(encoded(found[1]))))
        for match in _INDEX.finditer(text):
            yield _index(Span(span.start + match.start(), span.start + match.end()), context)
    for key, name, span in context.named():
        if _is_requirement(key) and _NAME.fullmatch(name):
            yield _package(name, span)


def _in_setup(context: PythonContext) -> Iterator[Finding]:
    """The strings below `install_requires=`, `extras_require=` and variables with such names."""
    for string in context.all("string"):
        content = context.content(string)
        if content is None or not (found := _NAME.match(content[0])):
            continue
        above = string.parent
        while above is not None and above.type in ("list", "tuple", "set", "dictionary", "pair", "binary_operator"):
            above = above.parent
        named = above is not None and above.type in ("keyword_argument", "assignment", "augmented_assignment")
        if above is not None and named and "require" in context.name(above.children[0]).lower():
            start = content[1].start
            yield _package(found[1], Span(start, start + len(encoded(found[1]))))


def _is_requirement(key: str) -> bool:
    return any(word in key for word in ("dependencies", "requires", "dependency-groups"))


def _package(name: str, span: Span) -> Finding:
    hint = next(hint for pattern, hint in PACKAGES.items() if re.fullmatch(pattern, name, re.I))
    message = f"{name} is for NVIDIA's GPUs only."
    return RULE.finding(span, message, severity=Severity.ERROR, effort=Effort.MEDIUM, suggestion=hint)


def _index(span: Span, context: ProjectContext) -> Finding:
    release = ".".join(map(str, context.config.hip_version[:2]))
    return RULE.finding(
        span,
        "These builds of PyTorch are for CUDA.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion="Not every version of PyTorch has builds for every ROCm release: see that this one does.",
        edits=(Edit(span, encoded(f"rocm{release}")),),
        safety=Safety.UNSAFE,
    )


RULE = Rule(
    code="CASS197",
    name="project-dependency",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example('[project]\ndependencies = ["numpy", "cupy-cuda12x>=13"]\n'),
        Example('[tool.poetry.dependencies]\npycuda = "^2024"\n'),
        Example(
            '[[tool.uv.index]]\nurl = "https://download.pytorch.org/whl/cu121" # fast\n',
            '[[tool.uv.index]]\nurl = "https://download.pytorch.org/whl/rocm6.3" # fast\n',
        ),
    ),
    valid=(
        '[project]\nname = "pycuda"\ndependencies = ["torch", "numpy"]\n',
        '[project]\n# dependencies = ["cupy-cuda12x"]\ndescription = "nvidia-smi in a window"\n',
    ),
    kinds=(FileKind.PYPROJECT, FileKind.PYTHON),
)
