"""Refusals: what the translator does not know is named, never guessed."""


class Unsupported(Exception):
    """Instructions or operands of a kernel without a translation, e.g. ``gfx90a v_mfma_f32_32x32x8f16``."""

    def __init__(self, *names: str) -> None:
        self.names = tuple(sorted(set(names)))
        super().__init__(", ".join(self.names))
