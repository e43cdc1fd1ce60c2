"""A statement in a device function, translated."""

from pathlib import Path

from cass_tools import engine
from cass_tools.config import Config
from cass_tools.model import Finding, Safety, Source

FUNCTION = (
    "__device__ void f(unsigned a, unsigned b, unsigned& d, int s, float x, float& y, double z, unsigned long long w,\n"
    "                  int* p, const float* q, unsigned short h, unsigned n) {{\n    {0}\n}}\n"
)


def findings(text: str) -> list[Finding]:
    """What CASS120 finds in a file."""
    found = engine.check(Source(Path("test.cu"), text.encode()), Config())
    return [finding for finding in found if finding.code == "CASS120"]


def translated(text: str) -> str:
    """A file after the fixes of CASS120."""
    return engine.apply(text.encode(), engine.choose(findings(text), Safety.UNSAFE)).decode()


def body(statement: str) -> str:
    """What becomes of a statement in a function with the parameters of FUNCTION; brought functions are left out."""
    done = translated(FUNCTION.format(statement))
    return done.partition("{\n    ")[2].rpartition("\n}")[0] if "namespace cass" not in done else _last(done)


def _last(done: str) -> str:
    return done.rpartition("unsigned n) {\n    ")[2].rpartition("\n}")[0]


def refusal(statement: str) -> str:
    """The message for a statement that is not translated."""
    (finding,) = findings(FUNCTION.format(statement))
    assert finding.fix is None
    return finding.message
