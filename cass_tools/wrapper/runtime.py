"""The folders to link with: HIP's runtime library, or the executor in its place."""

from cass_tools.wrapper.toolbox import Toolbox

LIBRARY = "-lamdhip64"


def folders(target: str, gpus: tuple[str, ...], box: Toolbox) -> tuple[str, ...]:
    """For -L, the first first."""
    if target != "exec":
        return box.link
    from cass_tools.wrapper.exec_mode import link_folder  # few command lines link

    return (str(link_folder(gpus[0], box.generation)), *box.link)


def words(target: str, gpus: tuple[str, ...], box: Toolbox) -> tuple[str, ...]:
    """Words for the last link."""
    return (*(f"-L{folder}" for folder in folders(target, gpus, box)), LIBRARY)
