"""Where CUDA is and for which GPUs, in a Python build script: `CUDA_HOME`, `TORCH_CUDA_ARCH_LIST`,
`torch.version.cuda`.

**Why it fails on AMD.** On ROCm `CUDA_HOME` and `torch.version.cuda` are `None`: scripts take it for a machine
without a GPU and silently build for the CPU, or stop.

**Example.**

    from torch.utils.cpp_extension import CUDA_HOME, CUDAExtension
    with_gpu = CUDA_HOME is not None

**Instead.** `ROCM_HOME`, `PYTORCH_ROCM_ARCH`, `torch.version.hip`. `CUDAExtension`, `torch.cuda.is_available()` and
the like have the same names on ROCm. A script that asks for `torch.version.hip` or `ROCM_HOME` has been thought
about and is left alone.
"""

import re
from collections.abc import Iterator

from tree_sitter import Node

from cass_tools.build_files.encoding import decoded, encoded
from cass_tools.build_files.python import PythonContext
from cass_tools.cuda.captures import FILE
from cass_tools.file_kind import FileKind
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

VARIABLES = {"CUDA_HOME": "ROCM_HOME", "CUDA_PATH": "ROCM_PATH", "TORCH_CUDA_ARCH_LIST": "PYTORCH_ROCM_ARCH"}
_GPUS = re.compile(r"[\d.+;, a-zA-Z]*")
CAPABILITY = ("get_device_capability", "get_arch_list")


def check(_root: Node, context: PythonContext) -> Iterator[Finding]:
    """One finding per mention."""
    if context.adapted:
        return
    imported = b"cpp_extension" in context.code
    for node in context.all("identifier"):
        if imported and context.text(node) == b"CUDA_HOME":
            yield _renamed(node, "CUDA_HOME is None on ROCm.", "ROCM_HOME")
        elif decoded(context.text(node)) in CAPABILITY:
            yield _asked(node, context)
    for node in context.all("attribute"):
        if context.text(node) == b"torch.version.cuda":
            yield _renamed(node, "torch.version.cuda is None on ROCm.", "torch.version.hip")
    for string in context.all("string"):
        content = context.content(string)
        if content is not None and content[0] in VARIABLES:
            yield _variable(string, content[0], content[1], context)


def _renamed(node: Node, message: str, name: str) -> Finding:
    span = Span(node.start_byte, node.end_byte)
    edits = (Edit(span, encoded(name)),)
    return RULE.finding(span, message, severity=Severity.ERROR, effort=Effort.LOW, edits=edits, safety=Safety.UNSAFE)


def _asked(node: Node, context: PythonContext) -> Finding:
    name = context.name(node)
    message = f"`{name}` says something of other GPUs: on ROCm it has nothing to do with compute capabilities."
    suggestion = "Ask torch.cuda.get_device_properties(...).gcnArchName."
    return RULE.finding(Span(node.start_byte, node.end_byte), message, suggestion=suggestion)


def _variable(string: Node, name: str, span: Span, context: PythonContext) -> Finding:
    """A variable of the environment, and for the list of GPUs the value that it is set to."""
    edits = [Edit(span, encoded(VARIABLES[name]))]
    message = f"Nothing on ROCm sets or reads {name}; {VARIABLES[name]} is its counterpart."
    if name == "TORCH_CUDA_ARCH_LIST" and (value := _value(string)) is not None:
        content = context.content(value)
        if content is None or not _GPUS.fullmatch(content[0]):
            hint = f"Set {VARIABLES[name]} to AMD's GPUs, such as `{';'.join(context.config.archs)}`."
            return RULE.finding(span, message, severity=Severity.ERROR, effort=Effort.MEDIUM, suggestion=hint)
        edits.append(Edit(content[1], encoded(";".join(context.config.archs))))
    return RULE.finding(span, message, severity=Severity.ERROR, effort=Effort.LOW, edits=edits, safety=Safety.UNSAFE)


def _value(string: Node) -> Node | None:
    """What the variable that the string names is set to, or is taken for where it is not set: in an assignment to
    a subscript, a pair of a dictionary, and the argument after it in a call."""
    above = string.parent
    if above is None:
        return None
    if above.type == "argument_list" or (above.type == "pair" and above.child_by_field_name("key") == string):
        later = [node for node in above.named_children if node.start_byte > string.start_byte]
        return next((node for node in later if node.type != "comment"), None)
    setting = above.parent if above.type == "subscript" else None
    if setting is None or setting.type != "assignment" or setting.child_by_field_name("left") != above:
        return None
    return setting.child_by_field_name("right")


RULE = Rule(
    code="CASS195",
    name="python-cuda-home",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "from torch.utils.cpp_extension import CUDA_HOME\nassert CUDA_HOME is not None\n",
            "from torch.utils.cpp_extension import ROCM_HOME\nassert ROCM_HOME is not None\n",
        ),
        Example(
            'os.environ["TORCH_CUDA_ARCH_LIST"] = "8.0;9.0"  # ours\n',
            'os.environ["PYTORCH_ROCM_ARCH"] = "gfx1100;gfx90a"  # ours\n',
        ),
        Example(
            'os.environ.setdefault("TORCH_CUDA_ARCH_LIST", "8.0;9.0")\n',
            'os.environ.setdefault("PYTORCH_ROCM_ARCH", "gfx1100;gfx90a")\n',
        ),
        Example(
            'build(env={"TORCH_CUDA_ARCH_LIST": "8.6+PTX"})\n', 'build(env={"PYTORCH_ROCM_ARCH": "gfx1100;gfx90a"})\n'
        ),
        Example('os.environ["TORCH_CUDA_ARCH_LIST"] = ";".join(capabilities)\n'),
        Example("if torch.version.cuda is None: stop()\n", "if torch.version.hip is None: stop()\n"),
        Example("major, minor = torch.cuda.get_device_capability()\n"),
    ),
    valid=(
        "from torch.utils.cpp_extension import CUDA_HOME, ROCM_HOME\nhome = ROCM_HOME or CUDA_HOME\n",
        "if torch.cuda.is_available(): build()\n",
        "# CUDA_HOME of cpp_extension\n",
    ),
    kinds=(FileKind.PYTHON,),
)
