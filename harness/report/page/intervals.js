// The 95 % intervals of harness/analysis/intervals.py, for the boxes that the filters leave.
const FEWEST_UNITS = 15, FEWEST_CLUSTERS = 5, Z = 1.959963984540054;
const sum = numbers => numbers.reduce((a, b) => a + b, 0);
const weighted = (values, weights) => sum(values.map((v, i) => v * weights[i])) / sum(weights);

function logGamma(x) { // Lanczos
  const c = [76.18009172947146, -86.50532032941677, 24.01409824083091, -1.231739572450155, 0.001208650973866179, -0.000005395239384953];
  const t = x + 5.5;
  return (x + 0.5) * Math.log(t) - t + Math.log(2.5066282746310005 * c.reduce((s, k, i) => s + k / (x + 1 + i), 1.000000000190015) / x);
}
function share(x, a, b) { // the regularized incomplete beta function, by Lentz's continued fraction
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - share(1 - x, b, a);
  const tiny = 1e-300, kept = v => Math.abs(v) < tiny ? tiny : v;
  let c = 1, d = 1 / kept(1 - (a + b) * x / (a + 1)), f = d;
  for (let m = 1; m < 400; m++) {
    const even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    let step = 1;
    for (const k of [even, odd]) {
      d = 1 / kept(1 + k * d);
      c = kept(1 + k / c);
      step = c * d;
      f *= step;
    }
    if (Math.abs(step - 1) < 1e-13) break;
  }
  return f * Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x)) / a;
}
function quantile(p, a, b) {
  let low = 0, high = 1;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (share(middle, a, b) < p) low = middle; else high = middle;
  }
  return (low + high) / 2;
}
function student(freedom) { // the quantile of 0.975
  const x = quantile(0.05, freedom / 2, 0.5);
  return Math.sqrt(freedom * (1 - x) / x);
}
function exact(successes, trials) { // Clopper and Pearson
  return [successes <= 0 ? 0 : quantile(0.025, successes, trials - successes + 1),
    successes >= trials ? 1 : quantile(0.975, successes + 1, trials - successes)];
}
function clusterHalf(values, clusters, weights) {
  const mean = weighted(values, weights), residuals = new Map();
  values.forEach((v, i) => residuals.set(clusters[i], (residuals.get(clusters[i]) || 0) + weights[i] * (v - mean)));
  const groups = residuals.size, squares = sum([...residuals.values()].map(r => r * r));
  return student(groups - 1) * Math.sqrt(groups / (groups - 1) * squares) / sum(weights);
}
function interval(values, clusters, weights = values.map(() => 1)) {
  if (!values.length) return null;
  const mean = weighted(values, weights);
  if (values.length < FEWEST_UNITS || Math.max(...values) - Math.min(...values) < 1e-9) {
    const units = sum(weights) ** 2 / sum(weights.map(w => w * w));
    return exact(mean * units, units);
  }
  let half = clusterHalf(values, values.map((_, i) => i), weights);
  if (new Set(clusters).size >= FEWEST_CLUSTERS) half = Math.max(half, clusterHalf(values, clusters, weights));
  const draws = mean * (1 - mean) * (Z / half) ** 2;
  return exact(mean * draws, draws);
}
function intervalOfGiven(means, draws) { // the mean over boxes that are given, each the mean of so many draws
  const trials = means.length ** 2 / sum(draws.map(n => 1 / n));
  return exact(sum(means) / means.length * trials, trials);
}
