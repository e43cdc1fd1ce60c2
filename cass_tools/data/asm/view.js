"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const at = (id) => document.getElementById(id);
const make = (name, text = "", classes = "") => Object.assign(document.createElement(name), { textContent: text, className: classes });
let kernel = null, chosen = "", keys = [];

const hue = (key) => { let h = 7; for (const c of key) h = (h * 31 + c.codePointAt(0)) >>> 0; return (h * 137) % 360; };

function mixTable() {
  const { amd, nvidia } = kernel.instructions, table = at("mix");
  const sum = (counts) => Object.values(counts || {}).reduce((a, b) => a + b, 0);
  const most = Math.max(1, ...Object.values(amd), ...Object.values(nvidia || {}));
  const head = make("tr");
  head.append(make("th", "category"), make("th"), make("th", data.gpu, "n"));
  if (nvidia) head.append(make("th", "SASS", "n"));
  table.replaceChildren(head);
  const row = (name, a, n, bars) => {
    const line = make("tr"), cell = make("td");
    for (const [kind, count] of bars ? [["amd", a], ["nvidia", n]] : [])
      if (count) { const bar = make("span", "", `bar ${kind}`); bar.style.width = `${(100 * count) / most}%`; cell.append(bar); }
    line.append(make("td", name), cell, make("td", a || "", "n"));
    if (nvidia) line.append(make("td", n || "", "n"));
    table.append(line);
  };
  for (const name of data.categories) if (amd[name] || (nvidia && nvidia[name])) row(name, amd[name], nvidia && nvidia[name], true);
  row("all", sum(amd), sum(nvidia), false);
}

function waves() {
  const r = kernel.registers, parts = [`${r.v} vector`, `${r.s} scalar`];
  if (r.a) parts.push(`${r.a} accumulation`);
  at("registers").textContent = `Named in the code: ${parts.join(", ")} registers; waves of ${data.wave} lanes.`;
  const table = at("waves"), head = make("tr");
  table.replaceChildren();
  if (!kernel.occupancy.length) return;
  head.append(make("th", "threads of a group"), make("th", "waves per SIMD", "n"), make("th", "limited by"));
  table.append(head);
  for (const o of kernel.occupancy) {
    const line = make("tr");
    line.append(make("td", o.group), make("td", `${o.waves} of ${o.most}`, "n"), make("td", o.limit || "nothing"));
    table.append(line);
  }
}

function sides() {
  const box = at("sides"), seen = new Set();
  box.replaceChildren();
  const source = kernel.sides.find((s) => s.kind === "source");
  const inCode = new Set(kernel.sides.filter((s) => s.kind !== "source").flatMap((s) => s.rows.filter((r) => r[2]).map((r) => `${r[1]}:${r[2]}`)));
  for (const side of kernel.sides) {
    const section = make("section"), pre = make("pre");
    pre.tabIndex = 0;
    pre.setAttribute("aria-label", side.title);
    for (const [text, file, line, category, number] of side.rows) {
      const span = make("span", text), key = `${file}:${line}`;
      if (number) span.dataset.n = number;
      if (category) span.title = category;
      if (line && inCode.has(key)) {
        span.dataset.src = key;
        span.style.setProperty("--hue", hue(key));
        if (!source || side === source) seen.add(key);
      }
      pre.append(span);
    }
    section.append(make("h3", `${side.title} (${side.rows.length} lines)`), pre);
    box.append(section);
  }
  keys = [...seen];
}

function choose(key, from) {
  chosen = key;
  for (const pre of document.querySelectorAll("#sides pre")) {
    let first = null;
    for (const span of pre.children) {
      const here = key && span.dataset.src === key;
      span.classList.toggle("here", here);
      if (here) first ||= span;
    }
    if (first && pre !== from) pre.scrollTop = first.offsetTop - pre.clientHeight / 3;
  }
}

function show(number) {
  kernel = data.kernels[number];
  at("kernel").value = number;
  mixTable(); waves(); sides(); choose("");
  at("graph").innerHTML = kernel.svg;
}

function theme() {
  const dark = getComputedStyle(document.documentElement).colorScheme === "dark";
  document.documentElement.dataset.theme = dark ? "light" : "dark";
}

for (const note of data.notes) at("notes").append(make("li", note));
data.kernels.forEach((k, n) => at("kernel").append(Object.assign(make("option", k.name), { value: n })));
at("kernel").addEventListener("change", (e) => show(Number(e.target.value)));
at("theme").addEventListener("click", theme);
at("help").addEventListener("click", () => at("keys").showModal());
at("sides").addEventListener("click", (e) => { const s = e.target.closest("[data-src]"); if (s) choose(s.dataset.src, s.parentElement); });
at("graph").addEventListener("click", (e) => {
  const block = e.target.closest(".block"), pre = document.querySelector("#sides section:last-child pre");
  const span = block && [...pre.children].find((s) => s.dataset.n === block.dataset.line);
  if (!span) return;
  pre.scrollIntoView({ block: "center" });
  pre.scrollTop = span.offsetTop - pre.clientHeight / 3;
  for (const s of pre.children) s.classList.toggle("here", s === span);
});
document.addEventListener("keydown", (e) => {
  if (e.target.tagName === "SELECT" || e.ctrlKey || e.metaKey || e.altKey || at("keys").open) return;
  const index = data.kernels.indexOf(kernel), step = { j: 1, k: -1 }[e.key], jump = { n: 1, p: -1 }[e.key];
  if (step && keys.length) choose(keys[chosen ? (keys.indexOf(chosen) + step + keys.length) % keys.length : 0]);
  else if (jump) show((index + jump + data.kernels.length) % data.kernels.length);
  else if (e.key === "d") theme();
  else if (e.key === "?") at("keys").showModal();
  else if (e.key === "Escape") choose("");
});
show(0);
