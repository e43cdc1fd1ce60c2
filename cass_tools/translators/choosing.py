"""Which model `--model` means: `auto`, a name, a path to a GGUF, or the address of an endpoint."""

import os
import re
from collections.abc import Callable
from typing import NamedTuple

from cass_tools.errors import CassError
from cass_tools.models import store
from cass_tools.models.registry import Profile, for_assembly, profile_of
from cass_tools.translators.asking import Engine, Watcher
from cass_tools.translators.endpoint import Endpoint
from cass_tools.translators.proposals import Asker, Wish

REMOTE = "CASS_MODEL_REMOTE"
ALLOWED = ",remote"  # behind an address: it may be on another machine


class Chosen(NamedTuple):
    """A model to ask: `word` as typed, what it may cost, and whether it may be on another machine."""

    word: str
    wish: Wish = Wish()
    remote: bool = False


def chosen(text: str) -> Chosen:
    """`NAME,answers=3,seconds=60,tokens=4000,whole-file,remote` as typed; CassError for what is none of these."""
    word, *limits = text.split(",")
    wish, remote = Wish(), False
    numbers: dict[str, int] = {}
    for limit in limits:
        key, _, value = limit.strip().partition("=")
        if limit.strip() == "remote":
            remote = True
        elif limit.strip() == "whole-file":
            wish = wish._replace(whole_file=True)
        elif key in ("answers", "seconds", "tokens") and re.fullmatch("[0-9]{1,9}", value) and int(value):
            numbers[key] = int(value)
        else:
            raise CassError(
                f"--model {text}: {limit.strip()!r} is none of answers=N, seconds=N, tokens=N, whole-file, remote"
            )
    wish = Wish(
        numbers.get("answers", wish.answers),
        numbers.get("seconds", wish.seconds),
        numbers.get("tokens", wish.tokens),
        wish.whole_file,
    )
    return Chosen(word.strip(), wish, remote)


def asker(chosen: Chosen, told: Callable[[str], None], watcher: Watcher | None = None) -> Asker:
    """Who is to be asked; CassError where there is no such model, or nothing to run it with.

    `told` gets what is asked, in words, the `watcher` how far the answer is.
    """
    engine, profile = engine_of(chosen.word, remote=chosen.remote)
    if profile.task != "source":
        raise CassError(f"{chosen.word} translates assembly ({profile.sass}), not CUDA sources")
    return Asker(engine, profile, chosen.wish, told, watcher or Watcher())


def assembly_asker(chosen: Chosen, told: Callable[[str], None], watcher: Watcher | None = None) -> Asker:
    """Who is to be asked for assembly; CassError where there is no such model, or it is one for sources."""
    engine, profile = engine_of(chosen.word, remote=chosen.remote)
    form = for_assembly(profile)
    if form.task != "assembly":
        raise CassError(f"{chosen.word} translates CUDA sources, not assembly; cass-smA100-1.5b and its like do")
    return Asker(engine, form, chosen.wish, told, watcher or Watcher())


def engine_of(word: str, *, remote: bool = False) -> tuple[Engine, Profile]:
    """The engine for a word, and how its model is asked. An address on another machine needs `remote`, or `,remote`."""
    word = (store.endpoint() if word == "auto" else None) or word
    if "://" in word:
        url = word.removesuffix(ALLOWED)
        allowed = remote or url != word or os.environ.get(REMOTE) == "1"
        return Endpoint(url, remote=allowed), profile_of(url.rpartition("#")[2] if "#" in url else "")
    from cass_tools.translators.local import LocalModel, choices

    found = store.find(word)
    profile = found.profile
    return LocalModel(
        found.path, found.name, choices(os.environ), trained=profile.context if profile.tuned else 0
    ), profile


def use(word: str) -> str:
    """Make a model of this machine, or an endpoint, the one that `auto` means; how it is shown to a user.

    An endpoint on another machine must be allowed, as where one is asked; `,remote` is kept with it, CASS_MODEL_REMOTE
    is not: where it is not set any more, nothing is sent.
    """
    if "://" not in word:
        return store.use(word).name
    engine, _ = engine_of(word)
    store.use_address(word)
    if not isinstance(engine, Endpoint) or engine.is_here:
        return engine.name
    note = "" if word.endswith(ALLOWED) else f" as long as {REMOTE}=1 is set"
    return f"{engine.name}, on another machine: what is asked about is sent there{note}"
