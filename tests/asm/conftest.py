"""The `cass` fixture, as the command line's tests have it."""

from tests.cli.conftest import cass

__all__ = ["cass"]
