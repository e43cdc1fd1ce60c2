"""Bubblewrap, which distributions allow namespaces that they forbid to other programs."""

import os
import sys

from cass_tools.sandbox.options import Options
from cass_tools.sandbox.root import plan

NAME = "bwrap"
APART = ("--unshare-all", "--die-with-parent", "--cap-drop", "ALL")
FLAGS = {"read": "--ro-bind", "write": "--bind", "device": "--dev-bind"}


def words(program: str, options: Options) -> list[str]:
    """Its command line, without the command."""
    said = [program, *APART, "--dev", "/dev", "--proc", "/proc"]
    package = os.path.dirname(os.path.dirname(__file__))
    start = [sys.base_prefix, os.path.dirname(os.path.dirname(sys.executable)), package]  # of the second confine.py
    for kind, what, place in plan(options, start):
        said += ["--symlink" if kind == "link" else FLAGS[kind], what, place]
    return [*said, "--remount-ro", "/", "--chdir", options.start]
