"""Pages about rules as files that an editor can open, written once for each content."""

import functools
import os
import tempfile
from hashlib import sha256
from pathlib import Path

from cass_tools.cache_root import cache_root
from cass_tools.user_rules.values import UserRule


@functools.cache
def file(code: str, own: tuple[UserRule, ...]) -> Path:
    """The page of a rule, of cass or of a project's `own`; CassError if there is no such rule."""
    text = markdown(code, own).encode()
    path = cache_root() / "pages" / sha256(text).hexdigest()[:12] / f"{code}.md"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        number, draft = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(number, "wb") as written:
            written.write(text)
        Path(draft).replace(path)
    return path


def markdown(code: str, own: tuple[UserRule, ...]) -> str:
    """The text of the page."""
    from cass_tools.docs_pages import find_rule, page
    from cass_tools.user_rules.finding import as_rule

    return page(find_rule(code, map(as_rule, own)))
