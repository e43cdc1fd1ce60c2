"""Which of CUDA's host functions are HIP's under another name: python -m bench.cuda_api CUDA_INCLUDE [HIP_INCLUDE]

Compares CUDA's headers with the host runtime's own definitions: the number of parameters, how each is passed, the
layout of every structure behind a pointer, and, by HIP's headers, the values of enumerators. Writes what agrees to
host/cuda_aliases.tsv, and what neither agrees nor is written by hand to host/cuda_refused.inc. Prints what differs.
"""

import json
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cass_tools import proc
from cass_tools.executor.stand_in import SOURCES

TABLES = Path("cass_tools/data/api")
CLANG = "clang++-19"
USAGE = "python -m bench.cuda_api CUDA_INCLUDE [HIP_INCLUDE]"
DEFINITION = re.compile(r"^(?:HIP_API|HIP_NO_EFFECT) ([\w :*]*?)\b(hip\w+)\(([^{;]*?)\)\s*\{", re.MULTILINE)
OWN = re.compile(r"^CUDA_API [\w :*]*?\b(\w+)\(", re.MULTILINE)
# Structures of both sides, checked by layout(). Those that are only read may be longer in CUDA.
RECORDS = {
    "cudaMemcpy3DParms": "hipMemcpy3DParms",
    "cudaExtent": "hipExtent",
    "cudaPos": "hipPos",
    "cudaPitchedPtr": "hipPitchedPtr",
    "cudaChannelFormatDesc": "hipChannelFormatDesc",
    "cudaHostNodeParams": "hipHostNodeParams",
    "dim3": "dim3",
}
READ_ONLY = {"cudaTextureDesc", "cudaResourceDesc", "cudaResourceViewDesc", "cudaMemPoolProps", "cudaMemAccessDesc"}
BYTES = {"cudaIpcMemHandle_st": "hipIpcMemHandle_t"}  # 64 bytes that only the library looks into
BY_VALUE = {"hipExtent", "hipPos", "hipPitchedPtr", "hipChannelFormatDesc", "dim3", "hipIpcMemHandle_t"}
# Where the table names a function that the host runtime has under another name, too.
PREFERRED = {"cuMemAllocHost": "hipMemAllocHost", "cudaGraphInstantiateWithFlags": "hipGraphInstantiateWithFlags"}
# What CUDA 13 dropped and programs of CUDA 12 still ask for.
DROPPED = {
    "cudaThreadSynchronize": "hipDeviceSynchronize",
    "cudaThreadExit": "hipDeviceReset",
    "cudaEventElapsedTime": "hipEventElapsedTime",
    "cudaThreadGetLimit": "hipDeviceGetLimit",
    "cudaThreadSetLimit": "hipDeviceSetLimit",
}
# How a parameter is passed: by the width of its register, "p" for pointers and 64 bits, or the structure's name.
WORDS = {
    "int": "i4", "unsigned": "i4", "unsigned int": "i4", "bool": "i4", "uint32_t": "i4", "hipMemcpyKind": "i4",
    "hipDevice_t": "i4", "hipChannelFormatKind": "i4", "size_t": "p", "unsigned long long": "p", "unsigned long": "p",
    "uint64_t": "p", "long long": "p", "HostFunction": "p", "Callback": "p", "hiprtcLinkState": "p",
    "float": "f4", "double": "f8", "char": "i1", "unsigned char": "i1", "unsigned short": "i2", "cuuint64_t": "p",
    "cuuint32_t": "i4", "CUdeviceptr": "p", "CUdevice": "i4", "hipError_t": "i4", "uint8_t": "i1", "uint16_t": "i2",
}  # fmt: skip


def table(name: str) -> dict[str, str]:
    """CUDA's names with those of HIP."""
    rows = (line.split("\t") for line in (TABLES / name).read_text().splitlines()[1:])
    return {row[0]: row[1] for row in rows if len(row) > 3 and row[1] and row[3] != "unsupported"}


def tree(include: str, *headers: str, flags: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """Clang's declarations of headers, those of extern "C" included."""
    words = [CLANG, "-x", "c++", "-fsyntax-only", "-Xclang", "-ast-dump=json", f"-I{include}", *flags]
    for header in headers:
        words += ["-include", header]
    done = proc.run([*words, "/dev/null"], timeout=120, max_output=1 << 30)
    top: list[dict[str, Any]] = []
    for item in json.loads(done.stdout)["inner"]:
        top += item.get("inner", ()) if item["kind"] == "LinkageSpecDecl" else (item,)
    return top


def functions(top: list[dict[str, Any]]) -> dict[str, tuple[str, ...]]:
    """Parameter types of each function that the library has."""
    found = {}
    for item in top:
        name = item.get("name", "")
        if (
            item["kind"] == "FunctionDecl"
            and re.match(r"(cuda|cu)[A-Z]", name)
            and item.get("mangledName", name) == name
        ):
            inline = item.get("inline") or item.get("storageClass") == "static"
            parts = [p for p in item.get("inner", ()) if p["kind"] == "ParmVarDecl"]
            if not inline:
                found[name] = tuple(p["type"].get("desugaredQualType", p["type"]["qualType"]) for p in parts)
    return found


def enumerators(top: list[dict[str, Any]]) -> dict[str, dict[str, int]]:
    """The values of each enumeration by the names of its type."""
    found: dict[str, dict[str, int]] = {}
    named: dict[str, str] = {}
    for item in top:
        if item["kind"] == "EnumDecl" and item.get("name"):
            found[item["name"]] = dict(_values(item))
        elif item["kind"] == "EnumDecl":
            named[item["id"]] = ""
            found[item["id"]] = dict(_values(item))
        elif item["kind"] == "TypedefDecl":
            for inner in item.get("inner", ()):
                owned = inner.get("ownedTagDecl", {}).get("id") or inner.get("decl", {}).get("id")
                if owned in found:
                    found[item["name"]] = found[owned]
    return found


def _values(item: dict[str, Any]) -> Iterator[tuple[str, int]]:
    at = -1
    for constant in item.get("inner", ()):
        if constant["kind"] == "EnumConstantDecl":
            said = _constant(constant)
            at = at + 1 if said is None else said
            yield constant["name"], at


def _constant(node: dict[str, Any]) -> int | None:
    for inner in node.get("inner", ()):
        if "value" in inner and inner["kind"] in ("ConstantExpr", "IntegerLiteral"):
            return int(inner["value"])
        if (found := _constant(inner)) is not None:
            return found
    return None


def passed(text: str, enums: set[str]) -> tuple[str, str]:
    """How a parameter is passed, and the type it points at or is."""
    plain = re.sub(r"\b(const|struct|enum)\b", "", text)
    plain = " ".join(plain.split())
    if plain.endswith("]"):
        plain = re.sub(r"\[\d*\]", "*", plain)
    if "*" in plain or "(" in plain:
        return "p", plain.replace("*", "").strip()
    if plain in WORDS:
        return WORDS[plain], ""
    if plain in enums:
        return "i4", plain
    return ("p", plain) if re.search(r"_t$|^CU[a-z]|_st$", plain) and plain not in BY_VALUE else (plain, plain)


def own_parameters() -> dict[str, tuple[str, ...]]:
    """Types of the host runtime's functions, parameter names left out."""
    found = {}
    for source in sorted(SOURCES.glob("api_*.cpp")):
        for _, name, text in DEFINITION.findall(source.read_text()):
            parts = [" ".join(p.split()) for p in re.split(r",(?![^()]*\))", text)] if text.strip() else []
            found[name] = tuple(_without_name(part) for part in parts)
    return found


def _without_name(part: str) -> str:
    if "(" in part:
        return "void *"
    match = re.match(r"(.*[\s*])(\w+)$", part)
    if not match or match[2] in WORDS or match[2].endswith("_t") or f"{match[1]}{match[2]}" in WORDS:
        return part
    return match[1].strip()


def fields_of(top: list[dict[str, Any]], name: str) -> tuple[str, ...]:
    """The members of a structure."""
    for item in top:
        if item["kind"] == "CXXRecordDecl" and item.get("name") == name and item.get("completeDefinition"):
            return tuple(inner["name"] for inner in item["inner"] if inner["kind"] == "FieldDecl")
    return ()


def layouts(records: dict[str, tuple[str, ...]], headers: tuple[str, ...], include: Path) -> list[str]:
    """Size and offsets of the members of each structure, as a compiler lays them out."""
    lines = [f'#include "{header}"' for header in headers]
    lines += ["#include <cstddef>", "#include <cstdio>", "int main() {"]
    for name, fields in records.items():
        lines.append(f'std::printf("%zu", sizeof({name}));')
        lines += [f'std::printf(" %zu", offsetof({name}, {field}));' for field in fields] + [r'std::printf("\n");']
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder) / "layout.cpp", Path(folder) / "layout"
        source.write_text("\n".join(lines) + "}\n")
        done = proc.run(["g++", "-w", "-std=c++17", f"-I{include}", source, "-o", program], timeout=60)
        assert done.status == 0, done.stderr.decode()
        return proc.run([program]).stdout.decode().splitlines()


class Comparison:
    """CUDA's headers against the runtime."""

    def __init__(self, cuda: str, hip: str) -> None:
        top = tree(cuda, "cuda_runtime_api.h", "cuda.h")
        apart = tree(cuda, "cuda_runtime_api.h", "cuda.h", flags=("-DCUDA_API_PER_THREAD_DEFAULT_STREAM",))
        self.cuda = functions(apart) | functions(top)
        self.enums = enumerators(top)
        theirs = tree(hip, "hip/hip_runtime_api.h", flags=("-D__HIP_PLATFORM_AMD__",))
        self.hip_values = {n: v for values in enumerators(theirs).values() for n, v in values.items()}
        self.names = table("runtime.tsv") | table("driver.tsv")
        self.own = own_parameters()
        fields = {name: fields_of(top, name) for name in RECORDS}
        theirs_laid = layouts(fields, ("cuda_runtime_api.h", "cuda.h"), Path(cuda))
        ours_laid = layouts({RECORDS[n]: f for n, f in fields.items()}, ("hip_types.hpp", "graph_nodes.hpp"), SOURCES)
        self.alike = {n for n, a, b in zip(RECORDS, theirs_laid, ours_laid, strict=True) if a == b}

    def target(self, name: str) -> str:
        """HIP's name of a function: by the table, for the default stream of each thread too."""
        per_thread = re.sub(r"_pt[sd][sz]$", "", name)
        plain = re.sub(r"_v\d$", "", per_thread)
        hip = PREFERRED.get(plain) or self.names.get(per_thread) or self.names.get(plain, "")
        return f"{hip}_spt" if name != per_thread and hip else hip

    def why_not(self, name: str, hip: str) -> str:
        """What differs; empty where the two are the same."""
        if hip not in self.own:
            return f"{hip or 'nothing'} is not there"
        theirs, ours = self.cuda[name], self.own[hip]
        if len(theirs) != len(ours):
            return f"{hip} has {len(ours)} parameters, not {len(theirs)}"
        for a, b in zip(theirs, ours, strict=True):
            if reason := self.parameter(a, b):
                return reason
        return ""

    def parameter(self, theirs: str, ours: str) -> str:
        """What differs between two parameters."""
        (how, inner), (own, other) = passed(theirs, set(self.enums)), passed(ours, set())
        own = "p" if ours in ("hipDeviceptr_t",) else own
        if (RECORDS | BYTES).get(how, how) != own:
            return f"{theirs} is passed as {how}, {ours} as {own}"
        if inner in self.enums and (reason := self.enumeration(inner)):
            return reason
        if how == "p" and re.match(r"(cuda|CUDA|CU)\w+$", inner) and inner not in self.enums:
            opaque = re.search(r"(_t|_st|array|Array)$|^CU[a-z]", inner)
            if not opaque and inner not in self.alike and not (inner in READ_ONLY and "const" in theirs):
                return f"{inner} is not known to have the layout of {other}"
        return ""

    def enumeration(self, name: str) -> str:
        """Enumerators that HIP has under other numbers."""
        for constant, value in self.enums[name].items():
            theirs = self.hip_values.get(self.names.get(constant, ""))
            if re.search(r"(Max|_MAX)$", constant):
                continue
            if theirs is not None and theirs != value:
                return f"{constant} is {value}, {self.names[constant]} {theirs}"
        return ""


def main() -> int:
    """Write the two lists; print each function that differs and is not written by hand."""
    if len(sys.argv) not in (2, 3):
        print(USAGE)
        return 2
    compared = Comparison(sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else "/usr/include")
    own = {name for source in SOURCES.glob("cuda_*.cpp") for name in OWN.findall(source.read_text())}
    aliases, refused = [f"{name}\t{hip}\n" for name, hip in DROPPED.items() if name not in compared.cuda], []
    for name in sorted(compared.cuda.keys() - own):
        hip = compared.target(name)
        reason = compared.why_not(name, hip)
        if reason:
            refused.append(name)
            print(f"{name}: {reason}")
        else:
            aliases.append(f"{name}\t{hip}\n")
    (SOURCES / "cuda_aliases.tsv").write_text("".join(sorted(aliases)))
    (SOURCES / "cuda_refused.inc").write_text("".join(f"REFUSED({name})\n" for name in refused))
    print(f"{len(own)} written by hand, {len(aliases)} like HIP's, {len(refused)} refused")
    return 0


if __name__ == "__main__":
    sys.exit(main())
