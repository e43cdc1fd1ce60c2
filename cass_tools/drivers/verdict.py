"""From trials of kernels to the rows and notes of a verdict."""

from collections.abc import Iterator, Sequence

from cass_tools.drivers.signatures import Kernel
from cass_tools.model import KernelTrial, Outcome, Step, StepKind, Target

STANZA = """[[verify.kernel]]
name = "{name}"
sizes = {{ {sizes} }}
inputs = {{ {inputs} }}
block = {block}"""


def compared(trials: Sequence[KernelTrial], target: Target, words: str) -> Step:
    """One row for all kernels on a GPU: the first that failed decides; none tried is NOT_TRIED."""
    ours = [t for t in trials if t.target == target]
    failed = [t for t in ours if t.outcome not in (Outcome.PASSED, Outcome.NOT_TRIED)]
    passed = [t for t in ours if t.outcome is Outcome.PASSED]
    if failed:
        more = f" (and {_kernels(len(failed) - 1)} more)" if len(failed) > 1 else ""
        detail = f"kernel {failed[0].kernel}: {failed[0].detail}{more}"
        return Step(StepKind.COMPARED, failed[0].outcome, target, words, detail)
    if passed:
        launches = sum(len(t.inputs) for t in passed)
        return Step(StepKind.COMPARED, Outcome.PASSED, target, words, f"{_kernels(len(passed))}, {launches} launches")
    reason = ours[0].detail if ours else "there is no kernel"
    return Step(StepKind.COMPARED, Outcome.NOT_TRIED, target, words, f"no kernel was tried by itself: {reason}")


def _kernels(count: int) -> str:
    return "1 kernel" if count == 1 else f"{count} kernels"


def notes(trials: Sequence[KernelTrial]) -> Iterator[str]:
    """What was left out, once for all GPUs."""
    left = {t.kernel: t.detail for t in trials if t.outcome is Outcome.NOT_TRIED}
    for name, reason in left.items():
        yield f"kernel {name} was not tried by itself: {reason}"
    wide = {t.kernel for t in trials if t.target.wave == 64 and t.outcome is Outcome.WRONG_OUTPUT}
    narrow = {t.kernel for t in trials if t.target.wave == 32 and t.outcome is Outcome.PASSED}
    for name in sorted(wide & narrow):
        yield f"kernel {name} depends on the warp size: right at 32 lanes, wrong at 64"


def stanza(kernel: Kernel) -> str:
    """An entry of cass.toml for a kernel that was not tried, ready to be filled in."""
    numbers = [p.name for p in kernel.parameters if p.is_integer and p.name]
    buffers = [p.name for p in kernel.parameters if "*" in p.type and p.name]
    return STANZA.format(
        name=kernel.name,
        sizes=", ".join(f"{name} = 64" for name in numbers),
        inputs=", ".join(f"{name} = {{ low = 0, high = 16, elements = 4096 }}" for name in buffers),
        block="[128, 1, 1]",
    )
