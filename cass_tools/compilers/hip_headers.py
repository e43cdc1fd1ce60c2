"""The folder of HIP's header names for NVIDIA's compiler: generated from the name tables, kept by content.

The counterpart of cuda_headers.py. A HIP name that several CUDA names become is the runtime's, of the same spelling
where there is one.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from cass_tools.compilers.cache import generated
from cass_tools.compilers.cuda_headers import IDENTIFIER, NO_TABLES, RENAMED_KINDS, RUNTIME_TABLES, TABLES

WRITTEN = Path(__file__).parent.parent / "include" / "hip_on_cuda"
# What is in one header of HIP's, and in another of CUDA's.
OWN = {
    "hip/hip_runtime_api.h": ("hip/hip_runtime.h",),
    "hip/hip_fp16.h": ("cuda_fp16.h",),
    "hip/hip_bf16.h": ("cuda_bf16.h",),
    "hip/hip_bfloat16.h": ("cuda_bf16.h",),
    "hip/hip_fp8.h": ("cuda_fp8.h",),
    "hip/hip_complex.h": ("cuComplex.h",),
    "hip/hip_cooperative_groups.h": ("cooperative_groups.h",),
    "hip/hip_vector_types.h": ("vector_types.h",),
    "hip/math_functions.h": ("cuda_runtime.h",),
    "hip/device_functions.h": ("cuda_runtime.h",),
    "hip/hip_math_constants.h": ("math_constants.h",),
}
NAMESPACES = {
    ("hipcub/hipcub.hpp", "cub/cub.cuh"): "namespace hipcub = cub;",
    ("thrust/system/hip/execution_policy.h", "thrust/system/cuda/execution_policy.h"): (
        "THRUST_NAMESPACE_BEGIN namespace hip = cuda; THRUST_NAMESPACE_END"
    ),
}
COMPLEX = "complex"  # the table with what those headers rename
WRITTEN_NAMES = re.compile(r"hipHost(?:Malloc|Free)|hipMem(?:PrefetchAsync|Advise)$")  # in hip_runtime.h, by hand
HIPS = re.compile(r"_*(?:hip|HIP|roctx)\w+")  # a name that no CUDA program means something else by
Row = tuple[str, str, str]


def folder() -> Path:
    """The folder to search before CUDA's, made if the tables changed."""
    return generated("hip-on-cuda", (Path(__file__), *sorted(TABLES.glob("*.tsv"))), generate)


def generate(to: Path) -> None:
    """Write all generated headers below `to`."""
    tables = {path.stem: _rows(path) for path in sorted(TABLES.glob("*.tsv"))}
    names = to / "cass_hip_names"
    names.mkdir(parents=True)
    shared = [row for name in (*RUNTIME_TABLES, COMPLEX) for row in tables.get(name, [])]
    (names / "runtime.h").write_text(_renames(shared), encoding="utf-8")
    headers: dict[str, tuple[tuple[str, ...], str]] = {hip: (cuda, "") for hip, cuda in OWN.items()}
    for library, rows in tables.items():
        if library in (*RUNTIME_TABLES, *NO_TABLES, COMPLEX):
            continue
        (names / f"{library}.h").write_text(_renames(rows), encoding="utf-8")
        for hip, cuda in _headers(rows).items():
            headers[hip] = (cuda, library)
    headers |= {hip: ((cuda,), "") for hip, cuda in NAMESPACES}
    for hip, (cuda, library) in headers.items():
        path = to / hip
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(("#pragma once", *_header(hip, cuda, library), "")), encoding="utf-8")


def _rows(path: Path) -> list[Row]:
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    cells = [line.split("\t") for line in lines]
    return [(cell[0], cell[1], cell[2]) for cell in cells if len(cell) > 2 and cell[1]]


def _renames(rows: list[Row]) -> str:
    """One #define per name of HIP that is another one in CUDA."""
    chosen: dict[str, str] = {}
    for cuda, hip, kind in rows:
        if kind not in RENAMED_KINDS or not HIPS.fullmatch(hip) or not IDENTIFIER.fullmatch(cuda):
            continue
        if hip not in chosen or cuda in (hip.replace("hip", "cuda", 1), hip.replace("hip", "cu", 1)):
            chosen[hip] = cuda if chosen.get(hip) != hip.replace("hip", "cuda", 1) else chosen[hip]
    same = {cuda for cuda, hip, _ in rows if cuda == hip}
    defines = (
        f"#define {hip} {cuda}"
        for hip, cuda in chosen.items()
        if hip != cuda and hip not in same and not WRITTEN_NAMES.match(hip)
    )
    return "#pragma once\n" + "\n".join(defines) + "\n"


def _headers(rows: list[Row]) -> Mapping[str, tuple[str, ...]]:
    """CUDA's headers for each of a library's in HIP, the one without a newer version last."""
    found: dict[str, tuple[str, ...]] = {}
    for cuda, hip, kind in rows:
        if kind == "header":
            found[hip] = (*found.get(hip, ()), cuda)
    return {hip: tuple(sorted(cuda, key=lambda name: "_v2" not in name)) for hip, cuda in found.items()}


def _header(hip: str, cuda: tuple[str, ...], library: str) -> Iterator[str]:
    if hip != "hip/hip_runtime_api.h":
        yield "#include <hip/hip_runtime.h>"
    for number, name in enumerate(cuda):
        yield f"#{'el' if number else ''}if __has_include(<{name}>)"
        yield f"#include <{name}>"
    yield "#else"
    yield f'#error "{hip} needs {cuda[0]} of CUDA, which is not installed"'
    yield "#endif"
    if library:
        yield f"#include <cass_hip_names/{library}.h>"
    if alias := NAMESPACES.get((hip, cuda[0])):
        yield alias
