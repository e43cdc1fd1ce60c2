"""`[[verify.kernel]]` in cass.toml."""

from pathlib import Path

import pytest

from cass_tools.drivers.options import Options, Wish, of, read
from cass_tools.errors import CassError

WHOLE = """
[[verify.kernel]]
name = "sc*"
sizes = { n = 100, alpha = 0.5 }
inputs = { in = { style = "ramp", low = -1, high = 3.5, elements = 50 }, out = {} }
block = 64
grid = [2, 3]
shared = 128
tolerance = 1e-3
unordered = ["out"]
ignore = ["scratch"]
instantiate = ["float, 3"]
[[verify.kernel]]
name = "*"
skip = "needs a card"
"""


def test_every_key(tmp_path: Path) -> None:
    (tmp_path / "cass.toml").write_text(WHOLE)
    (tmp_path / "below").mkdir()
    entries = read(tmp_path / "below")
    found = of("scale", entries)
    assert found == Options(
        sizes={"n": 100, "alpha": 0.5},
        inputs={"in": Wish("ramp", (-1, 3.5), 50), "out": Wish()},
        block=(64, 1, 1),
        grid=(2, 3, 1),
        shared=128,
        tolerance=1e-3,
        unordered=("out",),
        ignore=("scratch",),
        instantiate=("float, 3",),
    )
    assert found.inputs["in"].whole == (-1, 3)
    assert of("other", entries).skip == "needs a card"


def test_without_a_file_nothing_is_asked_for(tmp_path: Path) -> None:
    assert of("k", read(tmp_path)) == Options()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[verify.kernel]]\nsizes = {}\n", "needs a name"),
        ('[[verify.kernel]]\nname = "k"\nsize = 3\n', "size is not known; there are name, sizes"),
        ('[[verify.kernel]]\nname = "k"\nblock = [1, 2, 3, 4]\n', "one to three positive numbers"),
        ('[[verify.kernel]]\nname = "k"\nblock = 0\n', "one to three positive numbers"),
        ('[[verify.kernel]]\nname = "k"\nshared = "big"\n', "shared has the wrong kind of value: 'big'"),
        ('[[verify.kernel]]\nname = "k"\nsizes = { n = "x" }\n', "sizes.n must be a number"),
        ('[[verify.kernel]]\nname = "k"\ninputs = { a = { style = "odd" } }\n', "choose random, ramp, rising, edge"),
        ('[[verify.kernel]]\nname = "k"\ninputs = { a = { low = 3 } }\n', "low and high belong together"),
        ("[verify]\nkernel = 3\n", "[[verify.kernel]]"),
        ("verify = [\n", "cass.toml"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "cass.toml").write_text(text)
    with pytest.raises(CassError, match=r"cass\.toml") as caught:
        read(tmp_path)
    assert said in str(caught.value)
