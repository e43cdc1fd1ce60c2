"""What the server asks of the client: to change a document, to show one, to look at lenses again."""

from lsprotocol import types as t

from cass_lsp.actions import workspace_edit
from cass_lsp.documents import Document
from cass_lsp.server import CassServer, RefusedError
from cass_lsp.text import Text

CHANGED = "the file has changed meanwhile; nothing was applied"


async def apply(server: CassServer, document: Document, text: Text, edits: list[t.TextEdit], label: str) -> bool:
    """Have a document changed, if it still is as it was; whether it was."""
    if document.text is not text:
        raise RefusedError(CHANGED)
    edit = workspace_edit(server, document, edits)
    answer = await server.workspace_apply_edit_async(t.ApplyWorkspaceEditParams(edit, label))
    return answer.applied


async def show(server: CassServer, uri: str) -> None:
    """Have a document shown, where the client can."""
    window = server.client_capabilities.window
    if window and window.show_document and window.show_document.support:
        await server.window_show_document_async(t.ShowDocumentParams(uri, take_focus=True))


def refresh_lenses(server: CassServer) -> None:
    """Have lenses asked for again."""
    able = server.client_capabilities.workspace
    if able and able.code_lens and able.code_lens.refresh_support:
        server.workspace_code_lens_refresh(None)


def opened(server: CassServer, uri: str) -> Document:
    """An open document; RefusedError for another."""
    document = server.document(uri)
    if document is None:
        raise RefusedError(f"{uri} is not open in the editor")
    return document
