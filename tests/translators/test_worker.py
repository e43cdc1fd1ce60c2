"""The process that holds a model, with a model that fails as no error foresees."""

import json
import socket
import threading
from types import SimpleNamespace
from typing import Any

from cass_tools.translators.worker import Service


class Failing:
    """A model whose file has a chat template that divides by zero."""

    def answer(self, *_: Any) -> Any:
        raise ZeroDivisionError("division by zero")


def test_a_template_that_fails_is_an_answer_in_words() -> None:
    mine, its = socket.socketpair(socket.AF_UNIX)
    settings = SimpleNamespace(_asdict=dict)
    service = Service(Failing(), settings)  # type: ignore[arg-type]
    thread = threading.Thread(target=service.serve, args=(its,))
    thread.start()
    with mine, mine.makefile("r") as told:
        asked = {"opening": "", "input": "int x;", "closing": ""}
        for _ in range(2):  # the next question is answered, too
            mine.sendall(json.dumps({"ask": asked}).encode() + b"\n")
            assert json.loads(told.readline()) == {
                "error": "the model could not answer: ZeroDivisionError: division by zero"
            }
    thread.join(timeout=10)
    assert not thread.is_alive() and not service.busy
