"""The rules that hold for a file or directory: those of its project. Light to import."""

from pathlib import Path
from typing import TYPE_CHECKING

from cass_tools.project_file import FILE, content, near
from cass_tools.project_file import nearest as find

if TYPE_CHECKING:
    from cass_tools.user_rules.values import UserRule

__all__ = ["FILE", "find", "rules_for", "rules_in"]


def rules_for(path: Path) -> "tuple[UserRule, ...]":
    """The rules for `path`; none where its project has none. CassError names what is wrong in one."""
    file = near(path)
    return () if file is None else rules_in(file)


def rules_in(file: Path) -> "tuple[UserRule, ...]":
    """The rules of a project's file."""
    if b"rules" not in content(file):
        return ()
    from cass_tools.user_rules.reading import read  # a project without rules need not wait for the grammar

    return read(file)
