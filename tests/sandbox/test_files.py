"""What a program in the sandbox reads and writes, and what is left of it."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from cass_tools import proc
from cass_tools.proc import Completed
from cass_tools.runners.process import as_run, left
from cass_tools.sandbox import policy

Python = Callable[..., Completed]
READ = "import sys; print(open(sys.argv[1]).read())"
WRITE = "import sys; open(sys.argv[1], 'w').write('changed')"


def test_a_program_may_name_itself_and_its_threads_but_change_nothing_else_of_proc(form: str, python: Python) -> None:
    script = """
import threading
def name():
    tid = threading.get_native_id()
    open(f"/proc/self/task/{tid}/comm", "w").write("worker")
    print(open(f"/proc/self/task/{tid}/comm").read())
thread = threading.Thread(target=name); thread.start(); thread.join()
for path in ("/proc/sys/kernel/hostname", "/proc/sysrq-trigger", "/proc/sys/vm/drop_caches"):
    try: open(path, "w").write("x"); print("WROTE", path)
    except OSError: pass
"""
    done = python(script)
    assert done.stdout == b"worker\n\n", (form, done.stdout, done.stderr)


def test_keys_and_other_projects_cannot_be_read(form: str, python: Python, tmp_path: Path) -> None:
    key = tmp_path / "home" / ".ssh" / "id_rsa"
    key.parent.mkdir(parents=True)
    key.write_text("SECRET")
    for name in (key, tmp_path / "work" / ".." / "home" / ".ssh" / "id_rsa"):
        done = python(READ, name)
        assert done.status == 1, form
        assert b"SECRET" not in done.stdout + done.stderr
    link = "import os, sys; os.symlink(sys.argv[1], 'link'); print(open('link').read())"
    assert b"SECRET" not in python(link, key).stdout
    hard = "import os, sys; os.link(sys.argv[1], 'hard'); print(open('hard').read())"
    assert b"SECRET" not in python(hard, key).stdout
    listing = python("import os, sys; print(os.listdir(sys.argv[1]))", key.parent)
    assert b"id_rsa" not in listing.stdout


@pytest.mark.parametrize("name", ["/etc/shadow", "/root/.bashrc", "/proc/1/environ", "/var/log/syslog", "/dev/kmsg"])
def test_what_is_the_systems_alone_cannot_be_read(form: str, python: Python, name: str) -> None:
    script = "import sys; data = open(sys.argv[1], 'rb').read(100); print(len(data))"
    done = python(script, name)
    assert done.status == 1, (form, done.stdout)


def test_the_one_who_waits_cannot_be_read(form: str, python: Python) -> None:
    script = "import os, sys; print(open(f'/proc/{sys.argv[1]}/environ', 'rb').read()); print(os.listdir('/proc/1/fd'))"
    for pid in (os.getpid(), 1):
        assert python(script, pid).status == 1, form


def test_nothing_is_written_outside(form: str, python: Python, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.write_text("precious")
    through = "import os, sys; os.symlink(sys.argv[1], 'link'); open('link', 'w').write('changed')"
    scripts = (WRITE, through, "import os, sys; os.remove(sys.argv[1])", "import os, sys; os.rename(sys.argv[1], 'x')")
    for script in scripts:  # where /tmp is the program's own it may make such a file there
        python(script, mine)
        assert mine.read_text() == "precious", (form, script)
    python(WRITE, tmp_path / "new")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["mine", "work"]
    for name in (f"/usr/share/cass-{form}", "/proc/sys/kernel/core_pattern", "/sys/kernel/mm/ksm/run", "/new"):
        assert python(WRITE, name).status == 1, (form, name)
    for script in ("import os; os.chmod('/usr/bin/env', 0o777)", "import os; os.utime('/usr/bin/env')"):
        if form != "plain":  # Landlock does not keep modes and times
            assert python(script).status == 1, (form, script)


def test_disks_and_memory_are_no_devices_here(form: str, python: Python) -> None:
    script = "import glob, os; [os.open(name, os.O_RDONLY) for name in glob.glob('/dev/[vsn][dv]*') + ['/dev/mem']]"
    assert python(script).status == 1, form
    usable = "open('/dev/null', 'w').write('x'); assert len(open('/dev/urandom', 'rb').read(9)) == 9"
    assert python(usable).status == 0, form


def test_the_own_folders_are_usable_and_gone_afterwards(form: str, python: Python, tmp_path: Path) -> None:
    script = """if True:
        import os, sys
        open('here', 'w').write('kept')
        for folder in (os.environ['HOME'], os.environ['TMPDIR'], *sys.argv[1:]):
            open(folder + '/cass-test-file', 'w').write('x')
        print(os.environ['TMPDIR'])
    """
    shared = () if form == "plain" else ("/tmp", "/dev/shm")  # noqa: S108
    done = python(script, *shared)
    assert done.status == 0, (form, done.stderr)
    assert (tmp_path / "work" / "here").read_text() == "kept"
    assert not Path(done.stdout.decode().strip()).exists()
    assert not any(Path(folder, "cass-test-file").exists() for folder in ("/tmp", "/dev/shm"))  # noqa: S108


def test_shared_memory_of_others_is_out_of_reach(form: str, python: Python) -> None:
    with tempfile.NamedTemporaryFile(dir="/dev/shm") as file:
        file.write(b"SECRET")
        file.flush()
        assert python(READ, file.name).status == 1, form


def test_a_program_may_delete_its_own_folder(form: str, python: Python, tmp_path: Path) -> None:
    script = "import os; open('a', 'w'); os.mkdir('b'); os.remove('a'); os.rmdir('b'); os.rmdir(os.getcwd())"
    done = python(script)
    assert done.status in (0, 1), form
    run = as_run(done, runner="exec", target=None, cwd=tmp_path / "work", keep_files=("a", "b"))
    assert run.files == (("a", None), ("b", None))


def test_what_cannot_be_entered_is_removed_too(form: str, python: Python) -> None:
    script = """if True:
        import os
        os.chdir(os.environ['TMPDIR'])
        print(os.getcwd())
        os.makedirs('a/b'); os.chmod('a/b', 0); os.chmod('a', 0)
        for _ in range(1500):
            os.mkdir('deep'); os.chdir('deep')
    """
    done = python(script)
    assert done.status == 0, (form, done.stderr)
    assert not Path(done.stdout.decode().strip()).exists()


def test_links_to_data_are_followed(form: str, tmp_path: Path) -> None:
    data, work = tmp_path / "data", tmp_path / "work"
    data.mkdir()
    work.mkdir()
    (data / "large.bin").write_text("numbers")
    (data / "private.txt").write_text("SECRET")
    (work / "large.bin").symlink_to(data / "large.bin")
    command = ["cat", "large.bin", str(data / "private.txt")]
    assert proc.run(command, cwd=work, sandbox=True, readable=[data / "large.bin"]).stdout == b"numbers", form


def test_a_folder_behind_links_is_found(form: str, tmp_path: Path) -> None:
    real = tmp_path / "real" / "deep"
    real.mkdir(parents=True)
    (real / "file").write_text("text")
    (tmp_path / "absolute").symlink_to(tmp_path / "real")
    (tmp_path / "relative").symlink_to("absolute/deep")
    done = proc.run(["cat", tmp_path / "relative" / "file"], sandbox=True, readable=[tmp_path / "relative"])
    assert done.stdout == b"text", (form, done.stderr)


def test_a_kept_file_is_never_one_of_somebody_else(tmp_path: Path) -> None:
    key, work = tmp_path / "id_rsa", tmp_path / "work"
    (work / "out").mkdir(parents=True)
    key.write_text("SECRET")
    (work / "plain").write_text("text")
    (work / "inside").symlink_to("plain")
    (work / "outside").symlink_to(key)
    (work / "up").symlink_to("..")
    (work / "circle").symlink_to("circle")
    (work / "endless").symlink_to("/dev/zero")
    os.mkfifo(work / "pipe")
    assert left(work, "plain", 100) == b"text" == left(work, "inside", 100)
    assert left(work, "plain", 2) == b"te"
    for name in ("outside", "up/id_rsa", "../id_rsa", "circle", "endless", "pipe", "out", "none"):
        assert left(work, name, 100) is None, name


def test_folders_of_variables_are_readable_but_no_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("home/.local/bin", "tools/bin"):
        (tmp_path / name).mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    path = ":".join(str(tmp_path / name) for name in ("home/.local/bin", "tools/bin", "home", "home/.local", "none"))
    found = list(policy.named_folders({"PATH": f"{path}:relative:/", "LD_LIBRARY_PATH": str(tmp_path / "tools")}))
    assert found == [str(tmp_path / name) for name in ("home/.local/bin", "tools/bin", "tools")]
    (tmp_path / "home/.local/bin/clang").touch()
    (tmp_path / "tools/bin/clang").touch()
    assert policy.installation(tmp_path / "tools/bin/clang") == tmp_path / "tools"
    assert policy.installation(tmp_path / "home/.local/bin/clang") == tmp_path / "home/.local/bin"
