// Finds the language server: what was set, Python environments, PATH. In an untrusted workspace never one of its own.
import { accessSync, constants, existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import * as path from "node:path";

export interface Wanted {
  /** The settings `cass.server.path` and `cass.server.python`, empty where not set. */
  path: string;
  python: string;
  /** The interpreter that the Python extension has chosen, if any. */
  chosen: string | undefined;
  /** Folders of the workspace; empty where it is not trusted. */
  folders: readonly string[];
  /** Folders that nothing may be taken from: those of a workspace that is not trusted. */
  outside: readonly string[];
  env: NodeJS.ProcessEnv;
}

export type Found = { command: string; args: string[]; from: string } | { problem: string };

const WINDOWS = process.platform === "win32";
const PROGRAM = WINDOWS ? "cass-lsp.exe" : "cass-lsp";
const BIN = WINDOWS ? "Scripts" : "bin";

/** Where the server is, or a sentence about why there is none. */
export function locate(wanted: Wanted): Found {
  if (wanted.path) {
    const file = expanded(wanted.path, wanted.folders);
    if (executable(file)) return { command: file, args: [], from: "cass.server.path" };
    return { problem: `cass.server.path is ${file}, where there is no program` };
  }
  if (wanted.python) {
    const file = expanded(wanted.python, wanted.folders);
    if (executable(file)) return { command: file, args: ["-m", "cass_lsp.main"], from: "cass.server.python" };
    return { problem: `cass.server.python is ${file}, where there is no program` };
  }
  for (const [folder, from] of places(wanted)) {
    const file = path.join(folder, PROGRAM);
    if (executable(file) && !wanted.outside.some((each) => inside(file, each))) return { command: file, args: [], from };
  }
  return { problem: "cass-lsp was not found in a Python environment or on PATH" };
}

/** The command line of cass that belongs to a server, for tasks. */
export function cassBeside(server: string): string {
  const beside = path.join(path.dirname(server), WINDOWS ? "cass.exe" : "cass");
  return existsSync(beside) ? beside : "cass";
}

function* places(wanted: Wanted): Generator<[string, string]> {
  if (wanted.chosen) yield [path.dirname(wanted.chosen), "the Python extension"];
  for (const folder of wanted.folders) {
    for (const name of [".venv", "venv"]) yield [path.join(folder, name, BIN), `${name} of the workspace`];
  }
  const { VIRTUAL_ENV, PATH } = wanted.env;
  if (VIRTUAL_ENV) yield [path.join(VIRTUAL_ENV, BIN), "VIRTUAL_ENV"];
  for (const folder of (PATH ?? "").split(path.delimiter)) if (path.isAbsolute(folder)) yield [folder, "PATH"];
  yield [path.join(homedir(), ".local", "bin"), "~/.local/bin"];
}

/** What starts VS Code may have entered the workspace's environment: that does not make it trusted. */
function inside(file: string, folder: string): boolean {
  const within = path.relative(realpathSync(folder), realpathSync(path.dirname(file)));
  return !within.startsWith("..") && !path.isAbsolute(within);
}

function expanded(name: string, folders: readonly string[]): string {
  const home = name.replace(/^~(?=$|[\\/])/, homedir()).replace("${workspaceFolder}", folders[0] ?? "");
  return path.isAbsolute(home) || !folders[0] ? home : path.join(folders[0], home);
}

function executable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
