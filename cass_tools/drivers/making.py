"""Building a driver: with the whole file if that builds, else without what keeps the kernels from being built."""

import re
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp

from cass_tools.config import Config
from cass_tools.cuda.context import Context
from cass_tools.drivers import slices, source
from cass_tools.drivers.files import Files
from cass_tools.drivers.program import Contents, Maker, Program
from cass_tools.drivers.signatures import Kernel
from cass_tools.model import Build, Source
from cass_tools.trial import Unit, first_error

ATTEMPTS = 12  # builds, each without what the one before has stumbled over
HEADERS = 40  # of them that lack a header, which end soon
UNDEFINED = re.compile(r"undefined (?:hidden |protected )?symbol: (.+)|Unresolved extern function '(.+)'")


class _Making:
    """One driver in the making: what is left of the file and its kernels, and what was taken out."""

    def __init__(self, unit: Unit, contents: Contents, maker: Maker, config: Config) -> None:
        self.unit, self.maker, self.config = unit, maker, config
        self.structures = list(contents.structures)
        self.contents = contents
        self.kernels: list[Kernel] = list(contents.kernels)
        self.lacks: dict[str, str] = {}
        self.headers: list[str] = []
        self.stubs = Path(mkdtemp(dir=maker.folder, prefix="stubs-"))
        self.sliced = False
        self.opened = False

    def build(self) -> Build:
        """One attempt."""
        contents = self.contents._replace(structures=tuple(self.structures))
        return self.maker.build(self.unit, contents, self.kernels)

    def mend(self, log: str) -> bool:
        """Take out what the compiler has stumbled over; False where nothing more can be."""
        if self._open(log):
            return True
        guilty = source.named_in(log, self.kernels)
        self._drop(guilty)
        return (
            bool(guilty)
            or self._without_made_up(log)
            or self._stub(log)
            or self._slice(log)
            or self._slice_headers(log)
        )

    def _without_made_up(self, log: str) -> bool:
        """Do without the templates whose arguments are nobody's, where the linker lacks what such may ask for."""
        lacking = UNDEFINED.search(log)
        guilty = (
            {k.expression: f"{lacking[1] or lacking[2]} is not defined" for k in self.kernels if k.implied}
            if lacking
            else {}
        )
        self._drop(guilty)
        return bool(guilty)

    def _open(self, log: str) -> bool:
        """Make private members of headers public, then do without the structures that errors are about."""
        strange = source.structures_in(log, self.structures)
        if strange and not self.opened:
            self.opened = True
            self.unit = replace(self.unit, flags=(*self.unit.flags, *source.OPEN))
        else:
            self.structures = [s for s in self.structures if s not in strange]
        return bool(strange)

    def _drop(self, guilty: dict[str, str]) -> None:
        self.lacks |= guilty
        self.kernels = [k for k in self.kernels if k.expression not in guilty]

    def _stub(self, log: str) -> bool:
        """Do without a header that is not there, and without the host code that needs it."""
        header = slices.missing_header(log)
        if not header or not slices.stub(self.stubs, header):
            return False
        self.headers.append(header)
        if len(self.headers) == 1:
            self.unit = replace(self.unit, flags=(*self.unit.flags, f"-I{self.stubs}"))
            self._without_host_code()
        return True

    def _without_host_code(self) -> None:
        self.sliced = True
        data = slices.without_host_code(self.unit.path, self.unit.data, self.config)
        self.unit = replace(self.unit, data=data)

    def _slice(self, log: str) -> bool:
        """Do without what the errors are in: all host code first, then what they name."""
        lines = slices.error_lines(log, self.unit.path.absolute())
        if not lines:
            return False
        if not self.sliced:
            self._without_host_code()
            return True
        cut = slices.without_lines(self.unit.path, self.unit.data, self.config, lines)
        if cut.data == self.unit.data:
            return False
        self.unit = replace(self.unit, data=cut.data)
        self._gone(cut, log, self.unit.path.absolute())
        return True

    def _gone(self, cut: slices.Cut, log: str, path: Path) -> None:
        """Do without the kernels that a file has lost."""
        for name, line in cut.kernels:
            reason = slices.error_at(log, path, line)
            self._drop({k.expression: reason for k in self.kernels if k.name.encode() == name})

    def _slice_headers(self, log: str) -> bool:
        """The same for the project's headers, which are read from shorter copies (nvcc cannot do so)."""
        if self.maker.language == "nvidia":
            return False
        files = Files(Context(Source(self.unit.path, self.unit.data), self.config), self.unit.flags)
        overlay = dict(self.unit.overlay)
        changed = False
        for header in (context.source.path.absolute() for context in files.known[1:]):
            lines = slices.error_lines(log, header)
            data = overlay.get(header, header).read_bytes() if lines else b""
            cut = slices.Cut(slices.without_host_code(header, data, self.config))
            if cut.data == data:
                cut = slices.without_lines(header, data, self.config, lines)
                self._gone(cut, log, header)
            if cut.data != data:
                changed, self.sliced = True, True
                overlay[header] = Path(mkdtemp(dir=self.stubs)) / header.name
                overlay[header].write_bytes(cut.data)
        self.unit = replace(self.unit, overlay=tuple(overlay.items()))
        return changed

    @property
    def left_out(self) -> str:
        """What the driver was built without, in words."""
        if self.headers:
            return f"without {', '.join(self.headers)}, which this machine lacks, and without the host code"
        return "without its host code, which does not build" if self.sliced else ""


def make(unit: Unit, contents: Contents, maker: Maker, config: Config) -> Program:
    """Build the driver; kernels that cannot be built (a template with unfit arguments) are left out by name."""
    making = _Making(unit, contents, maker, config)
    made = making.build()
    tried = 0
    while made.binary is None and making.kernels and tried - min(len(making.headers), HEADERS) < ATTEMPTS:
        if not making.mend(made.log):
            break
        made, tried = making.build(), tried + 1
    if made.binary is None:
        reason = first_error(made.log)
        making.lacks |= {k.expression: f"the driver was not built: {reason}" for k in making.kernels}
    return Program(made, making.lacks, making.left_out)
