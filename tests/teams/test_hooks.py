"""Hooks in real repositories, by real git and real pre-commit."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.cli.command import Said

ROOT = Path(__file__).parents[2]
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
BIN = Path(sys.executable).parent
BAD = "__device__ int f(int x) { return __shfl_down_sync(0xffffffff, x, 1); }\n"
GOOD = "#include <cuda_runtime.h>\nint main() { cudaDeviceSynchronize(); }\n"


class Repository:
    """A git repository with one commit; commands run in it."""

    def __init__(self, folder: Path, home: Path, *options: str) -> None:
        self.folder = folder
        home.mkdir(exist_ok=True)
        own = {"HOME": str(home), "XDG_STATE_HOME": str(home), "CASS_CACHE": str(home / "cache")}
        left_out = {name for name in os.environ if name.startswith(("GIT_", "PRE_COMMIT"))}
        self.env = {k: v for k, v in os.environ.items() if k not in left_out} | own
        self.env |= {"GIT_CONFIG_GLOBAL": str(home / "gitconfig"), "PATH": f"{BIN}:{os.environ['PATH']}"}
        (home / "gitconfig").write_text(
            '[user]\nname = a\nemail = a@example.org\n[init]\ndefaultBranch = main\n[protocol "file"]\nallow = always\n'
        )
        folder.mkdir()
        self.git("init", "-q", *options)
        self.put("first.txt", "first\n")
        self.commit()

    def act(self, *words: str, stdin: str = "", timeout: float = 300) -> Said:
        done = subprocess.run(
            words,
            cwd=self.folder,
            env=self.env,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )
        return Said(done.returncode, done.stdout, done.stderr)

    def git(self, *words: str) -> str:
        said = self.act("git", *words)
        assert said.status == 0, said
        return said.out

    def put(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def commit(self) -> str:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "c", "--no-verify")
        return self.git("rev-parse", "HEAD").strip()

    def commit_of(self, name: str, text: str) -> str:
        self.put(name, text)
        return self.commit()


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repo", tmp_path / "home")


def local_config(repo: Repository) -> None:
    """The published hooks, run from this checkout."""
    hooks = [{**hook, "language": "system", "entry": str(BIN / hook["entry"])} for hook in HOOKS]
    repo.put(".pre-commit-config.yaml", yaml.safe_dump({"repos": [{"repo": "local", "hooks": hooks}]}))


def test_pre_commit_checks_what_is_staged_and_only_that(repo: Repository) -> None:
    local_config(repo)
    repo.commit()
    path = repo.put("src/a b.cu", GOOD)
    repo.git("add", "-A")
    path.write_text(GOOD + BAD)  # not staged
    assert repo.act("pre-commit", "run", "cass-check").status == 0
    assert path.read_text() == GOOD + BAD
    repo.git("add", "-A")
    path.write_text(GOOD)
    said = repo.act("pre-commit", "run", "cass-check")
    assert said.status == 1
    assert "src/a b.cu:3:51: CASS121 error" in said.out
    assert path.read_text() == GOOD


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("a.cu", True), ("a.cuh", True), ("a.h", True), ("a.hpp", True), ("a.hip", True), ("deep/a.inl", True),
        ("CMakeLists.txt", True), ("x/Makefile", True), ("a.md", False), ("a.ptx", False), ("a.cubin", False),
    ],
)  # fmt: skip
def test_the_patterns_name_the_right_files(repo: Repository, name: str, wanted: bool) -> None:
    local_config(repo)
    repo.put(name, BAD if not name.endswith(("txt", "file")) else "project(x CUDA)\n")
    repo.git("add", "-A")
    said = repo.act("pre-commit", "run", "cass-check", "--verbose")
    assert ("no files to check" in said.out) != wanted, said


def test_pre_commit_between_two_commits(repo: Repository) -> None:
    local_config(repo)
    repo.put("old.cu", BAD)
    before = repo.commit()
    repo.put("new.cu", GOOD)
    repo.commit()
    assert repo.act("pre-commit", "run", "cass-check", "--from-ref", before, "--to-ref", "HEAD").status == 0
    repo.put("new.cu", BAD)
    repo.commit()
    said = repo.act("pre-commit", "run", "cass-check", "--from-ref", before, "--to-ref", "HEAD")
    assert (said.status, "new.cu:1:" in said.out, "old.cu" in said.out) == (1, True, False)


def test_pre_commit_fixes_in_place_and_fails_once(repo: Repository) -> None:
    local_config(repo)
    path = repo.put("a.cu", GOOD)
    repo.git("add", "-A")
    said = repo.act("pre-commit", "run", "cass-fix")
    assert (said.status, "fixed a.cu" in said.out) == (1, True)
    assert "hipDeviceSynchronize" in path.read_text()
    repo.git("add", "-A")
    assert repo.act("pre-commit", "run", "cass-fix").status == 0


def test_many_files_at_once_by_several_processes(repo: Repository) -> None:
    local_config(repo)
    text = repo.folder / ".pre-commit-config.yaml"
    text.write_text(text.read_text().replace("require_serial: true", "require_serial: false"))
    for number in range(60):
        repo.put(f"{number:03}-{'x' * 150}.cu", BAD.replace("x, 1", f"x, {number % 32}"))
    repo.git("add", "-A")
    said = repo.act("pre-commit", "run", "cass-check")
    assert said.out.count(": CASS121 error") == 60


def test_try_repo_installs_and_runs_it(repo: Repository, tmp_path: Path) -> None:
    """As a user's first contact: pre-commit builds a package of this checkout in an environment of its own."""
    shared = tmp_path / "hookrepo"
    files = subprocess.run(
        ["/usr/bin/env", "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=True,
    ).stdout.split(b"\0")  # fmt: skip
    for name in filter(None, files):
        source, target = ROOT / os.fsdecode(name), shared / os.fsdecode(name)
        if source.is_file() and not target.is_relative_to(shared / "tests"):
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())
    other = Repository(shared.with_name("empty"), tmp_path / "home")
    other.act("git", "-C", str(shared), "init", "-q")
    other.act("git", "-C", str(shared), "add", "-A")
    other.act("git", "-C", str(shared), "commit", "-q", "-m", "c")
    repo.put("a.cu", BAD)
    repo.git("add", "-A")
    said = repo.act("pre-commit", "try-repo", str(shared), "cass-check", "--all-files", timeout=900)
    assert "a.cu:1:51: CASS121 error" in said.out, said
    assert said.status == 1


def test_a_plain_hook_stops_a_commit_and_lets_another_pass(repo: Repository) -> None:
    assert repo.act("cass", "hook", "install").status == 0
    path = repo.put("a.cu", GOOD + BAD)
    repo.git("add", "-A")
    path.write_text(GOOD)  # what is staged counts
    said = repo.act("git", "commit", "-m", "c")
    assert said.status == 1
    assert "a.cu:3:" in said.out + said.err
    repo.git("add", "-A")
    path.write_text(GOOD + BAD)
    assert repo.act("git", "commit", "-m", "c").status == 0
    said = repo.act("git", "commit", "-a", "-m", "all")  # git makes an index of its own for that
    assert (said.status, "a.cu:3:" in said.out + said.err) == (1, True)
    assert repo.act("cass", "hook", "uninstall").out == "removed\n"
    assert repo.act("git", "commit", "-a", "-m", "all").status == 0


def test_baseline_renames_links_and_submodules(repo: Repository, tmp_path: Path) -> None:
    repo.put("src/a.cu", BAD)
    assert repo.act("cass", "baseline").status == 0
    repo.commit()
    repo.act("cass", "hook", "install")
    repo.git("mv", "src/a.cu", "src/b.cu")
    assert repo.act("git", "commit", "-m", "renamed").status == 0
    assert repo.act("cass", "baseline", "--prune").out.endswith("2 findings in 1 file, 0 added, 0 gone\n")
    inner = Repository(tmp_path / "inner", tmp_path / "home")
    inner.put("bad.cu", BAD)
    inner.commit()
    repo.git("submodule", "add", "-q", str(inner.folder), "third_party/inner.cu")
    (repo.folder / "link.cu").symlink_to("src/b.cu")
    repo.git("add", "-A")
    said = repo.act("git", "commit", "-m", "submodule")
    assert said.status == 0, said
    repo.put("src/c.cu", BAD)
    repo.git("add", "-A")
    assert repo.act("git", "commit", "-m", "copy").status == 1
    below = repo.act("sh", "-c", "cd src && cass-hook check --staged")
    assert "\nc.cu:1:" in "\n" + below.out


def test_a_hook_that_is_there_is_kept_called_and_put_back(repo: Repository) -> None:
    hook = repo.folder / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho mine >> mine.log\n")
    hook.chmod(0o755)
    for _ in range(2):  # twice is once
        assert repo.act("cass", "hook", "install").status == 0
    repo.put("a.cu", BAD)
    repo.git("add", "a.cu")
    assert repo.act("git", "commit", "-m", "c").status == 1
    assert (repo.folder / "mine.log").read_text() == "mine\n"
    repo.act("cass", "hook", "uninstall")
    assert hook.read_text() == "#!/bin/sh\necho mine >> mine.log\n"
    assert repo.act("cass", "hook", "uninstall").out == "there is no pre-commit hook of cass here\n"


def test_refs_are_read_from_git_whatever_the_work_tree_looks_like(repo: Repository) -> None:
    before = repo.commit_of("a.cu", GOOD)
    repo.commit_of("a.cu", GOOD + BAD)
    (repo.folder / "a.cu").unlink()
    said = repo.act("cass-hook", "check", "--from-ref", before)
    assert (said.status, "a.cu:3:" in said.out) == (1, True)
    assert repo.act("cass-hook", "check", "--from-ref", "HEAD").status == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["check", "--from-ref", "nowhere"], "git diff: "),
        (["check", "--from-ref=--output=made"], "`--output=made` is no ref"),
        (["check", "--from-ref=HEAD", "--to-ref=--output=made"], "`--output=made` is no ref"),
        (["verify", "--from-ref=--output=made"], "`--output=made` is no ref"),
        (["check", "--from-ref="], "`` is no ref"),
        (["check", "--to-ref", "HEAD"], "--to-ref needs --from-ref"),
        (["fix", "--from-ref", "HEAD", "--to-ref", "HEAD"], "unrecognized arguments: --from-ref"),
        (["check", "gone.cu"], "gone.cu: No such file"),
        (["check", "x.cu", "--staged"], "one of them"),
        (["fix"], "changed since it was staged"),
    ],
)
def test_bad_words_are_a_sentence(repo: Repository, words: list[str], sentence: str) -> None:
    path = repo.put("part.cu", GOOD)
    repo.git("add", "-A")
    path.write_text(GOOD + BAD)
    said = repo.act("cass-hook", *words)
    assert (said.status, "Traceback" in said.err) == (2, False)
    assert sentence in said.err
    assert path.read_text() == GOOD + BAD
    assert sorted(each.name for each in repo.folder.iterdir()) == [".git", "first.txt", "part.cu"]


@pytest.mark.parametrize("kind", ["sha1", "sha256"])
def test_refs_without_a_commit_in_common(tmp_path: Path, kind: str) -> None:
    repo = Repository(tmp_path / "repo", tmp_path / "home", "--object-format", kind)
    repo.commit_of("a.cu", BAD)
    repo.git("checkout", "-q", "--orphan", "other")
    repo.commit_of("b.cu", BAD + GOOD)
    said = repo.act("cass-hook", "check", "--from-ref", "main")
    assert (said.status, "b.cu:1:" in said.out, "a.cu" in said.out) == (1, True, False), said
    empty = repo.git("hash-object", "-t", "tree", "/dev/null").strip()
    said = repo.act("cass-hook", "check", "--from-ref", empty)
    assert (said.status, "b.cu:1:" in said.out, "a.cu:1:" in said.out) == (1, True, True), said


@pytest.mark.gpu_code
@pytest.mark.parametrize("kind", ["sha1", "sha256"])
def test_a_push_of_a_first_branch_and_of_what_is_no_commit(tmp_path: Path, kind: str) -> None:
    """The program does not build, so nothing is run to see that it was looked at."""
    repo = Repository(tmp_path / "repo", tmp_path / "home", "--object-format", kind)
    repo.act("git", "init", "-q", "--bare", "--object-format", kind, str(tmp_path / "far.git"))
    repo.git("remote", "add", "origin", str(tmp_path / "far.git"))
    repo.act("cass", "hook", "install", "--stage", "pre-push")
    blob = repo.act("git", "hash-object", "-w", "--stdin", stdin="key\n").out.strip()
    repo.git("tag", "key", blob)
    said = repo.act("git", "push", "origin", "key")
    assert said.status == 0, said
    repo.commit_of("a.cu", '#include "nowhere.h"\nint main() { return cudaDeviceSynchronize(); }\n')
    repo.git("checkout", "-q", "-b", "first")
    said = repo.act("git", "push", "origin", "first")
    assert (said.status, "a.cu: " in said.out + said.err) == (1, True), said


def test_a_hook_before_that_cannot_run_stops_nothing(repo: Repository, tmp_path: Path) -> None:
    """Git passes over such hooks, too."""
    hook = repo.folder / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    target = tmp_path / "not yet"
    hook.symlink_to(target)
    assert repo.act("cass", "hook", "install").status == 0
    assert (hook.is_symlink(), target.exists()) == (False, False)
    repo.put("a.txt", "text\n")
    repo.git("add", "-A")
    assert repo.act("git", "commit", "-m", "c").status == 0
    target.write_text("#!/bin/sh\nexit 3\n")  # not to be executed
    assert repo.act("git", "commit", "--allow-empty", "-m", "c").status == 0
    target.chmod(0o755)
    assert repo.act("git", "commit", "--allow-empty", "-m", "c").status == 1
    assert repo.act("cass", "hook", "uninstall").status == 0
    assert hook.readlink() == target


def test_hooks_of_other_repositories_are_left_alone(repo: Repository, tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    repo.git("config", "core.hooksPath", str(shared))
    said = repo.act("cass", "hook", "install")
    assert (said.status, "outside of this repository" in said.err, list(shared.iterdir())) == (2, True, [])
    repo.git("config", "core.hooksPath", ".githooks")
    (repo.folder / "deep").mkdir()
    assert repo.act("sh", "-c", "cd deep && cass hook install").status == 0
    assert (repo.folder / ".githooks/pre-commit").is_file()


def test_names_that_are_no_text_are_printed(repo: Repository) -> None:
    repo.env |= {"PYTHONIOENCODING": "utf-8:strict"}
    name = os.fsdecode(b"b\xffd.cu")
    repo.put(name, GOOD + BAD)
    repo.git("add", "-A")
    for words in (["--staged"], [name]):
        said = repo.act("cass-hook", "check", *words)
        assert (said.status, "b?d.cu:3:" in said.out, said.err) == (1, True, ""), said
    for act, status in (("cass-hook check --staged > /dev/full", 2), ("cass-hook check --staged >&-; echo $? >&2", 0)):
        said = repo.act("sh", "-c", act)
        assert (said.status, "Traceback" in said.err) == (status, False), said
    repo.put("notes.txt", "notes\n")
    repo.git("add", "-A")
    repo.put("notes.txt", "more\n")  # no business of ours
    said = repo.act("cass-hook", "fix", "--staged")
    assert (said.status, said.out, said.err) == (1, "fixed b?d.cu\n", "")


def test_the_baseline_is_the_one_that_is_committed(repo: Repository) -> None:
    repo.put("a.cu", GOOD)
    assert repo.act("cass", "baseline").status == 0
    before = repo.commit()
    repo.put("a.cu", GOOD + BAD)
    repo.git("add", "a.cu")
    assert repo.act("cass", "baseline").status == 0  # not staged
    assert repo.act("cass-hook", "check", "--staged").status == 1
    repo.git("commit", "-q", "-m", "c", "--no-verify")
    assert repo.act("cass-hook", "check", "--from-ref", before).status == 1
    repo.git("add", "-A")
    repo.commit()
    assert repo.act("cass-hook", "check", "--from-ref", before).status == 0
    (repo.folder / "deep").mkdir()
    assert repo.act("sh", "-c", f"cd deep && cass-hook check --from-ref {before}").status == 0


def test_it_finds_what_only_the_projects_own_rules_look_for(repo: Repository) -> None:
    repo.put("cass.toml", '[[rules.rename]]\nfrom = "oursMalloc"\nto = "theirsMalloc"\nseverity = "error"\n')
    repo.put("a.cpp", "int main() { return oursMalloc(); }\n")
    repo.put("b.cpp", "int main() { return 0; }\n")
    repo.git("add", "-A")
    for words in (["--staged"], ["a.cpp", "b.cpp"]):
        said = repo.act("cass-hook", "check", *words)
        assert (said.status, "a.cpp:1:21: USR100 error" in said.out) == (1, True), said


def test_outside_of_a_repository_it_is_a_sentence(tmp_path: Path) -> None:
    done = subprocess.run(
        [BIN / "cass-hook", "check", "--staged"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "not a git repository" in done.stderr


@pytest.mark.gpu_code
def test_a_push_proves_the_programs_that_changed(repo: Repository, tmp_path: Path) -> None:
    program = (
        '#include "value.h"\n#include <cstdio>\n__global__ void k(int* p) { *p = VALUE; }\n'
        "int main() { int *p, v; cudaMalloc(&p, 4); k<<<1, 1>>>(p); cudaMemcpy(&v, p, 4, cudaMemcpyDeviceToHost);\n"
        '  printf("%d\\n", v); }\n'
    )
    repo.act("git", "init", "-q", "--bare", str(tmp_path / "far.git"))
    repo.git("remote", "add", "origin", str(tmp_path / "far.git"))
    repo.git("push", "-q", "origin", "main")
    repo.act("cass", "hook", "install", "--stage", "pre-push")
    repo.put("value.h", "#include <cuda_runtime.h>\n#define VALUE 7\n")
    repo.put("main.cu", program)
    repo.put("other.txt", "text\n")
    repo.commit()
    said = repo.act("git", "push", "origin", "main")
    assert (said.status, "main.cu: PASSED" in said.out + said.err) == (0, True), said
    repo.put("value.h", "#include <cuda_runtime.h>\n#define VALUE nothing\n")  # what includes it no longer builds
    repo.commit()
    repo.put("value.h", "#include <cuda_runtime.h>\n#define VALUE 8\n")  # not committed
    said = repo.act("git", "push", "origin", "main")
    assert said.status != 0
    assert "main.cu: " in said.out + said.err
