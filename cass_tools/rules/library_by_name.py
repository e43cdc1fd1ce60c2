"""CUDA's library, or a function of it, that is looked up by its name: `dlopen("libcuda.so.1")`, `dlsym(h, "cuInit")`.

**Why it fails on AMD.** The names are strings, so nothing notices until the program runs and finds no such library, or
finds NVIDIA's on a machine that has both. Types around them are renamed, the strings are not.

**Example.** `dlsym(dlopen("libcuda.so.1", RTLD_NOW), "cuInit")` becomes
`dlsym(dlopen("libamdhip64.so", RTLD_NOW), "hipInit")`.

**Instead.** HIP's library and the function's name in HIP. The fix is applied where the result is verified; check that
the function takes the same arguments. Of `cuGetProcAddress` the name is HIP's too.
"""

import re
from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.names import Status
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_OPENS = frozenset(
    ["dlopen", "dlmopen", "LoadLibrary", "LoadLibraryA", "LoadLibraryW", "LoadLibraryExA", "LoadLibraryExW"]
)
_LOOKS_UP = frozenset(
    [
        "dlsym",
        "dlvsym",
        "GetProcAddress",
        "cuGetProcAddress",
        "cuGetProcAddress_v2",
        "cudaGetDriverEntryPoint",
        "cudaGetDriverEntryPointByVersion",
    ]
)
_LIBRARY = re.compile(
    rb'"(?P<path>[^"\n]*/)?(?:lib)?(?P<name>nvcuda|cuda|cudart(?:64)?|cublas(?:Lt)?|cufft|curand|cusparse|cusolver|cudnn'
    rb'|nccl|nvrtc|nvidia-ml|nvToolsExt)(?:[_-]?[\d_.]+)?(?:\.so[\d.]*|\.dll|\.dylib)"'
)
_AMD = {
    b"cublas": b"hipblas",
    b"cublasLt": b"hipblaslt",
    b"cufft": b"hipfft",
    b"curand": b"hiprand",
    b"cusparse": b"hipsparse",
    b"cusolver": b"hipsolver",
    b"cudnn": b"MIOpen",
    b"nccl": b"rccl",
    b"nvrtc": b"hiprtc",
    b"nvidia-ml": b"rocm_smi64",
    b"nvToolsExt": b"roctx64",
}
_STRING = re.compile(rb'"([A-Za-z_]\w*)"')


def check(node: Node, context: Context) -> Iterable[Finding]:
    """The string arguments of calls that open a library or look a function up."""
    name = context.callee(node).decode()
    for argument in context.arguments(node):
        text = context.text(argument)
        if name in _OPENS and (library := _LIBRARY.fullmatch(text)):
            amd = b"lib" + _AMD.get(library["name"], b"amdhip64") + b".so"
            windows = b".dll" in text
            yield context.finding(
                RULE,
                argument,
                f"`{text[1:-1].decode()}` is NVIDIA's library.",
                severity=Severity.ERROR,
                effort=Effort.MEDIUM,
                suggestion=f"Open AMD's: `{amd.decode()}`{', on Windows a DLL of that name' if windows else ''}.",
                edits=() if windows else (Edit(argument, b'"' + amd + b'"'),),
                safety=Safety.UNSAFE,
            )
        elif name in _LOOKS_UP and (symbol := _STRING.fullmatch(text)):
            yield from _symbol(context, argument, symbol[1])


def _symbol(context: Context, where: Span, symbol: bytes) -> Iterable[Finding]:
    """A function of CUDA's by its name, with or without the suffix of a version."""
    api = context.names.get(symbol) or context.names.get(re.sub(rb"_(?:v\d|ptsz|ptds)$", b"", symbol))
    if api is None or api.kind != "function":
        return
    known = api.status in (Status.RENAMED, Status.SAME)
    yield context.finding(
        RULE,
        where,
        f"`{symbol.decode()}` is looked up by name; AMD's library has `{api.hip}`."
        if known
        else f"`{symbol.decode()}` is looked up by name; AMD's library has no such function.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM if known else Effort.HIGH,
        suggestion="Look HIP's name up, and check that the function takes the same arguments."
        if known
        else "Leave the feature out on AMD.",
        edits=(Edit(where, b'"' + api.hip.encode() + b'"'),) if known else (),
        safety=Safety.UNSAFE,
    )


RULE = Rule(
    code="CASS175",
    name="library-by-name",
    on=("call",),
    names=_OPENS | _LOOKS_UP,
    needs=tuple(name.encode() for name in sorted(_OPENS | _LOOKS_UP)),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            'void* f() { return dlsym(dlopen("libcuda.so.1", 2), "cuInit"); }\n',
            'void* f() { return dlsym(dlopen("libamdhip64.so", 2), "hipInit"); }\n',
        ),
        Example(
            'void* f() { return dlopen("/usr/lib/libnccl.so.2", 2); }\n',
            'void* f() { return dlopen("librccl.so", 2); }\n',
        ),
        Example('void* f() { return LoadLibraryA("nvcuda.dll"); }\n'),
        Example('void* f(void* h) { return dlsym(h, "cuTensorMapEncodeTiled"); }\n'),
    ),
    valid=(
        'void* f() { return dlopen("libm.so.6", 2); }\n',
        'void* f(void* h) { return dlsym(h, "plugin_init"); }\n',
        'const char* s = "libcuda.so.1";\n',
    ),
)
