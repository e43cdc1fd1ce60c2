// Tasks: `cass check` and `cass translate`, with the problem matcher $cass.
import * as vscode from "vscode";

interface Definition extends vscode.TaskDefinition {
  command: string;
  path?: string;
  args?: string[];
}

export class Tasks implements vscode.TaskProvider {
  constructor(private readonly program: () => string) {}

  provideTasks(): vscode.Task[] {
    return (vscode.workspace.workspaceFolders ?? []).flatMap((folder) => [
      this.task({ type: "cass", command: "check" }, folder, "check this folder"),
      this.task({ type: "cass", command: "check", path: "${file}", args: ["--all"] }, folder, "check the active file"),
      this.task({ type: "cass", command: "translate", path: "${file}" }, folder, "translate the active file, verified"),
    ]);
  }

  resolveTask(task: vscode.Task): vscode.Task | undefined {
    const { scope } = task;
    const definition = task.definition as Definition;
    if (typeof scope !== "object" || typeof definition.command !== "string") return undefined;
    return this.task(definition, scope, task.name);
  }

  private task(definition: Definition, folder: vscode.WorkspaceFolder, name: string): vscode.Task {
    const words = [definition.command, definition.path ?? ".", ...(definition.args ?? [])];
    const run = new vscode.ProcessExecution(this.program(), words, { cwd: folder.uri.fsPath });
    const task = new vscode.Task(definition, folder, name, "cass", run, "$cass");
    task.group = definition.command === "check" ? vscode.TaskGroup.Build : vscode.TaskGroup.Test;
    return task;
  }
}
