"""Options that several commands share, and the values that become of them."""

import itertools
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from cass_tools import choices
from cass_tools.compare.settings import MODES, MOST_SCHEDULES, check_path, told
from cass_tools.compile_commands import Commands, near, read
from cass_tools.compilers import nvidia_settings
from cass_tools.compilers.flags import translate
from cass_tools.config import Config
from cass_tools.errors import CassError
from cass_tools.model import Target
from cass_tools.project import WAYS, configured
from cass_tools.runners import CHECKS, Limits
from cass_tools.scan import processors
from cass_tools.scan import read as source
from cass_tools.trial import REFERENCES, Settings

MIB = 1 << 20


def _codes(begun: str) -> list[tuple[str, str]]:
    from cass_tools.cli.explaining import codes  # only shells that complete a word ask

    return codes(begun)


Rule = Annotated[str, typer.Argument(help="A code such as CASS104, or the name of a rule.", autocompletion=_codes)]

Arch = Annotated[str, typer.Option("--arch", help="AMD GPUs to build and run for, separated by commas.")]
RunnerName = Annotated[
    str, typer.Option("--runner", help="Where programs run: auto, exec (this CPU), amd, nvidia, ssh:HOST.")
]
CompilerName = Annotated[str, typer.Option("--compiler", help="auto, hipcc (your ROCm) or clang.")]
Timeout = Annotated[float, typer.Option("--timeout", min=0.1, help="Seconds that one run may take.")]
Tolerance = Annotated[
    float | None,
    typer.Option("--tolerance", min=0, help="Relative tolerance for numbers with a fraction; 0 compares exactly."),
]
AbsoluteTolerance = Annotated[
    float | None,
    typer.Option("--atol", min=0, help="What such numbers may differ by besides, however small they are."),
]
CompareMode = Annotated[
    str | None,
    typer.Option(
        "--compare", metavar="MODE", help="numbers (within a tolerance), exact, or unordered (lines in any order)."
    ),
]
Mask = Annotated[
    list[str] | None,
    typer.Option("--mask", metavar="REGEX", help="Do not compare what it matches, or its groups (repeatable)."),
]
Schedules = Annotated[
    int | None,
    typer.Option(
        "--schedules", min=0, max=MOST_SCHEDULES, help="Other orders of workgroups and waves to try (2 by default)."
    ),
]
MaskTimes = Annotated[bool, typer.Option("--mask-times", help="Do not compare times, rates and speed-ups.")]
Expected = Annotated[
    Path | None,
    typer.Option("--expected", metavar="FILE", help="What the program must print, in place of running the original."),
]
CompareFile = Annotated[
    list[str] | None,
    typer.Option(
        "--compare-file", metavar="FILE", help="A file the program writes, or a pattern, to be compared (repeatable)."
    ),
]
ProgramArgs = Annotated[str, typer.Option("--args", help="Arguments of the program, quoted as one word.")]
Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="Directory whose files the program reads (default: its source's)."),
]
Jobs = Annotated[int | None, typer.Option("-j", "--jobs", min=1, help="Processors to use (default: all).")]
ReferenceKind = Annotated[
    str,
    typer.Option(
        "--reference",
        help="What to compare with: auto (the best there is), record (made by cass record), sass, sass-scalar, header.",
    ),
]
RecordFile = Annotated[
    Path | None,
    typer.Option("--record", metavar="FILE", help="The record to compare with (default: the one that fits)."),
]
HipVersion = Annotated[
    str | None, typer.Option("--hip-version", help="The HIP release to translate for.", show_default="6.3")
]
CudaVersion = Annotated[
    str | None,
    typer.Option("--cuda-version", help="The CUDA release the source is written for.", show_default="12.8"),
]
LaunchSyntax = Annotated[
    str | None,
    typer.Option(
        "--launch-syntax",
        help="chevron keeps <<<...>>>, macro writes hipLaunchKernelGGL(...).",
        show_default="chevron",
    ),
]
WarpPolicy = Annotated[
    str | None,
    typer.Option(
        "--warp-policy",
        help="logical32 keeps warps of 32 lanes on every GPU, native uses the wavefront's own size.",
        show_default="logical32",
    ),
]
Dual = Annotated[bool, typer.Option("--dual", help="Keep CUDA beside HIP: one source for both compilers.")]
ApiNames = Annotated[
    str | None,
    typer.Option(
        "--api",
        help="hip writes hipBLAS, hipSPARSE ...; roc writes rocBLAS, rocSPARSE, MIOpen ...",
        show_default="hip",
    ),
]
Style = Annotated[
    str | None,
    typer.Option("--style", help="cass, or hipify: where several spellings are right, HIPIFY's.", show_default="cass"),
]
Format = Annotated[str, typer.Option("--format", help="text or json.")]
Report = Annotated[
    str | None,
    typer.Option(
        "--format",
        "--output-format",
        metavar="FORMAT",
        help="text, json, jsonl, sarif, github, gitlab or junit.",
        show_default="text",
    ),
]
OutputFile = Annotated[
    list[str] | None,
    typer.Option(
        "--output-file",
        "-o",
        metavar="[FORMAT=]FILE",
        help="Write to FILE: in its own format besides what is printed, else in --format's instead (repeatable).",
    ),
]
BuildDir = Annotated[
    Path | None, typer.Option("-p", "--build-dir", metavar="DIR", help="Where compile_commands.json is.")
]

Checks = Annotated[
    str,
    typer.Option(
        "--check", metavar="LIST", help="bounds, race, init, divergence or all: watch memory accesses (executor only)."
    ),
]
Kernels = Annotated[
    bool, typer.Option("--kernels", help="Start each kernel by itself with made inputs (always without a main).")
]
Output = Annotated[Path | None, typer.Option("-o", "--output", help="File or directory to write to.")]
InPlace = Annotated[bool, typer.Option("--in-place", help="Write over the sources; names stay.")]
Select = Annotated[
    list[str] | None,
    typer.Option(
        "--select",
        metavar="RULES",
        help="Only these rules: codes, names or beginnings of codes, separated by commas.",
        autocompletion=_codes,
    ),
]
Ignore = Annotated[
    list[str] | None,
    typer.Option("--ignore", metavar="RULES", help="All rules but these, in the same way.", autocompletion=_codes),
]
Diff = Annotated[bool, typer.Option("--diff", help="Print a diff and write nothing; exit code 1 if not empty.")]
OnlyCheck = Annotated[bool, typer.Option("--check", help="Write nothing; exit code 1 if something would change.")]
Stdout = Annotated[bool, typer.Option("--stdout", help="Print the translation of one file; write nothing.")]
NoVerify = Annotated[bool, typer.Option("--no-verify", help="Write without building or running anything.")]
RequireWhat = Annotated[
    str, typer.Option("--require", help="possible: build, and run what has a main; run: nothing less than a run.")
]
SafeOnly = Annotated[bool, typer.Option("--safe-only", help="Leave out fixes that need verification.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite files that cass did not write.")]
Model = Annotated[
    str,
    typer.Option(
        "--model",
        envvar="CASS_MODEL",
        metavar="NAME[,LIMITS]",
        help="Ask a model where rules do not get through: auto, a name, a .gguf file, the address of a local server; "
        "then what it may cost: answers=5,seconds=600,tokens=16384, and whole-file, remote.",
    ),
]

ARCH, TIME = "gfx1100,gfx90a", 60.0


@dataclass(frozen=True, slots=True)
class Trying:
    """The options of verification as they were typed."""

    arch: str = ARCH
    runner: str = "auto"
    timeout: float = TIME
    tolerance: float | None = None
    mask_times: bool = False
    expected: Path | None = None
    compare_file: Sequence[str] | None = None
    args: str = ""
    data: Path | None = None
    jobs: int | None = None
    checks: str = ""
    reference: str = "auto"
    kernels: bool = False
    atol: float | None = None
    compare: str | None = None
    mask: Sequence[str] | None = None
    schedules: int | None = None
    record: Path | None = None

    def settings(self, config: Config, flags: tuple[str, ...]) -> Settings:
        """As settings; CassError for what makes no sense."""
        for name in self.compare_file or ():
            check_path(f"--compare-file {name}", name)
        if self.compare is not None and self.compare not in MODES:
            raise CassError(f"--compare {self.compare}: choose {', '.join(MODES)}")
        if self.compare_file and self.expected:
            raise CassError("--compare-file needs the original to compare with; --expected says only what is printed")
        if self.data is not None and not self.data.is_dir():
            raise CassError(f"--data {self.data} is not a directory")
        if self.reference not in REFERENCES:
            raise CassError(f"--reference {self.reference}: choose {', '.join(REFERENCES)}")
        if self.record is not None and self.reference not in ("auto", "record"):
            raise CassError(f"--record {self.record} and --reference {self.reference} exclude each other")
        if self.reference.startswith("sass"):
            nvidia_settings.require()
        return Settings(
            targets=targets(self.arch),
            runner=self.runner,
            config=config._replace(archs=tuple(target.arch for target in targets(self.arch))),
            limits=Limits(timeout=self.timeout),
            terms=told(self.tolerance, self.atol, tuple(self.mask or ()), mask_times=self.mask_times),
            compare=self.compare,
            schedules=self.schedules,
            compare_files=tuple(self.compare_file or ()),
            expected=content(self.expected) if self.expected else None,
            args=tuple(shlex.split(self.args)),
            flags=compiler_flags(flags),
            data=self.data,
            jobs=self.jobs or processors(),
            checks=checks(self.checks),
            reference=self.reference,
            kernels=self.kernels,
            record=self.record,
        )


def words(context: typer.Context) -> tuple[str, ...]:
    """What followed after --."""
    return tuple(context.obj or ())


def compiler_flags(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words after -- for clang; CassError for those that are no options, which a program's arguments look like."""
    read = translate(words)
    names = {*read.unknown, *(word for word, _ in read.dropped)}
    options = [word for word in read.unknown if word.startswith("-")]  # the next word may be the value of such a one
    pairs = itertools.pairwise(("", *words))
    stray = [word for before, word in pairs if word in names and word[0] != "-" and before not in options]
    if stray:
        said = f"{' '.join(stray)}: no option of the compiler"
        raise CassError(f"{said}; arguments of the program go into --args {shlex.quote(shlex.join(stray))}")
    return read.kept


def targets(text: str) -> tuple[Target, ...]:
    """--arch as targets."""
    return choices.targets("--arch", text)


def nvidia_target(arch: str | None, language: str | None) -> Target | None:
    """The NVIDIA architecture whose machine code is to be run, as --arch names it; None where it does not."""
    if language not in (None, "cuda"):
        raise CassError(f"--as {language}: the only choice is cuda")
    if arch is not None and re.fullmatch(r"sm_\d{2,3}", arch):
        return Target(arch)
    if language is not None and arch is not None:
        raise CassError(f"--arch {arch}: CUDA's own machine code is NVIDIA's; names look like sm_80")
    return None


def checks(text: str) -> tuple[str, ...]:
    """`bounds,race` or `all` as names of checks."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in (*CHECKS, "all"):
            raise CassError(f"--check {name}: choose {', '.join(CHECKS)} or all")
    return CHECKS if "all" in names else tuple(dict.fromkeys(names))


def config(
    hip: str | None = None, cuda: str | None = None, compiler: str = "auto", paths: Sequence[Path] = ()
) -> Config:
    """The configuration of the project that the first path is in, with what was typed; CassError for bad words."""
    told = {f"{name}-version": word for name, word in (("hip", hip), ("cuda", cuda)) if word is not None}
    versions = {key: choices.version(f"--{key}", word) for key, word in told.items()}
    made = configured(Config(compiler=compiler), paths[0]) if paths else Config(compiler=compiler)
    return _typed(made, versions)


def selected(config: Config, select: Sequence[str] | None, ignore: Sequence[str] | None) -> Config:
    """The configuration with the rules that were typed, if any were; CassError for what is no rule."""
    if not (select or ignore):
        return config
    from cass_tools.cli import selecting  # reads all rules

    return selecting.selected(config, select or (), ignore or ())


def ways(launch: str | None, api: str | None, style: str | None, warps: str | None) -> dict[str, str | None]:
    """Options under their names in cass.toml."""
    return {"launch-syntax": launch, "api": api, "style": style, "warp-policy": warps}


def spelled(config: Config, ways: Mapping[str, str | None], dual: bool = False) -> Config:
    """The configuration with what is to be written in which way, by names as in cass.toml; None: as it says.

    CassError for what is no such way.
    """
    told = {key: choices.one_of(f"--{key}", word, WAYS[key]) for key, word in ways.items() if word is not None}
    return _typed(config, told)._replace(dual=dual)


def _typed(config: Config, told: Mapping[str, Any]) -> Config:
    """What is typed wins, for all paths."""
    fields = {key.replace("-", "_"): value for key, value in told.items()}
    entries = tuple(
        entry._replace(changes=tuple(change for change in entry.changes if change[0] not in fields))
        for entry in config.per_path
    )
    return config._replace(**fields, per_path=entries)


def report_format(form: str | None) -> str | None:
    """The format of findings that was asked for, None where none was."""
    from cass_tools.formats.choosing import format_of  # few commands have it

    return None if form is None else format_of("--format", form)


def is_json(form: str) -> bool:
    """Whether --format asks for JSON."""
    if form not in ("text", "json"):
        raise CassError(f"--format {form}: choose text or json")
    return form == "json"


def content(path: Path) -> bytes:
    """The bytes of a file that the user named; CassError with the reason."""
    return source(path).data


def commands(build_dir: Path | None, paths: list[Path]) -> Commands:
    """The compile commands that the user named, or those of the project that the first path is in."""
    if build_dir is None:
        return near(paths[0])
    return read(build_dir / "compile_commands.json" if build_dir.is_dir() else build_dir)
