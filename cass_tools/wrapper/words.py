"""The words of a command line: variables of nvcc's, options files and response files put in their places."""

import os
from collections.abc import Iterator, Mapping, Sequence

from cass_tools.errors import CassError

OPTIONS_FILE = ("--options-file", "-optf")
DEEPEST = 32  # files that name files


def expand(argv: Sequence[str], environment: Mapping[str, str]) -> list[str]:
    """All words in order. CassError for an options file that cannot be read, or one that names itself."""
    before = split(environment.get("NVCC_PREPEND_FLAGS", ""), "NVCC_PREPEND_FLAGS")
    after = split(environment.get("NVCC_APPEND_FLAGS", ""), "NVCC_APPEND_FLAGS")
    return list(_expanded([*before, *argv, *after], 0))


def _expanded(words: Sequence[str], depth: int) -> Iterator[str]:
    coming = iter(words)
    for word in coming:
        name, equals, value = word.partition("=")
        if name in OPTIONS_FILE:
            for file in (value if equals else next(coming, "")).split(","):
                yield from _expanded(_read(file, depth), depth + 1)
        elif word.startswith("@") and os.path.isfile(word[1:]):  # noqa: PTH113  pathlib would cost a tenth of a start
            yield from _expanded(_read(word[1:], depth), depth + 1)
        else:
            yield word


def _read(file: str, depth: int) -> list[str]:
    if not file:
        raise CassError("--options-file needs the name of a file")
    if depth >= DEEPEST:
        raise CassError(f"{file}: options files name each other without end")
    try:
        with open(file, encoding="utf-8", errors="surrogateescape") as opened:  # noqa: PTH123
            text = opened.read()
    except OSError as error:
        raise CassError(f"{file}: {error.strerror or error}") from error
    return split(text, file)


def split(text: str, place: str = "") -> list[str]:
    """Words as a shell would part them; CassError with the place where a quote is not closed."""
    if not text.strip():
        return []
    from shlex import split as shell_split  # few command lines need it

    try:
        return shell_split(text)
    except ValueError as error:
        raise CassError(f"{place}: {error}".removeprefix(": ")) from error


def parts(text: str, *, at_spaces: bool = False) -> list[str]:
    """The items of nvcc's lists: parted at commas that no quote and no backslash protects, at spaces too if asked for.

    Quotes stay, as nvcc hands them to a shell only with `at_spaces`; there they go.
    """
    found, item, quote, started = [], "", "", False
    letters = iter(text)
    for letter in letters:
        if letter == "\\":
            following = next(letters, "")
            item += following if following in ("", ",", " ", "\\") or at_spaces else letter + following
            started = True
        elif quote or letter in "\"'":
            if not quote or letter == quote:
                quote = "" if quote else letter
                item += "" if at_spaces else letter
            else:
                item += letter
            started = True
        elif letter == "," or (at_spaces and letter.isspace()):
            found += [item] if started else []
            item, started = "", False
        else:
            item += letter
            started = True
    return [*found, item] if started else found
