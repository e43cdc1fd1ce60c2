// Translations to look at: documents that exist nowhere, shown as a difference from the file.
import * as vscode from "vscode";
import type { Preview } from "./values";

const SCHEME = "cass-preview";

export class Previews implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly registered = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  readonly onDidChange = this.changed.event;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }

  /** Show a translation beside the file that it is of. */
  async show(preview: Preview): Promise<void> {
    const original = vscode.Uri.parse(preview.uri);
    const folder = original.path.slice(0, original.path.lastIndexOf("/") + 1);
    const shown = vscode.Uri.from({ scheme: SCHEME, path: folder + preview.name, query: original.toString() });
    this.texts.set(shown.toString(), preview.text);
    this.changed.fire(shown);
    const name = original.path.slice(folder.length);
    const title = `${name} ↔ ${preview.name} (translation, not verified)`;
    await vscode.commands.executeCommand("vscode.diff", original, shown, title, { preview: true });
    const count = preview.left.length;
    if (count) {
      const things = count === 1 ? "1 finding is" : `${count} findings are`;
      void vscode.window.showInformationMessage(`${things} left: somebody must write something there.`);
    }
  }

  dispose(): void {
    this.registered.dispose();
    this.changed.dispose();
  }
}
