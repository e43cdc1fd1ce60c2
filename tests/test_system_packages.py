"""`cass doctor --fix`: the right names on each distribution, nothing without a yes, and no silent sudo."""

import io
import os
import platform
from collections.abc import Callable
from pathlib import Path

import pytest

from cass_tools import system_packages
from cass_tools.cli import doctoring
from cass_tools.compilers import nvidia_tools
from cass_tools.doctor import Part
from cass_tools.errors import CassError

ALL = ("clang", "lld", "HIP headers", "device libraries", "C++ compiler", "runner ssh:HOST")
COMMON = "libamdhip64-dev g++ openssh-client"
System = Callable[..., Path]


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> System:
    """Another distribution: its os-release, and a manager that knows some packages and writes down what it is told."""

    def become(release: dict[str, str], manager: str, knows: str, *, root: bool = True, sudo: bool = True) -> Path:
        folder, log, known = tmp_path / "bin", tmp_path / "log", tmp_path / "known"
        folder.mkdir(exist_ok=True)
        known.write_text("".join(f"{name}\n" for name in knows.split()))
        log.write_text("")
        asks = f'for last; do :; done; exec grep -qxF -- "$last" {known}'
        tells = f'echo "$0 $*" | sed "s#.*/##" >> {log}; case " $* " in *" update "*) cat {known}.new >> {known};; esac'
        both = f'case " $* " in *" install "*|*" update "*|*" -S "*) {tells};; *) {asks};; esac'
        script(folder / manager, both)
        script(folder / "apt-cache", asks)
        if sudo:
            script(folder / "sudo", f'echo "sudo $*" >> {log}; exec "$@"')
        monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin" if sudo else str(folder))
        monkeypatch.setattr(platform, "freedesktop_os_release", lambda: release)
        monkeypatch.setattr(os, "geteuid", lambda: 0 if root else 1000)
        return log

    return become


def script(path: Path, body: str) -> None:
    path.write_text(f"#!/bin/bash\n{body}\n")
    path.chmod(0o755)


DEBIAN_12 = f"clang-14 lld-14 clang-19 lld-19 rocm-device-libs {COMMON}"
DEBIAN_13 = f"clang-19 lld-19 clang-17 lld-17 rocm-device-libs-17 {COMMON}"
NOBLE = f"clang-18 lld-18 rocm-device-libs-17 {COMMON}"
FEDORA = "clang lld rocm-hip-devel rocm-device-libs gcc-c++ openssh-clients"
ARCH = "clang lld hip-runtime-amd rocm-llvm gcc openssh"
SUSE = "clang19 lld19 gcc-c++ openssh-clients"


@pytest.mark.parametrize(
    ("release", "manager", "knows", "line", "unknown"),
    [
        ({"ID": "debian"}, "apt-get", DEBIAN_12, "clang-19 lld-19 libamdhip64-dev rocm-device-libs g++", ()),
        ({"ID": "debian"}, "apt-get", DEBIAN_13, "clang-19 lld-19 libamdhip64-dev rocm-device-libs-17 g++", ()),
        ({"ID": "ubuntu", "ID_LIKE": "debian"}, "apt-get", NOBLE, "clang-18 lld-18 libamdhip64-dev", ()),
        ({"ID": "linuxmint", "ID_LIKE": "ubuntu debian"}, "apt-get", NOBLE, "clang-18 lld-18", ()),
        ({"ID": "fedora"}, "dnf", FEDORA, "dnf install -y clang lld rocm-hip-devel rocm-device-libs gcc-c++", ()),
        ({"ID": "rocky", "ID_LIKE": "rhel centos fedora"}, "dnf", "clang lld gcc-c++", "clang lld gcc-c++",
         ("HIP headers", "device libraries", "runner ssh:HOST")),
        ({"ID": "arch"}, "pacman", ARCH, "-S --needed --noconfirm clang lld hip-runtime-amd rocm-llvm gcc openssh", ()),
        ({"ID": "opensuse-leap", "ID_LIKE": "suse opensuse"}, "zypper", SUSE, "--no-recommends clang19 lld19 gcc-c++",
         ("HIP headers", "device libraries")),
    ],
    ids=["debian-12", "debian-13", "ubuntu", "mint", "fedora", "rocky", "arch", "suse"],
)  # fmt: skip
def test_names_are_those_of_the_distribution(
    system: System, release: dict[str, str], manager: str, knows: str, *, line: str, unknown: tuple[str, ...]
) -> None:
    system(release, manager, knows)
    planned = system_packages.plan(ALL)
    assert planned is not None
    assert planned.line().startswith(manager)
    assert line in planned.line()
    assert planned.unknown == unknown


def test_a_linker_fits_the_clang_that_is_here(system: System) -> None:
    system({"ID": "debian"}, "apt-get", f"lld-19 lld-18 lld {COMMON}")
    planned = system_packages.plan(["lld"], "18")
    assert planned is not None and planned.command[-1] == "lld-18"


@pytest.mark.parametrize("release", [{"ID": "nixos"}, {}])
def test_an_unknown_distribution_is_left_alone(system: System, release: dict[str, str]) -> None:
    system(release, "apt-get", DEBIAN_12)
    assert system_packages.plan(ALL) is None


def test_nothing_missing_is_nothing_to_do(system: System) -> None:
    system({"ID": "debian"}, "apt-get", DEBIAN_12)
    assert system_packages.plan([]) is None
    assert system_packages.plan(["NVIDIA GPU", "ROCm"]) is None


class Asked(io.StringIO):
    """A terminal that answers."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def lacking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with nothing but NVIDIA's tools."""
    monkeypatch.setattr(doctoring, "parts", lambda: iter([Part("ROCm", "", ""), *(Part(name, "", "") for name in ALL)]))
    monkeypatch.setattr(nvidia_tools, "find", lambda name: Path("/cuda") / name)


@pytest.mark.usefixtures("lacking")
def test_a_yes_installs_with_sudo_that_was_shown(
    system: System, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    log = system({"ID": "debian"}, "apt-get", DEBIAN_13, root=False)
    monkeypatch.setattr("sys.stdin", Asked("yes\n"))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    doctoring.repair(yes=False)
    line = "apt-get install -y --no-install-recommends clang-19 lld-19 libamdhip64-dev rocm-device-libs-17 g++"
    assert f"Run: sudo {line}" in capfd.readouterr().err
    assert log.read_text().splitlines() == [f"sudo {line} openssh-client", f"{line} openssh-client"]


@pytest.mark.usefixtures("lacking")
@pytest.mark.parametrize("answer", ["\n", "n\n", "", "yep\n"])
def test_anything_else_installs_nothing(system: System, monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    log = system({"ID": "fedora"}, "dnf", FEDORA)
    monkeypatch.setattr("sys.stdin", Asked(answer))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    doctoring.repair(yes=False)
    assert log.read_text() == ""


@pytest.mark.usefixtures("lacking")
def test_without_a_terminal_only_the_line_is_told(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    log = system({"ID": "fedora"}, "dnf", FEDORA, root=False)
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    with pytest.raises(CassError, match=r"would run: sudo dnf install -y clang lld .*there is no terminal.*add --yes"):
        doctoring.repair(yes=False)
    assert log.read_text() == ""


@pytest.mark.usefixtures("lacking")
def test_lists_come_first_where_there_are_none(system: System, capfd: pytest.CaptureFixture[str]) -> None:
    log = system({"ID": "debian"}, "apt-get", "")
    (log.parent / "known.new").write_text("".join(f"{name}\n" for name in DEBIAN_12.split()))
    doctoring.repair(yes=True)
    first, second = log.read_text().splitlines()
    assert first == "apt-get update" and " rocm-device-libs " in second
    assert "going to run: apt-get update" in capfd.readouterr().err


@pytest.mark.usefixtures("lacking")
def test_no_sudo_and_no_root_is_a_sentence(system: System) -> None:
    system({"ID": "arch"}, "pacman", ARCH, root=False, sudo=False)
    planned = system_packages.Plan(("sudo", "pacman", "-S", "clang"))
    with pytest.raises(CassError, match="there is no sudo: run as root: pacman -S clang"):
        planned.run()


@pytest.mark.usefixtures("lacking")
def test_a_manager_that_fails_is_told(system: System, tmp_path: Path) -> None:
    system({"ID": "fedora"}, "dnf", FEDORA)
    body = (tmp_path / "bin/dnf").read_text()
    (tmp_path / "bin/dnf").write_text(body.replace("#!/bin/bash\n", '#!/bin/bash\n[ "$1" = install ] && exit 7\n'))
    with pytest.raises(CassError, match=r"dnf install .* ended with exit status 7"):
        doctoring.repair(yes=True)
