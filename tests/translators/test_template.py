"""Chat templates: what comes of right ones, and that no template, however it is meant, takes long or does harm."""

import time

import pytest

from cass_tools.errors import CassError
from cass_tools.translators import template
from cass_tools.translators.template import BOS, CHATML, EOS, Turn, turn

QWEN = """\
{%- if messages[0]['role'] == 'system' -%}
    {{- '<|im_start|>system\\n' + messages[0]['content'] + '<|im_end|>\\n' -}}
{%- else -%}
    {{- '<|im_start|>system\\nYou are Qwen.<|im_end|>\\n' -}}
{%- endif -%}
{%- for message in messages -%}
    {%- if message.role == 'tool' -%}{% continue %}{%- endif -%}
    {{- '<|im_start|>' + message.role + '\\n' + message.content | trim + '<|im_end|>\\n' -}}
{%- endfor -%}
{%- if add_generation_prompt and not tools -%}
    {{- '<|im_start|>assistant\\n' -}}
{%- endif -%}
"""


def test_what_stands_around_what_is_said() -> None:
    assert turn(CHATML) == Turn("<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n")
    before, after = turn(QWEN, [CHATML])
    assert before == "<|im_start|>system\nYou are Qwen.<|im_end|>\n<|im_start|>user\n"
    assert after == "<|im_end|>\n<|im_start|>assistant\n"


def test_what_templates_of_the_hub_use_is_there() -> None:
    text = "{{ {'a': 'é<'} | tojson }}{{ messages[0].content }}{% generation %}ok{% endgeneration %}"
    assert turn(text) == Turn('{"a": "é<"}', "ok")


def test_tokens_get_the_names_that_a_model_has_for_them() -> None:
    made = turn("{{ bos_token }}[INST] {{ messages[0].content }} [/INST]{{ eos_token }}")
    assert made == Turn(f"{BOS}[INST] ", f" [/INST]{EOS}")
    assert made.named("<s>", "</s>") == Turn("<s>[INST] ", " [/INST]</s>")


def test_the_day_is_that_of_the_loading() -> None:
    before, _ = turn("{{ strftime_now('%Y') }}: {{ messages[0].content }}")
    assert before == f"{time.strftime('%Y')}: "


ENDLESS = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
HUGE = "{% for a in range(99999) %}{{ 'x' * 99999 }}{% endfor %}"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (ENDLESS, "does not come to an end within 2 seconds"),
        ("{{ 9 ** (9 ** 9) }}", "does not come to an end within 2 seconds"),  # computed when it is compiled
        ("{{ 'x' * 2000000 }}{{ messages[0].content }}", "writes more than 1 MiB"),
        ("{{ 'x' * 10 ** 10 }}", "fails: MemoryError"),
        ("{{ 1 / 0 }}", "fails: ZeroDivisionError"),
        ("{% for", "fails: TemplateSyntaxError"),
        ("{{ raise_exception('only for\\nadults') }}", "fails: ValueError: only for adults"),
        ("{{ ''.__class__.__mro__[1].__subclasses__() }}", "fails: SecurityError"),
        ("{% include 'cass_tools/model.py' %}", "fails: "),
        ("{" * 50_000, "fails: "),
        ("{{ " + "(" * 50_000, "fails: "),
        ("{{ messages[0].content | e }}", "changes what is said"),
        ("{{ messages[0].content | replace('    ', ' ') }}", "changes what is said"),
        ("hello", "changes what is said"),
    ],
)
def test_a_template_that_gives_no_turn_is_an_error_in_words(
    monkeypatch: pytest.MonkeyPatch, text: str, words: str
) -> None:
    monkeypatch.setattr(template, "SECONDS", 2.0)
    began = time.monotonic()
    with pytest.raises(CassError, match=words):
        turn(text)
    assert time.monotonic() - began < 60


def test_so_is_one_beside_it_that_would_only_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(template, "SECONDS", 2.0)
    with pytest.raises(CassError, match="does not come to an end"):
        turn(CHATML, ["{{ 9 ** (9 ** 9) }}"])


def test_all_that_a_template_writes_costs_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(template, "SECONDS", 2.0)
    with pytest.raises(CassError, match=r"MemoryError|does not come to an end|writes more"):
        turn(HUGE)
