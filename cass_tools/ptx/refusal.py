"""Why a statement is not translated."""


class Refusal(Exception):
    """A statement without a translation: a sentence for the finding; `names` are the instructions in the way."""

    def __init__(self, reason: str, *names: str) -> None:
        super().__init__(reason)
        self.names = names
