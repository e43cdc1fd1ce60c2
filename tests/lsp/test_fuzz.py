"""Random sessions: no exception, no drift between the texts; `python -m bench.lsp_fuzz` has long ones."""

import pytest

from bench import lsp_fuzz


@pytest.mark.asyncio
@pytest.mark.parametrize(("encoding", "seed"), [("utf-8", 1), ("utf-16", 2), ("utf-32", 3)])
async def test_a_random_session_leaves_no_error_and_no_drift(encoding: str, seed: int) -> None:
    result = await lsp_fuzz.run(700, encoding, seed)
    assert result["encoding"] == encoding
    assert result["errors"] == [] and result["drifts"] == 0 and result["status"] == 0
    assert result["pulls"] > 10 and result["messages"] >= 700


@pytest.mark.asyncio
async def test_a_recorded_session_can_be_had_again() -> None:
    first = await lsp_fuzz.run(60, "utf-16", 4)
    again = await lsp_fuzz.run(0, "utf-16", 0, first["record"])
    assert again["errors"] == []
    sent = [(each["method"], each["params"]) for each in first["record"]]
    assert [(e["method"], e["params"]) for e in again["record"] if e["method"] != "initialize"] == [
        each for each in sent if each[0] != "initialize"
    ]


def test_a_server_that_takes_utf_16_for_utf_8_would_be_noticed() -> None:
    one, other = lsp_fuzz.Copy("\U0001f600x", "utf-16"), lsp_fuzz.Copy("\U0001f600x", "utf-8")
    assert (one.place(1)["character"], other.place(1)["character"]) == (2, 4)
    assert lsp_fuzz.Copy("a\r\nb\rc\u2028d", "utf-16").place(6) == {"line": 2, "character": 1}
