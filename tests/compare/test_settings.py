"""cass.toml: what it may say, and a sentence for what it may not."""

from pathlib import Path

import pytest

from cass_tools.compare.settings import joined, read, told
from cass_tools.compare.terms import FileRule, Terms, Tolerance
from cass_tools.errors import CassError

WHOLE = """
[verify.compare]
mode = "numbers"
rtol = 1e-3
double = { rtol = 1e-9, atol = 1e-12, ulp = 4 }
mask = ['id \\d+']
unordered = ["^particle"]
mask-times = true
signed-zero = true
nan = "exact"
schedules = 7
[[verify.file]]
path = "out/*.pgm"
type = "image"
levels = 2
share = 0.01
[[verify.file]]
path = "field.bin"
type = "float32"
atol = 0.5
offset = 16
[[verify.kernel]]
name = "x"
"""


def test_everything_is_read(tmp_path: Path) -> None:
    (tmp_path / "cass.toml").write_text(WHOLE)
    (tmp_path / "below").mkdir()
    asked = read(tmp_path / "below")
    terms = asked.terms
    assert (asked.schedules, asked.files) == (7, ("out/*.pgm", "field.bin"))
    assert terms.of("float") == Tolerance(1e-3)
    assert terms.of("double") == Tolerance(1e-9, 1e-12, 4)
    assert (terms.masks, terms.unordered) == ((r"id \d+",), ("^particle",))
    assert (terms.mask_times, terms.signed_zero, terms.nan_bits, terms.exact) == (True, True, True, False)
    assert terms.files[0] == FileRule("out/*.pgm", "image", levels=2, share=0.01)
    assert terms.files[1] == FileRule("field.bin", "float32", tolerance=Tolerance(atol=0.5), offset=16)


def test_nothing_is_the_default(tmp_path: Path) -> None:
    assert read(tmp_path).terms == Terms()
    (tmp_path / "cass.toml").write_text("[verify.compare]\n")
    assert read(tmp_path).terms == Terms()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = [", "cass.toml: "),
        ("verify = 3", "verify must be a table"),
        ("[verify.compares]", "verify.compares is not known; there are compare, file, kernel"),
        ("[verify]\ncompare = 3", r"\[verify.compare\] must be a table"),
        ("[verify.compare]\ntolerance = 1", "tolerance is not known; there are mode, rtol"),
        ('[verify.compare]\nrtol = "x"', "rtol has the wrong kind of value: 'x'"),
        ("[verify.compare]\nrtol = true", "rtol has the wrong kind of value: True"),
        ("[verify.compare]\nrtol = -1", "rtol is a number that is not negative, not -1"),
        ("[verify.compare]\natol = nan", "atol is a number that is not negative, not nan"),
        ("[verify.compare]\nfloat = { rtl = 1 }", "float: rtl is not known"),
        ("[verify.compare]\nfloat = 3", "float has the wrong kind"),
        ('[verify.compare]\nmode = "exactly"', "mode 'exactly': choose numbers, exact, unordered"),
        ('[verify.compare]\nnan = "no"', "nan 'no': choose any, exact"),
        ("[verify.compare]\nschedules = 1000", "schedules is a number from 0 to 100, not 1000"),
        ("[verify.compare]\nmask = ['(']", r"mask: '\(' is no pattern: "),
        ("[verify.compare]\nmask = [3]", "patterns are written in quotes, not as 3"),
        ("[verify]\nfile = 3", r"files are told in \[\[verify.file\]\] tables"),
        ("[[verify.file]]\ntype = 'text'", r"\[\[verify.file\]\] needs a path"),
        ("[[verify.file]]\npath = '/etc/passwd'", "name it relative to the directory"),
        ("[[verify.file]]\npath = '../x'", "name it relative to the directory"),
        ("[[verify.file]]\npath = 'x'\ntype = 'double'", "type 'double': choose text, bytes, image, float16"),
        ("[[verify.file]]\npath = 'x'\nlevels = 3", "levels is for files of type image, this one is text"),
        ("[[verify.file]]\npath = 'x'\ntype = 'image'\nshare = 3", "share is a number from 0 to 1, not 3"),
        ("[[verify.file]]\npath = 'x'\noffset = -3", "offset and levels are not negative"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "cass.toml").write_text(text)
    with pytest.raises(CassError, match=said) as caught:
        read(tmp_path)
    assert str(tmp_path / "cass.toml") in str(caught.value)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "cass.toml").write_bytes(b"\xff")
    with pytest.raises(CassError, match=r"cass\.toml"):
        read(tmp_path)


def test_the_command_line_wins() -> None:
    asked = Terms(types=(("float", Tolerance(0.5)),), masks=("a",), exact=True, unordered=("x",), signed_zero=True)
    terms = joined(told(0.1, None, ["b"], mask_times=True), "numbers", asked)
    assert (terms.of("float"), terms.of("double")) == (Tolerance(0.1), Tolerance(0.1))
    assert (terms.masks, terms.mask_times) == (("a", "b"), True)
    assert (terms.exact, terms.unordered, terms.signed_zero) == (False, (), True)
    assert joined(Terms(), None, asked) == asked
    assert joined(Terms(), "exact", Terms()).exact
    assert joined(Terms(), "unordered", Terms()).unordered == ("",)
    assert told(None, 0.5, [], mask_times=False).of("float") == Tolerance(1e-5, 0.5)
    with pytest.raises(CassError, match="--mask: '\\(' is no pattern"):
        told(None, None, ["("], mask_times=False)
