"""From a command line to the commands that do it: each one step, with what has to be made before it.

A CUDA source is compiled once for every GPU and once for the host, with the GPUs' code put into the host's object. With
-rdc=true that code is bitcode in a section that host linkers leave out, and is linked when the program (or -dlink) is.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cass_tools.compilers.bundle import offload_bundle
from cass_tools.compilers.offload_binary import packed
from cass_tools.errors import CassError
from cass_tools.wrapper import gpu_only
from cass_tools.wrapper import line as steps
from cass_tools.wrapper.digest import sha256
from cass_tools.wrapper.foreign_caches import telling
from cass_tools.wrapper.line import GPU_LANGUAGES, Input, Line
from cass_tools.wrapper.overlay import Overlay
from cass_tools.wrapper.toolbox import Toolbox

QUIET = ("-Wno-unused-command-line-argument",)
# CUDA's functions are not marked [[nodiscard]] as HIP's are, its pragmas are nvcc's, and narrowing was a warning.
AS_CUDA = (
    "-Wno-error=c++11-narrowing",
    "-Wno-unused-result",
    "-Wno-register",
    "-Wno-unknown-pragmas",
    "-Wno-pass-failed",
)
# Code for one side is checked where it is made for that side; before C++20 nvcc leaves templates of code for GPUs that
# nothing uses unread, as clang does with this option.
ONE_SIDED = "-fgpu-defer-diag"
UNREAD = "-fdelayed-template-parsing"
FOR_GPU = ("--cuda-device-only", "--no-gpu-bundle-output", "-Wno-option-ignored")
WHOLE = {steps.LINK: "a.out", steps.ARCHIVE: "a.a", steps.DEVICE_LINK: "a_dlink.o"}  # one result, and its name
SUFFIXES = {steps.OBJECT: ".o", steps.ASSEMBLY: ".s"}


class Step(NamedTuple):
    """A command, and what is done before it is started. `makes` is what it leaves for the user, if anything."""

    argv: tuple[str, ...]
    before: Callable[[], None] | None = None
    makes: str | None = None


class Job(NamedTuple):
    """What every step of a command line needs: `lay_over` makes a source as the compiler is to see it."""

    line: Line
    box: Toolbox
    gpus: tuple[str, ...]
    work: Path
    lay_over: Callable[[Input], Overlay]
    link: tuple[str, ...]


def plan(job: Job) -> Iterator[Step]:
    """The steps in order; each is asked for when those before it are done."""
    line = job.line
    if line.step in WHOLE:
        yield from _linked(job)
        return
    for number, source in enumerate(line.inputs):
        if source.compiled:
            yield from _Unit(job, source, number).compiled(_output(line, source))


def results(line: Line) -> Iterator[str]:
    """The files that a command line makes for the user, dependencies included."""
    if line.step in WHOLE:
        yield line.output or WHOLE[line.step]
    for source in line.inputs:
        made = _target(line, source) if line.step in WHOLE else _output(line, source)
        if source.compiled and made is not None:
            yield from () if line.step in WHOLE else (made,)
            if {"-MD", "-MMD"} & {*line.depend}:
                yield dict(zip(line.depend, line.depend[1:], strict=False)).get(
                    "-MF", str(Path(made).with_suffix(".d"))
                )


def foreign(word: str, language: str) -> bool:
    """Whether an option is a standard of the other language: gcc says that it is none of its own, and goes on."""
    return word.startswith("-std=") and language != "" and ("++" in word) == (language == "c")


def _output(line: Line, source: Input) -> str | None:
    """Where a step's result goes; None for standard output."""
    if line.gpu_only:
        return gpu_only.file(line, source, "".join(line.gpus[:1]))
    if line.output is not None or line.step not in (*SUFFIXES, steps.DEVICE_CODE):
        return line.output
    stem = Path("stdin" if source.path == "-" else source.path).stem
    name = stem + (line.suffix if line.step == steps.DEVICE_CODE else SUFFIXES[line.step])
    return str(Path(line.folder, name)) if line.folder else name


class _Unit:
    """One source on its way to an object."""

    def __init__(self, job: Job, source: Input, number: int) -> None:
        self.job, self.source, self.number = job, source, number
        self.overlay = job.lay_over(source)
        self.on_gpu = source.language in GPU_LANGUAGES

    def compiled(self, output: str | None) -> Iterator[Step]:
        """What the step of the command line makes of it."""
        line = self.job.line
        to = ("-o", output) if output is not None else ()
        if line.gpu_only:
            yield from self._gpu_only()
        elif line.step in gpu_only.TEXT:
            how = gpu_only.TEXT[line.step]
            told = telling(self.job.gpus) if how == "-E" and self.on_gpu else ()
            yield Step((*self._for_host(), *told, how, *line.depend, *to), makes=output)
        elif line.step == steps.SYNTAX:
            gpus = self.job.gpus if self.on_gpu and not line.host_only else ()
            for words in (*map(self._for_gpu, gpus), (*self._for_host(), *line.depend)):
                yield Step((*words, "-fsyntax-only"))
        elif line.step == steps.DEVICE_CODE:
            yield from self._device_code(output or "")
        else:
            yield from self.object(output or "", "-S" if line.step == steps.ASSEMBLY else "-c")

    def object(self, output: str, how: str = "-c", shown: str = "") -> Iterator[Step]:
        """The host's object (or assembly) with the GPUs' code in it; `shown` stands for it in dependencies."""
        line, work = self.job.line, self.job.work
        end = (how, *self._depend(shown or output), "-o", output)
        if not self.on_gpu or line.host_only:
            yield Step((*self._for_host(), *end), makes=output)
            return
        made = {gpu: work / f"{self.number}-{gpu}.{'bc' if line.relocatable else 'hsaco'}" for gpu in self.job.gpus}
        form = ("-emit-llvm", "-fgpu-rdc") if line.relocatable else ()
        for gpu, file in made.items():
            yield Step((*self._for_gpu(gpu), *form, "-c", "-o", str(file)))
        whole = work / f"{self.number}.gpu"
        if line.relocatable:
            embed: tuple[str, ...] = ("-fgpu-rdc", "-Xclang", f"-fembed-offload-object={whole}")
        else:
            embed = ("-Xclang", "-fcuda-include-gpubinary", "-Xclang", str(whole))
        yield Step((*self._for_host(), *embed, *end), lambda: self._joined(made, whole), output)

    def _joined(self, made: dict[str, Path], whole: Path) -> None:
        """The code of all GPUs in one file, as the host's part takes it."""
        if not self.job.line.relocatable:
            _pack(offload_bundle, made, whole)
            return
        from cass_tools.wrapper.static_variables import settle

        for file in made.values():
            settle(file, self.job.box.clang)
        _pack(packed, made, whole)

    def _gpu_only(self) -> Iterator[Step]:
        """Clang's --cuda-device-only: code objects in a bundle, anything else a file for each GPU."""
        self._need_gpu_code()
        line, gpus, source = self.job.line, self.job.gpus, self.source
        if line.step == steps.SYNTAX:
            yield from (Step((*self._for_gpu(gpu), "-fsyntax-only", *line.depend)) for gpu in gpus)
        elif gpu_only.bundled(line):
            yield from self._device_code(gpu_only.file(line, source, "") or "")
        elif line.output is not None and len(gpus) > 1:
            raise CassError(f"-o {line.output} names one file, but there is one for each of {', '.join(gpus)}")
        else:
            words, ending = gpu_only.form(line)
            for gpu in gpus:
                made = gpu_only.file(line, source, gpu)
                depend = self._depend(made or "") if ending else ()
                to = ("-o", made) if made is not None else ()
                yield Step((*self._for_gpu(gpu), *words, *depend, *to), makes=made)

    def _need_gpu_code(self) -> None:
        if not self.on_gpu:
            raise CassError(f"{self.source.path} is no CUDA source, so there is no code for a GPU to make of it")

    def _device_code(self, output: str) -> Iterator[Step]:
        """Code for the GPUs alone, as hipModuleLoad takes it: an ELF file for one GPU's cubin, else a bundle."""
        self._need_gpu_code()
        gpus, work = self.job.gpus, self.job.work
        if self.job.line.suffix == ".cubin" and len(gpus) == 1:
            yield Step((*self._for_gpu(gpus[0]), "-c", *self._depend(output), "-o", output), makes=output)
            return
        made = {gpu: work / f"{self.number}-{gpu}.hsaco" for gpu in gpus}
        for number, (gpu, file) in enumerate(made.items()):
            depend = self._depend(output) if number == 0 else ()
            yield Step((*self._for_gpu(gpu), "-c", *depend, "-o", str(file)))
        whole = None if output == "-" else Path(output)
        yield Step((), lambda: _pack(offload_bundle, made, whole), None if output == "-" else output)

    def _depend(self, output: str) -> tuple[str, ...]:
        """-MD and its like; the names that clang would take from -o."""
        words = self.job.line.depend
        if not {"-MD", "-MMD"} & {*words}:
            return ()
        if self.job.line.gpu_only:
            output = _target(self.job.line, self.source)  # clang names the object there that is not made
        named = () if "-MF" in words else ("-MF", str(Path(output).with_suffix(".d")))
        return (*words, *named, *(() if {"-MT", "-MQ"} & {*words} else ("-MQ", output)))

    def _base(self) -> tuple[str, ...]:
        box = self.job.box
        options = [box.clang, *QUIET, *self.overlay.options]
        if self.on_gpu:
            options += [f"--rocm-path={box.rocm}", "-mcode-object-version=5"]
        return (
            *options,
            *(word for word in self.job.line.options if not foreign(word, self.source.language)),
            *self._quiet(),
            *box.options,
            *self._unit_id(),
        )

    def _quiet(self) -> tuple[str, ...]:
        """What -Wall of the user's was not about; a warning that is asked for by name stays."""
        if self.source.language not in ("cuda", "c++"):
            return ()
        return tuple(word for word in AS_CUDA if word.replace("-Wno-", "-W") not in self.job.line.options)

    def _unit_id(self) -> tuple[str, ...]:
        """A name for the unit's symbols: objects that are linked together must not share one."""
        if not self.on_gpu:
            return ("-D__HIP_PLATFORM_AMD__=1",)
        said = (os.path.abspath(self.source.path), self.job.line.output, *self.job.line.options)  # noqa: PTH100
        name = sha256("\n".join(map(str, said)).encode(errors="surrogateescape")).hexdigest()[:16]
        return ("-fuse-cuid=none", "-Xclang", f"-cuid={name}", *self._implied())

    def _implied(self) -> tuple[str, ...]:
        """What nvcc does by itself: CUDA's runtime is included."""
        return (ONE_SIDED, "-include", "hip/hip_runtime.h") if self.source.language == "cuda" else ()

    def _input(self) -> tuple[str, ...]:
        language = "hip" if self.on_gpu else self.source.language
        return ("-x", language, self.overlay.source) if language else (self.overlay.source,)

    def _for_host(self) -> tuple[str, ...]:
        offload = ("--cuda-host-only", f"--offload-arch={self.job.gpus[0]}") if self.on_gpu else ()
        return (*self._base(), *offload, *self._input())

    def _for_gpu(self, gpu: str) -> tuple[str, ...]:
        """nvcc optimises code for GPUs whatever -O says, and -g is about the host."""
        line = self.job.line
        base = [word for word in self._base() if not word.startswith(("-O", "-g")) or word.startswith("-gcc")]
        level = ("-g", "-O0") if line.device_debug else ("-O3", "-gline-tables-only")
        library = self.job.box.libraries.get(gpu)
        place = (f"--rocm-device-lib-path={library}",) if library else ()
        if self.source.language == "cuda" and not any(re.match(r"-std=\w+\+\+2", word) for word in base):
            base.append(UNREAD)
        return (*base, *level, *line.device, *FOR_GPU, f"--offload-arch={gpu}", *place, *self._input())


def _pack(form: Callable[[dict[str, bytes]], bytes], made: dict[str, Path], to: Path | None) -> None:
    """Put the code of all GPUs into one file, under another name until it is whole; None: standard output."""
    if to is None:
        sys.stdout.buffer.write(form({gpu: file.read_bytes() for gpu, file in made.items()}))
        sys.stdout.flush()
        return
    draft = to.with_name(f".{to.name}.{os.getpid()}")
    try:
        draft.write_bytes(form({gpu: file.read_bytes() for gpu, file in made.items()}))
        draft.replace(to)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise CassError(f"{to}: {error.strerror or error}") from error


def _linked(job: Job) -> Iterator[Step]:
    """Sources compiled, device code linked, and the program, library or object that was asked for."""
    from cass_tools.wrapper.linking import link_steps  # few command lines link

    objects: dict[int, str] = {}
    for number, source in enumerate(job.line.inputs):
        if source.compiled:
            objects[number] = str(job.work / f"{number}-{Path(source.path).stem}.o")
            made = _Unit(job, source, number).object(objects[number], shown=_target(job.line, source))
            yield from (step._replace(makes=None) for step in made)
        else:
            objects[number] = source.path
    yield from link_steps(job, objects)


def _target(line: Line, source: Input) -> str:
    """What a source is said to be for in dependencies where all is one command: the result, if that is named and has no
    other source, else its object."""
    if line.output is not None and sum(each.compiled for each in line.inputs) == 1:
        return line.output
    return str(Path(line.folder or "", f"{Path('stdin' if source.path == '-' else source.path).stem}.o"))


def words_of(words: Sequence[str | int], objects: dict[int, str]) -> list[str]:
    """The words for linking with the inputs in their places."""
    return [objects[word] if isinstance(word, int) else word for word in words]
