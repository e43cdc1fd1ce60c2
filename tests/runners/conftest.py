"""The `cass` fixture, for tests of runners through the command."""

from tests.cli.conftest import cass

__all__ = ["cass"]
