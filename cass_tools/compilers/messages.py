"""What a compiler said, each message once: the host and the device pass read the same lines."""

import re

COUNT = re.compile(r"\d+ (warning|error)s?( and \d+ errors?)? generated( when compiling for \S+)?\.")
STARTS = (": error: ", ": warning: ", ": fatal error: ", "In file included from ")


def merged(log: str) -> str:
    """`log` without repeated messages (a message is its first line and all lines up to the next one)."""
    messages: dict[str, None] = {}
    current: list[str] = []
    follows_include = False
    for line in log.splitlines():
        starts = any(word in line for word in STARTS)
        if starts and current and not follows_include:
            messages.setdefault("\n".join(current))
            current = []
        follows_include = line.startswith("In file included from ")
        if not COUNT.fullmatch(line):
            current.append(line)
    messages.setdefault("\n".join(current))
    return "\n".join(messages).strip()
