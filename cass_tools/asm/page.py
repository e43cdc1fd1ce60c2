"""The views of a listing as one HTML page that needs nothing else: style, script, code and pictures are in it."""

import json
from pathlib import Path
from typing import Any

from cass_tools import __version__
from cass_tools.asm.viewed import Listing
from cass_tools.asm.views import page_value

FOLDER = Path(__file__).parents[1] / "data" / "asm"


def as_html(listing: Listing, title: str) -> str:
    """The page."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined)
    return environment.get_template("view.html").render(
        title=title,
        version=__version__,
        gpu=listing.program.gpu,
        style=(FOLDER / "view.css").read_text(encoding="utf-8"),
        script=(FOLDER / "view.js").read_text(encoding="utf-8"),
        data=_embedded(page_value(listing)),
    )


def _embedded(value: Any) -> str:
    """JSON that cannot end the element that it is in."""
    text = json.dumps(value, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
