"""Limit this process, then become another program; the words are those of options.py.

NOTES gets one line for each thing that this machine forbids. The last line is `=N` with the exit code of the program
(-n after signal n), or starts with `!` and says why it could not be started.

Everything here is what an ordinary user may do: resource limits, no_new_privs, Landlock, a filter of system calls, and
namespaces: users, processes (so that none outlives the program), network, shared memory and a file system of its own.
Where namespaces are forbidden Bubblewrap is asked for them, and the program runs with the rest if that is not there.
"""

import os
import resource
import sys

from cass_tools.sandbox import bubblewrap, kernel, landlock, root, seccomp
from cass_tools.sandbox.kernel import libc, prctl
from cass_tools.sandbox.options import Options
from cass_tools.sandbox.processes import PROCESSES, SIGKILL, bury, end_below

NAMESPACES = 0x78020000  # CLONE_NEWUSER, NEWPID, NEWNET, NEWIPC, NEWNS
FILE_SIZE = 4 << 30  # bytes of one written file
SIGINT, SIGPIPE, SIGXFSZ = 2, 13, 25
DEFAULT, IGNORE = 0, 1  # SIG_DFL, SIG_IGN
FIRST_KILLED = "1000"  # when memory runs out


def limit(what: int, value: int) -> None:
    """Lower a resource limit to `value`; one that is lower already stays."""
    _, hard = resource.getrlimit(what)
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(what, (value, value))


def note(options: Options, text: str) -> None:
    """Report a line."""
    os.write(options.notes, f"{text}\n".encode(errors="replace"))


def found(name: str) -> str:
    """The program of that name on PATH. os.execvp would import more of Python, which may be out of sight by now."""
    if "/" in name:
        return name
    places = [f"{folder}/{name}" for folder in os.environ.get("PATH", "/usr/bin:/bin").split(":") if folder]
    return next((place for place in places if os.path.isfile(place) and os.access(place, os.X_OK)), places[-1])


def become(options: Options) -> None:
    """Start the program in place of this one."""
    for number in (SIGINT, SIGPIPE, SIGXFSZ):  # which Python, or the one who waits, does not take as programs do
        libc.signal(number, DEFAULT)
    try:
        os.execv(found(options.command[0]), options.command)
    except OSError as error:
        note(options, f"!{options.command[0]} cannot be started: {error.strerror}")
    finally:
        os._exit(127)


def restrict(options: Options, *, counted: bool, hidden: bool, apart: bool) -> None:
    """Apply to this process what it may not undo.

    `counted`: its user's processes are counted anew; `hidden`: files that it may not read are out of sight; `apart`: it
    has its own network.
    """
    prctl(kernel.PR_SET_PDEATHSIG, SIGKILL)
    limit(resource.RLIMIT_FSIZE, FILE_SIZE)
    if options.cpu:
        limit(resource.RLIMIT_CPU, options.cpu)
    if counted:
        limit(resource.RLIMIT_NPROC, PROCESSES)
    kernel.drop_capabilities()
    prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    try:
        if "landlock" in options.without:
            raise OSError(0, "left out")
        landlock.restrict(options, root.OWN if hidden else ())
    except OSError as error:
        if not hidden:
            note(options, f"files were not protected: Landlock is not available here ({error.strerror})")
    try:
        seccomp.install(sockets=hidden and apart)
    except OSError as error:
        if not apart:
            note(options, f"the network was not cut off: system calls cannot be filtered ({error.strerror})")


def attend(options: Options, *, counted: bool, hidden: bool, apart: bool) -> None:
    """Start the program, report how it ended, and leave nothing of it running."""
    pid = os.fork()
    if pid == 0:
        try:
            restrict(options, counted=counted, hidden=hidden, apart=apart)
        except OSError as error:
            note(options, f"!{options.command[0]} cannot be started: its limits cannot be set ({error.strerror})")
            os._exit(127)
        become(options)
    ended, status = 0, 0
    while ended != pid:
        ended, status = os.wait()
    end_below(os.getpid())
    bury()
    note(options, f"={os.waitstatus_to_exitcode(status)}")


def keep_user(user: int, group: int) -> None:
    """In a new user namespace: be the same user and group as outside."""
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with open(f"/proc/self/{name}", "w") as control:
            control.write(text)


def in_namespaces(options: Options) -> str:
    """Attend to the program in namespaces of its own; why not, where they are forbidden."""
    user, group = os.getuid(), os.getgid()
    said, say = os.pipe()
    try:
        pid = kernel.fork_into(NAMESPACES)
    except OSError as error:
        return str(error.strerror)
    if pid == 0:
        status = 1
        try:
            os.close(said)
            prctl(kernel.PR_SET_PDEATHSIG, SIGKILL)
            first(options, say, user, group)
            status = 0
        finally:
            os._exit(status)
    os.close(say)
    with os.fdopen(said, "rb") as reasons:
        reason = reasons.read().decode()
    os.waitpid(pid, 0)
    return reason


def first(options: Options, say: int, user: int, group: int) -> None:
    """Process 1 of the new namespaces: set them up, or `say` why that is not allowed."""
    try:
        keep_user(user, group)
    except OSError as error:
        os.write(say, str(error.strerror).encode())
        return
    hidden = True
    try:
        root.enter(options)
    except OSError as error:
        hidden = False
        os.chdir(options.start)
        note(options, f"all sockets were shut out: mounting is not allowed here ({error.strerror})")
    os.close(say)
    attend(options, counted=True, hidden=hidden, apart=True)


def in_bubblewrap(options: Options) -> bool:
    """Attend to the program inside Bubblewrap, if that is installed and works."""
    program = found(bubblewrap.NAME)
    if "bubblewrap" in options.without or not os.access(program, os.X_OK):
        return False
    said, say = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            for descriptor in (options.notes, say):
                os.set_inheritable(descriptor, True)
            start = sys.orig_argv[1 : len(sys.orig_argv) - len(sys.argv) + 1]
            again = [*start, *options.words, f"i:{say}", "--", *options.command]
            os.execv(program, [*bubblewrap.words(program, options), sys.executable, *again])
        finally:
            os._exit(127)
    os.close(say)
    started = os.read(said, 1) != b""
    os.waitpid(pid, 0)
    return started


def of_this_user() -> int:
    """How many processes and threads this user has on the machine."""
    count, user = 0, os.getuid()
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and os.stat(f"/proc/{name}").st_uid == user:
                count += len(os.listdir(f"/proc/{name}/task"))
        except OSError:
            continue
    return count


def supervise(options: Options) -> None:
    """Run the program as far apart as this machine allows."""
    libc.signal(SIGINT, IGNORE)
    prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)  # what a process leaves behind comes here to be ended
    try:
        with open("/proc/self/oom_score_adj", "w") as score:
            score.write(FIRST_KILLED)
    except OSError:
        pass  # then it is killed when its turn comes
    if options.inside:
        os.write(options.inside, b"1")
        os.close(options.inside)
        attend(options, counted=False, hidden=True, apart=True)
        return
    reason = "left out" if "namespaces" in options.without else in_namespaces(options)
    if reason:
        limit(resource.RLIMIT_NPROC, of_this_user() + PROCESSES)  # not for user 0, whose processes are only watched
    if reason and not in_bubblewrap(options):
        note(options, f"programs were kept apart less than usual: user namespaces are not allowed here ({reason})")
        attend(options, counted=False, hidden=False, apart=False)


def main(argv: list[str]) -> None:
    """Read the options, limit this process and see to the program."""
    options = Options(argv)
    os.set_inheritable(options.notes, False)
    prctl(kernel.PR_SET_PDEATHSIG, SIGKILL)
    limit(resource.RLIMIT_CORE, 0)
    if options.memory:
        limit(resource.RLIMIT_DATA, options.memory)
    if options.private:
        supervise(options)
        os._exit(0)  # an orderly end of Python takes milliseconds
    become(options)
