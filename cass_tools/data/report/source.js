"use strict";
// The source view: CUDA with its findings, and the HIP beside it.
let finding = -1, opened = null;
async function textsOf(path) {
  const packed = Uint8Array.from(atob(TEXTS[path]), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const [cuda, hip] = (await new Response(stream).text()).split("\0");
  return [cuda, hip === undefined ? cuda : hip];
}
function lines(text, of) {
  const all = text.split("\n");
  if (all.length > 1 && all[all.length - 1] === "") all.pop();
  return all.map((line, at) => {
    const element = make("span", line || " ", of(line, at + 1));
    element.dataset.n = at + 1;
    return element;
  });
}
async function openSource(file) {
  opened = file;
  finding = -1;
  byId("source-head").textContent = file.path;
  const list = file.findings.map((each, at) => {
    const button = make("button", `${each.line}: ${each.code} ${each.message}${each.suggestion ? ` ${each.suggestion}` : ""}`, { type: "button", class: each.severity === "error" ? "bad" : "" });
    button.addEventListener("click", () => toFinding(at));
    return make("li", null, {}, button);
  });
  if (!list.length) list.push(make("li", file.renames ? `${number(file.renames)} plain renames` : "nothing to report"));
  byId("found").replaceChildren(...list);
  const marks = new Map();
  const rank = { info: 0, warning: 1, error: 2 };
  for (const each of file.findings) for (let line = each.line; line <= Math.min(each.end, each.line + 50); line += 1) {
    if (!(rank[marks.get(line)] > rank[each.severity])) marks.set(line, each.severity);
  }
  if (!byId("source").open) byId("source").showModal();
  if (!(file.path in TEXTS)) {
    byId("cuda").replaceChildren(make("span", file.findings.length || file.renames ? "The source is not in this report." : "There is nothing to translate in this file."));
    byId("hip").replaceChildren();
    return;
  }
  const [cuda, hip] = await textsOf(file.path);
  if (opened !== file) return;
  const known = new Set(cuda.split("\n"));
  byId("cuda").replaceChildren(...lines(cuda, (line, at) => (marks.has(at) ? { class: marks.get(at) } : {})));
  byId("hip").replaceChildren(...lines(hip, (line) => (known.has(line) ? {} : { class: "differs" })));
  byId("cuda").scrollTop = 0;
  if (file.findings.length) toFinding(0);
}
function toFinding(at) {
  if (!opened || !opened.findings.length) return;
  finding = Math.max(0, Math.min(opened.findings.length - 1, at));
  for (const [n, item] of [...byId("found").children].entries()) item.classList.toggle("here", n === finding);
  byId("found").children[finding].scrollIntoView({ block: "nearest" });
  const pane = byId("cuda"), line = pane.children[opened.findings[finding].line - 1];
  for (const old of pane.querySelectorAll(".here")) old.classList.remove("here");
  if (!line) return;
  line.classList.add("here");
  pane.scrollTop = line.offsetTop - pane.clientHeight / 3;
}
byId("cuda").addEventListener("scroll", () => {
  const from = byId("cuda"), to = byId("hip"), room = from.scrollHeight - from.clientHeight;
  if (room > 0) to.scrollTop = (from.scrollTop / room) * (to.scrollHeight - to.clientHeight);
}, { passive: true });
