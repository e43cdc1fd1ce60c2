"""What an editor is configured to: names as they stand in its settings, below `cass`."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from cass_tools import choices
from cass_tools.config import Config
from cass_tools.errors import CassError
from cass_tools.model import Target
from cass_tools.scan import processors

if TYPE_CHECKING:
    from cass_tools.trial import Settings

WAYS: dict[str, tuple[str, tuple[str, ...]]] = {
    "launchSyntax": ("launch_syntax", ("chevron", "macro")),
    "warpPolicy": ("warp_policy", ("logical32", "native")),
    "api": ("api", ("hip", "roc")),
    "style": ("style", ("cass", "hipify")),
}
VERSIONS = {"hipVersion": "hip_version", "cudaVersion": "cuda_version"}
SWITCHES = {"workspaceDiagnostics": "workspace", "inlayHints": "inlay_hints", "codeLens": "code_lens"}
WORDS = {"compiler", "runner", "model"}
OWN_WORDS = {"runner", "model"}  # of the options themselves, not of the configuration
NUMBERS = {"debounce": 0.0, "timeout": 0.1}
# Only a client's own code may say these, when it starts the server: a workspace's settings come from its author.
FROM_CLIENT = {"trusted": "trusted", "notifications": "notifications", "hoverFindings": "hover_findings"}
KEYS = (*WAYS, *VERSIONS, *SWITCHES, *sorted(WORDS), *NUMBERS, "arch")


@dataclass(frozen=True, slots=True)
class Options:
    """All settings. `debounce` is in seconds. `trusted`: what is in the workspace may be built and run when a command
    asks for it. `notifications`: the client knows `cass/status` and `cass/verdict`. `hover_findings`: hovers tell of
    findings too, which a client that adds its diagnostics to them does not need.
    """

    config: Config = field(default_factory=Config)
    targets: tuple[Target, ...] = tuple(map(Target, Config().archs))
    runner: str = "auto"
    model: str = ""
    timeout: float = 60.0
    debounce: float = 0.1
    workspace: bool = True
    inlay_hints: bool = True
    code_lens: bool = True
    trusted: bool = False
    notifications: bool = False
    hover_findings: bool = True

    def trying(self, config: Config) -> "Settings":
        """How a translation is tried."""
        from cass_tools.runners import Limits  # a server that is asked for no proof need not wait
        from cass_tools.trial import Settings

        config = config._replace(archs=tuple(target.arch for target in self.targets))
        limits = Limits(timeout=self.timeout)
        return Settings(self.targets, self.runner, config, limits, jobs=processors())


def from_client(options: Options, values: Mapping[str, Any]) -> tuple[Options, list[str]]:
    """The options that a client starts the server with, and sentences about what is wrong in them."""
    own: dict[str, Any] = {FROM_CLIENT[name]: bool(values[name]) for name in FROM_CLIENT.keys() & values.keys()}
    rest = {name: value for name, value in values.items() if name not in FROM_CLIENT}
    return updated(replace(options, **own), rest)


def updated(options: Options, values: Mapping[str, Any]) -> tuple[Options, list[str]]:
    """The options with an editor's settings; what is wrong stays as it was, and is told."""
    problems = []
    for name, value in values.items():
        if value is None:
            continue
        try:
            options = _with(options, name, value)
        except CassError as error:
            problems.append(str(error))
    return options, problems


def _with(options: Options, name: str, value: Any) -> Options:
    label = f"cass.{name}"
    if name in SWITCHES:
        return replace(options, **{SWITCHES[name]: _typed(label, value, bool, "true or false")})
    if name in NUMBERS:
        number = float(_typed(label, value, (int, float), "a number"))
        if number < NUMBERS[name]:
            raise CassError(f"{label} {value}: must not be below {NUMBERS[name]:g}")
        return replace(options, debounce=number / 1000) if name == "debounce" else replace(options, timeout=number)
    if name in FROM_CLIENT:
        raise CassError(f"{label} is for initializationOptions, which a workspace cannot set")
    if name not in KEYS:
        raise CassError(f"{label} is not known; there are {', '.join(KEYS)}")
    word = _typed(label, value, str, "a string")
    if name == "arch":
        return replace(options, targets=choices.targets(label, word))
    if name in OWN_WORDS:
        return replace(options, **{name: word})
    if name in VERSIONS:
        change: dict[str, Any] = {VERSIONS[name]: choices.version(label, word)}
    elif name in WAYS:
        change = {WAYS[name][0]: choices.one_of(label, word, WAYS[name][1])}
    else:
        change = {name: word}
    return replace(options, config=options.config._replace(**change))


def _typed(label: str, value: Any, kind: type | tuple[type, ...], words: str) -> Any:
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise CassError(f"{label} must be {words}, not {value!r}")
    return value
