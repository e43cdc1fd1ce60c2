"""The headers of ROCm's libraries for a compiler that is not ROCm's own: where they are, and what to do without them.

hipCUB, rocThrust and what they are made of are headers only, so a folder with them is enough to build and run with the
distribution's clang.
"""

import re
from pathlib import Path

from cass_tools.compilers import toolchain

# The library of ROCm for each folder of headers that programs name.
LIBRARIES = {
    "hipblas": "hipBLAS",
    "hipblaslt": "hipBLASLt",
    "hipcub": "hipCUB",
    "hipfft": "hipFFT",
    "hiprand": "hipRAND",
    "hipsolver": "hipSOLVER",
    "hipsparse": "hipSPARSE",
    "hipsparselt": "hipSPARSELt",
    "hiptensor": "hipTensor",
    "miopen": "MIOpen",
    "rccl": "RCCL",
    "rocblas": "rocBLAS",
    "rocfft": "rocFFT",
    "rocm_smi": "ROCm SMI",
    "rocprim": "rocPRIM",
    "rocrand": "rocRAND",
    "rocshmem": "rocSHMEM",
    "rocsolver": "rocSOLVER",
    "rocsparse": "rocSPARSE",
    "roctracer": "ROCTracer",
    "rocwmma": "rocWMMA",
    "thrust": "rocThrust",
}
_MISSING = re.compile(r"fatal error: '((\w+)/[^'\n]+)' file not found")


def found() -> tuple[Path, tuple[str, ...]] | None:
    """The first folder of headers with libraries of ROCm in it, with their names, or None."""
    for root in (*toolchain.rocm_roots(), *toolchain.SYSTEM):
        here = tuple(library for name, library in LIBRARIES.items() if (root / "include" / name).is_dir())
        if here:
            return root / "include", here
    return None


def options() -> tuple[str, ...]:
    """clang's options for the libraries of the ROCm that ROCM_PATH, HIP_PATH or /opt names; empty without one.

    They are searched before the system's headers, where CUDA's own library may have their names (`thrust/`), unless
    HIP's headers lie beside them: a build has those of one release, so then after the system's. As headers of the
    system they are read without warnings.
    """
    here = found()
    if here is None or here[0].parent in toolchain.SYSTEM:
        return ()
    return ("-idirafter" if toolchain.headers_in(here[0].parent) else "-isystem", str(here[0]))


def advice(log: str) -> str | None:
    """What to do where a compiler's messages end with a library of ROCm that is not there, else None."""
    missing = _MISSING.search(log)
    library = LIBRARIES.get(missing[2]) if missing else None
    if not missing or not library:
        return None
    return f"{missing[1]} is of {library}, a part of ROCm that was not found; ROCM_PATH says where ROCm is"
