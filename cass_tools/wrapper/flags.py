"""Reading a command line of nvcc, gcc or clang: one walk over the words, driven by data/nvcc_flags.toml.

Every word ends as an input, an output, an option for clang, a dropped word with its reason, or a refusal.
"""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from cass_tools.nvcc_flags import Option, look_up, raw
from cass_tools.wrapper import line
from cass_tools.wrapper.line import Input, Line
from cass_tools.wrapper.words import parts, split

LANGUAGES = {
    ".cu": "cuda",
    ".cuh": "cuda",
    ".hip": "hip",
    ".c": "c",
    **dict.fromkeys((".cpp", ".cc", ".cxx", ".c++", ".C", ".CPP", ".cp"), "c++"),
    **dict.fromkeys((".i", ".ii", ".s", ".S", ".sx", ".m", ".mm", ".ll", ".bc"), ""),
}
NAMED = {"cu": "cuda", "cuda": "cuda", "hip": "hip", "c++": "c++", "c": "c"}
NVIDIA_CODE = frozenset({".ptx", ".cubin", ".fatbin", ".gpu"})
FOLLOWED = ("one", "joined", "next")
LINK_ONLY = ("-l", "-L", "-Wl,", "-shared", "-static", "-rdynamic", "-pie", "-no-pie", "-nostartfiles", "-r", "-s")
LINK_PAIRS = frozenset({"-Xlinker", "-T", "-u", "-z", "-e", "-rpath"})
OBJECT = re.compile(r"\.(?:o|obj|lo|a|lib|so)(?:\.[\d.]+)?$")
MACRO = r"(?s:[A-Za-z_]\w*(\(.*?\))?(=.*)?)"
THREADS = r"-t\d+"
NVCC_WARNINGS = {
    "all-warnings",
    "cross-execution-space-call",
    "reorder",
    "deprecated-declarations",
    "default-stream-launch",
    "missing-launch-bounds",
    "ext-lambda-captures-this",
}
CLANG_WARNINGS = {"all-warnings": "", "reorder": "=reorder", "deprecated-declarations": "=deprecated-declarations"}
USAGE = "-Rpass-analysis=kernel-resource-usage"
STEPS = {
    "object": line.OBJECT,
    "assembly": line.ASSEMBLY,
    "preprocess": line.PREPROCESS,
    "syntax": line.SYNTAX,
    "depend": line.DEPEND,
    "depend-user": line.DEPEND_USER,
    "device-link": line.DEVICE_LINK,
    "archive": line.ARCHIVE,
    "link": line.LINK,
}
# Which step wins where several are asked for: nothing is compiled where only dependencies or text are wanted.
ORDER = (
    line.DEPEND,
    line.DEPEND_USER,
    line.PREPROCESS,
    line.SYNTAX,
    line.DEVICE_CODE,
    line.ASSEMBLY,
    line.DEVICE_LINK,
    line.OBJECT,
    line.ARCHIVE,
    line.LINK,
)
WHOLE = (line.LINK, line.ARCHIVE, line.DEVICE_LINK, line.SYNTAX)  # one result, or none, of all sources
SIDES, FORMS = ("host-only", "gpu-only"), ("bundled", "unbundled")
DEPEND_WORDS = {
    "depend-also": "-MD",
    "depend-also-user": "-MMD",
    "depend-phony": "-MP",
    "depend-file": "-MF",
    "depend-target": "-MT",
    "depend-quoted": "-MQ",
}


def read(words: Sequence[str]) -> Line:
    """The command line that the words after the compiler's name make."""
    return _Walk(words).line()


class _Walk:
    """The words still to read, and what was made of those before."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = list(reversed(words))  # the next is the last
        self.lists: frozenset[str] = frozenset(raw()["lists"]["names"])
        self.steps: list[str] = []
        self.inputs: list[Input] = []
        self.options: list[str] = []
        self.device: list[str] = []
        self.link: list[str | int] = []
        self.depend: list[str] = []
        self.gpus: list[str] = []
        self.dropped: list[tuple[str, str]] = []
        self.refused: list[str] = []
        self.values: dict[str, str] = {}  # of options that are given once
        self.marks: set[str] = set()
        self.run: list[str] = []
        self.language: str | None = None

    def line(self) -> Line:
        while self.words:
            self._read(self.words.pop())
        step = min(self.steps, key=ORDER.index, default=line.LINK)
        gpu_only = "gpu-only" in self.marks and step != line.DEVICE_CODE
        if gpu_only and step in (line.OBJECT, line.LINK):
            step = line.DEVICE_CODE
        return Line(
            step=step,
            inputs=tuple(self._read_as(step)),
            output=None if step == line.SYNTAX else self.values.get("output"),
            folder=self.values.get("output-folder"),
            options=tuple(self.options),
            device=tuple(self.device),
            link=tuple(self.link),
            depend=tuple(self.depend),
            gpus=tuple(dict.fromkeys(self.gpus)),
            suffix=self.values.get("suffix", ""),
            relocatable="relocatable" in self.marks,
            host_only="host-only" in self.marks,
            gpu_only=gpu_only,
            unbundled="unbundled" in self.marks,
            device_debug="device-debug" in self.marks,
            verbose="verbose" in self.marks,
            dry_run="dry-run" in self.marks,
            clean="clean" in self.marks,
            run=tuple(self.run) if "run" in self.marks else None,
            asked=self.values.get("asked", ""),
            dropped=tuple(self.dropped),
            refused="; ".join(self.refused) or self._contradiction(step),
        )

    def _read_as(self, step: str) -> Iterator[Input]:
        """hipcc's --genco makes code for GPUs of C++ too: that is HIP then."""
        genco = step == line.DEVICE_CODE and "genco" in self.marks
        for each in self.inputs:
            yield each._replace(language="hip") if genco and each.language == "c++" else each

    def _contradiction(self, step: str) -> str:
        unknown = [each.path for each in self.inputs if not each.compiled and not OBJECT.search(each.path)]
        if unknown and step not in WHOLE:
            return f"{unknown[0]} is neither a source nor an object; name its language before it, as -x cu"
        if self.values.get("output") and len(self.inputs) > 1 and step not in WHOLE:
            return f"-o {self.values['output']} names one file, but there are {len(self.inputs)} inputs"
        return ""

    def _read(self, word: str) -> None:
        if word == "-" or not word.startswith("-"):
            self._input(word)
            return
        found = look_up(word)
        if found is None:
            self._unknown(word)
            return
        option, value = found
        name = word if value is None else word[: len(word) - len(value)].removesuffix("=")
        role = raw()["roles"].get(name, "")
        if role == "warnings":
            self._warnings(word, value)
            return
        if value is None and option.value in FOLLOWED:
            if not self.words:
                self.refused.append(f"{word} needs a value")
                return
            value = self.words.pop()
        elif value is None and option.value == "optional":
            value = self._next_if(("true", "false"))
        if role:
            self._play(role, name, word, value)
        else:
            self._apply(option, name, word, value)

    def _unknown(self, word: str) -> None:
        if re.fullmatch(THREADS, word):
            self.dropped.append((word, "about a tool of NVIDIA's that takes no part in the build"))
        else:
            self._keep(word)

    def _next_if(self, choices: Sequence[str]) -> str | None:
        """The next word, if it is one of the choices; any other word stays to be read."""
        return self.words.pop() if self.words and self.words[-1] in choices else None

    def _input(self, word: str) -> None:
        if len(word) > 2 and word[0] == word[-1] == '"' and not os.path.exists(word):  # noqa: PTH110
            word = word[1:-1]  # for the shell that nvcc hands its commands to
        suffix = os.path.splitext(word)[1]  # noqa: PTH122
        if suffix in NVIDIA_CODE:
            self.refused.append(f"{word} holds code for NVIDIA's GPUs: give the CUDA source that it was made from")
        known = LANGUAGES.get(suffix, line.LINKED)
        forced = self.language if self.language is not None and suffix not in (".o", ".a", ".so") else None
        if word == "-" and forced is None:
            self.refused.append("standard input needs a language: -x cu")
        if forced == "hip" and known == "cuda":
            forced = "cuda"  # a build for AMD may name CUDA's sources
        self.link.append(len(self.inputs))
        self.inputs.append(Input(word, known if forced is None else forced))

    def _keep(self, *words: str) -> None:
        """Options for clang, wherever they have a meaning."""
        if words[0] not in LINK_PAIRS and not _links_only(words[0]):
            self.options += words
        self.link += words

    def _play(self, role: str, name: str, word: str, value: str | None) -> None:
        """A word that has a part of its own in a compiler's command line."""
        if role in STEPS:
            self.steps.append(STEPS[role])
        elif role in DEPEND_WORDS:
            self.depend += [DEPEND_WORDS[role], *([] if value is None else [value])]
        elif role in ("output", "output-folder"):
            self.values[role] = value or ""
        elif role in ("version", "help", "list-gpus"):
            self.values["asked"] = role
        elif role in ("verbose", "dry-run", "device-debug", "clean"):
            self.marks.add(role)
        elif role in (*SIDES, *FORMS):
            self.marks -= {*(SIDES if role in SIDES else FORMS)}  # the last one holds
            self.marks.add(role)
        elif role == "refused":
            self.refused.append(f"{name} has no meaning for AMD's GPUs")
        else:
            self._rare(role, name, word, value or "")

    def _rare(self, role: str, name: str, word: str, value: str) -> None:
        acts: dict[str, Callable[[], None]] = {
            "rdc-object": partial(self._object, True),
            "whole-object": partial(self._object, False),
            "relocatable": partial(self._relocatable, value != "false"),
            "device-code": partial(self._device_code, name),
            "run": partial(self.marks.add, "run"),
            "run-arguments": lambda: self.run.extend(split(value, name)),
            "language": partial(self._set_language, value),
            "gpu": lambda: self.gpus.extend(parts(value)),
            "nvidia-gpu": partial(self._nvidia_gpu, word, value),
            "resources": partial(self._resources, word, value),
        }
        acts[role]()

    def _object(self, relocatable: bool) -> None:
        self.steps.append(line.OBJECT)
        self._relocatable(relocatable)

    def _relocatable(self, wanted: bool) -> None:
        (self.marks.add if wanted else self.marks.discard)("relocatable")

    def _device_code(self, name: str) -> None:
        self.steps.append(line.DEVICE_CODE)
        self.marks |= {"genco"} & {name.lstrip("-")}
        self.values["suffix"] = "." + name.lstrip("-").replace("genco", "fatbin")

    def _set_language(self, value: str) -> None:
        """nvcc's `cu` is for all inputs, gcc's languages for those that follow."""
        self.language = None if value == "none" else NAMED.get(value, value)
        if value == "cu":
            kept = [each.language == line.LINKED and OBJECT.search(each.path) for each in self.inputs]
            self.inputs = [
                i if keep else i._replace(language="cuda") for i, keep in zip(self.inputs, kept, strict=True)
            ]

    def _nvidia_gpu(self, word: str, value: str) -> None:
        ours = [item for item in parts(value) if item.startswith("gfx")]
        self.gpus += ours
        if not ours:
            self.dropped.append((f"{word} {value}" if value not in word else word, "it names NVIDIA's GPUs"))

    def _resources(self, word: str, value: str) -> None:
        """ptxas is asked what kernels need of registers and memory: clang's remarks say it."""
        if "-res-usage" in word or "resource-usage" in word or {"-v", "--verbose"} & {*parts(value, at_spaces=True)}:
            self.device.append(USAGE)
        else:
            self.dropped.append((f"{word} {value}", "about a tool of NVIDIA's that takes no part in the build"))

    def _warnings(self, word: str, value: str | None) -> None:
        """-Werror is gcc's, unless kinds of warnings that nvcc knows follow."""
        if value is None:
            kinds = parts(self.words[-1]) if self.words else []
            if not kinds or not NVCC_WARNINGS.issuperset(kinds):
                self._keep("-Werror")
                return
            value = self.words.pop()
        for kind in parts(value):
            if kind not in NVCC_WARNINGS:
                self._keep(f"-Werror={kind}")
            elif kind in CLANG_WARNINGS:
                self._keep(f"-Werror{CLANG_WARNINGS[kind]}")
            else:
                self.dropped.append((f"{word} {kind}", "clang has no such warning"))

    def _apply(self, option: Option, name: str, word: str, value: str | None) -> None:
        """A word that only clang or nothing needs."""
        match option.action:
            case "drop":
                shown = word if value is None or word.endswith(value) else f"{word} {value}"
                self.dropped.append((shown, option.why))
            case "unpack":
                for inner in _rejoined(parts(value or "", at_spaces=True)):
                    self._keep(inner)
            case "as":
                chosen = option.to_false if value == "false" else option.to
                said = option.values.get(value or "", value or "")
                for made in chosen:
                    self._keep(made.replace("{value}", said))
            case _:
                self._kept(option, name, word, value)

    def _kept(self, option: Option, name: str, word: str, value: str | None) -> None:
        if option.value in ("none", "optional"):
            self._keep(option.names[0] if word.startswith("--") else word)
            return
        short = name if option.value == "next" else option.names[0]
        for item in self._items(short, value or ""):
            if short == "-l":
                self._library(item)
            else:
                self._keep(*_clang_form(short, item))

    def _items(self, name: str, value: str) -> list[str]:
        """The items of a list; a value that only gcc would take so stays whole."""
        if name not in self.lists or "," not in value:
            return [value]
        items = parts(value)
        if name == "-D" and not all(re.fullmatch(MACRO, item) for item in items):
            return [value]
        if name in ("-I", "-isystem", "-L", "-include") and os.path.exists(value):  # noqa: PTH110
            return [value]
        return items

    def _library(self, name: str) -> None:
        libraries: dict[str, str] = raw()["build_libraries"] | raw()["drop_in_libraries"]
        hip = libraries.get(name, name)
        if hip == "amdhip64":
            hip = ""  # every program is linked with it
        if hip.startswith("?"):
            self.refused.append(f"-l{name}: HIP has no library in its place{_alike(hip[1:])}")
        elif hip:
            self._keep(f"-l{hip}")
        else:
            self.dropped.append((f"-l{name}", "HIP's runtime library takes its place"))


def _alike(library: str) -> str:
    return f"; -l{library} does such things, with other functions" if library else ""


def _links_only(word: str) -> bool:
    """Whether it would disturb, or be noted as unused, where nothing is linked."""
    return word.startswith(LINK_ONLY[:3]) or word in LINK_ONLY[3:] or word.startswith(("-static-", "-fuse-ld="))


def _clang_form(name: str, value: str) -> tuple[str, ...]:
    if name == "-std":
        return (f"-std={value}",)
    return (f"{name}{value}",) if len(name) == 2 and name not in LINK_PAIRS else (name, value)


def _rejoined(words: Sequence[str]) -> Iterator[str]:
    """Options for the linker have commas of their own, which nvcc would take for its list's."""
    coming = iter(words)
    for word in coming:
        yield ",".join([word, *coming]) if word in ("-Wl", "-Wa", "-Wp") else word
