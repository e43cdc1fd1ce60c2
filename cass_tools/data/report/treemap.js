"use strict";
// A squarified treemap of one directory: a button for each directory or file in it, the smallest of many in one.
const MOST_BOXES = 120;
let here = tree(REPORT.files);
while (here.children.size === 1 && ![...here.children.values()][0].file) here = [...here.children.values()][0];
const TOP = here;
function boxes(node) {
  const found = [...node.children.values()].map((child) => ({ child, size: Math.max(1, sum(child.files, (f) => f.lines)) }));
  found.sort((a, b) => b.size - a.size);
  if (found.length <= MOST_BOXES) return found;
  const rest = found.splice(MOST_BOXES - 1);
  const name = `${rest.length} others`, files = rest.flatMap((box) => box.child.files);
  const children = new Map(rest.map((box) => [box.child.name, box.child]));
  found.push({ child: { name, path: node.path, files, children, above: node, others: new Set(files) }, size: sum(rest, (box) => box.size) });
  return found.sort((a, b) => b.size - a.size);
}
function worst(row, total, side) {
  const thick = total / side;
  return Math.max(...row.map((area) => Math.max(area / thick / thick, (thick * thick) / area)));
}
function squarified(sizes, width, height) {
  const scale = (width * height) / sum(sizes, (size) => size);
  const places = [];
  let x = 0, y = 0, w = width, h = height, row = [];
  const lay = () => {
    const total = sum(row, (area) => area), side = Math.min(w, h), thick = total / side;
    let at = 0;
    for (const area of row) {
      const long = area / thick;
      places.push(w >= h ? { x, y: y + at, w: thick, h: long } : { x: x + at, y, w: long, h: thick });
      at += long;
    }
    if (w >= h) { x += thick; w -= thick; } else { y += thick; h -= thick; }
    row = [];
  };
  for (const size of sizes) {
    const area = size * scale, side = Math.min(w, h), total = sum(row, (a) => a);
    if (row.length && worst([...row, area], total + area, side) > worst(row, total, side)) lay();
    row.push(area);
  }
  if (row.length) lay();
  return places;
}
function drawMap() {
  const map = byId("map"), found = boxes(here), width = map.clientWidth, height = map.clientHeight;
  const places = found.length ? squarified(found.map((box) => box.size), width, height) : [];
  const across = (part) => `${(100 * part) / width}%`, down = (part) => `${(100 * part) / height}%`; // paper is narrower
  map.replaceChildren(...found.map(({ child }, at) => {
    const place = places[at], share = readiness(child.files), lines = sum(child.files, (file) => file.lines);
    const label = `${child.name}${child.file || child.others ? "" : "/"}, ${percent(share)} % ready, ${number(lines)} lines, ${number(child.files.length)} files`;
    const box = make("button", null, { type: "button", class: shade(share), title: label, "aria-label": label });
    if (place.w > 46 && place.h > 20) box.append(make("strong", child.name), ` ${percent(share)} %`);
    Object.assign(box.style, { left: across(place.x), top: down(place.y), width: across(place.w), height: down(place.h) });
    box.addEventListener("click", () => (child.file ? openSource(child.file) : goTo(child)));
    return box;
  }));
  drawCrumbs();
}
function drawCrumbs() {
  const trail = [];
  for (let node = here; node; node = node === TOP ? null : node.above) trail.unshift(node);
  byId("crumbs").replaceChildren(...trail.flatMap((node, at) => {
    const crumb = make("button", node.name || "all", { type: "button" });
    if (node === here) crumb.setAttribute("aria-current", "location");
    crumb.addEventListener("click", () => goTo(node));
    return at ? [" / ", crumb] : [crumb];
  }));
}
function goTo(node) {
  here = node;
  drawMap();
  filterFiles({ below: node === TOP || !node.path ? "" : `${node.path}/`, others: node.others || null });
  (byId("map").querySelector("button") || byId("crumbs").lastChild).focus();
}
