"""What git knows: staged files, files that commits change, and their contents. Nothing here changes a work tree.

Names and contents come from the index and from commits, not from the work tree: what is staged in part is seen as it
will be committed. Symbolic links and submodules are no files here.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cass_tools import proc
from cass_tools.errors import CassError

REGULAR = ("100644", "100755")
MOST = 1 << 30  # bytes of output


class Blob(NamedTuple):
    """A file below the root of the repository, and the name of its content."""

    path: Path
    name: str


def run(*words: str, stdin: bytes = b"", env: dict[str, str] | None = None) -> bytes:
    """What a git command prints; CassError with its own words where it fails."""
    done = proc.run(["git", *words], stdin=stdin, env=env, max_output=MOST)
    if done.status != 0:
        said = done.stderr.decode(errors="replace").strip() or f"it ended with {done.status}"
        raise CassError(f"git {words[0]}: {said.removeprefix('fatal: ')}")
    return done.stdout


def root() -> Path:
    """The root of the repository that we are in; CassError outside of one."""
    return Path(os.fsdecode(run("rev-parse", "--show-toplevel").removesuffix(b"\n")))


def staged() -> list[Blob]:
    """The files that a commit would add or change."""
    return list(_blobs(run("diff", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev", "--diff-filter=d")))


def between(before: str, after: str) -> list[Blob]:
    """The files that `after` has added or changed since it left `before`, or all that differ if it never was there."""
    for ref in (before, after):
        _no_option(ref)
    met = proc.run(["git", "merge-base", before, after]).status == 0  # not in a shallow clone, nor for a tree
    span = f"{before}...{after}" if met else f"{before}..{after}"
    return list(_blobs(run("diff", "--raw", "-z", "--no-renames", "--no-abbrev", "--diff-filter=d", span, "--")))


def _no_option(ref: str) -> None:
    """Git would take a name that begins with - for an option, such as a file to write; no ref can be called that."""
    if not ref or ref.startswith("-"):
        raise CassError(f"`{ref}` is no ref of git")


def _blobs(raw: bytes) -> Iterator[Blob]:
    """`:mode mode name name status NUL path NUL` as files."""
    words = raw.split(b"\0")
    for head, path in zip(words[::2], words[1::2], strict=False):
        _, mode, _, name, _ = head.decode().split(" ")
        if mode in REGULAR and name.strip("0"):
            yield Blob(Path(os.fsdecode(path)), name)


def contents(blobs: Sequence[Blob]) -> list[bytes]:
    """The contents of files, in their order."""
    if not blobs:
        return []
    told = run("cat-file", "--batch", stdin="".join(f"{blob.name}\n" for blob in blobs).encode())
    found, at = [], 0
    for _ in blobs:
        end = told.index(b"\n", at)
        size = int(told[at:end].split()[-1])
        found.append(told[end + 1 : end + 1 + size])
        at = end + size + 2
    return found


def held(path: Path, commit: str | None) -> bytes | None:
    """What a commit, or the index, has of a file; None where it has none, or the file is of another repository."""
    name = os.path.relpath(path.resolve(), root().resolve())
    done = proc.run(["git", "cat-file", "blob", f"{commit or ''}:{name}"], max_output=MOST)
    return done.stdout if done.status == 0 else None


def snapshot(folder: Path, commit: str | None) -> None:
    """Lay out all files of a commit, or of the index, below a folder."""
    prefix = f"--prefix={folder}{os.sep}"
    if commit is None:
        run("checkout-index", "--all", "--force", prefix)
        return
    _no_option(commit)
    own = {"GIT_INDEX_FILE": str(folder / ".cass-index")}
    run("read-tree", commit, env=own)
    run("checkout-index", "--all", "--force", prefix, env=own)
    (folder / ".cass-index").unlink(missing_ok=True)


def unstaged(paths: Sequence[Path]) -> list[Path]:
    """Which files differ between the index and the work tree."""
    told = run("diff", "--name-only", "-z", "--", *(f":(top,literal){path}" for path in paths)) if paths else b""
    return [Path(os.fsdecode(name)) for name in told.split(b"\0") if name]


def pushed(lines: str) -> list[tuple[str, str]]:
    """What a pre-push hook is told, as (before, after): commits that the other side does not have yet."""
    found = []
    for line in lines.splitlines():
        words = line.split()
        if len(words) != 4 or not words[1].strip("0"):  # a branch that is deleted
            continue
        local, remote = words[1], words[3]
        if not _known(local):  # a tag of a file or of a tree
            continue
        found.append((remote if remote.strip("0") and _known(remote) else _base(local), local))
    return found


def _known(commit: str) -> bool:
    return proc.run(["git", "cat-file", "-e", f"{commit}^{{commit}}"]).status == 0


def _base(commit: str) -> str:
    """Where the commits begin that no remote has."""
    fresh = run("rev-list", "--topo-order", commit, "--not", "--remotes").decode().split()
    if not fresh:
        return commit
    parents = run("rev-list", "--parents", "-n", "1", fresh[-1]).decode().split()[1:]
    return parents[0] if parents else run("hash-object", "-t", "tree", os.devnull).decode().strip()


def hooks_folder() -> Path:
    """Where the hooks of this repository lie (core.hooksPath is honoured)."""
    return Path(os.fsdecode(run("rev-parse", "--git-path", "hooks").removesuffix(b"\n"))).resolve()


def is_own(folder: Path) -> bool:
    """Whether a folder belongs to this repository: to its work tree, or to its `.git`, wherever that is."""
    common = Path(os.fsdecode(run("rev-parse", "--git-common-dir").removesuffix(b"\n"))).resolve()
    return any(folder.resolve().is_relative_to(own) for own in (common, root().resolve()))
