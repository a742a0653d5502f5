// The figures, drawn of what the filters leave. What is drawn of a model says so in data-model.
function element(name, given = {}, text = "") {
  const made = SVG.has(name) ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(given)) made.setAttribute(key, value);
  if (text) made.append(text);
  return made;
}
const SVG = new Set(["svg", "g", "line", "path", "text", "polyline", "title"]);
const MARKS = ["M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", "M-3.5-3.5h7v7h-7z", "M0-5l5 5l-5 5l-5-5z", "M0-4.5l4.5 8h-9z", "M0 4.5l4.5-8h-9z"];
const colour = number => data.colours[number % data.colours.length];
const percent = value => value === null ? "–" : (100 * value).toFixed(1) + " %";

function ticks(most) { // about five round numbers from 0 on
  const rough = most / 4 || 1, power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find(k => k * power >= rough * 0.999));
  return Array.from({length: Math.floor(most / step + 1e-9) + 1}, (_, i) => i * step);
}
function short(number) {
  return number >= 1e6 ? number / 1e6 + "M" : number >= 1e4 ? number / 1e3 + "k" : String(Number(number.toPrecision(6)));
}
// series: [{name, model, points: [{x, mean, low, high, said}]}], shares in [0, 1]
function plot(place, series, about) {
  const width = Math.max(270, Math.min(620, place.clientWidth)), height = 270, left = 46, top = 8, right = width - 14, bottom = height - 44;
  const most = about.most || Math.max(1e-9, ...series.flatMap(s => s.points.map(p => p.x))) * 1.06;
  const x = value => left + value / most * (right - left), y = value => bottom - value * (bottom - top);
  const svg = element("svg", {viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": about.said});
  const axes = element("g", {class: "axes"});
  axes.append(element("line", {x1: left, x2: right, y1: bottom, y2: bottom}), element("line", {x1: left, x2: left, y1: top, y2: bottom}));
  for (const at of ticks(most)) axes.append(element("text", {x: x(at), y: bottom + 16, "text-anchor": "middle"}, short(at * (about.times || 1))));
  for (const at of [0, 0.25, 0.5, 0.75, 1]) {
    axes.append(element("line", {class: "grid", x1: left, x2: right, y1: y(at), y2: y(at)}));
    axes.append(element("text", {x: left - 6, y: y(at) + 4, "text-anchor": "end"}, String(100 * at)));
  }
  axes.append(element("text", {x: (left + right) / 2, y: height - 6, "text-anchor": "middle"}, about.across));
  axes.append(element("text", {transform: `translate(11 ${(top + bottom) / 2}) rotate(-90)`, "text-anchor": "middle"}, about.up));
  if (about.diagonal) axes.append(element("line", {class: "grid", x1: x(0), y1: y(0), x2: x(1), y2: y(1)}));
  svg.append(axes);
  series.forEach(one => {
    const drawn = element("g", {"data-model": one.model, stroke: colour(one.number), fill: colour(one.number)});
    drawn.append(element("polyline", {points: one.points.map(p => `${x(p.x)},${y(p.mean)}`).join(" "), fill: "none"}));
    for (const p of one.points) {
      const mark = element("path", {d: MARKS[one.number % MARKS.length], transform: `translate(${x(p.x)} ${y(p.mean)})`, "data-low": p.low, "data-mean": p.mean, "data-high": p.high, "data-x": p.x});
      mark.append(element("title", {}, p.said));
      drawn.append(element("path", {d: `M${x(p.x) - 3} ${y(p.low)}h6m-3 0V${y(p.high)}m-3 0h6`, fill: "none"}), mark);
    }
    svg.append(drawn);
  });
  place.replaceChildren(svg, legend(series.map(one => ({name: one.name, model: one.model, colour: colour(one.number)}))));
}
function legend(entries) {
  const list = element("p", {class: "legend"});
  for (const {name, colour: shown, ...chosen} of entries) {
    const button = element("button", {type: "button", ...Object.fromEntries(Object.entries(chosen).map(([k, v]) => [`data-${k}`, v]))});
    button.append(element("span", {class: "swatch", style: `background:${shown}`}), name);
    list.append(button);
  }
  return list;
}
function stacked(place, bars) { // bars: [{name, model, counts}]
  const list = element("div", {class: "stacked"});
  for (const {name, model, counts} of bars) {
    const total = sum(counts), shares = counts.map(count => total ? count / total : 0);
    const said = data.outcomes.map((o, i) => `${o} ${percent(shares[i])}`).join(", ");
    const bar = element("div", {class: "track", role: "img", "aria-label": `${name}: ${said}`, title: said});
    shares.forEach((part, i) => {
      if (part) bar.append(element("span", {"data-model": model, "data-outcome": data.outcomes[i], "data-share": part, style: `width:${100 * part}%;background:${data.outcome_colours[i]}`}));
    });
    list.append(element("span", {class: "name", "data-model": model}, name), bar);
  }
  place.replaceChildren(list, legend(data.outcomes.map((o, i) => ({name: o, outcome: o, colour: data.outcome_colours[i]}))));
}
