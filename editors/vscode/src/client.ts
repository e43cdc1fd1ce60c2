// The language client: what VS Code says to the server, and what is done with what the server says.
import * as vscode from "vscode";
import {
  LanguageClient,
  type LanguageClientOptions,
  type Middleware,
  type ProgressToken,
  TransportKind,
  type WorkDoneProgressBegin,
  type WorkDoneProgressEnd,
  type WorkDoneProgressReport,
} from "vscode-languageclient/node";
import type { Found } from "./locate";
import type { Previews } from "./previews";
import type { StatusBar } from "./statusBar";
import type { Preview, Status, Verdict } from "./values";
import type { VerdictPanel } from "./verdictPanel";

const LANGUAGES = ["cuda-cpp", "cuda", "hip", "cpp", "c", "cmake", "makefile", "python", "toml", "starlark", "bazel"];
const RUN = new Set(["cass.verify", "cass.translateVerified", "cass.translateWithModel", "cass.assembly"]);
const OWN_SETTINGS = ["server", "trace"]; // for this extension; the server knows nothing of them
const UNTRUSTED = "Nothing is built or run in a workspace that you do not trust (Workspaces: Manage Workspace Trust).";

export interface Shown {
  panel: VerdictPanel;
  status: StatusBar;
  previews: Previews;
  log: vscode.OutputChannel;
}

/** A client for a server; not started. */
export function client(found: Exclude<Found, { problem: string }>, shown: Shown): LanguageClient {
  const server = { command: found.command, args: found.args, transport: TransportKind.stdio };
  const made: LanguageClient = new LanguageClient("cass", "CASS", server, options(shown, (): LanguageClient => made));
  made.onNotification("cass/status", (status: Status) => {
    shown.status.take(status);
  });
  made.onNotification("cass/verdict", (verdict: Verdict) => {
    shown.panel.show(verdict);
  });
  return made;
}

function options(shown: Shown, made: () => LanguageClient): LanguageClientOptions {
  return {
    documentSelector: [
      ...LANGUAGES.flatMap((language) => [
        { scheme: "file", language },
        { scheme: "untitled", language },
      ]),
      { scheme: "cass-asm" },
      { scheme: "file", pattern: "**/*.{s,asm}" },
    ],
    initializationOptions: { notifications: true, hoverFindings: false, trusted: vscode.workspace.isTrusted },
    outputChannel: shown.log,
    middleware: middleware(shown, made),
    markdown: { isTrusted: false, supportHtml: false },
  };
}

function middleware(shown: Shown, made: () => LanguageClient): Middleware {
  const bars = new Bars(made);
  return {
    handleWorkDoneProgress: (token, params, next) => {
      if (!bars.take(token, params)) next(token, params);
    },
    executeCommand: async (command, args: unknown[], next) => {
      if (RUN.has(command) && !vscode.workspace.isTrusted) {
        void vscode.window.showWarningMessage(UNTRUSTED);
        return undefined;
      }
      const result: unknown = await next(command, args);
      if (command === "cass.preview" && result) await shown.previews.show(result as Preview);
      return result;
    },
    window: {
      // Pages about rules are Markdown, and read better than their source.
      showDocument: async (params, next) => {
        if (!params.uri.startsWith("file:") || !params.uri.endsWith(".md")) {
          return await next(params, new vscode.CancellationTokenSource().token) as { success: boolean };
        }
        await vscode.commands.executeCommand("markdown.showPreviewToSide", vscode.Uri.parse(params.uri));
        return { success: true };
      },
    },
    workspace: {
      configuration: async (params, token, next) => {
        const values: unknown = await next(params, token);
        return Array.isArray(values) ? values.map(withoutOwn) : [];
      },
    },
  };
}

function withoutOwn(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !OWN_SETTINGS.includes(key)));
}

/** Work that can be stopped gets a notification with a button for that; the client's own progress has none. */
class Bars {
  private readonly shown = new Map<ProgressToken, { report: (message: string) => void; end: () => void }>();

  constructor(private readonly made: () => LanguageClient) {}

  take(token: ProgressToken, params: WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd): boolean {
    const known = this.shown.get(token);
    if (params.kind === "begin") {
      if (params.cancellable) this.begin(token, params);
      return params.cancellable === true;
    }
    if (params.kind === "report") known?.report(params.message ?? "");
    else known?.end();
    return known !== undefined;
  }

  private begin(token: ProgressToken, params: WorkDoneProgressBegin): void {
    const options = { location: vscode.ProgressLocation.Notification, cancellable: true, title: params.title };
    void vscode.window.withProgress(options, (progress, stop) => {
      stop.onCancellationRequested(() => void this.made().sendNotification("window/workDoneProgress/cancel", { token }));
      return new Promise<void>((resolve) => {
        const end = (): void => {
          this.shown.delete(token);
          resolve();
        };
        this.shown.set(token, { end, report: (message) => { progress.report({ message }); } });
      });
    });
  }
}

