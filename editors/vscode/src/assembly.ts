// Assembly of sources to look at: documents that exist nowhere; the server makes their text.
import * as vscode from "vscode";

const SCHEME = "cass-asm";
const KINDS = [
  { label: "AMD's assembly", description: "as clang writes it", code: "amd" },
  { label: "LLVM IR", description: "before AMD's code is made of it", code: "ir" },
  { label: "SASS", description: "NVIDIA's code, where nvcc may be used", code: "sass" },
];

export class Assembly implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly sources = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly registered = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  private readonly saved = vscode.workspace.onDidSaveTextDocument((document) => { this.again(document.uri); });
  readonly onDidChange = this.changed.event;

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const made = await vscode.commands.executeCommand<{ text: string }>("cass.assemblyText", uri.toString());
    return made.text;
  }

  /** Let the user choose which code of a source, and show it beside. */
  async show(source: vscode.Uri): Promise<void> {
    const picked = await vscode.window.showQuickPick(KINDS, { title: "What to show" });
    if (!picked) return;
    const document = await vscode.workspace.openTextDocument(source);
    const uri = document.uri.toString();
    const made = await vscode.commands.executeCommand<{ uri: string } | undefined>("cass.assembly", uri, picked.code);
    if (!made) return;
    const shown = vscode.Uri.parse(made.uri);
    this.sources.set(shown.toString(), uri);
    this.changed.fire(shown);
    await vscode.window.showTextDocument(shown, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  }

  /** A source was saved: what is shown of it is made anew. */
  private again(source: vscode.Uri): void {
    for (const [shown, of] of this.sources) {
      if (of === source.toString()) this.changed.fire(vscode.Uri.parse(shown));
    }
  }

  dispose(): void {
    this.registered.dispose();
    this.saved.dispose();
    this.changed.dispose();
  }
}
