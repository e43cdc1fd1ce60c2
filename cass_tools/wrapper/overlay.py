"""The user's sources and headers as the compiler is to see them: translated, under their own names.

Nothing of the user's is written. Translations lie in a folder of the job, and clang's virtual file system puts them in
the places of the originals, so that messages, debug information, dependencies and `__FILE__` name the user's files and
lines.
"""

import json
import os
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from cass_tools.config import Config
from cass_tools.errors import CassError
from cass_tools.project import configured
from cass_tools.tree import holds_cuda_text
from cass_tools.wrapper import store
from cass_tools.wrapper.includes import folders_in, included
from cass_tools.wrapper.stamp import PACKAGE, code_stamp
from cass_tools.wrapper.store import Kept, Remark

STDIN = "<stdin>"
OURS = Path(PACKAGE, "include")


class Overlay(NamedTuple):
    """Options that make clang see the translations, where the source is to be read from, and what is left to do."""

    options: tuple[str, ...]
    source: str
    remarks: tuple[tuple[str, Remark], ...]


def lay_over(path: str, language: str, options: Sequence[str], work: Path) -> Overlay:
    """Translate a source and the CUDA headers that it includes into `work`; CassError where it cannot be read.

    `path` may be "-". C and C++ are translated where they hold CUDA.
    """
    piped = path == "-"
    data = _content(path)
    source = Path.cwd() / "stdin.cu" if piped else Path(path)
    translator = _Translator(source)
    roots: list[tuple[str, bytes]] = []
    remarks: list[tuple[str, Remark]] = []
    files = [(source, data, language == "cuda" or holds_cuda_text(source, data))] if language != "hip" else []
    headers = included([(source, data)], folders_in(options))
    files += [(p, d, True) for p, d in headers if holds_cuda_text(p, d) and not p.is_relative_to(OURS)]
    for file, content, wanted in files:
        kept = translator.translated(file, content) if wanted else Kept(None)
        remarks += [(STDIN if file == source and piped else str(file), remark) for remark in kept.remarks]
        if kept.data is not None and not (file == source and piped):
            roots.append((os.path.abspath(file), kept.data))  # noqa: PTH100
        elif file == source and kept.data is not None:
            data = kept.data
    if piped:
        place = work / f"stdin.{'cu' if language in ('cuda', 'hip') else 'cc'}"
        place.write_bytes(b'#line 1 "<stdin>"\n' + data)
        return Overlay((*_file_system(roots, work), f"-iquote{Path.cwd()}"), str(place), tuple(remarks))
    return Overlay(_file_system(roots, work), path, tuple(remarks))


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
    """Translations by the rules of one project, from the cache where they are known."""

    def __init__(self, source: Path) -> None:
        self.config = configured(Config(), source)
        told = (self.config.user_rules, sorted(self.config.ignored))
        self.start = sha256(f"{code_stamp()}{told!r}".encode())

    def translated(self, path: Path, data: bytes) -> Kept:
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
        from cass_tools.line_marks import keep_lines  # on a hit none of this is loaded
        from cass_tools.model import Severity, Source
        from cass_tools.positions import Lines
        from cass_tools.scan import not_text
        from cass_tools.translators.rules import translate

        if not_text(data):
            return Kept(None)
        made = translate(Source(path, data), self.config)
        lines = Lines(data)
        left = [found for found in made.findings if found.fix is None and found.severity is Severity.ERROR]
        remarks = tuple(Remark(*lines.at(f.span.start), f.code, _sentence(f.message, f.suggestion)) for f in left)
        return Kept(keep_lines(data, made.data) if made.changed else None, remarks)


def _sentence(message: str, suggestion: str) -> str:
    if not suggestion:
        return message
    return f"{message}{'' if message.endswith(('.', ':', ';')) else ';'} {suggestion}"
