"use strict";
// What the page knows, and small ways to make elements. Text only ever becomes text nodes.
const REPORT = JSON.parse(document.getElementById("data").textContent);
const TEXTS = JSON.parse(document.getElementById("texts").textContent);
const byId = (id) => document.getElementById(id);
function make(tag, text, attributes, ...children) {
  const element = document.createElement(tag);
  if (text !== null && text !== undefined && text !== "") element.textContent = text;
  for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
const FORMAT = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });
const number = (value) => FORMAT.format(value);
const sum = (values, of) => values.reduce((total, value) => total + of(value), 0);
function readiness(files) {
  const lines = sum(files, (file) => file.lines);
  return lines ? sum(files, (file) => (file.ready ? file.lines : 0)) / lines : 1;
}
// 99.6 % is not yet 100.
const percent = (share) => (share >= 1 ? 100 : Math.min(99, Math.round(100 * share)));
const shade = (share) => "r" + (share >= 1 ? 4 : Math.min(3, Math.floor(share * 4)));
function outcomeClass(outcome) {
  return outcome === "PASSED" || outcome === "NOT_TRIED" ? outcome : "bad";
}
function tree(files) {
  const root = { name: "", path: "", children: new Map(), files: [] };
  for (const file of files) {
    let node = root;
    const parts = file.path.split("/");
    node.files.push(file);
    parts.forEach((part, at) => {
      if (!node.children.has(part)) {
        const path = parts.slice(0, at + 1).join("/");
        node.children.set(part, { name: part, path, children: new Map(), files: [], above: node });
      }
      node = node.children.get(part);
      node.files.push(file);
    });
    node.file = file;
  }
  return root;
}
