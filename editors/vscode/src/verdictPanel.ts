// The panel that shows the last verdict.
import * as vscode from "vscode";
import type { Verdict } from "./values";
import { verdictPage } from "./verdictPage";

const COMMANDS = ["cass.file.open", "cass.file.preview", "cass.file.verify", "cass.file.translateVerified"];

export class VerdictPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;

  /** Show a verdict beside the editor, which keeps the focus. */
  show(value: Verdict): void {
    const name = vscode.Uri.parse(value.uri).path.split("/").pop() ?? value.uri;
    this.panel ??= this.made();
    this.panel.title = `Verdict: ${name}`;
    this.panel.webview.html = verdictPage(value, name);
    this.panel.reveal(undefined, true);
  }

  dispose(): void {
    this.panel?.dispose();
  }

  private made(): vscode.WebviewPanel {
    const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const options = { enableScripts: false, enableCommandUris: COMMANDS, enableFindWidget: true, localResourceRoots: [] };
    const panel = vscode.window.createWebviewPanel("cass.verdict", "Verdict", where, options);
    panel.onDidDispose(() => (this.panel = undefined));
    return panel;
  }
}
