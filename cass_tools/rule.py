"""What a rule is: one module in `rules/` that carries its documentation, its check and its examples.

A rule never writes and never looks at other rules; it turns one captured syntax node into findings. The engine
decides what is applied. Renamed API names are rows of `data/api`, not rules.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from cass_tools.config import Config

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context, Node
    from cass_tools.model import Finding

Check = Callable[["Node", "Context"], Iterable["Finding"]]


class Example(NamedTuple):
    """CUDA source that the rule finds; `after` is the text after its fixes, or None where there is only a finding.

    `config` is for rules that a configuration turns on.
    """

    before: str
    after: str | None = None
    config: Config | None = None


class Rule(NamedTuple):
    """`on` names the captures (cuda/captures.py) whose nodes `check` sees. `doc` is the module's docstring:

    what it finds, why it fails on AMD, an example, what to use instead. `valid` is code that must stay silent.
    `names` limits `identifier` and `call` captures to these names (`identifier` needs it); `needs` skips files whose
    code holds none of these byte strings. Both exist for speed: a rule is asked only where it can find something.
    """

    code: str
    name: str
    on: tuple[str, ...]
    check: Check
    doc: str
    invalid: tuple[Example, ...] = ()
    valid: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()
    needs: tuple[bytes, ...] = ()
