"""The file of a record: read back as it was, refused where its content is not what the digest was made of."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cass_tools.errors import CassError
from cass_tools.records import form
from cass_tools.records.form import Record
from cass_tools.records.launches import Change, Launch

text = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=20)
sample = st.tuples(st.integers(0, 9999), st.lists(st.sampled_from(["1", "-2.5", "nan", "00ff"]), min_size=1).map(tuple))
change = st.builds(
    Change, text, st.integers(0, 99), text, st.sampled_from(["float", ""]), st.lists(sample, max_size=2).map(tuple)
)
dims = st.tuples(*[st.integers(1, 99)] * 3)
shape = {"kernel": text, "grid": dims, "block": dims, "shared": st.integers(0, 9)}
launch = st.builds(Launch, **shape, unread=st.just(""), changed=st.lists(change, max_size=2).map(tuple)) | st.builds(
    Launch, **shape, changed=st.just(()), unread=st.sampled_from(["error 9", "not read"])
)
record = st.builds(
    Record,
    source=text,
    target=st.just("sm_90"),
    sources=st.dictionaries(text, text, max_size=2),
    flags=st.lists(text, max_size=2).map(tuple),
    args=st.lists(text, max_size=2).map(tuple),
    machine=st.dictionaries(text, text, max_size=2),
    status=st.integers(-9, 255),
    stdout=st.binary(max_size=40) | text.map(str.encode),
    files=st.dictionaries(text, st.none() | st.binary(max_size=9), max_size=2).map(lambda d: tuple(d.items())),
    again=st.none() | st.binary(max_size=9),
    launches=st.lists(launch, max_size=2).map(tuple),
)


@given(made=record)
@settings(max_examples=60, deadline=None)
def test_what_is_written_is_read_back(made: Record, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("record") / "x.json"
    path.write_bytes(form.write(made))
    assert form.read(path) == made


def plain(**more: object) -> Record:
    said = {"machine": {"gpu": "NVIDIA H200", "driver": "1"}, "status": 0, "stdout": b"sum 5\n", **more}
    return Record("x.cu", "sm_90", {"x.cu": "0"}, (), (), **said)  # type: ignore[arg-type]


def test_it_is_reviewed_line_by_line() -> None:
    assert ' "stdout": [\n  "sum 5\\n"\n ]' in form.write(plain()).decode()


def test_another_layout_is_the_same_record(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps(json.loads(form.write(plain())), sort_keys=True))
    assert form.read(path) == plain()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b"sum 5", b"sum 6", "was edited or damaged"),
        (b'"status": 0', b'"status": 1', "was edited or damaged"),
        (b'"cass-record": 1', b'"cass-record": 2', "another version"),
        (b'"cass-record"', b'"other"', "not a record that cass record has made"),
        (b'"digest"', b'"digest', "is damaged, or no JSON"),
        (b"sum 5", b"sum \xff", "is damaged, or no JSON"),
    ],
)
def test_what_was_edited_or_damaged_is_refused(tmp_path: Path, old: bytes, new: bytes, said: str) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(form.write(plain()).replace(old, new))
    with pytest.raises(CassError, match=said):
        form.read(path)


@pytest.mark.parametrize("key", ["launches", "files", "stdout", "args"])
def test_a_record_with_a_right_digest_that_lacks_a_part_is_refused(tmp_path: Path, key: str) -> None:
    value = json.loads(form.write(plain()))
    del value[key]
    value["digest"] = form.digest(value)
    path = tmp_path / "x.json"
    path.write_text(json.dumps(value))
    with pytest.raises(CassError, match="not a whole record"):
        form.read(path)


def test_a_file_that_is_not_there_or_not_readable_is_named(tmp_path: Path) -> None:
    with pytest.raises(CassError, match="No such file"):
        form.read(tmp_path / "x.json")
    with pytest.raises(CassError, match="Is a directory"):
        form.read(tmp_path)
