"""PTX text, or a file of PTX or NVIDIA's machine code, that is given to the driver at run time.

**Why it fails on AMD.** `hipModuleLoad` and `hipModuleLoadData` take code objects of AMD's GPUs. PTX is NVIDIA's
language: it compiles unnoticed as a string, and the call fails when the program runs. Options of the JIT compiler
(`CU_JIT_MAX_REGISTERS` ...) mean nothing there.

**Example.**

    cuModuleLoad(&module, "solver.ptx");

**Instead.** Compile the kernel's CUDA source with `hipcc --genco --offload-arch=gfx90a` into a code object and load
that, or give the source to hipRTC. Where there is only PTX, write the kernel again.
"""

import re
from collections.abc import Iterator

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.lex import strings
from cass_tools.model import Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_TARGET = re.compile(rb"\.target\s+sm_\d+")
_FILE = re.compile(rb"\.(?:ptx|cubin|fatbin)\"$")
_LOADERS = (b"cuModuleLoad", b"cuLinkAddFile", b"cuLibraryLoad", b"cudaLibraryLoad", b"hipModuleLoad")


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding per text and per file name; names count where the file loads modules."""
    loads = any(loader in context.code for loader in _LOADERS)
    if not loads and b".target" not in context.data:
        return
    includes = {include.target.start for include in context.layout.includes}
    for start, text in strings(context.data):
        if start in includes:
            continue
        where = Span(start, start + len(text))
        if _TARGET.search(text):
            yield _found(context, where, "This PTX text is no code for an AMD GPU: loading it fails at run time.")
        elif loads and (name := _FILE.search(text)):
            kind = name.group()[1:-1].decode()
            yield _found(context, where, f"A .{kind} file holds code for NVIDIA's GPUs: loading it fails at run time.")


def _found(context: Context, where: Span, message: str) -> Finding:
    return context.finding(
        RULE,
        where,
        message,
        severity=Severity.ERROR,
        effort=Effort.HIGH,
        suggestion="Load a code object made from the kernel's source with `hipcc --genco`, or use hipRTC.",
    )


RULE = Rule(
    code="CASS174",
    name="run-time-ptx",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example('#include <cuda.h>\nstatic const char* code = ".version 7.0\\n.target sm_70\\n.address_size 64\\n";\n'),
        Example('#include <cuda.h>\nconst char* code = R"(\n.version 7.0\n.target sm_80\n)";\n'),
        Example('void f(CUmodule* m) { cuModuleLoad(m, "solver.ptx"); }\n'),
        Example('void f(CUmodule* m, std::string d) { cuModuleLoad(m, (d + "/k.cubin").c_str()); }\n'),
    ),
    valid=(
        'void f(CUmodule* m) { cuModuleLoad(m, "kernels.co"); }\n',
        'const char* help = "give me a file.ptx";\n',
        "void f(CUmodule* m, const char* image) { cuModuleLoadData(m, image); }\n",
    ),
)
