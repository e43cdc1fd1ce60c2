"""Kernels under the names that the host's object gives them: HIP's vector types, for one, have other names than CUDA's.

`k(float4 *)` is `_Z1kP6float4` for nvcc and `_Z1kP15HIP_vector_typeIfLj4EE` for a HIP compiler. Names that say the same
once the types of both are called alike belong together.
"""

import ctypes
import functools
import re
from collections.abc import Collection

_MANGLED = re.compile(rb"\x00(_Z[\w.$]+)(?=\x00)")
_VECTOR = re.compile(r"HIP_vector_type<([a-z ]+), (\d)u>")
_OWN = re.compile(r"\bcass_(?=[a-z]+\d\b)")  # of vector types where CUDA's source is read as HIP
_SHORT = {"signed char": "char", "long long": "longlong", "unsigned long long": "ulonglong"}
_TYPES = {
    "__hip_texture*": "unsigned long long",
    "__hip_surface*": "unsigned long long",
    "__hip_bfloat162": "__nv_bfloat162",
    "__hip_bfloat16": "__nv_bfloat16",
}


@functools.cache
def _runtime() -> ctypes.CDLL:
    """The C++ runtime, which every program of nvcc and clang is linked with here."""
    library = ctypes.CDLL("libstdc++.so.6")
    library.__cxa_demangle.restype = ctypes.c_void_p
    library.free.argtypes = [ctypes.c_void_p]
    return library


def demangled(name: str) -> str:
    """A name as C++ writes it; as it is, where it is not mangled or there is no C++ runtime."""
    try:
        library = _runtime()
    except OSError:
        return name
    found = library.__cxa_demangle(name.encode(), None, None, None)
    if not found:
        return name
    text = ctypes.string_at(found).decode()
    library.free(found)
    return text


def as_cuda(name: str) -> str:
    """The demangled name with CUDA's types in the place of HIP's."""
    text = _VECTOR.sub(lambda match: _vector(match[1]) + match[2], demangled(name))
    text = _OWN.sub("", text)
    for hip, cuda in _TYPES.items():
        text = text.replace(hip, cuda)
    return text.replace(" >", ">")


def _vector(scalar: str) -> str:
    return _SHORT.get(scalar) or scalar.replace("unsigned ", "u")


def renames(kernels: Collection[str], host: bytes) -> dict[str, str]:
    """The name that the host's object (ELF, without the kernels) has for each kernel that it knows by another."""
    known = {match.decode() for match in _MANGLED.findall(host)}
    missing = [kernel for kernel in kernels if kernel not in known]
    if not missing:
        return {}
    by_meaning = {as_cuda(name): name for name in sorted(known) if "__device_stub__" not in name}
    return {kernel: by_meaning[as_cuda(kernel)] for kernel in missing if as_cuda(kernel) in by_meaning}


def renamed(assembly: str, names: dict[str, str]) -> str:
    """Assembly text in which kernels have other names, and so have their descriptors and metadata."""
    if not names:
        return assembly
    word = re.compile(rf"(?<![\w$.])(?:{'|'.join(map(re.escape, names))})(?![\w$])")
    return word.sub(lambda match: names[match.group()], assembly)
