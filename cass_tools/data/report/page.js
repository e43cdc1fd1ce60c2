"use strict";
// Puts the page together, and listens.
function setTheme(name) {
  document.documentElement.dataset.theme = name;
  try { localStorage.setItem("cass-theme", name); } catch { /* a page from a file may have no storage */ }
}
function firstTheme() {
  let kept = null;
  try { kept = localStorage.getItem("cass-theme"); } catch { /* as above */ }
  return kept || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}
const turn = () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
setTheme(firstTheme());
drawTiles(); drawChange(); drawKinds(); drawEffort(); drawProof(); makeFiles(); filterFiles({}); drawMap();
if (REPORT.unreadable.length) {
  byId("unread").hidden = false;
  byId("unread").querySelector("ul").replaceChildren(...REPORT.unreadable.map((each) => make("li", `${each.path}: ${each.reason}`)));
}
byId("theme").addEventListener("click", turn);
byId("keys").addEventListener("click", () => byId("help").showModal());
byId("close").addEventListener("click", () => byId("source").close());
byId("filter").addEventListener("submit", (event) => event.preventDefault());
byId("search").addEventListener("input", () => filterFiles({ search: byId("search").value }));
byId("show").addEventListener("change", () => filterFiles({ show: byId("show").value }));
byId("kind").addEventListener("change", () => filterFiles({ kind: byId("kind").value }));
addEventListener("resize", drawMap);
addEventListener("beforeprint", () => drawRows(true));
addEventListener("afterprint", () => filterFiles({}));
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.matches("input, select, textarea"), inSource = byId("source").open;
  if (typing) { if (event.key === "Escape") { event.preventDefault(); filterFiles({ search: "" }); event.target.blur(); } return; }
  if (byId("help").open) return;
  if (event.key === "/" && !inSource) { event.preventDefault(); byId("search").focus(); }
  else if (event.key === "j") inSource ? toFinding(finding + 1) : step(1);
  else if (event.key === "k") inSource ? toFinding(finding - 1) : step(-1);
  else if (event.key === "u" && !inSource && here !== TOP) goTo(here.above);
  else if (event.key === "d") turn();
  else if (event.key === "?") byId("help").showModal();
});
