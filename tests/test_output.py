"""Writing: whole or not at all, modes kept, no way out of the tree, nobody's work overwritten; diffs that apply."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cass_tools import diff, proc
from cass_tools.errors import CassError
from cass_tools.output import Place, Wrote, ready, write
from cass_tools.positions import Lines


@pytest.fixture(autouse=True)
def private_journal(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))


def test_created_unchanged_replaced(tmp_path: Path) -> None:
    place = Place(tmp_path / "deep" / "x.hip", tmp_path)
    assert write(place, b"1") is Wrote.CREATED
    assert write(place, b"1") is Wrote.UNCHANGED
    assert write(place, b"2") is Wrote.REPLACED
    assert (tmp_path / "deep" / "x.hip").read_bytes() == b"2"
    assert [p.name for p in (tmp_path / "deep").iterdir()] == ["x.hip"]


def test_somebody_elses_file_needs_force(tmp_path: Path) -> None:
    file = tmp_path / "x.hip"
    file.write_bytes(b"by hand")
    place = Place(file, tmp_path)
    with pytest.raises(CassError, match="--force"):
        write(place, b"ours")
    assert file.read_bytes() == b"by hand"
    assert write(place, b"ours", force=True) is Wrote.REPLACED


def test_our_own_file_needs_force_once_it_was_edited(tmp_path: Path) -> None:
    file = tmp_path / "x.hip"
    write(Place(file, tmp_path), b"ours")
    file.write_bytes(b"ours, edited")
    with pytest.raises(CassError, match="edited since"):
        write(Place(file, tmp_path), b"ours again")


def test_in_place_only_over_what_was_read(tmp_path: Path) -> None:
    file = tmp_path / "x.cu"
    file.write_bytes(b"cuda")
    assert write(Place(file, tmp_path), b"hip", read_as=b"cuda") is Wrote.REPLACED
    with pytest.raises(CassError, match="changed while"):
        write(Place(file, tmp_path), b"other", read_as=b"cuda")


def test_mode_bits_are_kept(tmp_path: Path) -> None:
    source, old = tmp_path / "x.cu", tmp_path / "old.hip"
    source.write_bytes(b"s")
    source.chmod(0o750)
    write(Place(tmp_path / "x.hip", tmp_path), b"t", mode_of=source)
    assert (tmp_path / "x.hip").stat().st_mode & 0o7777 == 0o750
    old.write_bytes(b"o")
    old.chmod(0o604)
    write(Place(old, tmp_path), b"t", mode_of=source, force=True)
    assert old.stat().st_mode & 0o7777 == 0o604


def test_symlinks_inside_the_tree_stay_links_and_outside_are_refused(tmp_path: Path) -> None:
    tree, outside = tmp_path / "tree", tmp_path / "outside"
    tree.mkdir()
    outside.mkdir()
    (outside / "x").write_bytes(b"safe")
    (tree / "real").write_bytes(b"old")
    (tree / "inner").symlink_to("real")
    (tree / "leak").symlink_to(outside / "x")
    (tree / "folder").symlink_to(outside)
    write(Place(tree / "inner", tree), b"new", force=True)
    assert (tree / "inner").is_symlink()
    assert (tree / "real").read_bytes() == b"new"
    for name in ("leak", "folder/new"):
        with pytest.raises(CassError, match="symbolic link out of"):
            write(Place(tree / name, tree), b"bad", force=True)
    assert (outside / "x").read_bytes() == b"safe"
    assert not (outside / "new").exists()


def test_devices_and_directories_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CassError, match="not a regular file"):
        write(Place(Path("/dev/null"), Path("/dev")), b"x", force=True)
    with pytest.raises(CassError, match="is a directory"):
        write(Place(tmp_path, tmp_path), b"x", force=True)


WRITER = """
import sys
from pathlib import Path
from cass_tools.output import Place, write
from cass_tools.errors import CassError
file = Path(sys.argv[1])
try:
    while True:
        for letter in b"ab":
            write(Place(file, file.parent), bytes([letter]) * int(sys.argv[2]), force=True)
        if len(sys.argv) == 3:
            break
except CassError as error:
    print(error)
    sys.exit(9)
"""


def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    """A file size limit is the nearest thing to a full disk that needs no mount."""
    file = tmp_path / "x.hip"
    file.write_bytes(b"old")
    limit = "import resource, signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    limit += "resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))\n"
    done = proc.run([sys.executable, "-c", limit + WRITER, str(file), "100000"])
    assert done.status == 9, done.stderr
    assert b"x.hip: File too large" in done.stdout
    assert file.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["x.hip"]


def test_a_killed_writer_leaves_a_whole_file_and_no_other(tmp_path: Path) -> None:
    file = tmp_path / "x.hip"
    size = 300_000
    for _ in range(3):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(file), str(size), "on"])
        for _ in range(400):
            if file.exists():
                break
            time.sleep(0.05)
        time.sleep(0.05)
        writer.kill()
        writer.wait()
        assert file.read_bytes() in (b"a" * size, b"b" * size)
    assert (
        len([p for p in tmp_path.iterdir() if p.name != "x.hip"]) <= 1
    )  # at most a name caught between link and rename


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.binary(max_size=8), max_size=8), st.lists(st.binary(max_size=8), max_size=8))
def test_patch_turns_before_into_after(tmp_path: Path, old: list[bytes], new: list[bytes]) -> None:
    before, after = (b"\n".join(line.replace(b"\r", b"").replace(b"\0", b"") for line in lines) for lines in (old, new))
    change = diff.unified(before, after, "x.cu")
    assert (change == b"") == (before == after)
    if before and after and change:
        (tmp_path / "x.cu").write_bytes(before)
        done = proc.run(["git", "apply", "--unidiff-zero", "--whitespace=nowarn", "-"], cwd=tmp_path, stdin=change)
        assert done.status == 0, (done.stderr, change)
        assert (tmp_path / "x.cu").read_bytes() == after


def test_size_counts_lines_that_look_like_heads() -> None:
    assert diff.size(b"-- a\n", b"++ b\n++ c\n") == diff.Size(added=2, removed=1)


def test_positions_count_characters_from_one() -> None:
    lines = Lines("﻿a\r\nbä🙂c\n".encode())
    assert [(p.line, p.column) for p in map(lines.at, (3, 4, 6, 7, 9, 13, 14, 15))] == [
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
        (2, 3),
        (2, 4),
        (2, 5),
        (3, 1),
    ]
    assert lines.text(2) == "bä🙂c"
    assert Lines(b"\xff\xfeab").at(3).column == 4


@given(st.binary(max_size=60))
def test_every_offset_has_a_position_in_order(data: bytes) -> None:
    lines = Lines(data)
    places = [lines.at(offset) for offset in range(len(data) + 1)]
    assert [p.line for p in places] == [data.count(b"\n", 0, offset) + 1 for offset in range(len(data) + 1)]
    assert all(p.column >= 1 for p in places)


def test_whether_a_file_can_be_written_is_known_before(tmp_path: Path) -> None:
    ready(Place(tmp_path / "deep" / "x.json", tmp_path))
    assert [path.name for path in tmp_path.rglob("*")] == ["deep"]
    (tmp_path / "file").write_text("mine")
    for path in (tmp_path / "file" / "x.json", tmp_path / "deep", tmp_path / ("n" * 300) / "x.json"):
        with pytest.raises(CassError, match=str(path)):
            ready(Place(path, tmp_path))
    assert (tmp_path / "file").read_text() == "mine"
