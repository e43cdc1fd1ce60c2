"""What a view is made of: assembly as it is, or a source that is compiled to IR, AMD's assembly and SASS."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cass_tools import proc
from cass_tools.asm.assembler import target_of
from cass_tools.asm.program import Program
from cass_tools.asm.sides import Row, Side, amd_side, ir_side, source_side
from cass_tools.compilers import nvidia_settings, nvidia_tools
from cass_tools.compilers.clang import ClangCompiler
from cass_tools.compilers.nvcc import NvccCompiler
from cass_tools.compilers.request import BuildRequest
from cass_tools.errors import CassError
from cass_tools.executor.nvidia import fatbin
from cass_tools.executor.nvidia.cubin import Cubin
from cass_tools.executor.nvidia.instruction import Instruction
from cass_tools.executor.nvidia.lines import at
from cass_tools.executor.nvidia.parse import disassemble
from cass_tools.model import Outcome, Target
from cass_tools.scan import not_text, read

COMPILED = frozenset((".cu", ".hip", ".cpp", ".cc", ".cxx"))
TIME = 300.0


class Listing(NamedTuple):
    """`program` is AMD's assembly; `sides` are all kinds of code that there are, `notes` why some are not.

    `kernel` is the only one that is wanted, "" for all.
    """

    program: Program
    sides: tuple[Side, ...]
    notes: tuple[str, ...] = ()
    kernel: str = ""


class Beside(NamedTuple):
    """What is to stand beside the assembly: files with the source, LLVM IR, and NVIDIA's code."""

    source: Path | None = None
    ir: Path | None = None
    sass: Path | None = None


def listing(path: Path, gpu: str | None, beside: Beside, flags: tuple[str, ...] = ()) -> Listing:
    """Read or compile a file; CassError where that cannot be done."""
    if path.suffix.lower() in COMPILED:
        return _compiled(path, gpu or "gfx1100", beside, flags)
    data = read(path).data
    if reason := not_text(data):
        raise CassError(f"{path}: skipped, {reason}; `cass asm extract` takes assembly out of programs")
    program = Program(data, target_of(data, gpu))
    if not program.functions:
        raise CassError(f"{path}: there is no code in it")
    sides = [source_side(beside.source)] if beside.source else []
    if beside.sass:
        sides.append(sass_side(beside.sass.read_bytes(), beside.sass.name))
    if beside.ir:
        sides.append(ir_side(beside.ir.read_text(encoding="utf-8", errors="replace")))
    return Listing(program, (*sides, amd_side(program)))


def _compiled(path: Path, gpu: str, beside: Beside, flags: tuple[str, ...]) -> Listing:
    """A source as the compilers see it."""
    read(path)
    is_cuda = path.suffix.lower() == ".cu"
    with tempfile.TemporaryDirectory(prefix="cass-view-") as name:
        texts = [_clang(path, gpu, kind, Path(name), flags, cuda=is_cuda) for kind in ("amd", "ir")]
        program = Program(texts[0], gpu)
        ir = beside.ir.read_bytes() if beside.ir else texts[1]
        sides, notes = [source_side(beside.source or path)], list[str]()
        try:
            if beside.sass:
                sides.append(sass_side(beside.sass.read_bytes(), beside.sass.name))
            elif is_cuda:
                sides.append(sass_side(_cubin(path, Path(name)), "SASS, sm_80"))
        except CassError as error:
            notes.append(f"No SASS: {error}")
        sides += [ir_side(ir.decode("utf-8", "replace")), amd_side(program)]
        if not program.functions:
            raise CassError(f"{path}: there is no code for a GPU in it")
        return Listing(program, tuple(sides), tuple(notes))


def _clang(path: Path, gpu: str, kind: str, folder: Path, flags: tuple[str, ...], *, cuda: bool) -> bytes:
    driver = ClangCompiler().driver("cuda" if cuda else "hip", gpu)
    out = folder / f"out.{kind}"
    options: list[str | Path] = [f"--offload-arch={gpu}", f"--rocm-path={driver.rocm_path}", *driver.options]
    if driver.device_libraries:
        options.append(f"--rocm-device-lib-path={driver.device_libraries}")
    made = ["-S", "-emit-llvm"] if kind == "ir" else ["-S"]
    level = [] if any(flag.startswith("-O") for flag in flags) else ["-O2"]
    here = [f"-fdebug-prefix-map={path.absolute().parent}=.", "-fdebug-compilation-dir=."]
    quiet = ["--cuda-device-only", "-gline-tables-only", *here, "-Wno-unused-command-line-argument", "-w"]
    command = [driver.path, *options, *level, *quiet, *made, *flags, "-x", "hip", path, "-o", out]
    done = proc.run(command, timeout=TIME, env={"HIP_PLATFORM": "amd"})
    if done.status != 0 or not out.exists():
        said = [line for line in done.stderr.decode(errors="replace").splitlines() if "error" in line]
        raise CassError(f"{path} does not compile for {gpu}: {said[0] if said else 'the compiler says nothing'}")
    return out.read_bytes()


def _cubin(path: Path, folder: Path, include: tuple[str, ...] = ()) -> bytes:
    """The code that nvcc makes of a CUDA source."""
    nvidia_settings.require(path.parent)
    flags, out = ("-lineinfo", *include), folder / "out.cubin"
    made = NvccCompiler().build(
        BuildRequest(path, out, Target("sm_80"), "nvidia", flags, object_only=True, timeout=TIME)
    )
    if made.outcome is not Outcome.PASSED or made.binary is None:
        raise CassError(f"nvcc did not build it: {(made.log.strip().splitlines() or ['it says nothing'])[0]}")
    return made.binary.read_bytes()


def text_of(path: Path, data: bytes, kind: str, gpu: str) -> str:
    """One kind of code (amd, ir or sass) of a source with this content, whose folder `path` names; CassError says why.

    `data` may be what nobody has saved yet.
    """
    with tempfile.TemporaryDirectory(prefix="cass-view-") as name:
        copy = Path(name) / path.name
        copy.write_bytes(data)
        if kind == "sass":
            made = _cubin(copy, Path(name), ("-I", str(path.absolute().parent)))
            rows = sass_side(made, path.name).rows
            return "\n".join(
                line for name, code in rows.items() for line in (f"{name}:", *(row.text for row in code), "")
            )
        folder = (f"-I{path.absolute().parent}",)
        text = _clang(copy, gpu, kind, Path(name), folder, cuda=path.suffix.lower() == ".cu")
        return text.decode("utf-8", "replace").replace(f"{name}/", "")


def sass_side(data: bytes, what: str) -> Side:
    """NVIDIA's code in a cubin or a program, with source lines where it was built with -lineinfo."""
    nvidia_settings.require()
    nvdisasm = nvidia_tools.find("nvdisasm")
    if nvdisasm is None:
        raise CassError(f"nvdisasm is not installed: {nvidia_tools.GET}")
    found = [entry for entry in fatbin.entries(data, what) if entry.kind == "cubin"]
    if not found:
        raise CassError(f"there is no code for an NVIDIA GPU in {what}")
    rows: dict[str, tuple[Row, ...]] = {}
    for entry in found:  # one of a program may be nvcc's own, in which there is nothing
        cubin = Cubin(entry.data, what)
        if entry.sm == found[-1].sm:
            for section, code in disassemble(cubin, nvdisasm, broken={}).items():
                rows[section.removeprefix(".text.")] = tuple(_sass_rows(cubin, section, code))
    return Side("sass", f"SASS, sm_{found[-1].sm}", rows)


def _sass_rows(cubin: Cubin, section: str, code: tuple[Instruction, ...]) -> Iterator[Row]:
    for each in code:
        file, _, line = (at(cubin, section, each.address) or ":0").rpartition(":")
        yield Row(f"/*{each.address:04x}*/ {each.text}", Path(file).name, int(line), each.name)
