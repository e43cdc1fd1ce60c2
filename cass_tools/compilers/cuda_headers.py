"""The folder of CUDA's header names for untranslated sources: generated from the name tables, kept by content.

`include/cuda_on_hip` holds what is written by hand: types, warp functions, overloads. The two thousand plain renames
and the headers that only forward to HIP's are rows of `data/api`, so they are generated from there, once per state of
the tables, instead of being kept a second time in another form.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from cass_tools import substitutes
from cass_tools.compilers import device_functions
from cass_tools.compilers.cache import generated

TABLES = Path(__file__).parent.parent / "data" / "api"
WRITTEN = Path(__file__).parent.parent / "include" / "cuda_on_hip"
IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
# Told by the written headers: what the compiler is, and types whose HIP counterpart has another encoding.
NOT_RENAMED = re.compile(r"__CUDA|__NV|__nv_fp8|__nv_cvt|CUDART_VERSION")
RENAMED_KINDS = ("function", "type", "enum", "macro", "identifier", "special")
# Tables whose names a source may use after including nothing but cuda_runtime.h.
RUNTIME_TABLES = ("runtime", "driver", "device")
NO_TABLES = (
    "cub",
    "thrust",
    "torch",
)  # C++ names in namespaces: their headers are not there without hipCUB and rocThrust
# For translated sources: names that macros put together after all that could be translated.
PASTED = Path("cass_names", "pasted.h")
PASTED_TABLES = (*RUNTIME_TABLES, "cublas", "cufft", "curand", "cusparse", "cusolver")


def folder() -> Path:
    """The folder to search before HIP's, made if the tables changed."""
    sources = (*TABLES.glob("*.tsv"), *TABLES.parent.glob("device_function*.tsv"), *substitutes.FOLDER.glob("*.h"))
    return generated("cuda-on-hip", (Path(__file__), Path(device_functions.__file__), *sorted(sources)), generate)


def generate(to: Path) -> None:
    """Write all generated headers below `to`."""
    tables = {path.stem: _rows(path) for path in sorted(TABLES.glob("*.tsv"))}
    names = to / "cass_names"
    names.mkdir(parents=True)
    shared = [row for name in RUNTIME_TABLES for row in tables.get(name, [])]
    (names / "runtime.h").write_text(_renames(shared), encoding="utf-8")
    pasted = [row for name in PASTED_TABLES for row in tables.get(name, []) if row[0].startswith(("cu", "CU"))]
    (to / PASTED).write_text(f"#include <hip/hip_runtime.h>\n{_renames(pasted)}", encoding="utf-8")
    for group, text in device_functions.headers().items():
        (names / f"{group}_functions.h").write_text(text, encoding="utf-8")
    for library, rows in tables.items():
        if library not in (*RUNTIME_TABLES, *NO_TABLES):
            (names / f"{library}.h").write_text(_renames(rows), encoding="utf-8")
        if library not in NO_TABLES:
            for name, hip, _, support in (row for row in rows if row[2] == "header"):
                _write_header(to / name, name, hip, library, support)


def _rows(path: Path) -> list[tuple[str, str, str, str]]:
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    cells = [(*line.split("\t"), "", "", "", "")[:4] for line in lines]
    return [(cell[0], cell[1], cell[2], cell[3]) for cell in cells]


def _renames(rows: list[tuple[str, str, str, str]]) -> str:
    """One #define per name; object-like, so that it fits wherever the name stands."""
    defines = [
        f"#define {name} {hip}"
        for name, hip, kind, _ in rows
        if kind in RENAMED_KINDS
        and hip != name
        and IDENTIFIER.fullmatch(name)
        and IDENTIFIER.fullmatch(hip)
        and not NOT_RENAMED.match(name)
    ]
    return "#pragma once\n" + "\n".join(dict.fromkeys(defines)) + "\n"


def _write_header(path: Path, name: str, hip: str, library: str, support: str) -> None:
    if (WRITTEN / name).exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(("#pragma once", *_header(name, hip, library, support), "")), encoding="utf-8")


def _header(name: str, hip: str, library: str, support: str) -> Iterator[str]:
    if library in RUNTIME_TABLES:
        if support == "unsupported":
            yield f'#error "{name} has no counterpart in HIP"'
        yield "#include <cuda_runtime.h>"
        return
    if not hip:
        yield f'#error "{name} has no counterpart in HIP"'
        return
    yield "#include <cuda_runtime.h>"
    places = dict.fromkeys((f"{Path(hip).stem.lower()}/{hip}" if "/" not in hip else hip, hip))
    for number, place in enumerate(places):
        yield f"#{'el' if number else ''}if __has_include(<{place}>)"
        yield f"#include <{place}>"
    yield "#else"
    yield f'#error "{name} needs {hip} of ROCm, which is not installed"'
    yield "#endif"
    yield f"#include <cass_names/{library}.h>"
