"""The refusal of what has no translation; its text names the instruction or operand."""


class Unsupported(Exception):
    """A kernel needs something that is not lifted; never guessed. `address`: the instruction's offset, where known."""

    address: int | None = None

    def at(self, address: int) -> "Unsupported":
        """The refusal with the instruction's place, unless it has one."""
        self.address = address if self.address is None else self.address
        return self
