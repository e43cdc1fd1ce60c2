"""The refusal of what has no translation; its text names the instruction or operand."""


class Unsupported(Exception):
    """A kernel needs something that is not lifted; never guessed."""
