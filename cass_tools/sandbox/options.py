"""What confine.py is told, as words of its command line: `NOTES MEMORY CPU KEY:VALUE... -- ARGV...`."""


class Options:
    """NOTES is an open descriptor for what is reported, MEMORY and CPU limits in bytes and seconds (0: none).

    The keys, each any number of times: r (may be read), l (a folder that may be listed), d (a device), w (may be
    changed), n (without `namespaces`, `bubblewrap`, `landlock`: for tests of what is left then); and once: p (the
    private folder with home, tmp, shm and root), c (where to start), i (inside Bubblewrap already, with the descriptor
    to say so on). No key at all: limits only.
    """

    def __init__(self, argv: list[str]) -> None:
        split = argv.index("--")
        self.words = argv[:split]
        self.command = argv[split + 1 :]
        self.notes, self.memory, self.cpu = map(int, argv[:3])
        keys = [word.split(":", 1) for word in argv[3:split]]
        self.readable = [value for key, value in keys if key == "r"]
        self.listable = [value for key, value in keys if key == "l"]
        self.devices = [value for key, value in keys if key == "d"]
        self.writable = [value for key, value in keys if key == "w"]
        once = dict(keys)
        self.private = once.get("p", "")
        self.start = once.get("c", "")
        self.inside = int(once.get("i", 0))
        self.without = {value for key, value in keys if key == "n"}
