"""The same attacks from the host code of a translation that is verified."""

import os
import shlex
import socket
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from cass_tools.model import Outcome, Target, Verdict
from cass_tools.runners import Limits
from cass_tools.sandbox import processes, watch
from cass_tools.sandbox.root import own_process_limit
from cass_tools.trial import Settings, Unit
from cass_tools.verify import bench

pytestmark = pytest.mark.gpu_code
FOLDER = Path(__file__).parent
ORIGINAL, CANDIDATE = FOLDER / "original.cu", FOLDER / "attacks.hip"
LIMITS = Limits(timeout=10, memory=4 << 30, output=1 << 20)
SETTINGS = Settings(targets=(Target("gfx1100"),), limits=LIMITS, orders=False)


@pytest.fixture(scope="module", autouse=True)
def _built() -> None:
    """Compile it once: the other tests find it in the cache of builds, and the time limits are for runs."""
    assert verify("nothing").outcome is Outcome.PASSED


def verify(*words: object, settings: Settings = SETTINGS) -> Verdict:
    settings = replace(settings, args=tuple(map(str, words)))
    with bench(Unit(ORIGINAL, ORIGINAL.read_bytes()), settings) as place:
        return place.verify(Unit(CANDIDATE, CANDIDATE.read_bytes()))


def test_what_kernels_did_is_told_in_every_form_of_the_sandbox(form: str) -> None:
    verdict = verify("nothing")
    assert verdict.outcome is Outcome.PASSED, (form, verdict)


def test_verdicts_on_kernels_say_what_the_sandbox_lacks(form: str) -> None:
    cheats = FOLDER.parent / "cheats"
    original, candidate = cheats / "kernel.cu", cheats / "honest_kernel.hip"
    with bench(Unit(original, original.read_bytes()), SETTINGS) as place:
        verdict = place.verify(Unit(candidate, candidate.read_bytes()))
    assert verdict.outcome is Outcome.PASSED, (form, verdict)
    assert any("kept apart less than usual" in note for note in verdict.notes) == (form == "plain"), verdict.notes


def test_keys_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "id_rsa").write_text("SECRET")
    verdict = verify("read", tmp_path / "id_rsa")
    assert verdict.outcome is Outcome.PASSED, verdict  # it printed nothing more than it should
    assert verify("read", CANDIDATE).outcome is Outcome.PASSED
    assert verify("read", "/etc/shadow").outcome is Outcome.PASSED


def test_nothing_is_written_outside(tmp_path: Path) -> None:
    verify("write", tmp_path / "new")
    verify("write", CANDIDATE.with_suffix(".new"))
    assert list(tmp_path.iterdir()) == []
    assert not CANDIDATE.with_suffix(".new").exists()


def test_no_network(tmp_path: Path) -> None:
    with socket.socket() as tcp, socket.socket(type=socket.SOCK_DGRAM) as udp:
        tcp.bind(("127.0.0.1", 0))
        tcp.listen()
        udp.bind(("127.0.0.1", 0))
        assert verify("tcp", tcp.getsockname()[1]).outcome is Outcome.PASSED
        assert verify("udp", udp.getsockname()[1]).outcome is Outcome.PASSED
    with socket.socket(socket.AF_UNIX) as local:
        name = str(tmp_path / "s")
        local.bind(name)
        local.listen()
        assert verify("socket", name).outcome is Outcome.PASSED
    assert verify("dns").outcome is Outcome.PASSED


def test_secrets_of_the_environment_are_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "SSH_AUTH_SOCK"):
        monkeypatch.setenv(name, "x")
        assert verify("environment", name).outcome is Outcome.PASSED


def test_no_signals_to_others() -> None:
    with subprocess.Popen(["/bin/sleep", "60"]) as other:
        assert verify("kill", other.pid).outcome is Outcome.PASSED
        assert other.poll() is None
        other.kill()


def left_running() -> list[str]:
    """Command lines of processes that the program left."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if entry.name.isdigit() and b"attacks" in words[0] and processes.alive(int(entry.name)):
            found.append(shlex.join(word.decode() for word in words))
    return found


@pytest.mark.parametrize("attack", ["detach", "forks", "sleep", "spin", "print"])
def test_nothing_goes_on(attack: str) -> None:
    if attack == "forks" and os.getuid() == 0 and not own_process_limit():
        pytest.skip("the kernel does not bound the processes of user 0 here; the machine would suffer")
    verdict = verify(attack)
    expected = {"detach": {Outcome.PASSED}, "print": {Outcome.TIMED_OUT}, "forks": {Outcome.CRASHED, Outcome.TIMED_OUT}}
    assert verdict.outcome in expected.get(attack, {Outcome.TIMED_OUT}), verdict
    assert left_running() == []


@pytest.mark.parametrize("folder", [".", "/tmp", "/dev/shm"])  # noqa: S108
def test_the_disk_is_not_filled(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "FILES", 128 << 20)
    verdict = verify("fill", folder)
    assert verdict.outcome is Outcome.CRASHED, verdict
    assert any("of files" in step.detail for step in verdict.steps)
    assert not list(Path(folder).glob("fill*"))


def test_memory_runs_out_for_it_alone() -> None:
    settings = replace(SETTINGS, limits=replace(LIMITS, memory=2 << 30))
    assert verify("hog", settings=settings).outcome is Outcome.CRASHED


def test_a_linked_file_is_not_compared(tmp_path: Path) -> None:
    (tmp_path / "id_rsa").write_text("SECRET")
    verdict = verify("link", tmp_path / "id_rsa", settings=replace(SETTINGS, compare_files=("result.txt",)))
    assert verdict.outcome is Outcome.WRONG_OUTPUT
    assert "SECRET" not in str(verdict)
