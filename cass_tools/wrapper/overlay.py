"""The user's sources and headers as the compiler is to see them: translated, under their own names.

Nothing of the user's is written. Translations lie in a folder of the job, and clang's virtual file system puts them in
the places of the originals, so that messages, debug information, dependencies and `__FILE__` name the user's files and
lines.
"""

import json
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.versions import ELSEWHERE, LIKE
from cass_tools.errors import CassError
from cass_tools.project import ignored
from cass_tools.tree import holds_cuda_text
from cass_tools.user_rules.nearest import rules_for
from cass_tools.wrapper import store
from cass_tools.wrapper.digest import sha256
from cass_tools.wrapper.includes import folders_in, included
from cass_tools.wrapper.stamp import PACKAGE, code_stamp
from cass_tools.wrapper.store import Kept, Remark

STDIN = "<stdin>"
OURS = Path(PACKAGE, "include")


# What else tells that a header which a CUDA source includes is about CUDA: names that other sources may have by chance.
ABOUT_GPU = Pattern(rb"CUDA|\bCU[a-z]|\b__?nv_|\bnv(?:_bf|cuda)|_sync\b|\bwarpSize\b|\basm\b|\bhalf[2]?\b|blockIdx")
# What stands for names of NVML while a text is translated: they keep their names, since a header here answers them.
OWN_NAMES = {b"nvml": b"nvmI", b"NVML_": b"NVMI_"}
# Macros of the builds of projects for AMD: where nothing defines them, a text is read as the build for CUDA that it is.
OF_BUILD = Pattern(rb"\b[A-Z][A-Z0-9_]*_(?:HIP|ROCM)\b")
# What makes CUDA's names out of parts, perhaps in another file than the one that uses them.
PASTED = Pattern(
    rb"\bcuda[ \t]*##|##[ \t]*cuda\b|^[ \t]*#[ \t]*define[ \t]+\w+[ \t]+cuda[ \t]*$|[(,][ \t]*cuda[ \t]*[,)]", re.M
)


# Macros that tell CUDA's version, of which HIP has none. Plain tests of them are decided (CASS138); whoever uses one in
# another way, or asks whether there is one, gets the same answer.
VERSIONS = LIKE | ELSEWHERE
OF_VERSION = Pattern(rb"\b(CUD(?:ART|A)_VERSION|__CUDACC_VER_[A-Z]+__)\b")
COMMENT = Pattern(rb"/\*.*?\*/|//[^\n]*", re.S)


# Includes that tell for whose GPUs a translation unit is written.
OF_HIP = Pattern(rb'^[ \t]*#[ \t]*include[ \t]*[<"]hip/', re.M)
OF_CUDA = Pattern(
    rb'^[ \t]*#[ \t]*include[ \t]*[<"](?:cu(?:da|b[l/]|fft|rand|sparse|solver|dnn|tensor|Complex|pti|te/)|nccl|nv'
    rb"|mma\.h|cooperative_groups|device_launch_parameters|(?:driver|builtin|vector)_(?:types|functions)"
    rb"|math_constants|helper_)",
    re.M,
)
# Launches as some formatters leave them; what is before them in the line has no open string.
APART = Pattern(rb'^((?:[^"\n]|"(?:[^"\\\n]|\\.)*")*?\w[ \t>]*)<<([ \t]+)<(?=[^<])', re.M)
APART_END = Pattern(rb">>([ \t]+>)\s*\(")
# What -E has made holds no code for GPUs that could be compiled again; nvcc takes it for the host's, too.
PREPROCESSED = (".i", ".ii")
FOR_GPUS = Pattern(rb"__attribute__\(\(global\)\)[^;{}]*\{|__global__[^;{}]*\{")
# A function of the project's that clang has itself, unlike gcc: under another name it is no second definition.
OWN_BUILTIN = Pattern(rb"\b(__rdtsc)\s*\(\s*(?:void)?\s*\)\s*\{")


class Overlay(NamedTuple):
    """Options that make clang see the translations, where the source is to be read from, and what is left to do."""

    options: tuple[str, ...]
    source: str
    remarks: tuple[tuple[str, Remark], ...]


def lay_over(path: str, language: str, options: Sequence[str], work: Path, known: bytes | None = None) -> Overlay:
    """Translate a source and the CUDA headers that it includes into `work`; CassError where it cannot be read.

    `path` may be "-". C and C++ are translated where they hold CUDA. `known` is the source's translation, if it is.
    """
    piped = path == "-"
    data = _content(path)
    source = Path.cwd() / "stdin.cu" if piped else Path(path)
    if source.suffix in PREPROCESSED:
        if FOR_GPUS.search(data):
            raise CassError(f"{path} is text after the preprocessor, as the host sees it: give the source it came from")
        return Overlay((), path, ())
    headers = list(included([(source, data)], folders_in(options)))
    translator = _Translator(source, options, of_hip=_of_hip(language, (data, *(content for _, content in headers))))
    roots: list[tuple[str, bytes]] = []
    remarks: list[tuple[str, Remark]] = []
    files = [(source, data, language == "cuda" or holds_cuda_text(source, data))] if language != "hip" else []
    on_gpu = language == "cuda"
    files += [(p, d, True) for p, d in headers if _wanted(p, d, on_gpu) and not p.is_relative_to(OURS)]
    for file, content, wanted in files:
        if file == source and known is not None:
            kept = Kept(known)
        else:
            kept = translator.translated(file, content) if wanted else Kept(None)
        remarks += [(STDIN if file == source and piped else str(file), remark) for remark in kept.remarks]
        if kept.data is not None and not (file == source and piped):
            roots.append((os.path.abspath(file), kept.data))  # noqa: PTH100
        elif file == source and kept.data is not None:
            data = kept.data
    own = {match[1].decode() for _, content in ((source, data), *headers) for match in OWN_BUILTIN.finditer(content)}
    renamed = tuple(f"-D{name}=cass_own{name}" for name in sorted(own))
    renamed += _versions([content for _, content, wanted in files if wanted], options)
    if on_gpu and any(b"##" in content and PASTED.search(content) for _, content in ((source, data), *headers)):
        from cass_tools.compilers import cuda_headers  # few texts paste such names

        renamed += ("-include", str(cuda_headers.folder() / cuda_headers.PASTED))
    if piped:
        place = work / f"stdin.{'cu' if language in ('cuda', 'hip') else 'cc'}"
        place.write_bytes(b'#line 1 "<stdin>"\n' + data)
        return Overlay((*renamed, *_file_system(roots, work), f"-iquote{Path.cwd()}"), str(place), tuple(remarks))
    return Overlay((*renamed, *_file_system(roots, work)), path, tuple(remarks))


def _versions(texts: Sequence[bytes], options: Sequence[str]) -> tuple[str, ...]:
    """Definitions of the macros of CUDA's version that the texts use."""
    used: set[str] = set()
    for text in texts:
        if b"CUDA" in text and OF_VERSION.search(text):
            used |= {match[1].decode() for match in OF_VERSION.finditer(COMMENT.sub(b" ", text))}
    said = {word[2:].partition("=")[0] for word in options if word.startswith("-D")}
    return tuple(f"-D{name}={VERSIONS[name]}" for name in sorted(used & VERSIONS.keys() - said))


def _wanted(header: Path, content: bytes, on_gpu: bool) -> bool:
    """Whether a header is translated, where it is included by a source for GPUs or by another."""
    return holds_cuda_text(header, content) or (on_gpu and ABOUT_GPU.search(content) is not None)


def _of_hip(language: str, texts: Iterable[bytes]) -> bool:
    """Whether a translation unit is HIP already: what it shares with a CUDA program sees the hardware's wavefronts.

    The source says so itself: a header that it includes may do so for the compiler that is at work.
    """
    source, *headers = texts
    hip = language == "hip" or OF_HIP.search(source) is not None
    return hip and not any(OF_CUDA.search(text) for text in (source, *headers))


def _content(path: str) -> bytes:
    try:
        if path == "-":
            with open(0, "rb", closefd=False) as stdin:
                return stdin.read()
        return Path(path).read_bytes()
    except OSError as error:
        raise CassError(f"{path}: {error.strerror or error}") from error


def _file_system(roots: Sequence[tuple[str, bytes]], work: Path) -> tuple[str, ...]:
    """Options for clang, and the files that they name."""
    if not roots:
        return ()
    entries = []
    for number, (shown, content) in enumerate(roots):
        place = work / f"{number}{Path(shown).suffix}"
        place.write_bytes(content)
        entries.append({"type": "file", "name": shown, "external-contents": str(place)})
    file = work / "overlay.yaml"
    settings = {"version": 0, "case-sensitive": "true", "use-external-names": "false", "roots": entries}
    file.write_text(json.dumps(settings), encoding="utf-8")
    return ("-ivfsoverlay", str(file))


class _Translator:
    """Translations by the rules of one project, from the cache where they are known; `of_hip`: the unit is HIP's."""

    def __init__(self, source: Path, options: Sequence[str], *, of_hip: bool) -> None:
        self.source, self.of_hip = source, of_hip
        self.rules, self.ignored = rules_for(source), ignored(source)
        said = (word[2:].partition("=")[0].encode() for word in options if word.startswith("-D"))
        self.said = frozenset(filter(OF_BUILD.fullmatch, said))
        told = (self.rules, sorted(self.ignored), sorted(self.said), of_hip)
        self.start = sha256(f"{code_stamp()}{told!r}".encode())

    def translated(self, path: Path, data: bytes) -> Kept:
        if path != self.source and path.suffix == ".cu":
            path = path.with_suffix(".cuh")  # what another file includes is a header
        digest = self.start.copy()
        digest.update(f"{path.suffix}\n".encode())
        digest.update(data)
        key = digest.hexdigest()
        kept = store.get(key)
        if kept is None:
            kept = self._translate(path, data)
            store.put(key, kept)
        return kept

    def _translate(self, path: Path, data: bytes) -> Kept:
        from cass_tools.config import Config  # on a hit none of this is loaded
        from cass_tools.line_marks import keep_lines
        from cass_tools.model import Severity, Source
        from cass_tools.positions import Lines
        from cass_tools.scan import not_text
        from cass_tools.translators.rules import translate

        if not_text(data):
            return Kept(None)
        undefined = {
            name: name[:-1] + bytes([name[-1] + 1]) for name in OF_BUILD.findall(data) if name not in self.said
        }
        masks = (*undefined.items(), *OWN_NAMES.items())
        masked = [(name, other) for name, other in masks if _may_mask(name, other, data)]
        seen = launches_joined(data)
        for name, other in masked:
            seen = re.sub(rb"\b" + re.escape(name) + (b"" if name in OWN_NAMES else rb"\b"), other, seen)
        own = Config(user_rules=self.rules, ignored=self.ignored, is_hip=True if self.of_hip else None)
        made = translate(Source(path, seen), own)
        text = made.data
        for name, other in masked:
            text = text.replace(other, name)
        lines = Lines(data)
        named = (seen[f.span.start : f.span.end].decode(errors="replace") for f in made.findings)
        left = [
            found
            for found, name in zip(made.findings, named, strict=True)
            if found.fix is None and found.severity is Severity.ERROR and name not in VERSIONS
        ]
        remarks = tuple(Remark(*lines.at(f.span.start), f.code, _sentence(f.message, f.suggestion)) for f in left)
        return Kept(keep_lines(data, text) if text != data else None, remarks)


def launches_joined(data: bytes) -> bytes:
    """The text with `<< <` and `>> >` of launches written as nvcc takes them, too: together, each byte in its line."""
    text = bytearray(data)
    for begin in APART.finditer(data) if b"<< " in data or b"<<\t" in data else ():
        text[begin.start(2) : begin.end()] = b"<" + begin[2]
        end = APART_END.search(data, begin.end())
        if end is not None:
            text[end.start(1) : end.end(1)] = b">" + end[1][:-1]
    return bytes(text)


def _may_mask(name: bytes, other: bytes, data: bytes) -> bool:
    """Whether a text tests the macro, which neither it nor the command line defines."""
    return name in data and b"define " + name not in data and other not in data


def _sentence(message: str, suggestion: str) -> str:
    if not suggestion:
        return message
    return f"{message}{'' if message.endswith(('.', ':', ';')) else ';'} {suggestion}"
