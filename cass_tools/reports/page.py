"""A survey as one HTML page that needs nothing else: style, script, data and sources are in it.

Sources are deflated, each file by itself, and inflated by the browser when they are looked at.
"""

import base64
import json
import zlib
from pathlib import Path
from typing import Any

from cass_tools import __version__
from cass_tools.reports.survey import Change, Survey

FOLDER = Path(__file__).parents[1] / "data" / "report"


def as_html(survey: Survey, change: Change | None, title: str) -> str:
    """The page."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined)
    value: dict[str, Any] = survey.value() | {"change": change._asdict() if change else None, "title": title}
    return environment.get_template("page.html").render(
        title=title,
        version=__version__,
        made=survey.made,
        style=_part("style.css"),
        scripts=[_part("model.js"), _part("treemap.js"), _part("tables.js"), _part("source.js"), _part("page.js")],
        data=_embedded(value),
        texts=_embedded({path: _packed(*texts) for path, texts in survey.texts.items()}),
    )


def _part(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def _embedded(value: Any) -> str:
    """JSON that cannot end the element that it is in."""
    text = json.dumps(value, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _packed(cuda: str, hip: str) -> str:
    """Both texts of a file; where they are equal the second is left out."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    both = cuda if cuda == hip else f"{cuda}\0{hip}"
    return base64.b64encode(packer.compress(both.encode("utf-8", "replace")) + packer.flush()).decode()
