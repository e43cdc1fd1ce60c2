"""The one comparison that the tests of all families share."""

from collections.abc import Callable, Mapping

import numpy as np

from tests.executor.amd.ops.numbers import differences, expected, inputs
from tests.executor.amd.ops.rig import Rig

Reference = Callable[..., object]


def check(rig: Rig, name: str, reference: Reference) -> None:
    """The operation equals the reference, bit for bit, on edge and random inputs."""
    operation = rig.operations[name]
    sources = inputs(operation.src)
    with np.errstate(all="ignore"):
        wanted = expected(reference, sources, operation.dst)
    for number, (got, want) in enumerate(zip(rig.run(name, *sources), wanted, strict=True)):
        wrong = differences(got, want)
        if len(wrong):
            at = wrong[0]
            shown = ", ".join(f"{s[at]!r}" for s in sources)
            found = f"got {got[at]!r}, want {want[at]!r}; {len(wrong)} of {len(got)} differ"
            raise AssertionError(f"{name}({shown}) result {number}: {found}")


def names_of(table: Mapping[str, Reference]) -> dict[str, Reference]:
    """A table whose keys are several names separated by spaces, one name a key."""
    return {name: reference for names, reference in table.items() for name in names.split()}
