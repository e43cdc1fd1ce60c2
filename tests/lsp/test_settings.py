"""Settings of an editor: taken one by one, what is wrong is told and stays as it was."""

from typing import Any

import pytest
from cass_lsp.settings import KEYS, Options, from_client, updated

from cass_tools.model import Target


def test_every_setting_counts() -> None:
    values: dict[str, Any] = {
        "hipVersion": "7.0",
        "cudaVersion": "11.8",
        "launchSyntax": "macro",
        "warpPolicy": "native",
        "api": "roc",
        "style": "hipify",
        "compiler": "clang",
        "runner": "exec",
        "model": "auto",
        "arch": "gfx942",
        "timeout": 5,
        "debounce": 20,
        "workspaceDiagnostics": False,
        "inlayHints": False,
        "codeLens": False,
    }
    assert values.keys() == set(KEYS)
    options, problems = updated(Options(), values)
    config = options.config
    assert problems == [] and options.model == "auto"
    assert (config.hip_version, config.cuda_version, config.compiler) == ((7, 0), (11, 8), "clang")
    assert (config.launch_syntax, config.warp_policy, config.api, config.style) == ("macro", "native", "roc", "hipify")
    assert (options.runner, options.targets, options.timeout, options.debounce) == (
        "exec",
        (Target("gfx942"),),
        5,
        0.02,
    )
    assert not (options.workspace or options.inlay_hints or options.code_lens)
    tried = options.trying(config)
    assert tried.config.archs == ("gfx942",) and tried.limits.timeout == 5 and tried.runner == "exec"


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("hipVersion", "six", "no version"),
        ("arch", "", "names no GPU"),
        ("arch", 1100, "must be a string"),
        ("api", "cuda", "choose hip or roc"),
        ("inlayHints", "yes", "must be true or false"),
        ("timeout", True, "must be a number"),
        ("timeout", 0, "must not be below 0.1"),
        ("colour", "red", "is not known"),
        ("trusted", True, "which a workspace cannot set"),
    ],
)
def test_what_is_wrong_is_told(name: str, value: Any, words: str) -> None:
    options, problems = updated(Options(), {name: value, "debounce": 50, "style": None})
    assert len(problems) == 1 and words in problems[0] and f"cass.{name}" in problems[0]
    assert options == updated(Options(), {"debounce": 50})[0] and not options.trusted


def test_only_the_client_says_that_it_is_trusted() -> None:
    options, problems = from_client(Options(), {"trusted": True, "notifications": True, "arch": "gfx1100"})
    assert options.trusted and options.notifications and options.targets == (Target("gfx1100"),) and not problems
