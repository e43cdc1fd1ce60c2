// Starts the language server and keeps it in step with settings and trust.
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { Assembly } from "./assembly";
import { client, type Shown } from "./client";
import { EDITOR_COMMANDS, resource } from "./editorCommands";
import { cassBeside, type Found, locate } from "./locate";
import { Previews } from "./previews";
import { StatusBar } from "./statusBar";
import { Tasks } from "./tasks";
import { VerdictPanel } from "./verdictPanel";

const INSTALL = "pipx install 'cass-tools[lsp]'";

/** The server that runs, if any, and what restarts it. */
class Session {
  private running: LanguageClient | undefined;
  private turn: Promise<void> = Promise.resolve();
  private program = "cass";

  constructor(private readonly shown: Shown) {}

  /** The program for tasks. */
  get cass(): string {
    return this.program;
  }

  /** Stop what runs, and start anew; one after the other, however often it is asked for. */
  restart(): Promise<void> {
    this.turn = this.turn.then(() => this.change());
    return this.turn;
  }

  async stop(): Promise<void> {
    const before = this.running;
    this.running = undefined;
    await vscode.commands.executeCommand("setContext", "cass.running", false);
    if (before) await before.dispose().catch((error: unknown) => { this.shown.log.appendLine(String(error)); });
  }

  /** Carry out a command that needs the server; what goes wrong is told. */
  async act(command: (uri?: string | vscode.Uri) => Promise<unknown>, uri?: string | vscode.Uri): Promise<void> {
    await this.turn;
    if (!this.running) {
      await this.tell("the language server does not run");
      return;
    }
    try {
      await command(uri);
    } catch (error) {
      void vscode.window.showErrorMessage(`CASS: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Settings of the server have changed: it asks for them. */
  async settings(): Promise<void> {
    await this.running?.sendNotification("workspace/didChangeConfiguration", { settings: null });
  }

  private async change(): Promise<void> {
    await this.stop();
    const found = await located();
    if ("problem" in found) {
      this.shown.log.appendLine(found.problem);
      this.shown.status.without(found.problem);
      void this.tell(found.problem);
      return;
    }
    this.shown.log.appendLine(`${[found.command, ...found.args].join(" ")} (from ${found.from})`);
    this.program = cassBeside(found.command);
    this.shown.status.without("");
    const next = client(found, this.shown);
    try {
      await next.start();
    } catch (error) {
      const words = `${found.command} could not be started: ${error instanceof Error ? error.message : String(error)}`;
      this.shown.status.without(words);
      void this.tell(words);
      return;
    }
    this.running = next;
    await vscode.commands.executeCommand("setContext", "cass.running", true);
  }

  private async tell(problem: string): Promise<void> {
    const [install, set, log] = ["Install", "Set the path", "Show the log"];
    const answer = await vscode.window.showErrorMessage(`CASS: ${problem}.`, install, set, log);
    if (answer === install) installServer();
    if (answer === set) await vscode.commands.executeCommand("workbench.action.openSettings", "cass.server");
    if (answer === log) this.shown.log.show();
  }
}

async function located(): Promise<Found> {
  const settings = vscode.workspace.getConfiguration("cass.server");
  const trusted = vscode.workspace.isTrusted;
  const folders = trusted ? (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath) : [];
  return locate({
    path: settings.get<string>("path", ""),
    python: settings.get<string>("python", ""),
    chosen: trusted ? await chosenPython() : undefined,
    folders,
    outside: trusted ? [] : (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
    env: process.env,
  });
}

interface PythonApi {
  environments?: { getActiveEnvironmentPath(resource?: vscode.Uri): { path: string } };
}

/** The interpreter that the Python extension has chosen for the first folder. */
async function chosenPython(): Promise<string | undefined> {
  const extension = vscode.extensions.getExtension<PythonApi>("ms-python.python");
  if (!extension) return undefined;
  try {
    const api = await extension.activate();
    return api.environments?.getActiveEnvironmentPath(vscode.workspace.workspaceFolders?.[0]?.uri).path;
  } catch {
    return undefined; // an interpreter can be found without it
  }
}

/** A terminal with the command in it; the user presses Enter. */
function installServer(): void {
  const terminal = vscode.window.createTerminal({ name: "Install cass-tools" });
  terminal.show();
  terminal.sendText(INSTALL, false);
  void vscode.window
    .showInformationMessage("Press Enter in the terminal. When it is done, start the language server.", "Start")
    .then((answer) => answer && vscode.commands.executeCommand("cass.server.restart"));
}

/** Every command of this extension, to choose from. */
async function menu(context: vscode.ExtensionContext): Promise<void> {
  const { contributes } = context.extension.packageJSON as { contributes: { commands: { command: string; title: string }[] } };
  const items = contributes.commands
    .filter((each) => each.command !== "cass.menu")
    .map(({ command, title }) => ({ label: title, command }));
  const picked = await vscode.window.showQuickPick(items, { title: "CASS" });
  if (picked) await vscode.commands.executeCommand(picked.command);
}

async function toggleHints(): Promise<void> {
  const settings = vscode.workspace.getConfiguration("cass");
  await settings.update("inlayHints", !settings.get<boolean>("inlayHints", true), vscode.ConfigurationTarget.Global);
}

let session: Session | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("CASS");
  const shown = { panel: new VerdictPanel(), status: new StatusBar(), previews: new Previews(), log };
  const mine = (session = new Session(shown));
  const add = (name: string, act: (uri?: string | vscode.Uri) => unknown): void => {
    context.subscriptions.push(vscode.commands.registerCommand(name, act));
  };
  for (const [name, command] of Object.entries(EDITOR_COMMANDS)) add(name, (uri) => mine.act(command, uri));
  const assembly = new Assembly();
  add("cass.file.assembly", (uri) => mine.act((of) => assembly.show(resource(of)), uri));
  add("cass.menu", () => menu(context));
  add("cass.server.restart", () => mine.restart());
  add("cass.server.log", () => { log.show(); });
  add("cass.server.install", installServer);
  add("cass.hints.toggle", toggleHints);
  context.subscriptions.push(
    ...Object.values(shown),
    assembly,
    vscode.tasks.registerTaskProvider("cass", new Tasks(() => mine.cass)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => mine.restart()),
    vscode.workspace.onDidCloseTextDocument((document) => { shown.status.forget(document.uri); }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("cass.server")) void mine.restart();
      else if (event.affectsConfiguration("cass")) void mine.settings();
    }),
  );
  await mine.restart();
}

export async function deactivate(): Promise<void> {
  await session?.stop();
}
