"""What is said of a version of a text that is being edited is what is said of the same text when it is new."""

import random
from itertools import chain
from pathlib import Path

import pytest
from cass_lsp.reading import Reading, read
from cass_lsp.splicing import Spliced
from cass_lsp.text import Text
from cass_lsp.wording import diagnostics
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.drafts import DEFAULT, edits
from cass_tools.config import Config
from cass_tools.model import Edit, Effort, Finding, Fix, Severity, Span

URI = "file:///x.cu"
FILE = Path("x.cu")


@pytest.mark.parametrize("seed", range(3))
def test_of_real_files_that_are_edited_the_same_is_said_as_of_new_ones(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  no secret
    for path in chance.sample(sorted(path for path in DEFAULT if path.stat().st_size < 6000), 4):
        data, spliced, encoding = path.read_bytes(), Spliced(), chance.choice(["utf-8", "utf-16"])
        for version in chain([data], *(edits(data, chance) for _ in range(4))):
            found = read(FILE, version, Config())
            assert spliced.diagnostics(found, version, encoding, URI) == diagnostics(
                found, Text(version, encoding), URI
            )


_LINES = st.text(alphabet="ab \r\n\u00e9\U0001f600", max_size=30)


@st.composite
def _versions(draw: st.DrawFn) -> tuple[bytes, Reading]:
    """A text, and findings anywhere in it, some of them with edits elsewhere."""
    data = draw(_LINES).encode()
    span = st.tuples(st.integers(0, len(data)), st.integers(0, len(data))).map(lambda ends: Span(*sorted(ends)))
    edit = st.builds(Edit, span, st.sampled_from([b"", b"x"]))
    findings = []
    for where in sorted(draw(st.lists(span, max_size=6))):
        kind = draw(st.integers(0, 2))
        made = [Edit(where, draw(st.sampled_from([b"", b"x"])))] if kind == 1 else draw(st.lists(edit, max_size=2))
        fix = Fix("m", tuple(made)) if kind else None
        findings.append(Finding(draw(st.sampled_from("AB")), "r", "m", where, Severity.INFO, Effort.LOW, "", fix))
    return data, Reading(
        tuple(findings), pages=(("A", "/a"), ("B", "/b")), aged=draw(st.just(()) | st.just((Span(0, 1),)))
    )


@settings(max_examples=400, deadline=None)
@given(st.lists(_versions(), max_size=4), st.sampled_from(["utf-8", "utf-16"]))
def test_whatever_is_found_in_whatever_follows(versions: list[tuple[bytes, Reading]], encoding: str) -> None:
    spliced = Spliced()
    for data, found in versions:
        assert spliced.diagnostics(found, data, encoding, URI) == diagnostics(found, Text(data, encoding), URI)


_SHARED = st.lists(st.integers(0, 400), max_size=12)


@settings(max_examples=200, deadline=None)
@given(_SHARED, st.integers(0, 400), st.binary(max_size=3).map(lambda new: new.translate(bytes(range(128)) * 2)))
def test_findings_that_an_edit_has_moved(places: list[int], at: int, new: bytes) -> None:
    data = b"".join(b"line %02d of text\n" % number for number in range(26))
    after = data[:at] + new + data[at:]
    spliced = Spliced()
    for version, by in ((data, 0), (after, len(new)), (data, 0)):
        moved = sorted(place + by * (place >= at) for place in places)
        found = Reading(tuple(Finding("A", "r", "m", Span(place, place + 4)) for place in moved))
        text = Text(version, "utf-16")
        assert spliced.diagnostics(found, version, "utf-16", URI) == diagnostics(found, text, URI)
