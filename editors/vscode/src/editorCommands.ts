// Commands of the palette and the menus. What they do is done by the server; here is only which file and which action.
import * as vscode from "vscode";

const LATEST = 50; // actions that are looked into at most; a cursor has few findings

/** The commands that need a running server, by name. */
export const EDITOR_COMMANDS: Record<string, (uri?: string | vscode.Uri) => Promise<unknown>> = {
  "cass.here.fix": () => chosen("there is no fix here", (title) => title.startsWith("Fix: ")),
  "cass.here.explain": () => chosen("there is no finding here", (title) => title.startsWith("Explain ")),
  "cass.here.ignore": () => chosen("there is no finding here", (title) => title.startsWith("Ignore ")),
  "cass.file.fixAll": fixAll,
  "cass.file.preview": (uri) => asked("cass.preview", uri),
  "cass.file.translate": (uri) => asked("cass.translate", uri),
  "cass.file.translateVerified": (uri) => asked("cass.translateVerified", uri),
  "cass.file.translateBeside": (uri) => asked("cass.translateVerified", uri, "beside"),
  "cass.file.translateWithModel": (uri) => asked("cass.translateWithModel", uri),
  "cass.file.verify": (uri) => asked("cass.verify", uri),
  "cass.file.verdict": (uri) => asked("cass.showVerdict", uri),
  "cass.file.open": async (uri) => vscode.window.showTextDocument(resource(uri), { viewColumn: vscode.ViewColumn.One }),
  "cass.workspace.fixAll": () => Promise.resolve(vscode.commands.executeCommand("cass.fixAllInWorkspace")),
  "cass.workspace.readiness": readiness,
};

export function resource(uri: string | vscode.Uri | undefined): vscode.Uri {
  if (uri !== undefined) return typeof uri === "string" ? vscode.Uri.parse(uri) : uri;
  const active = vscode.window.activeTextEditor?.document.uri;
  if (!active) throw new Error("open a CUDA file first");
  return active;
}

/** Have the server carry out a command on a file, which must be open. */
async function asked(command: string, uri?: string | vscode.Uri, ...more: string[]): Promise<unknown> {
  const document = await vscode.workspace.openTextDocument(resource(uri));
  return vscode.commands.executeCommand(command, document.uri.toString(), ...more);
}

async function actions(range: vscode.Range, kind: string): Promise<vscode.CodeAction[]> {
  const found: vscode.CodeAction[] | undefined = await vscode.commands.executeCommand(
    "vscode.executeCodeActionProvider",
    resource(undefined),
    range,
    kind,
    LATEST,
  );
  return found ?? [];
}

/** The quick fixes at the cursor that fit, or the one that the user picks. */
async function chosen(nothing: string, fits: (title: string) => boolean): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) throw new Error("open a CUDA file first");
  const found = (await actions(editor.selection, vscode.CodeActionKind.QuickFix.value)).filter((a) => fits(a.title));
  if (found.length === 0) {
    void vscode.window.showInformationMessage(`CASS: ${nothing}`);
    return;
  }
  const items = found.map((action) => ({ label: action.title, action }));
  const picked = items.length === 1 ? items[0] : await vscode.window.showQuickPick(items);
  if (picked) await apply(picked.action);
}

async function fixAll(): Promise<void> {
  const [action] = await actions(new vscode.Range(0, 0, 0, 0), "source.fixAll.cass");
  if (action) await apply(action);
  else void vscode.window.showInformationMessage("CASS: there is nothing that is safe to fix");
}

async function apply(action: vscode.CodeAction): Promise<void> {
  if (action.edit) await vscode.workspace.applyEdit(action.edit);
  const command = action.command;
  if (command) await vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
}

/** Files with what is left in each, to choose one from. */
async function readiness(): Promise<void> {
  const found: vscode.SymbolInformation[] | undefined = await vscode.commands.executeCommand(
    "vscode.executeWorkspaceSymbolProvider",
    "",
  );
  const files = (found ?? []).filter((s) => s.containerName === "port readiness" && s.kind === vscode.SymbolKind.File);
  const items = files.map(({ name, location }) => ({
    label: name,
    description: vscode.workspace.asRelativePath(location.uri),
    uri: location.uri,
  }));
  const title = items.length ? "The files with most to do come first" : "There is no CUDA file in this workspace";
  const picked = await vscode.window.showQuickPick(items, { title, matchOnDescription: true });
  if (picked) await vscode.window.showTextDocument(picked.uri);
}
