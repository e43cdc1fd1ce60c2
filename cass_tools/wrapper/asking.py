"""CASS_MODEL: where a source does not compile after the rules, a model is asked as `cass translate --model` asks it.

What it says is built for every GPU, run here and compared before it is taken; the user's file stays as it is. One
process of a build asks at a time, since a model fills the memory.
"""

import fcntl
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from cass_tools.cache_root import cache_root
from cass_tools.compile_commands import Commands
from cass_tools.config import Config
from cass_tools.errors import CassError
from cass_tools.line_marks import keep_lines
from cass_tools.model import Target
from cass_tools.port import Job, Ported, port
from cass_tools.project import ignored
from cass_tools.translators.choosing import asker, chosen
from cass_tools.trial import Settings as Trial
from cass_tools.user_rules.nearest import rules_for
from cass_tools.verify import Require
from cass_tools.wrapper.line import Line
from cass_tools.wrapper.settings import Settings

LOCK = "asking.lock"


def proven(line: Line, gpus: Sequence[str], said: Settings, tell: Callable[[str], None]) -> dict[str, bytes]:
    """Translations of the line's CUDA sources, by the path as given, that a model has completed and a run has proven.

    `tell` gets what comes of it, in words; without a model, or where nothing passed, there is none.
    """
    sources = [source.path for source in line.inputs if source.language == "cuda" and source.path != "-"]
    found: dict[str, bytes] = {}
    try:
        model = asker(chosen(said.model), tell)
        with _alone():
            for path in sources:
                source = Path(path)
                config = Config(user_rules=rules_for(source), ignored=ignored(source))
                trial = Trial(
                    targets=tuple(map(Target, gpus)), config=config, expected=_expected(said), flags=line.options
                )
                job = Job((source,), (), trial, Require.RUN, Commands({}), asker=model)
                for ported in port(job):
                    if ported.refused is None:
                        found[path] = keep_lines(ported.candidate.source.data, ported.candidate.data)
                    tell(_outcome(ported, model.name))
    except CassError as error:
        tell(f"CASS_MODEL={said.model}: {error}")
    return found


def _outcome(ported: Ported, model: str) -> str:
    if ported.refused is None:
        return f"{ported.path} is compiled as {ported.candidate.origin} translated it, which was run and compared"
    return f"{model} has nothing for {ported.path} that passes: {'; '.join((ported.refused, *ported.remarks))}"


def _expected(said: Settings) -> bytes | None:
    """What the project's programs print, where cass.toml names a file of it."""
    if not said.expected:
        return None
    try:
        return (said.folder / said.expected).read_bytes()
    except OSError as error:
        raise CassError(f"{said.folder / said.expected}: {error.strerror or error}") from error


@contextmanager
def _alone() -> Iterator[None]:
    """Wait until no other process of this user asks."""
    place = cache_root() / LOCK
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
