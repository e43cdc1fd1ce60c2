"""What a driver has saved: for each case, the buffers with what the kernel has written into them."""

from dataclasses import dataclass, field

from cass_tools.errors import CassError


@dataclass(frozen=True, slots=True)
class Saved:
    """A buffer after a kernel: `layout` of an element ("f4:0 i4:4"), bytes of an element, how many there are.

    `data` is None where nothing was changed; of very large buffers it has no elements after the last that was.
    `outside`: bytes before or after the buffer were written.
    """

    path: str
    layout: str
    item: int
    count: int
    data: bytes | None
    outside: bool


@dataclass(slots=True)
class Case:
    """One launch: `refused` names a type that no driver can fill; `done` only if the kernel came to its end."""

    kernel: str
    name: str
    refused: str = ""
    done: bool = False
    buffers: dict[str, Saved] = field(default_factory=dict)

    @property
    def wrote(self) -> bool:
        """Whether the kernel changed anything."""
        return any(saved.data is not None for saved in self.buffers.values())


def read(data: bytes) -> list[Case]:
    """The cases in a driver's results, as far as they go; CassError for what is none of ours."""
    cases: list[Case] = []
    at = 0
    while at < len(data):
        end = data.find(b"\n", at)
        words = data[at : end if end >= 0 else len(data)].decode(errors="replace").split("\t")
        at = end + 1 if end >= 0 else len(data)
        match words:
            case [first, name] if first.startswith("case "):
                cases.append(Case(first.removeprefix("case "), name))
            case ["done"] if cases:
                cases[-1].done = True
            case ["end"]:
                return cases
            case [said] if said.startswith("refused ") and cases:
                cases[-1].refused = said.removeprefix("refused ")
            case ["buffer", path, layout, item, count, changed, outside] if cases:
                at = _take(cases[-1], (path, layout, item, count, changed, outside), data, at)
            case _ if end < 0:
                return cases
            case _:
                raise CassError(f"the driver's results are damaged at byte {at}")
    return cases


def _take(case: Case, words: tuple[str, ...], data: bytes, at: int) -> int:
    """One buffer; returns where the next line begins, beyond the end where the driver was stopped in its middle."""
    path, layout, item, count, changed, outside = words
    if not (item.isdigit() and count.isdigit() and changed.isdigit()) or int(changed) > int(count):
        raise CassError(f"the driver's results are damaged at byte {at}")
    length = int(item) * int(changed)
    if at + length > len(data):
        return at + length
    content = data[at : at + length] if int(changed) else None
    case.buffers[path] = Saved(path, layout, int(item), int(count), content, outside == "1")
    return at + length
