"use strict";
// Filters and sorting. Everything on the page is there without this.
const rows = JSON.parse(document.getElementById("rows").textContent);
const form = document.getElementById("filters");
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
all(".js").forEach(part => { part.hidden = false; });
const difficulty = Object.fromEntries(all("details.box").map(box => [box.dataset.box, box.dataset.difficulty]));

function chosen() { return Object.fromEntries(new FormData(form)); }
function boxFits(box, want) {
  return (!want.family || box.split("/")[0] === want.family) && (!want.difficulty || difficulty[box] === want.difficulty)
    && (!want.box || box.includes(want.box.trim()));
}
function leaders(want) {
  const some = Boolean(want.family || want.difficulty || want.box);
  document.getElementById("subset").textContent = some ? "Accuracy is the mean over the chosen boxes, without an interval; outcomes, turns and tokens are of all." : "";
  for (const row of all("#leaderboard tbody tr")) {
    row.hidden = Boolean(want.model) && row.dataset.model !== want.model;
    const cell = row.querySelector(".mean"), bounds = cell.querySelector(".bounds"), whisker = row.querySelector(".whisker");
    const means = rows.filter(r => r[0] === row.dataset.id && boxFits(r[1], want)).map(r => r[2]);
    const whole = cell.dataset.whole === "" ? null : Number(cell.dataset.whole);
    const mean = !some ? whole : means.length ? means.reduce((a, b) => a + b, 0) / means.length : null;
    cell.firstChild.textContent = mean === null ? "–" : (100 * mean).toFixed(1) + " % ";
    row.querySelector(".bar").style.width = 100 * (mean || 0) + "%";
    row.querySelector(".count").textContent = means.length;
    if (bounds) bounds.hidden = some;
    if (whisker) whisker.hidden = some;
  }
}
function apply() {
  const want = chosen();
  leaders(want);
  for (const row of all("#heat tbody tr, details.box")) row.hidden = !boxFits(row.dataset.box, want);
  all("#heat thead th").forEach((head, index) => {
    if (!index) return;
    const off = Boolean(want.model) && head.dataset.modelColumn.split("|").slice(1).join("|") !== want.model;
    head.hidden = off;
    all(`#heat tbody tr > :nth-child(${index + 1})`).forEach(cell => { cell.hidden = off; });
  });
  for (const part of all("#figures [data-model]")) part.classList.toggle("faded", Boolean(want.model) && part.dataset.model !== want.model);
  const outcome = [...form.elements.outcome.options].findIndex(option => option.value === want.outcome) - 1;
  const listed = (data, part) => (part.hidden = !(boxFits(data.box.split("~")[0], want) && (!want.model || data.model === want.model)
    && (outcome < 0 || part.dataset.o.includes(outcome)))) ? 0 : 1;
  let shown = 0;
  for (const episode of all("details.episode")) shown += listed(episode.dataset, episode);
  for (const group of all("details.group")) {
    const some = all("li", group).reduce((sum, part) => sum + listed(group.dataset, part), 0);
    group.hidden = !some;
    shown += some;
  }
  document.getElementById("count").textContent = `${shown} of ${all("[data-o]").length} episodes`;
}
function value(cell) {
  const text = cell.textContent.trim(), number = parseFloat(text.replace(/[,$%]/g, "").replace("−", "-"));
  return Number.isNaN(number) ? text.toLowerCase() : number;
}
function sort(table, index, head) {
  const down = head.getAttribute("aria-sort") !== "descending";
  all("th", table.tHead).forEach(other => other.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const body = table.tBodies[0], lines = [...body.rows];
  lines.sort((a, b) => {
    const x = value(a.cells[index]), y = value(b.cells[index]);
    const order = typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y));
    return down ? -order : order;
  });
  body.replaceChildren(...lines);
}
for (const table of all("table.sortable")) {
  all("th", table.tHead).forEach((head, index) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sort(table, index, head));
    head.replaceChildren(button);
  });
}
all(".heat tbody td[style], #leaderboard tbody th").forEach(cell => {
  cell.style.cursor = "pointer";
  cell.addEventListener("click", () => {
    const row = cell.parentElement;
    const heads = all("#heat thead th");
    form.elements.model.value = row.dataset.model || heads[cell.cellIndex].dataset.modelColumn.split("|").slice(1).join("|");
    if (row.dataset.box) form.elements.box.value = row.dataset.box;
    apply();
    if (row.dataset.box) document.getElementById("episodes").scrollIntoView();
  });
});
for (const part of all("#figures [data-model]")) {
  part.addEventListener("click", () => {
    form.elements.model.value = form.elements.model.value === part.dataset.model ? "" : part.dataset.model;
    apply();
  });
}
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target && target.tagName === "DETAILS") target.open = true;
}
addEventListener("hashchange", openTarget);
form.addEventListener("input", apply);
form.addEventListener("submit", event => event.preventDefault());
form.addEventListener("reset", () => setTimeout(apply));
apply();
openTarget();
