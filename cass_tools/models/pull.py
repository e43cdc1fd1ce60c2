"""Fetching a model: from the hub by its id, from an address, or from a path; whole, checked, with its licence accepted.

What has come stays beside the models under a name of its own until it is whole, so that a fetch that was interrupted
goes on where it ended. Nothing is put in place whose digest or head is not right.
"""

import os
import re
import shutil
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from cass_tools.errors import CassError
from cass_tools.models import gguf, store
from cass_tools.models.registry import known

MISSING = "fetching models needs huggingface_hub: pip install 'cass-tools[model]'"
HUB_ID = re.compile(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*")
HUB_FILE = re.compile(r"/(?P<repo>[^/]+/[^/]+)/(?:resolve|blob)/(?P<revision>[^/]+)/(?P<file>.+)")
PREFERRED = ("q4_k_m", "q5_k_m", "q4_k_s", "q4_0", "q8_0", "f16")
WEIGHTS = ("*.safetensors", "*.json", "*.txt", "tokenizer.model", "*.jinja")
SPARE = 256 << 20  # bytes that must stay free on the disk

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
    """A folder of safetensors that came from the hub: it is to be converted to a GGUF before it can be used."""

    folder: Path
    name: str
    note: store.Note


def pull(wanted: Wanted, accept: Accept) -> store.Installed | Weights:
    """Fetch a model; CassError where that fails, the licence is not accepted, or the file is not what it should be."""
    entry = known().get(wanted.word.lower())
    word = entry.hub if entry is not None and entry.hub else wanted.word
    path = Path(word)
    if "://" in word:
        match = HUB_FILE.fullmatch(urlsplit(word).path) if urlsplit(word).hostname == "huggingface.co" else None
        if match is None:
            return _address(wanted, word, accept)
        wanted = wanted._replace(file=wanted.file or unquote(match["file"]), revision=match["revision"])
        return _hub(wanted, match["repo"], accept)
    if path.exists():
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
    _room(path.stat().st_size)
    draft = target.with_name(f".{name}.part")
    try:
        shutil.copyfile(path, draft)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise CassError(f"{path} was not copied: {error.strerror or error}") from error
    return _settled(draft, target, wanted, store.Note(str(path.absolute()), "", head.text("general.license")))


def _address(wanted: Wanted, url: str, accept: Accept) -> store.Installed:
    """Fetch a GGUF from any address."""
    _online(wanted, url)
    name = wanted.name or Path(unquote(urlsplit(url).path)).name.removesuffix(".gguf")
    target = store.place(name)
    _licence(url, "", accept)
    draft = target.with_name(f".{name}.part")
    _fetch(url, draft, None, {})
    return _settled(draft, target, wanted, store.Note(source=url))


def _hub(wanted: Wanted, repo: str, accept: Accept) -> store.Installed | Weights:
    """Fetch from the hub: a GGUF of the repository, or else its safetensors."""
    _online(wanted, repo)
    hub = _library()
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
    draft = target.with_name(f".{name}.{(expected or note.revision)[:12]}.part")
    url = hub.hf_hub_url(repo, chosen, revision=note.revision or wanted.revision)
    _room(max((files[chosen].size or 0) - _size(draft), 0))
    _fetch(url, draft, files[chosen].size, hub.utils.build_hf_headers())
    return _settled(draft, target, wanted._replace(sha256=wanted.sha256 or expected), note)


def _weights(wanted: Wanted, repo: str, files: dict[str, Any], note: store.Note) -> Weights:
    """Fetch the safetensors of a repository and what belongs to them into a folder of their own."""
    hub = _library()
    name = wanted.name or repo.rpartition("/")[2]
    folder = store.place(name).with_name(f".{name}.weights")
    folder.mkdir(exist_ok=True)
    needed = {file: one for file, one in files.items() if "/" not in file and any(fnmatch(file, w) for w in WEIGHTS)}
    _room(sum(one.size or 0 for one in needed.values()) - sum(_size(path) for path in folder.iterdir()))
    for file, one in needed.items():
        target = folder / file
        if target.is_file():
            continue
        draft = folder / f".{file}.{note.revision[:12]}.part"
        url = hub.hf_hub_url(repo, file, revision=note.revision or wanted.revision)
        _fetch(url, draft, one.size, hub.utils.build_hf_headers())
        if one.lfs and store.digest(draft) != one.lfs.sha256:
            draft.unlink()
            raise CassError(f"{file} of {repo} has not the SHA-256 that the hub says: it was removed; fetch it again")
        draft.replace(target)
    return Weights(folder, name, note)


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


def _fetch(url: str, draft: Path, size: int | None, headers: dict[str, Any]) -> None:
    """Fetch what is not there yet of a file."""
    _library()
    from huggingface_hub.file_download import http_get

    have = _size(draft)
    try:
        with draft.open("ab") as file:
            http_get(url, file, resume_size=have, headers=headers, expected_size=size, displayed_filename=draft.name)
    except OSError as error:
        kept = f"{_size(draft) >> 20} MiB are kept: the same command goes on from there" if draft.is_file() else ""
        raise CassError(f"{url} was not fetched: {error.strerror or error}. {kept}") from error
    except Exception as error:  # the library's own, of several kinds
        raise CassError(f"{url} was not fetched: {_first_line(error)}; the same command goes on") from error


def _size(draft: Path) -> int:
    return draft.stat().st_size if draft.is_file() else 0


def _room(needed: int) -> None:
    """CassError where the disk cannot hold it; the folder is made."""
    store.made()
    free = shutil.disk_usage(store.folder()).free
    if needed + SPARE > free:
        raise CassError(
            f"{needed / 2**30:.1f} GiB are needed in {store.folder()} and {free / 2**30:.1f} GiB are free: "
            "make room, or set CASS_MODELS to a folder elsewhere"
        )


def _settled(draft: Path, target: Path, wanted: Wanted, note: store.Note) -> store.Installed:
    """Check what came and put it in place; what is wrong is removed."""
    found = store.digest(draft)
    if wanted.sha256 and found != wanted.sha256.lower():
        draft.unlink()
        raise CassError(f"{wanted.word} is not what was expected: SHA-256 {found}, not {wanted.sha256}; it was removed")
    try:
        head = gguf.read(draft)
    except CassError as error:
        draft.unlink()
        raise CassError(str(error).replace(str(draft), wanted.word)) from error
    licence = note.licence or head.text("general.license")
    return store.settle(draft, target, store.Note(note.source, found, licence, note.revision))


def _library() -> Any:
    try:
        import huggingface_hub
    except ImportError as error:
        raise CassError(MISSING) from error
    return huggingface_hub


def _asked(what: Callable[[], Any], repo: str) -> Any:
    """What the hub answers; its many kinds of errors as one, in words."""
    try:
        return what()
    except Exception as error:
        raise CassError(f"the hub does not give {repo}: {_first_line(error)}") from error


def _first_line(error: Exception) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
