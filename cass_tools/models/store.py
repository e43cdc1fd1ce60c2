"""Where models lie on this machine, which one is in use, and what a name stands for.

`<models>/<name>.gguf` with a note `<name>.json` beside it: where it came from, its digest, its licence. The folder is
`CASS_MODELS`, else the user's data folder. A file is put there under another name and moved into place once whole.
"""

import hashlib
import json
import os
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from cass_tools.errors import CassError
from cass_tools.models.registry import Profile, known, profile_of

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")
BLOCK = 1 << 22
IN_USE = "in-use"
_PART = re.compile(r"\.(.+)\.[0-9a-f]{12}\.part")


@dataclass(frozen=True, slots=True)
class Note:
    """What is known of a file: its `source` (a hub id, an address, a path), SHA-256 and licence."""

    source: str = ""
    sha256: str = ""
    licence: str = ""
    revision: str = ""


@dataclass(frozen=True, slots=True)
class Installed:
    """A model on this machine."""

    name: str
    path: Path
    note: Note

    @property
    def profile(self) -> Profile:
        """How it is asked."""
        named = profile_of(self.name)
        return named if named.hub or not self.note.source else _by_source(self.note.source) or named


def _by_source(source: str) -> Profile | None:
    return next((each for each in known().values() if each.hub and source.lower().startswith(each.hub.lower())), None)


def folder() -> Path:
    """Where models are kept; not made here."""
    chosen = os.environ.get("CASS_MODELS")
    if chosen:
        return Path(chosen)
    from platformdirs import user_data_path

    return user_data_path("cass-tools") / "models"


def installed() -> tuple[Installed, ...]:
    """The models of this machine by name."""
    return tuple(_installed(path) for path in sorted(folder().glob("*.gguf")))


def begun() -> dict[str, int]:
    """The models of which a part has been fetched, with the bytes that are here; `pull` goes on with them."""
    found: dict[str, int] = {}
    for path in sorted(folder().glob(".*.part")):
        if (match := _PART.fullmatch(path.name)) and path.is_file():
            found[match[1]] = found.get(match[1], 0) + path.stat().st_size
    return found


def give_up(name: str) -> bool:
    """Delete what has been fetched of a model; False where that is nothing, CassError while it is being fetched."""
    if name not in begun():
        return False
    with alone(folder() / f"{name}.gguf"), writing():
        for path in folder().glob(".*.part"):
            if (match := _PART.fullmatch(path.name)) and match[1] == name:
                path.unlink(missing_ok=True)
    return True


def _installed(path: Path) -> Installed:
    return Installed(path.name.removesuffix(".gguf"), path, _note(path.with_suffix(".json")))


def _note(path: Path) -> Note:
    """The note of a file; an empty one where there is none, or it is none."""
    with suppress(OSError, ValueError, TypeError, RecursionError):
        if path.is_file():
            note = Note(**json.loads(path.read_text(encoding="utf-8")))
            if all(isinstance(value, str) for value in asdict(note).values()):
                return note
    return Note()


def find(word: str) -> Installed:
    """What `auto`, a name or a path stands for; CassError with the way out where that is nothing."""
    if word == "auto":
        return _auto()
    if not word.strip():
        raise CassError("the name of a model is wanted; `cass model list` shows those of this machine")
    if _is_path(word):
        path = Path(word)
        if not path.is_file():
            raise CassError(f"{word} is no file; `cass model list` shows the models of this machine")
        return Installed(path.name.removesuffix(".gguf"), path, Note(source=str(path)))
    fitting = [one for one in installed() if one.name == word] or [
        one for one in installed() if one.name.lower().startswith(word.lower())
    ]
    if not fitting:
        raise CassError(f"there is no model {word} here; `cass model list` shows what there is and what can be had")
    if len(fitting) > 1:
        raise CassError(f"{word} may be {' or '.join(one.name for one in fitting)}: say which")
    return fitting[0]


def _is_path(word: str) -> bool:
    return word.endswith(".gguf") or "/" in word


def _auto() -> Installed:
    """The model in use; without one, the only or the largest that translates sources."""
    chosen = in_use()
    if chosen is not None:
        return find(chosen)
    fitting = [one for one in installed() if one.profile.task == "source" and one.path.is_file()]
    if not fitting:
        raise CassError(
            "no model is installed: `cass model pull ahmedheakl/cass-src-1.5b` fetches one, "
            "and --model http://localhost:8080/v1 asks a server"
        )
    return max(fitting, key=lambda one: one.path.stat().st_size)


def in_use() -> str | None:
    """The name that `use` has chosen, None where none was, or it is gone."""
    name = _in_use()
    return name if NAME.fullmatch(name) and (folder() / f"{name}.gguf").is_file() else None


def endpoint() -> str | None:
    """The address that `use_address` has chosen, None where it was a model, or nothing."""
    word = _in_use()
    return word if "://" in word else None


def _in_use() -> str:
    path = folder() / IN_USE
    with suppress(OSError, ValueError):
        return path.read_text(encoding="utf-8").strip() if path.is_file() else ""
    return ""


def use_address(url: str) -> None:
    """Make an endpoint, which somebody has looked at, what `auto` means."""
    with writing():
        write(folder() / IN_USE, f"{url}\n".encode())


def use(word: str) -> Installed:
    """Make a model the one that `auto` means."""
    chosen = find(word)
    if chosen.path.parent.absolute() != folder().absolute():
        raise CassError(f"{word} is not among the installed models: `cass model pull {word}` makes it one")
    with writing():
        write(folder() / IN_USE, f"{chosen.name}\n".encode())
    return chosen


def remove(word: str) -> Installed:
    """Delete a model, by its whole name or its path, and its note; CassError for what cass does not keep."""
    chosen = next((one for one in installed() if one.name == word), None)
    if chosen is None and _is_path(word):
        chosen = find(word)
    if chosen is None:
        like = [one.name for one in installed() if word and one.name.lower().startswith(word.lower())]
        hint = f"is {' or '.join(like)} meant?" if like else "`cass model list` shows what there is"
        raise CassError(f"there is no model {word!r} here: {hint}")
    if chosen.path.parent.absolute() != folder().absolute():
        raise CassError(f"{chosen.path} is not in {folder()}: remove it yourself")
    with writing():
        chosen.path.unlink()
        chosen.path.with_suffix(".json").unlink(missing_ok=True)
    return chosen


@contextmanager
def writing() -> Iterator[None]:
    """CassError where the folder of the models, or something in it, cannot be changed."""
    try:
        yield
    except OSError as error:
        raise CassError(f"{error.filename or folder()} cannot be changed: {error.strerror or error}") from error


def place(name: str) -> Path:
    """Where a model of that name is put; the folder is made. CassError for a name that is none."""
    if not NAME.fullmatch(name) or name.endswith(".gguf"):
        raise CassError(f"{name!r} is no name for a model: letters, digits, dots and dashes")
    return made() / f"{name}.gguf"


def made() -> Path:
    """The folder of the models, which is made if it is not there."""
    place = folder()
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CassError(f"{place} cannot be made: {error.strerror or error}") from error
    return place


@contextmanager
def alone(target: Path) -> Iterator[None]:
    """Nobody else makes the same model meanwhile; CassError where somebody does."""
    from cass_tools.locking import locked

    with ExitStack() as held:
        try:
            held.enter_context(locked(target.with_name(f".{target.stem}.lock"), 0))
        except TimeoutError:
            raise CassError(f"another command is making the model {target.stem}: let it end first") from None
        except OSError as error:
            raise CassError(f"{target.parent} cannot be written: {error.strerror or error}") from error
        yield


def settle(draft: Path, target: Path, note: Note) -> Installed:
    """Move a whole file into place, with its note."""
    with writing():
        write(target.with_suffix(".json"), json.dumps(asdict(note), indent=1).encode() + b"\n")
        draft.replace(target)
    return _installed(target)


def digest(path: Path) -> str:
    """SHA-256 of a file."""
    found = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            found.update(block)
    return found.hexdigest()


def write(path: Path, data: bytes) -> None:
    """Write a small file as a whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
