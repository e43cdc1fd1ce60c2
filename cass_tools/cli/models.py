"""`cass model ...`: what was typed, handed on, and what came of it, printed."""

import json
import sys
from pathlib import Path
from typing import Any

from cass_tools.cli.live import Live
from cass_tools.cli.screen import visible
from cass_tools.errors import CassError
from cass_tools.models import gguf, store
from cass_tools.models.pull import Wanted, Weights, pull
from cass_tools.models.registry import known


def show_list(*, as_json: bool) -> int:
    """The models of this machine, then those that are known and can be fetched."""
    have = store.installed()
    current = store.in_use()
    address = store.endpoint()
    if as_json:
        used = [{"name": address, "in_use": True}] if address is not None else []
        _print([*used, *(_listed(one, current) for one in have)])
        return 0
    for one in have:
        mark = "*" if one.name == current else " "
        print(f"{mark} {visible(one.name):32} {_told(one)}")
    if not have:
        print(f"no model is installed in {store.folder()}")
    if address is not None:
        print(f"* {visible(address)}")
    for name, size in store.begun().items():
        print(f"  {visible(name):32} {_size(size):>9}  fetched so far: `cass model pull` goes on, `remove` gives up")
    print("\nknown models, to be had with `cass model pull NAME`:")
    for name, form in known().items():
        if form.hub:
            what = f"{form.task} {form.sass}".strip()
            print(f"  {name:20} {form.parameters:>5}  {what:15} {form.hub}  licence: {form.licence}")
    return 0


def _told(one: store.Installed) -> str:
    try:
        head = gguf.read(one.path)
    except CassError as error:
        return f"   broken  {visible(str(error))}"
    return f"{_size(head.size):>9}  {head.quantisation:8} {one.profile.task}"


def _listed(one: store.Installed, current: str | None) -> dict[str, Any]:
    """A model as JSON; of a broken one, what is wrong with it."""
    try:
        return {**_value(one), "in_use": one.name == current}
    except CassError as error:
        return {"name": one.name, "path": str(one.path), "broken": str(error), "in_use": one.name == current}


def show_info(word: str, *, as_json: bool) -> int:
    """What is known of one model."""
    found = store.find(word)
    value = _value(found)
    if as_json:
        _print(value)
        return 0
    for key, text in value.items():
        print(f"{key.replace('_', ' '):14} {visible(str(text))}")
    return 0


def _value(found: store.Installed) -> dict[str, Any]:
    head, form = gguf.read(found.path), found.profile
    return {
        "name": found.name,
        "path": str(found.path),
        "size": head.size,
        "parameters": head.parameters,
        "architecture": head.architecture,
        "quantisation": head.quantisation,
        "context": head.context,
        "licence": found.note.licence or head.text("general.license") or "not stated",
        "source": found.note.source,
        "sha256": found.note.sha256,
        "task": form.task,
        "asked_with": form.prompt,
        "shown_first": form.unit,
    }


def fetch(wanted: Wanted, kind: str, *, yes: bool) -> int:
    """Fetch a model; weights become a GGUF of that quantisation, where the converter is installed."""
    found = pull(wanted, lambda model, licence: yes or _accepted(model, licence))
    if isinstance(found, Weights):
        print(f"{wanted.word} came as safetensors in {found.folder}")
        status = make(found.folder, found.name, kind, found.note)
        found.done()
        return status
    print(f"{found.name}: {_size(found.path.stat().st_size)} in {found.path}, SHA-256 {found.note.sha256}")
    return 0


def _accepted(model: str, licence: str) -> bool:
    """Ask; without a terminal the answer is no."""
    print(f"{visible(model)} comes under this licence: {visible(licence)}", file=sys.stderr)
    if not sys.stdin.isatty():
        print("say --accept-licence to accept it", file=sys.stderr)
        return False
    print("Do you accept it? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def make(folder: Path, name: str, kind: str, note: store.Note | None = None) -> int:
    """Convert a folder of safetensors, quantise the result and put it among the models."""
    from cass_tools.models import convert

    target = store.place(name)
    whole = target.with_name(f".{name}.whole")
    with store.alone(target):
        try:
            head = convert.convert(folder, whole)
            millions = f"{head.parameters / 1e6:.1f} million parameters"
            print(f"converted: {visible(head.architecture)}, {millions}, {_size(head.size)}")
            return _quantised(whole, name, kind, note or store.Note(source=str(folder)))
        finally:
            whole.unlink(missing_ok=True)


def smaller(word: str, name: str, kind: str) -> int:
    """Quantise a model that is here."""
    found = store.find(word)
    called = name or f"{found.name}-{kind.lower()}"
    with store.alone(store.place(called)):
        return _quantised(found.path, called, kind, found.note)


def _quantised(source: Path, name: str, kind: str, note: store.Note) -> int:
    from cass_tools.models import convert
    from cass_tools.translators.threads import cores

    draft = store.place(name).with_name(f".{name}.quantised")
    try:
        head = convert.quantise(source, draft, kind, cores())
        done = convert.install(draft, name, note)
    finally:
        draft.unlink(missing_ok=True)
    print(f"{done.name}: {head.quantisation}, {_size(head.size)} in {done.path}")
    return 0


def switch(word: str) -> int:
    """Choose the model, or the endpoint, that `auto` means."""
    from cass_tools.translators.choosing import use

    print(f"--model auto now means {visible(use(word))}")
    return 0


def drop(word: str) -> int:
    """Delete a model."""
    gone = store.give_up(word)
    if gone and all(one.name != word for one in store.installed()):
        print(f"what was fetched of {visible(word)} was removed")
        return 0
    print(f"{store.remove(word).path} was removed")
    return 0


def measure(word: str, limits: tuple[int, int], output: Path | None, *, as_json: bool) -> int:
    """Put the test spans to a model and print how it did. `limits`: spans and answers."""
    from cass_tools.formats.choosing import prepare, put
    from cass_tools.measuring import Keeping, measured, report, unfinished
    from cass_tools.translators.choosing import engine_of

    engine, profile = engine_of(word)
    if profile.task != "source":
        raise CassError(f"{word} translates assembly; the test spans are CUDA sources")
    live = Live()
    keeping = Keeping(watcher=live.watcher)
    if output is not None:
        prepare(output)
        keeping = Keeping(unfinished(output), lambda value: put(output, _text(value)), live.watcher)
    result = measured(engine, profile, limits, live.line, keeping)
    if as_json:
        _print(result)
    else:
        print("\n".join(report(result)), flush=True)
    if output is not None:
        put(output, _text(result))
    return 0


def _print(value: object) -> None:
    print(_text(value), end="")


def _text(value: object) -> str:
    return json.dumps(value, indent=1) + "\n"


def _size(count: int) -> str:
    return f"{count / 2**30:.1f} GiB" if count >= 2**30 else f"{count / 2**20:.1f} MiB"
