"""What is between the fences of an answer."""

import pytest

from cass_tools.translators.fences import bytes_of, code_in, complete, grammar

WANTED = ("amd", "hip", "cpp", "")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("```amd\nint x;\n```", "int x;"),
        ("Here it is:\n```hip\nint x;\n```\nIt does this.", "int x;"),
        ("```\n    int x;\n\n```", "    int x;"),
        ("```cpp\nint a;\n```\n```amd\nint b;\n```", "int b;"),
        ("```amd\nint x;", None),  # cut off
        ("```python\nprint()\n```", None),
        ("```amd\n\n```", None),
        ("int x;", "int x;"),
        ("", None),
    ],
)
def test_the_code_of_an_answer(text: str, code: str | None) -> None:
    assert code_in(text, WANTED) == code


def test_an_answer_is_complete_when_its_fence_is_closed() -> None:
    text = "```amd\nint x;\n```"
    assert [n for n in range(len(text) + 1) if complete(text[:n])] == [len(text)]


def test_the_grammar_names_the_fence() -> None:
    assert grammar("hipasm").startswith('root ::= "```hipasm\\n" code "\\n```"\n')


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("a\ud800b", b"a\xef\xbf\xbdb"),
        ("\udc00", b"\xef\xbf\xbd"),
        ("x\ud800", b"x\xef\xbf\xbd"),
        ("\ud83d\ude00", "\U0001f600".encode()),  # two halves that came one after the other
        ("bä🙂", "bä🙂".encode()),
    ],
)
def test_halves_of_characters_become_bytes(text: str, data: bytes) -> None:
    assert bytes_of(text) == data
