"""The models that are known by name, from `data/models.toml`: how each is asked, and what it is for."""

import functools
import re
import tomllib
from pathlib import Path
from typing import Any, Literal, NamedTuple

FILE = Path(__file__).parent.parent / "data" / "models.toml"


class Profile(NamedTuple):
    """How a model is asked.

    `prompt` is the first line of a request, `fence` goes around its input, `answers` around the answer. `unit` is what
    it is shown at first, with `declarations` that a function needs or without. `context` and `longest` are tokens: what
    it was trained for, and what it can read with RoPE scaled as `rope` says. `sass` is the GPU whose assembly it reads.
    `tuned` models keep to their fences by themselves: a grammar, which costs time, is for their bad answers.
    """

    name: str
    task: Literal["source", "assembly"]
    prompt: str
    fence: str
    answers: tuple[str, ...]
    unit: Literal["function", "statement"]
    declarations: bool
    context: int
    longest: int
    rope: str = ""
    hub: str = ""
    sass: str = ""
    licence: str = ""
    parameters: str = ""
    size: int = 0
    tuned: bool = False


@functools.cache
def known() -> dict[str, Profile]:
    """The known models by name."""
    return {name: _profile(name, entry) for name, entry in _data()["models"].items()}


@functools.cache
def default() -> Profile:
    """How a model is asked that is not listed."""
    return _profile("", {})


def profile_of(name: str) -> Profile:
    """The profile of a model by its own name or that of its file, of any quantisation; the default for others."""
    plain = _plain(name.rpartition("/")[2].removesuffix(".gguf"))
    fitting = [each for each in known() if plain == _plain(each) or plain.startswith(f"{_plain(each)}-")]
    return known()[max(fitting, key=len)] if fitting else default()._replace(name=name)


def for_assembly(profile: Profile) -> Profile:
    """How a model is asked for assembly; one that is not listed is asked as those of the CASS paper are."""
    form = _data()["tasks"]["assembly"]
    if profile.task == "assembly" or profile.tuned:
        return profile
    return profile._replace(
        task="assembly", prompt=form["prompt"], fence=form["fence"], answers=tuple(form["answers"]), tuned=False
    )


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower())


@functools.cache
def _data() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def _profile(name: str, entry: dict[str, Any]) -> Profile:
    data = _data()
    task = entry.get("task", data["default"]["task"])
    values = {**data["default"], **data["tasks"][task], **entry, "name": name}
    values["answers"] = tuple(values["answers"])
    values["tuned"] = bool(name)
    return Profile(**values)
