"""Which context reads which build file, and whether a file has anything to do with CUDA."""

from cass_tools.build_files.cmake import CMakeContext
from cass_tools.build_files.context import BuildContext
from cass_tools.build_files.make import MakeContext
from cass_tools.build_files.plain import PlainContext
from cass_tools.build_files.project import ProjectContext
from cass_tools.build_files.python import BazelContext, PythonContext
from cass_tools.config import Config
from cass_tools.file_kind import FileKind, kind_of
from cass_tools.model import Source

_CONTEXTS: dict[FileKind, type[BuildContext]] = {
    each.kind: each for each in (CMakeContext, MakeContext, PythonContext, BazelContext, ProjectContext, PlainContext)
}


def read(source: Source, config: Config) -> BuildContext:
    """The context of a build file."""
    return _CONTEXTS[kind_of(source.path)](source, config.at(source.path))
