// A verdict as a page: plain HTML with headings, lists and tables, in the colours of the theme, without scripts.
import type { KernelTrial, Step, Verdict } from "./values";

const STYLE = `
body { font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); color: var(--vscode-foreground);
  padding: 0 1.2em 1.2em; line-height: 1.45; }
h1 { font-size: 1.5em; font-weight: 600; margin: 0.9em 0 0.3em; }
h2 { font-size: 1.15em; font-weight: 600; margin: 1.4em 0 0.4em; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.3em 0.9em 0.3em 0; overflow-wrap: break-word;
  border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, #8886)); }
th { font-weight: 600; }
td .wave { white-space: nowrap; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.said { white-space: pre-line; }
.passed { color: var(--vscode-testing-iconPassed, var(--vscode-charts-green)); }
.failed { color: var(--vscode-testing-iconFailed, var(--vscode-errorForeground)); }
.other { color: var(--vscode-descriptionForeground); }
.outcome { font-weight: 600; white-space: nowrap; }
pre, code { font-family: var(--vscode-editor-font-family); font-size: var(--vscode-editor-font-size); }
li.reason { white-space: pre-wrap; font-family: var(--vscode-editor-font-family); overflow-wrap: anywhere; }
a { color: var(--vscode-textLink-foreground); }
a:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
nav a { margin-right: 1.2em; }
`;

/** The page; `name` is the file's. Links are commands, which the panel must allow. */
export function verdictPage(value: Verdict, name: string): string {
  const parts = [
    `<h1>${escaped(name)}: ${escaped(value.summary)}</h1>`,
    `<p role="status">${outcome(value.outcome)}. ${escaped(applied(value))}</p>`,
    value.problem && !value.summary.includes(value.problem) ? `<p>${escaped(value.problem)}</p>` : "",
    value.reasons.length ? section("Why", `<ul>${value.reasons.map(reason).join("")}</ul>`) : "",
  ];
  const verdict = value.verdict;
  if (verdict) {
    parts.push(section("Steps", steps(verdict.steps)));
    if (verdict.kernels.length) parts.push(section("Kernels tried by themselves", kernels(verdict.kernels)));
    if (verdict.notes.length) parts.push(section("Notes", `<ul>${verdict.notes.map(note).join("")}</ul>`));
  }
  parts.push(links(value));
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Verdict on ${escaped(name)}</title><style>${STYLE}</style></head>
<body><main>${parts.join("\n")}</main></body></html>`;
}

/** Text that is safe in HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

function applied(value: Verdict): string {
  if (value.wrote) return `The translation was written to ${decodeURIComponent(value.wrote.split("/").pop() ?? "")}.`;
  return value.applied ? "The translation was applied to the file." : "The file was not changed.";
}

/** An outcome in words, with a mark that does not count on colours. */
function outcome(name: string): string {
  const [kind, mark] = name === "PASSED" ? ["passed", "✓"] : name === "NOT_TRIED" ? ["other", "–"] : ["failed", "✗"];
  const words = name.toLowerCase().replaceAll("_", " ");
  return `<span class="outcome ${kind}"><span aria-hidden="true">${mark} </span>${escaped(words)}</span>`;
}

function section(title: string, content: string): string {
  return `<h2>${escaped(title)}</h2>${content}`;
}

function reason(text: string): string {
  return `<li class="reason">${escaped(text)}</li>`;
}

function note(text: string): string {
  return `<li>${escaped(text)}</li>`;
}

function steps(all: readonly Step[]): string {
  const rows = all.map((step) => {
    const wave = step.wave === null ? "" : ` <span class="wave">(${step.wave} lanes)</span>`;
    const gpu = step.target === null ? "" : escaped(step.target) + wave;
    const detail = [step.where, step.detail].filter(Boolean).join(": ");
    return `<tr><th scope="row">${escaped(step.step)}</th><td>${gpu}</td><td>${outcome(step.outcome)}${said(detail)}</td>
<td class="number">${step.seconds.toFixed(1)} s</td></tr>`;
  });
  return table(["Step", "GPU", "Outcome", "Time"], rows);
}

/** What is told about an outcome, below it: a column of its own would not fit into a narrow panel. */
function said(detail: string): string {
  return detail ? `<div class="said">${escaped(detail)}</div>` : "";
}

function kernels(all: readonly KernelTrial[]): string {
  const rows = all.map(
    (trial) => `<tr><th scope="row"><code>${escaped(trial.kernel)}</code></th><td>${escaped(trial.target)}</td>
<td>${outcome(trial.outcome)}${said([trial.detail, ...trial.inputs].filter(Boolean).join("; "))}</td></tr>`,
  );
  return table(["Kernel", "GPU", "Outcome"], rows);
}

function table(heads: readonly string[], rows: readonly string[]): string {
  const head = heads.map((each) => `<th scope="col">${escaped(each)}</th>`).join("");
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function links(value: Verdict): string {
  const here = encodeURIComponent(JSON.stringify([value.uri]));
  const link = (command: string, title: string): string => `<a href="command:${command}?${here}">${title}</a>`;
  const translate = value.passed && !value.applied ? link("cass.file.translateVerified", "Translate this file, verified") : "";
  return `<nav aria-label="What to do next"><h2>Next</h2>${link("cass.file.open", "Open the file")}${link("cass.file.preview", "Preview the translation")}${link("cass.file.verify", "Verify again")}${translate}</nav>`;
}
