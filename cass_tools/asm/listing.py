"""What was taken out of a file as text, as JSON and as files, always in the same order and without times."""

import json
from collections.abc import Iterator
from typing import Any

from cass_tools.asm.pieces import Image, Kernel, Pieces

VENDORS = {"nvidia": "NVIDIA", "amd": "AMD"}
FORMS = {"sass": "sass", "ptx": "ptx", "isa": "s"}
FILES = {"sass": "cubin", "isa": "hsaco"}


def text(pieces: Pieces) -> str:
    """For people: a heading for each image and kernel, instructions with their offsets and source lines."""
    count = f"{len(pieces.images)} image{'s' if len(pieces.images) != 1 else ''} of GPU code"
    lines = [f"{pieces.file}: {count}{', host code' if pieces.host is not None else ''}"]
    for image in pieces.images:
        lines += ["", f"{VENDORS[image.vendor]} {image.form} {image.arch}", *_image(image)]
    if pieces.host is not None:
        lines += ["", "host", pieces.host.rstrip()]
    return "\n".join(lines) + "\n"


def _image(image: Image) -> Iterator[str]:
    if image.form == "ptx":
        yield image.text.rstrip()
        return
    for kernel in image.kernels:
        yield from ("", f"kernel {kernel.name}")
        yield from (f"  {line}" for line in _facts(kernel))
        if kernel.trouble:
            yield f"  not shown: {kernel.trouble}"
        source = ""
        for line in kernel.lines:
            if line.source and line.source != source:
                source = line.source
                yield f"  // {source}"
            yield f"  {line.offset:04x}  {line.text}"


def _facts(kernel: Kernel) -> Iterator[str]:
    told = (f"{p.offset}:{p.size}{f' {p.name}' if p.name else ''}" for p in kernel.parameters)
    yield f"parameters (offset:bytes): {', '.join(told) or 'none'}"
    yield ", ".join(f"{name} {count}" for name, count in kernel.registers.items())
    local = "not stated" if kernel.local is None else f"{kernel.local} bytes"
    yield f"shared {kernel.shared} bytes, local {local}"


def value(pieces: Pieces) -> dict[str, Any]:
    """As JSON has it."""
    images = [_image_value(image) for image in pieces.images]
    return {"file": pieces.file, "images": images, "host": pieces.host}


def _image_value(image: Image) -> dict[str, Any]:
    kernels = [_kernel_value(kernel) for kernel in image.kernels]
    found: dict[str, Any] = {"vendor": image.vendor, "form": image.form, "arch": image.arch, "kernels": kernels}
    return found | ({"text": image.text} if image.form == "ptx" else {})


def _kernel_value(kernel: Kernel) -> dict[str, Any]:
    return {
        "name": kernel.name,
        "parameters": [
            {"offset": p.offset, "size": p.size} | ({"name": p.name, "kind": p.kind} if p.kind else {})
            for p in kernel.parameters
        ],
        "registers": kernel.registers,
        "shared": kernel.shared,
        "local": kernel.local,
        "sources": list(kernel.sources),
        "instructions": [
            {"offset": line.offset, "text": line.text} | ({"source": line.source} if line.source else {})
            for line in kernel.lines
        ],
        "trouble": kernel.trouble,
    }


def files(pieces: Pieces) -> dict[str, bytes]:
    """Content by name: each image's code as text, the image itself, the host's code, and index.json."""
    found: dict[str, bytes] = {}
    for number, image in enumerate(pieces.images):
        name = f"{number}.{image.arch.replace(':', '_')}"
        found[f"{name}.{FORMS[image.form]}"] = ("\n".join(_image(image)).strip() + "\n").encode()
        if image.form in FILES:
            found[f"{name}.{FILES[image.form]}"] = image.data
    if pieces.host is not None:
        found["host.s"] = pieces.host.encode()
    found["index.json"] = (json.dumps(value(pieces) | {"host": None}, indent=2) + "\n").encode()
    return found
