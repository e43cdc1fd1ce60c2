"""Native code of tests the way the runtime gets it: an object, linked to a shared library and loaded."""

import ctypes
import tempfile
from dataclasses import dataclass
from pathlib import Path

from cass_tools.executor.ir.backend import compile_object
from cass_tools.executor.link import shared_library


@dataclass(frozen=True, slots=True)
class Library:
    """Machine code in this process: the address of its function, and the handle that keeps it loaded."""

    address: int
    handle: ctypes.CDLL


def native_code(ir: str, symbol: str, level: int) -> Library:
    """Compile, link and load a module; `level` is the optimisation level."""
    image = shared_library([compile_object(ir, level=level)], symbol)
    with tempfile.NamedTemporaryFile(suffix=".so") as file:
        Path(file.name).write_bytes(image)
        handle = ctypes.CDLL(file.name)
    address = ctypes.cast(getattr(handle, symbol), ctypes.c_void_p).value
    assert address is not None
    return Library(address, handle)
