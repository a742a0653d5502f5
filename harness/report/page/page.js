// Filters and sorting. Everything on the page is there without this.
const data = JSON.parse(document.getElementById("data").textContent);
const form = document.getElementById("filters");
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
all(".js").forEach(part => { part.hidden = false; });
const difficulty = Object.fromEntries(all("details.box").map(box => [box.dataset.box, box.dataset.difficulty]));
const columns = data.columns.map(([run, model, name, open], number) => ({run, model, name, open: new Set(open), number}));
const models = [...new Set(columns.map(c => c.model))], boxes = new Set(data.boxes), families = new Set(data.boxes.map(box => box.split("/")[0]));
const [COLUMN, BOX, MEAN, LOW, HIGH, OUTCOMES, TURNS, TOKENS, DOLLARS, DRAWS] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const [ANSWERS, STATED, RIGHT, RIGHT_LOW, RIGHT_HIGH] = [2, 3, 4, 5, 6];
const family = box => box.split("/")[0];

function chosen() { return Object.fromEntries(new FormData(form)); }
function boxFits(box, want) {
  return (!want.family || family(box) === want.family) && (!want.difficulty || difficulty[box] === want.difficulty)
    && (!want.box || box.includes(want.box.trim()));
}
// What a column did on the chosen boxes; its mean is null where one of them is still to be played.
function tally(column, fits) {
  const rows = data.rows.filter(r => r[COLUMN] === column.number && fits[r[BOX]]), scored = rows.filter(r => r[MEAN] !== null);
  const whole = scored.length && ![...column.open].some(b => fits[b]), means = scored.map(r => r[MEAN]);
  const played = scored.map(r => family(data.boxes[r[BOX]])), given = played.every(name => data.given.includes(name));
  const bounds = !whole ? null : rows.length === 1 ? [rows[0][LOW], rows[0][HIGH]]
    : given ? intervalOfGiven(means, scored.map(r => r[DRAWS])) : interval(means, played);
  const paid = rows.map(r => r[DOLLARS]);
  return {
    mean: whole ? sum(means) / means.length : null, low: bounds && bounds[0], high: bounds && bounds[1], boxes: scored.length,
    outcomes: data.outcomes.map((_, i) => sum(rows.map(r => r[OUTCOMES][i]))), tokens: sum(rows.map(r => r[TOKENS])),
    turns: sum(rows.map(r => r[TURNS])), dollars: paid.includes(null) ? null : sum(paid), episodes: rows.length * data.runs[column.run],
  };
}
function calibration(column, fits) { // a bin holds answers on several boxes, which are its units
  const bins = new Map();
  for (const row of data.stated) {
    if (row[COLUMN] !== column.number || !fits[row[BOX]]) continue;
    const bin = Math.min(9, Math.floor(row[STATED] * 10 + 1e-4));
    bins.set(bin, [...(bins.get(bin) || []), row]);
  }
  return [...bins].sort((a, b) => a[0] - b[0]).map(([, rows]) => {
    const answers = rows.map(r => r[ANSWERS]), right = rows.map(r => r[RIGHT]), mean = weighted(right, answers);
    const [low, high] = rows.length === 1 ? [rows[0][RIGHT_LOW], rows[0][RIGHT_HIGH]] : interval(right, rows.map(r => family(data.boxes[r[BOX]])), answers);
    return {x: weighted(rows.map(r => r[STATED]), answers), mean, low, high, answers: sum(answers)};
  });
}
function money(dollars) {
  return dollars === null ? "unknown" : dollars ? "$" + dollars.toLocaleString("en", {minimumFractionDigits: 2, maximumFractionDigits: 2}) : "–";
}
const written = new Map(all("#leaderboard tbody td, td[data-column]").map(cell => [cell, cell.innerHTML]));
const accuracy = found => percent(found.mean) + (found.low === null ? "" : ` <span class="dim">${(100 * found.low).toFixed(0)}–${(100 * found.high).toFixed(0)}</span>`);
function leaders(want, some, found) {
  for (const row of all("#leaderboard tbody tr")) {
    row.hidden = Boolean(want.model) && row.dataset.model !== want.model;
    const told = found[row.dataset.column], set = (name, text) => { row.querySelector(`[data-cell=${name}]`).innerHTML = text; };
    all("td", row).forEach(cell => { if (!some) cell.innerHTML = written.get(cell); });
    if (!some) continue;
    set("mean", accuracy(told));
    set("bar", `<span class="track"><span class="bar" style="width:${100 * (told.mean || 0)}%"></span>`
      + (told.low === null ? "" : `<span class="whisker" style="left:${100 * told.low}%;width:${100 * (told.high - told.low)}%"></span>`) + "</span>");
    set("boxes", told.boxes);
    data.outcomes.forEach((outcome, i) => set(outcome, told.outcomes[i]));
    set("turns", told.turns);
    set("tokens", told.tokens.toLocaleString("en") + (row.dataset.estimated ? " (est.)" : ""));
    set("cost", money(told.dollars));
  }
  for (const cell of all("td[data-column]")) cell.innerHTML = some ? accuracy(found[cell.dataset.column]) : written.get(cell);
}
const EFFORTS = {
  accuracy_turns: ["answered turns an episode", t => t.episodes ? t.turns / t.episodes : null],
  accuracy_tokens: ["tokens", t => t.tokens],
  accuracy_cost: ["cost in US dollars", t => t.dollars],
};
function draw(fits, found) {
  for (const figure of all("figure[data-figure]")) {
    const name = figure.dataset.figure, place = figure.querySelector(".live"), up = "accuracy in %";
    if (name === "outcomes") {
      stacked(place, columns.map(c => ({name: c.name, model: c.model, counts: found[c.number].outcomes})).filter(bar => sum(bar.counts)));
    } else if (name === "calibration") {
      const series = columns.map(c => ({name: c.name, model: c.model, number: c.number, points: calibration(c, fits).map(p => ({...p,
        said: `${c.name}: stated ${percent(p.x)}, right ${percent(p.mean)} of ${p.answers}`}))})).filter(s => s.points.length);
      plot(place, series, {across: "stated probability in %", up: "right answers in %", most: 1, times: 100, diagonal: true, said: figure.getAttribute("aria-label")});
    } else {
      const [across, effort] = EFFORTS[name];
      const series = models.map((model, number) => ({name: model, model, number, points: columns.filter(c => c.model === model).map(c => {
        const told = found[c.number];
        return {...told, x: effort(told), said: `${c.name}: ${percent(told.mean)} at ${short(effort(told) || 0)} ${across}`};
      }).filter(p => p.x !== null && p.mean !== null).sort((a, b) => a.x - b.x)})).filter(s => s.points.length);
      plot(place, series, {across, up, said: figure.getAttribute("aria-label")});
    }
  }
}
function rowsOfTables(want) {
  for (const row of all("#details tbody tr, #stated tbody tr, #bits tbody tr")) {
    const [model, box] = [...row.cells].map(cell => cell.textContent);
    row.hidden = Boolean((want.model && models.includes(model) && model !== want.model) || (boxes.has(box) && !boxFits(box, want))
      || (want.family && families.has(box) && box !== want.family));
  }
  for (const row of all("#compared tbody tr")) {
    const sides = row.cells[0].textContent.split(" − ");
    row.hidden = Boolean(want.model) && !sides.some(side => side === want.model || side.startsWith(want.model + " "));
  }
}
function apply() {
  const want = chosen(), some = Boolean(want.family || want.difficulty || want.box);
  const fits = data.boxes.map(box => boxFits(box, want)), found = columns.map(column => tally(column, fits));
  all(".subset").forEach(part => { part.hidden = !some; });
  leaders(want, some, found);
  draw(fits, found);
  rowsOfTables(want);
  for (const row of all("#heat tbody tr, details.box")) row.hidden = !boxFits(row.dataset.box, want);
  all("#heat thead th").forEach((head, index) => {
    if (!index) return;
    const off = Boolean(want.model) && columns[head.dataset.modelColumn].model !== want.model;
    head.hidden = off;
    all(`#heat tbody tr > :nth-child(${index + 1})`).forEach(cell => { cell.hidden = off; });
  });
  for (const part of all("#figures [data-model], #figures [data-outcome]")) {
    part.classList.toggle("faded", Boolean((want.model && part.dataset.model && part.dataset.model !== want.model)
      || (want.outcome && part.dataset.outcome && part.dataset.outcome !== want.outcome)));
  }
  const outcome = data.outcomes.indexOf(want.outcome);
  const listed = (about, part) => (part.hidden = !(boxFits(about.box.split("~")[0], want) && (!want.model || about.model === want.model)
    && (outcome < 0 || part.dataset.o.includes(outcome)))) ? 0 : 1;
  let shown = 0;
  for (const episode of all("details.episode")) shown += listed(episode.dataset, episode);
  for (const group of all("details.group")) {
    const part = all("li", group).reduce((count, item) => count + listed(group.dataset, item), 0);
    group.hidden = !part;
    shown += part;
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
    const row = cell.parentElement, heads = all("#heat thead th");
    form.elements.model.value = row.dataset.model || columns[heads[cell.cellIndex].dataset.modelColumn].model;
    if (row.dataset.box) form.elements.box.value = row.dataset.box;
    apply();
    if (row.dataset.box) document.getElementById("episodes").scrollIntoView();
  });
});
document.getElementById("figures").addEventListener("click", event => {
  const part = event.target.closest("[data-model], [data-outcome]");
  if (!part) return;
  const place = part.closest("[data-figure]").dataset.figure, label = part.textContent;
  for (const name of ["model", "outcome"].filter(name => part.dataset[name])) {
    const field = form.elements[name];
    field.value = field.value === part.dataset[name] ? "" : part.dataset[name];
  }
  apply();
  const again = part.matches("button") && all(`[data-figure=${place}] .legend button`).find(button => button.textContent === label);
  if (again) again.focus();
});
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target && target.tagName === "DETAILS") target.open = true;
}
addEventListener("hashchange", openTarget);
let resized = 0;
addEventListener("resize", () => {
  clearTimeout(resized);
  resized = setTimeout(apply, 150);
});
form.addEventListener("input", apply);
form.addEventListener("submit", event => event.preventDefault());
form.addEventListener("reset", () => setTimeout(apply));
apply();
openTarget();
