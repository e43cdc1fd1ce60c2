"""Options of nvcc in a build file: which words change, into what, and why. The table is data/nvcc_flags.toml.

The words come with their places; what belongs together (`-gencode arch=...`) is one change.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cass_tools.model import Span
from cass_tools.nvcc_flags import Option, look_up, raw

OPAQUE = ("$", "@", "`", "%")  # a value that only the build system knows
_VARIABLE = re.compile(r"(?:sm|compute)_(\$\{[^{}]+\})")  # what a loop over CMake's list of GPUs sets
GPUS = ("-arch", "--gpu-architecture", "-gencode", "--generate-code", "-code", "--gpu-code")


class Word(NamedTuple):
    """A word of a list of options; `span` is what an edit replaces."""

    text: str
    span: Span


class Change(NamedTuple):
    """The words of one option become those of `to`; `why` they go. `open`: nobody knows what they become.

    `by_name`: the option is any compiler's, its value is NVIDIA's: `-lNAME`, `-DNAME`. `hint`: what else to think of.
    """

    words: tuple[Word, ...]
    to: tuple[str, ...]
    why: str = ""
    open: bool = False
    by_name: bool = False
    hint: str = ""

    @property
    def span(self) -> Span:
        """From the first word to the last."""
        return Span(self.words[0].span.start, self.words[-1].span.end)

    @property
    def shown(self) -> str:
        """The option as it was written."""
        return " ".join(word.text for word in self.words)


def is_nvcc(word: str) -> bool:
    """Whether only nvcc has such an option."""
    found = look_up(word)
    if found is None or not word.startswith("-"):
        return False
    option, _ = found
    name = word.partition("=")[0]
    if option.action in ("keep", "path") or name in option.shared:
        return False
    return option.in_build != ("{word}",)


def changes(words: Sequence[Word], archs: Sequence[str], *, for_nvcc: bool) -> Iterator[Change]:
    """What becomes of the options; without `for_nvcc` only of those that no other compiler has, and of libraries.

    `archs` are the GPUs to name where NVIDIA's were named, once; none where the build system names them elsewhere.
    """
    named = False
    at = 0
    while at < len(words):
        word = words[at]
        found = look_up(word.text)
        taken = 1
        if found is not None:
            option, value = found
            if value is None and option.value in ("one", "joined", "next") and at + 1 < len(words):
                value, taken = words[at + 1].text, 2
            change = _change(option, value, tuple(words[at : at + taken]), () if named else archs)
            if change is not None and (for_nvcc or is_nvcc(word.text) or change.by_name):
                named = named or option.names[0] in GPUS
                yield change
        at += taken


def _change(option: Option, value: str | None, words: tuple[Word, ...], archs: Sequence[str]) -> Change | None:
    """None where the option stays as it is."""
    if option.names[0] == "-l":
        return _library(value or "", words)
    if option.names[0] in ("-D", "-U"):
        return _macro(option.names[0], value or "", words)
    if option.in_build is not None:
        if option.in_build == ("{word}",):
            return None
        if option.in_build == ("{open}",):
            return Change(words, (), option.why, open=True)
        to: Sequence[str] = option.in_build
        if to == ("{archs}",):
            variable = _VARIABLE.search(value or "")
            listed = archs if archs or variable is None else (variable[1],)
            to = [f"--offload-arch={arch}" for arch in listed]
        return Change(words, tuple(to), option.why, hint=_hint(to))
    match option.action:
        case "drop":
            return Change(words, (), option.why)
        case "as":
            to = list(option.to_false if value == "false" else option.to)
            return Change(words, tuple(word.replace("{value}", value or "") for word in to), hint=_hint(to))
        case "unpack":
            return Change(words, tuple(_unpacked(value or "")), "clang is the compiler of the host code too")
    return None


def _hint(to: Sequence[str]) -> str:
    return "Link with -fgpu-rdc --hip-link." if "-fgpu-rdc" in to else ""


def _unpacked(value: str) -> Iterator[str]:
    """The host compiler's options, which need no wrapping any more."""
    for quote in ('"', "'", '\\"'):
        value = value.removeprefix(quote).removesuffix(quote)
    for word in value.split(","):
        yield from word.split()


def _macro(option: str, text: str, words: tuple[Word, ...]) -> Change | None:
    """A macro of CUDA's headers that is defined or undefined."""
    macros: dict[str, str] = raw()["build_macros"]
    name, equals, value = text.partition("=")
    if name not in macros:
        return None
    to = (f"{option}{macros[name]}{equals}{value}",) if macros[name] else ()
    return Change(words, to, "" if to else "HIP's headers have no such switch", by_name=True)


def library(name: str) -> tuple[str, bool] | None:
    """What stands for one of NVIDIA's libraries, empty if nothing needs to; whether its interface is another."""
    libraries: dict[str, str] = raw()["build_libraries"]
    if name not in libraries:
        return None
    return libraries[name].removeprefix("?"), libraries[name].startswith("?")


def _library(name: str, words: tuple[Word, ...]) -> Change | None:
    found = library(name)
    if found is None:
        return None
    hip, other = found
    if other:
        hint = f"; -l{hip} does such things, with other functions" if hip else ""
        return Change(words, (), f"HIP has no library in place of {name}{hint}", open=True, by_name=True)
    why = "" if hip else "HIP's runtime library takes its place"
    return Change(words, (f"-l{hip}",) if hip else (), why, by_name=True)


def rewritten(words: Sequence[Word], archs: Sequence[str], *, for_nvcc: bool) -> list[str]:
    """All the words, with the changes made; what nobody knows an answer to stays."""
    done: list[str] = []
    by_start = {change.span.start: change for change in changes(words, archs, for_nvcc=for_nvcc)}
    at = 0
    while at < len(words):
        change = by_start.get(words[at].span.start)
        if change is None or change.open:
            done.append(words[at].text)
            at += 1
        else:
            done += change.to
            at += len(change.words)
    return done
