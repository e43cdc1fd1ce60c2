// What is left to port in the active file, in the status bar.
import * as vscode from "vscode";
import type { Status } from "./values";

const KINDS = [
  ["errors", "error", "$(error)"],
  ["warnings", "warning", "$(warning)"],
  ["infos", "note", "$(info)"],
  ["renames", "plain rename", "$(arrow-swap)"],
] as const;

export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("cass.status", vscode.StatusBarAlignment.Left, 40);
  private readonly known = new Map<string, Status>();
  private problem = "";
  private readonly listening: vscode.Disposable;

  constructor() {
    this.item.name = "CASS";
    this.item.command = "cass.menu";
    this.listening = vscode.window.onDidChangeActiveTextEditor(() => {
      this.draw();
    });
  }

  /** What the server says about a file. */
  take(status: Status): void {
    this.known.set(vscode.Uri.parse(status.uri).toString(), status);
    this.draw();
  }

  /** There is no server; `problem` says why. Empty: there is one, of which nothing is known yet. */
  without(problem: string): void {
    this.problem = problem;
    this.known.clear();
    this.draw();
  }

  /** A file was closed. */
  forget(uri: vscode.Uri): void {
    this.known.delete(uri.toString());
    this.draw();
  }

  dispose(): void {
    this.listening.dispose();
    this.item.dispose();
  }

  private draw(): void {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const status = uri ? this.known.get(uri.toString()) : undefined;
    void vscode.commands.executeCommand("setContext", "cass.here", status !== undefined);
    if (this.problem) {
      this.set("$(warning) CASS: not installed", this.problem, this.problem);
      this.item.command = "cass.server.install";
      return;
    }
    this.item.command = "cass.menu";
    if (!status) {
      this.item.hide();
    } else if (status.state === "failed") {
      this.set("$(warning) CASS", `This file was not checked: ${status.error ?? ""}`, "CASS: this file was not checked");
    } else if (status.state === "checking") {
      this.item.text = this.item.text.replace(/^(\$\([\w~-]+\) )?CASS/, "$(sync~spin) CASS") || "$(sync~spin) CASS";
      this.item.show();
    } else {
      this.counts(status);
    }
  }

  private counts(status: Status): void {
    const found = KINDS.filter(([key]) => (status[key] ?? 0) > 0);
    const words = found.map(([key, word]) => `${status[key] ?? 0} ${word}${status[key] === 1 ? "" : "s"}`).join(", ");
    const marks = found.map(([key, , icon]) => `${icon} ${status[key] ?? 0}`).join(" ");
    const told = words || "nothing to port";
    this.set(`CASS ${marks || "$(check)"}`, `What is left to port in this file: ${told}`, `CASS: ${told}`);
  }

  private set(text: string, tooltip: string, label: string): void {
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.accessibilityInformation = { label };
    this.item.show();
  }
}
