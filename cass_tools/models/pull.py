"""Fetching a model: from the hub by its id, from an address, or from a path; whole, checked, with its licence accepted.

What has come stays beside the models under a name of its own until it is whole, so that a fetch that was interrupted
goes on where it ended. Nothing is put in place whose digest or head is not right. One command at a time makes a model.
"""

import os
import re
import shutil
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit

from cass_tools.errors import CassError
from cass_tools.models import gguf, store
from cass_tools.models.fetching import Remote, draft_of, fetch, first_line, key_of, library, look, room, size_of, stale
from cass_tools.models.registry import known
from cass_tools.sandbox.folders import remove

HUB_ID = re.compile(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*")
DIGEST = re.compile(r"[0-9A-Fa-f]{64}")
HUB_FILE = re.compile(r"/(?P<repo>[^/]+/[^/]+)/(?:resolve|blob)/(?P<revision>[^/]+)/(?P<file>.+)")
PREFERRED = ("q4_k_m", "q5_k_m", "q4_k_s", "q4_0", "q8_0", "f16")
WEIGHTS = ("*.safetensors", "*.json", "*.txt", "tokenizer.model", "*.jinja")

Accept = Callable[[str, str], bool]  # asked with the model and its licence


class Wanted(NamedTuple):
    """What is to be fetched: `word` as typed, the `file` of a hub's repository, a digest that it must have."""

    word: str
    name: str = ""
    file: str = ""
    revision: str = "main"
    sha256: str = ""
    offline: bool = False


class Weights(NamedTuple):
    """A folder of safetensors that is to become a GGUF before it can be used; `fetched` from the hub or not."""

    folder: Path
    name: str
    note: store.Note
    fetched: bool = False

    def done(self) -> None:
        """What was fetched only to be converted is removed."""
        if self.fetched:
            remove(self.folder)


def pull(wanted: Wanted, accept: Accept) -> store.Installed | Weights:
    """Fetch a model; CassError where that fails, the licence is not accepted, or the file is not what it should be."""
    if not wanted.word.strip():
        raise CassError("say which model: a known name, a hub id (owner/name), an address or a path")
    if wanted.sha256 and not DIGEST.fullmatch(wanted.sha256):
        raise CassError(f"{wanted.sha256} is no SHA-256: it has 64 hexadecimal digits")
    entry = known().get(wanted.word.lower())
    word = entry.hub if entry is not None and entry.hub else wanted.word
    path = Path(word)
    if "://" in word:
        parts = _parts(word)
        match = HUB_FILE.fullmatch(parts.path) if parts.hostname == "huggingface.co" else None
        if match is None:
            return _address(wanted, word, accept)
        wanted = wanted._replace(file=wanted.file or unquote(match["file"]), revision=match["revision"])
        return _hub(wanted, match["repo"], accept)
    if os.path.exists(path):  # noqa: PTH110  a name that is too long is none
        return _path(wanted, path, accept)
    if not HUB_ID.fullmatch(word):
        raise CassError(f"{word} is no hub id (owner/name), address or path")
    return _hub(wanted, word, accept)


def _path(wanted: Wanted, path: Path, accept: Accept) -> store.Installed | Weights:
    """Copy a file into the store; a folder of safetensors is to be converted."""
    name = wanted.name or path.name.removesuffix(".gguf")
    if path.is_dir():
        return Weights(path, name, store.Note(source=str(path), licence="as in the folder"))
    head = gguf.read(path)
    _licence(wanted.word, head.text("general.license"), accept)
    target = store.place(name)
    room(path.stat().st_size)
    draft = target.with_name(f".{name}.copy.part")
    note = store.Note(str(path.absolute()), "", head.text("general.license"))
    with store.alone(target):
        try:
            shutil.copyfile(path, draft)
            return _settled(draft, target, wanted, note)
        except OSError as error:
            raise CassError(f"{path} was not copied: {error.strerror or error}") from error
        finally:
            draft.unlink(missing_ok=True)


def _parts(url: str) -> SplitResult:
    """The parts of an address; CassError for what is none."""
    try:
        parts = urlsplit(url)
        fine = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        fine = False
    if not fine:
        raise CassError(f"{url} is no address of a file, such as https://example.org/model.gguf")
    return parts


def _address(wanted: Wanted, url: str, accept: Accept) -> store.Installed:
    """Fetch a GGUF from any address."""
    _online(wanted, url)
    name = wanted.name or Path(unquote(urlsplit(url).path)).name.removesuffix(".gguf")
    target = store.place(name)
    _licence(url, "", accept)
    with store.alone(target):
        return _fetched(look(url), target, wanted, store.Note(source=url))


def _fetched(remote: Remote, target: Path, wanted: Wanted, note: store.Note) -> store.Installed:
    """Fetch a GGUF, check it and put it in place."""
    draft = draft_of(target, remote)
    for path in stale(draft, target):
        path.unlink()
    fetch(remote, draft)
    return _settled(draft, target, wanted, note)


def _hub(wanted: Wanted, repo: str, accept: Accept) -> store.Installed | Weights:
    """Fetch from the hub: a GGUF of the repository, or else its safetensors."""
    _online(wanted, repo)
    hub = library()
    info = _asked(lambda: hub.HfApi().model_info(repo, revision=wanted.revision, files_metadata=True), repo)
    licence = str(getattr(info.card_data, "license", "") or "") if info.card_data else ""
    entry = next((one for one in known().values() if one.hub == repo), None)
    files = {sibling.rfilename: sibling for sibling in info.siblings or ()}
    chosen = _chosen(files, wanted.file, repo)
    _licence(repo, licence or (entry.licence if entry else ""), accept)
    note = store.Note(repo, "", licence, info.sha or "")
    if chosen is None:
        return _weights(wanted, repo, files, note)
    name = wanted.name or Path(chosen).name.removesuffix(".gguf")
    target = store.place(name)
    expected = files[chosen].lfs.sha256 if files[chosen].lfs else ""
    wanted = wanted._replace(sha256=wanted.sha256 or expected)
    with store.alone(target):
        return _fetched(_remote(repo, files[chosen], note.revision or wanted.revision), target, wanted, note)


def _remote(repo: str, one: Any, revision: str) -> Remote:
    """A file of a repository; its mark is the hub's digest of it."""
    hub = library()
    url = hub.hf_hub_url(repo, one.rfilename, revision=revision)
    return Remote(url, one.lfs.sha256 if one.lfs else one.blob_id or "", one.size, hub.utils.build_hf_headers())


def _weights(wanted: Wanted, repo: str, files: dict[str, Any], note: store.Note) -> Weights:
    """Fetch the safetensors of a revision and what belongs to them into a folder of their own."""
    name = wanted.name or repo.rpartition("/")[2]
    target = store.place(name)
    revision = note.revision or wanted.revision
    folder = target.with_name(f".{name}.{key_of(repo, revision)}.weights")
    needed = {file: one for file, one in files.items() if "/" not in file and any(fnmatch(file, w) for w in WEIGHTS)}
    with store.alone(target):
        for path in stale(folder, target):
            remove(path)
        folder.mkdir(exist_ok=True)
        lacking = [one for file, one in needed.items() if not _whole(folder / file, one)]
        room(sum(one.size or 0 for one in lacking) - sum(size_of(path) for path in folder.glob(".*.part")))
        for one in lacking:
            _part(_remote(repo, one, revision), folder / one.rfilename, one)
    return Weights(folder, name, note, fetched=True)


def _part(remote: Remote, target: Path, one: Any) -> None:
    """Fetch one file of several."""
    draft = target.with_name(f".{target.name}.{key_of(remote.url, remote.mark)}.part")
    fetch(remote, draft)
    if not _whole(draft, one):
        draft.unlink()
        raise CassError(f"{remote.url} has not the SHA-256 that the hub says: it was removed; fetch it again")
    draft.replace(target)


def _whole(path: Path, one: Any) -> bool:
    """Whether a file is what the hub says of it."""
    if not path.is_file() or (one.size is not None and size_of(path) != one.size):
        return False
    return not one.lfs or store.digest(path) == one.lfs.sha256


def _chosen(files: dict[str, Any], wanted: str, repo: str) -> str | None:
    """The GGUF to fetch: the one that was named, or that of the most usual quantisation; None for safetensors."""
    if wanted:
        if wanted not in files:
            raise CassError(f"{repo} has no file {wanted}; it has {', '.join(sorted(files)) or 'none'}")
        return wanted
    found = sorted(name for name in files if name.lower().endswith(".gguf") and "-of-" not in name)
    for quantisation in PREFERRED:
        for name in found:
            if quantisation in name.lower().replace("-", "_"):
                return name
    if found:
        return found[0]
    if any(name.endswith(".safetensors") for name in files):
        return None
    raise CassError(f"{repo} holds neither a GGUF nor safetensors")


def _licence(model: str, licence: str, accept: Accept) -> None:
    if not accept(model, licence or "not stated"):
        raise CassError(f"the licence of {model} ({licence or 'not stated'}) was not accepted; nothing was fetched")


def _online(wanted: Wanted, what: str) -> None:
    if wanted.offline or os.environ.get("HF_HUB_OFFLINE", "").upper() in ("1", "ON", "YES", "TRUE"):
        raise CassError(f"{what} would have to be fetched, and this is offline: give a path")


def _settled(draft: Path, target: Path, wanted: Wanted, note: store.Note) -> store.Installed:
    """Check what came and put it in place; what is wrong is removed, what it was copied from stays."""
    found = store.digest(draft)
    if wanted.sha256 and found != wanted.sha256.lower():
        draft.unlink()
        raise CassError(
            f"{wanted.word} is not what was expected: SHA-256 {found}, not {wanted.sha256}; nothing was installed"
        )
    try:
        head = gguf.read(draft)
    except CassError as error:
        draft.unlink()
        raise CassError(str(error).replace(str(draft), wanted.word)) from error
    licence = note.licence or head.text("general.license")
    return store.settle(draft, target, store.Note(note.source, found, licence, note.revision))


def _asked(what: Callable[[], Any], repo: str) -> Any:
    """What the hub answers; its many kinds of errors as one, in words."""
    try:
        return what()
    except Exception as error:
        raise CassError(f"the hub does not give {repo}: {first_line(error)}") from error
