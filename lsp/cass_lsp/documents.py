"""The documents that a client has open, in its own versions; in place of pygls's, which splits lines otherwise."""

from hashlib import sha256
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

from lsprotocol import types as t
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import Workspace

from cass_lsp.text import Place, Text

SUFFIXES = {"cuda": ".cu", "cuda-cpp": ".cu", "hip": ".hip", "cpp": ".cpp", "c": ".c"}


SCHEME = "cass-asm"
"""Of virtual documents that hold assembly."""
ASSEMBLY = frozenset((".s", ".asm", ".ll", ".sass"))


class Document:
    """One open document; `text` is another object after every change."""

    def __init__(self, item: t.TextDocumentItem, encoding: str) -> None:
        self.uri = item.uri
        self.path = path_of(item.uri, item.language_id)
        self.version = item.version
        self.text = Text.of(item.text, encoding)

    @property
    def is_virtual(self) -> bool:
        """Whether this server has made it."""
        return self.uri.startswith(f"{SCHEME}:")

    @property
    def is_assembly(self) -> bool:
        """Whether it holds assembly, in which there is no CUDA to find."""
        return self.is_virtual or self.path.suffix.lower() in ASSEMBLY

    def change(self, event: t.TextDocumentContentChangeEvent, version: int) -> None:
        """Take in a change of the client's."""
        self.version = version
        if isinstance(event, t.TextDocumentContentChangePartial):
            start, end = (Place(p.line, p.character) for p in (event.range.start, event.range.end))
            self.text = self.text.changed(start, end, event.text)
        else:
            self.text = Text.of(event.text, self.text.encoding)


class Documents(Workspace):
    """What pygls keeps of a workspace, with these documents."""

    def __init__(self, like: Workspace) -> None:
        """Take the place of `like`."""
        super().__init__(like.root_uri, workspace_folders=tuple(like.folders.values()))
        self.encoding = str(getattr(like.position_encoding, "value", like.position_encoding) or "utf-16")
        self.open: dict[str, Document] = {}

    def put_text_document(self, text_document: t.TextDocumentItem, notebook_uri: str | None = None) -> None:
        """A document was opened."""
        self.open[text_document.uri] = Document(text_document, self.encoding)

    def update_text_document(
        self, text_doc: t.VersionedTextDocumentIdentifier, change: t.TextDocumentContentChangeEvent
    ) -> None:
        """A document was changed; one that is not open is a client's mistake, and is left alone."""
        if (document := self.open.get(text_doc.uri)) is not None:
            document.change(change, text_doc.version)

    def remove_text_document(self, doc_uri: str) -> None:
        """A document was closed."""
        self.open.pop(doc_uri, None)

    @property
    def roots(self) -> list[Path]:
        """The folders of the workspace that are on disk."""
        uris = [folder.uri for folder in self.folders.values()] or [self.root_uri or ""]
        return [Path(path) for uri in uris if uri.startswith("file:") and (path := to_fs_path(uri))]


def path_of(uri: str, language: str = "") -> Path:
    """The file of a URI; for what is not on disk a name with the suffix of its language."""
    path = to_fs_path(uri) if uri.startswith("file:") else None
    if path is not None:
        return Path(path)
    name = PurePosixPath(unquote(urlsplit(uri).path)).name or "untitled"
    return Path(name if PurePosixPath(name).suffix else name + SUFFIXES.get(language, ""))


def uri_of(path: Path) -> str:
    """The URI of a file."""
    return from_fs_path(str(path.absolute())) or path.absolute().as_uri()


def digest(data: bytes) -> str:
    """A name for a content."""
    return sha256(data).hexdigest()[:16]
