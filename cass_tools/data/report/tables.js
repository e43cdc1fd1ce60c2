"use strict";
// The small tables, and the table of files, of which only the rows that are seen exist.
const ROW = 28, SPARE = 12;
const COLUMNS = [
  ["path", "File"], ["lines", "Lines"], ["errors", "Errors"], ["warnings", "Warnings"], ["renames", "Renames"],
  ["left", "To do"], ["hours", "Hours"], ["outcome", "Verified"],
];
const outcome = (file) => (file.verdict ? file.verdict.outcome : "");
const WORDS = new Map(REPORT.files.map((file) => [file, `${file.path}\n${file.findings.map((f) => `${f.code} ${f.rule} ${f.message}`).join("\n")}`.toLowerCase()]));
const ORDER = new Map([...REPORT.files].sort((a, b) => (a.path < b.path ? -1 : 1)).map((file, at) => [file, at]));
const state = { search: "", show: "all", kind: "", below: "", others: null, sort: "hours", down: true, at: -1 };
let shown = [];
function table(heads, rows) {
  const body = make("tbody");
  for (const row of rows) body.append(make("tr", null, {}, ...row.map((cell, at) => {
    if (cell instanceof Node) return cell.nodeName === "TD" ? cell : make("td", null, {}, cell);
    return make(at ? "td" : "th", typeof cell === "number" ? number(cell) : cell, typeof cell === "number" ? { class: "n" } : at ? {} : { scope: "row" });
  })));
  const head = make("tr", null, {}, ...heads.map((word) => make("th", word.replace("#", ""), { scope: "col", ...(word.startsWith("#") ? { class: "n" } : {}) })));
  return make("table", null, {}, make("thead", null, {}, head), body);
}
function drawTiles() {
  const files = REPORT.files, change = REPORT.change, proven = files.filter((file) => outcome(file) === "PASSED").length;
  const tried = files.filter((file) => file.verdict).length;
  const tiles = [
    ["Ready", `${percent(readiness(files))} %`, change ? `${change.ready[0]} % before` : "of the lines with CUDA"],
    ["Files with CUDA", number(files.length), `${number(sum(files, (file) => file.lines))} lines`],
    ["Names to rename", number(sum(files, (file) => file.renames)), "cass does that"],
    ["Findings for a person", number(sum(files, (file) => file.left)), `of ${number(sum(files, (file) => file.findings.length))} besides renames`],
    ["Estimated effort", `${number(Math.round(sum(files, (file) => file.hours)))} h`, change ? `${number(change.hours[1])} h now, ${number(change.hours[0])} h before` : "see the assumptions"],
    ["Verified", tried ? `${number(proven)} of ${number(tried)}` : "not yet", tried ? "files that were tried" : "--verdicts adds it"],
  ];
  byId("tiles").replaceChildren(...tiles.map(([name, value, more]) => make("div", null, {}, make("dt", name), make("dd", value, {}, make("small", more)))));
}
function drawKinds() {
  const kinds = new Map();
  for (const file of REPORT.files) for (const finding of file.findings) {
    const key = `${finding.code} ${finding.rule}`;
    const entry = kinds.get(key) || { code: finding.code, low: 0, medium: 0, high: 0, left: 0 };
    entry[finding.effort] += 1;
    entry.left += finding.left ? 1 : 0;
    kinds.set(key, entry);
  }
  const rows = [...kinds].sort((a, b) => b[1].left - a[1].left || b[1].low + b[1].medium + b[1].high - a[1].low - a[1].medium - a[1].high);
  byId("kinds").replaceChildren(table(["Kind", "#Low", "#Medium", "#High", "#To do"], rows.map(([key, entry]) => {
    const button = make("button", key, { type: "button" });
    button.addEventListener("click", () => { filterFiles({ kind: entry.code }); byId("files-head").scrollIntoView(); });
    return [make("td", null, {}, button), entry.low, entry.medium, entry.high, entry.left];
  })));
  for (const [key, entry] of [...kinds].sort()) byId("kind").append(make("option", key, { value: entry.code }));
}
function drawEffort() {
  const hours = REPORT.hours, count = { low: 0, medium: 0, high: 0, review: 0 };
  for (const file of REPORT.files) for (const finding of file.findings) count[finding.left ? finding.effort : "review"] += 1;
  const words = { low: "a glance", medium: "look and decide", high: "write code", review: "look at a fix of cass" };
  const rows = Object.entries(words).map(([key, text]) => [text, count[key], hours[key], Math.round(10 * count[key] * hours[key]) / 10]);
  byId("effort").replaceChildren(
    table(["What a person does", "#Findings", "#Hours each", "#Hours"], rows),
    make("p", "Plain renames count nothing. These are assumptions, the same for every project: multiply them by what your team needs. Building, performance and tests are not in them.", { class: "quiet" }));
}
function drawProof() {
  const rows = REPORT.files.filter((file) => file.verdict).flatMap((file) => {
    const targets = [...new Set(file.verdict.steps.filter((step) => step.target).map((step) => step.target))];
    return (targets.length ? targets : [""]).map((target) => {
      const steps = file.verdict.steps.filter((step) => step.target === target);
      const cells = ["built", "run", "compared"].map((kind) => {
        const step = steps.find((each) => each.step === kind);
        return make("td", step ? `${step.outcome}${step.where ? ` ${step.where}` : ""}` : "-", step ? { class: outcomeClass(step.outcome) } : {});
      });
      return [file.path, target || "-", steps.length && steps[0].wave ? steps[0].wave : "-", ...cells, file.verdict.when.slice(0, 16).replace("T", " ")];
    });
  });
  byId("proof").replaceChildren(rows.length ? table(["Program", "GPU", "#Lanes", "Built", "Run", "Compared", "When"], rows)
    : make("p", "Nothing was verified for this report. cass translate src/ -o ported/ --format json > verdicts.json proves the programs; cass report --verdicts verdicts.json shows it here.", { class: "quiet" }));
}
function drawChange() {
  const change = REPORT.change;
  if (!change) return;
  byId("changed").hidden = false;
  const list = (name, found) => {
    const rows = found.slice(0, 200).map((finding) => [finding.path, finding.line, `${finding.code} ${finding.rule}`, finding.message]);
    const more = found.length > 200 ? [make("p", `and ${number(found.length - 200)} more`)] : [];
    return make("details", null, found.length && found.length < 20 ? { open: "" } : {}, make("summary", `${number(found.length)} findings ${name}`), ...(rows.length ? [table(["File", "#Line", "Kind", "What"], rows)] : []), ...more);
  };
  byId("changed").querySelector("div").replaceChildren(
    make("p", `Since ${change.since.slice(0, 10)}: ${change.ready[0]} % to ${change.ready[1]} % ready, ${number(change.hours[0])} to ${number(change.hours[1])} hours.`),
    list("new", change.fresh), list("gone", change.gone));
}
function value(file, column) {
  return column === "outcome" ? outcome(file) : column === "path" ? ORDER.get(file) : file[column];
}
function filterFiles(wish) {
  Object.assign(state, wish, { at: -1 });
  byId("search").value = state.search; byId("show").value = state.show; byId("kind").value = state.kind;
  const words = state.search.toLowerCase().split(/\s+/).filter(Boolean);
  shown = REPORT.files.filter((file) => file.path.startsWith(state.below) && (!state.others || state.others.has(file))
    && words.every((word) => WORDS.get(file).includes(word))
    && (!state.kind || file.findings.some((finding) => finding.code === state.kind))
    && ({ all: true, left: file.left > 0, ready: file.ready, errors: file.errors > 0, failed: Boolean(file.verdict) && outcomeClass(outcome(file)) === "bad" })[state.show]);
  const sign = state.down ? -1 : 1;
  shown.sort((a, b) => {
    const x = value(a, state.sort), y = value(b, state.sort);
    return x === y ? ORDER.get(a) - ORDER.get(b) : sign * (x < y ? -1 : 1);
  });
  byId("count").textContent = `${number(shown.length)} of ${number(REPORT.files.length)} files${state.below ? ` in ${state.below}` : ""}${state.others ? ", the smaller ones" : ""}`;
  drawHead();
  const rows = byId("files").querySelector(".rows");
  rows.style.height = `${shown.length * ROW}px`;
  byId("files").setAttribute("aria-rowcount", shown.length + 1);
  rows.replaceChildren();
  drawRows();
}
function drawHead() {
  for (const head of byId("files").querySelectorAll("[role=columnheader]")) {
    const mine = head.dataset.column === state.sort;
    head.setAttribute("aria-sort", mine ? (state.down ? "descending" : "ascending") : "none");
    head.firstChild.textContent = head.dataset.name + (mine ? (state.down ? " \u25be" : " \u25b4") : "");
  }
}
function makeFiles() {
  const head = make("div", null, { role: "row" }, ...COLUMNS.map(([column, name]) => {
    const button = make("button", name, { type: "button" });
    button.addEventListener("click", () => filterFiles({ sort: column, down: state.sort === column ? !state.down : column !== "path" }));
    const cell = make("div", null, { role: "columnheader" }, button);
    Object.assign(cell.dataset, { column, name });
    return cell;
  }));
  const view = make("div", null, { class: "window", role: "rowgroup" }, make("div", null, { class: "rows", role: "presentation" }));
  view.addEventListener("click", (event) => {
    const open = event.target.closest("[role=rowheader] button");
    if (open) openSource(shown[Number(open.closest("[role=row]").dataset.at)]);
  });
  view.addEventListener("scroll", () => requestAnimationFrame(drawRows), { passive: true });
  byId("files").append(make("div", null, { role: "rowgroup" }, head), view);
}
function drawRows(every) {
  const view = byId("files").querySelector(".window"), rows = view.firstChild;
  const first = every === true ? 0 : Math.max(0, Math.floor(view.scrollTop / ROW) - SPARE);
  const last = every === true ? shown.length : Math.min(shown.length, Math.ceil((view.scrollTop + view.clientHeight) / ROW) + SPARE);
  const there = new Map([...rows.children].map((row) => [Number(row.dataset.at), row]));
  for (const [at, row] of there) if (at < first || at >= last) row.remove();
  const fresh = document.createDocumentFragment();
  for (let at = first; at < last; at += 1) if (!there.has(at)) fresh.append(fileRow(shown[at], at));
  rows.append(fresh);
}
// A row is a copy of an empty one, which costs less than to make its elements.
const EMPTY = make("div", null, { role: "row" },
  make("div", null, { role: "rowheader" }, make("button", null, { type: "button", tabindex: "0" })),
  ...COLUMNS.slice(1).map(() => make("div", null, { role: "cell" })));
function fileRow(file, at) {
  const row = EMPTY.cloneNode(true), cells = row.children, open = cells[0].firstChild;
  row.setAttribute("aria-rowindex", at + 2);
  row.dataset.at = at;
  row.style.top = `${at * ROW}px`;
  if (at === state.at) row.className = "here";
  open.textContent = open.title = file.path;
  for (let n = 1; n < COLUMNS.length; n += 1) {
    const content = value(file, COLUMNS[n][0]);
    cells[n].textContent = typeof content === "number" ? number(content) : content || "-";
    if (COLUMNS[n][0] === "outcome" && content) cells[n].className = outcomeClass(content);
  }
  return row;
}
function step(by) {
  if (!shown.length) return;
  state.at = Math.max(0, Math.min(shown.length - 1, state.at + by));
  const view = byId("files").querySelector(".window");
  if (state.at * ROW < view.scrollTop) view.scrollTop = state.at * ROW;
  if ((state.at + 1) * ROW > view.scrollTop + view.clientHeight) view.scrollTop = (state.at + 1) * ROW - view.clientHeight;
  drawRows();
  for (const row of view.firstChild.children) row.classList.toggle("here", Number(row.dataset.at) === state.at);
  const row = view.querySelector(".here button");
  if (row) row.focus({ preventScroll: true });
}
