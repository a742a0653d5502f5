"""The page of a run: whole, self-contained, no word of a player acts on it, and it works in a real browser."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from boxwright.cli import run
from boxwright.harness.analysis.calibration import calibrations
from boxwright.harness.analysis.intervals import interval, interval_of_given
from boxwright.harness.evaluation.store import Store
from boxwright.harness.report.loaded import load_run
from boxwright.harness.report.tables import percent

BROWSER = shutil.which("chromium-headless-shell") or shutil.which("chromium")
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--dump-dom"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--virtual-time-budget=2000"),
)
EVIL = "</script><script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">"
PLAYS = """
<script>
window.faults = [];
addEventListener("error", e => faults.push(e.message));
</script>
"""
CLICKS = """
<script>
{
const said = {}, form = document.getElementById("filters"), q = s => [...document.querySelectorAll(s)];
const shown = s => q(s).filter(e => !e.hidden).length;
said.before = q("#leaderboard tbody tr").map(e => e.innerText) + q(".subset").map(e => e.hidden);
said.episodes = shown("details.episode");
form.elements.box.value = "bread"; form.dispatchEvent(new Event("input"));
said.filtered = [shown("details.episode"), shown("#heat tbody tr"), shown("details.box")];
said.cells = q('#leaderboard tr[data-model="builtin/random"] [data-cell]').map(e => e.innerText.trim());
const parts = q('[data-figure=outcomes] .track [data-model="builtin/random"]');
said.shares = parts.map(e => [e.dataset.outcome, e.dataset.share]);
said.notes = q(".subset").filter(e => !e.hidden).length;
said.intervals = CASES.map(given => interval(...given));
said.given = intervalOfGiven([0.9, 0.4, 1], [12.5, 50, 3]);
form.elements.box.value = "b"; form.dispatchEvent(new Event("input"));
said.both = q('#leaderboard tr[data-model="builtin/random"] [data-cell]').map(e => e.innerText.trim())[0];
form.elements.box.value = "bread";
form.elements.outcome.value = "wrong"; form.dispatchEvent(new Event("input"));
said.outcome = [...new Set(q("#figures .track .faded").map(e => e.dataset.outcome))];
form.elements.outcome.value = ""; form.dispatchEvent(new Event("input"));
form.elements.model.value = "builtin/random"; form.dispatchEvent(new Event("input"));
said.model = [shown("details.episode"), shown("#leaderboard tbody tr")];
said.faded = [...new Set(q("#figures .faded").map(e => e.dataset.model))];
q('#figures [data-model="builtin/oracle"]')[0].dispatchEvent(new Event("click", {bubbles: true}));
said.clicked = form.elements.model.value;
form.elements.model.value = ""; form.elements.box.value = ""; form.dispatchEvent(new Event("input"));
said.whole = q("#leaderboard tbody tr").map(e => e.innerText) + q(".subset").map(e => e.hidden);
const order = () => q("#leaderboard tbody th").map(e => e.innerText);
q("#leaderboard thead button")[0].click(); const down = order();
q("#leaderboard thead button")[0].click();
said.sorted = [down, order(), document.querySelector("#leaderboard th").getAttribute("aria-sort")];
const first = document.querySelector("details.episode"); first.open = true;
said.opened = first.querySelector("table").offsetHeight > 0;
said.faults = faults; said.title = document.title;
const out = document.createElement("pre"); out.id = "said"; out.textContent = JSON.stringify(said);
document.body.append(out);
}
</script>
"""
CASES = [
    ([0.25], ["a"]),
    ([0.0, 1.0, 0.5], ["a", "b", "c"], [3.0, 1.0, 8.0]),
    ([1.0] * 40, ["a"] * 40),
    ([(7 * n % 11) / 11 for n in range(30)], ["a"] * 30),
    ([(n % 6 > 1) * 0.9 for n in range(30)], [n % 6 for n in range(30)], [1.0 + n % 4 for n in range(30)]),
]
"""Unit means, their clusters and weights: every way in which an interval is made."""
FOLLOWS = """
<script>
{
const form = document.getElementById("filters"), q = s => [...document.querySelectorAll(s)];
form.elements.family.value = "encryption"; form.dispatchEvent(new Event("input"));
const said = {faults, points: q("[data-figure=calibration] [data-mean]").map(e => ({...e.dataset}))};
said.hidden = q("[data-figure] .still").every(e => !e.offsetHeight);
const out = document.createElement("pre"); out.id = "said"; out.textContent = JSON.stringify(said);
document.body.append(out);
}
</script>
"""
LISTED = """
<script>
{
const said = {faults}, form = document.getElementById("filters");
const shown = s => [...document.querySelectorAll(s)].filter(e => !e.closest("[hidden]")).length;
const look = name => {
  form.dispatchEvent(new Event("input"));
  said[name] = [shown("details.group"), shown("details.group li"), document.getElementById("count").textContent];
};
look("all");
form.elements.box.value = "bread"; look("bread");
form.elements.outcome.value = "right"; look("right");
const out = document.createElement("pre"); out.id = "said"; out.textContent = JSON.stringify(said);
document.body.append(out);
}
</script>
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two KUMO boxes, in which a player said something evil."""
    folder = tmp_path_factory.mktemp("page") / "out"
    models = ("--models", "builtin/oracle,builtin/random")
    command = ("eval", *models, "--boxes", "kumo/bread,kumo/birds", "--turns", "1", "--samples", "1")
    assert run([*command, "--out", str(folder)]) == 0
    with sqlite3.connect(folder / "results.sqlite") as database:
        (text,) = database.execute("SELECT record FROM episodes WHERE model = 'builtin/random' LIMIT 1").fetchone()
        record = json.loads(text)
        record["conversations"][0][1]["content"] = EVIL
        database.execute(
            "UPDATE episodes SET record = ? WHERE model = 'builtin/random' AND box = 'kumo/birds'",
            (json.dumps(record),),
        )
    database.close()
    return folder


@pytest.fixture(scope="module")
def page(played: Path) -> str:
    out = played.parent / "page.html"
    assert run(["report", str(played), "--html", str(out)]) == 0
    return out.read_text("utf-8")


def test_the_page_is_whole_without_a_network_and_without_javascript(page: str) -> None:
    text = re.sub(r"<script.*?</script>|<style.*?</style>", "", page, flags=re.DOTALL)
    assert not re.search(r'(src|href)="(?!#|data:)', text)
    assert "url(http" not in page and "@import" not in page
    for said in ("builtin/oracle", "100.0 %", "kumo/bread", "Paired by box", "<svg", "conversation, "):
        assert said in text
    assert EVIL not in page
    assert "&lt;/script&gt;&lt;script&gt;document.title" in text
    assert len(page) < 2_000_000


def test_the_same_run_gives_the_same_page_figures_and_tables(played: Path, page: str, tmp_path: Path) -> None:
    written = []
    for name in ("first", "second"):
        folder = tmp_path / name
        folder.mkdir()
        files = ("--html", folder / "p.html", "--figures", folder / "figures", "--tables", folder / "tables")
        assert run(["report", str(played), *map(str, files)]) == 0
        kept = sorted(path for path in folder.rglob("*") if path.is_file() and path.stem != "episodes")
        written.append({path.relative_to(folder): path.read_bytes() for path in kept})
    assert written[0] == written[1]
    names = {str(name) for name in written[0]}
    assert {"figures/leaderboard.svg", "figures/heat_map.pdf", "tables/scores.csv", "tables/accuracy.tex"} <= names
    assert written[0][Path("p.html")].decode() == page


@pytest.fixture
def beside(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The page of the same run, if its transcripts were too long to be in it."""
    monkeypatch.setattr("boxwright.harness.report.page.document.LARGEST", 10)
    for _ in range(2):  # the second takes the place of the first
        assert run(["report", str(played), "--html", str(tmp_path / "p.html")]) == 0
    return (tmp_path / "p.html").read_text("utf-8")


def test_many_transcripts_lie_beside_the_page(beside: str, tmp_path: Path) -> None:
    links = re.findall(r'href="(p_episodes/[^"]+)"', beside)
    assert len(links) == 4
    assert all("<h1>" in (tmp_path / link).read_text("utf-8") for link in links)
    assert (tmp_path / "p_episodes" / "page.css").is_file()


def test_the_transcripts_do_not_take_the_place_of_anything_else(
    beside: str, played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notes = tmp_path / "p_episodes" / "notes.txt"
    notes.write_text("mine")
    assert run(["report", str(played), "--html", str(tmp_path / "p.html")]) != 0
    assert "p_episodes: holds notes.txt" in " ".join(capsys.readouterr().err.split())
    assert notes.read_text() == "mine"
    assert (tmp_path / "p.html").read_text("utf-8") == beside


def driven_by(clicks: str, page: str, place: Path) -> dict[str, Any]:
    """What clicks on the page in a browser find."""
    driven = place / "driven.html"
    driven.write_text(page.replace("<header>", PLAYS + "<header>", 1).replace("</html>", clicks + "</html>"), "utf-8")
    command = [str(BROWSER), *FLAGS, f"--user-data-dir={place / 'chrome'}", driven.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    found = re.search(r'<pre id="said">(.*?)</pre>', done.stdout, flags=re.DOTALL)
    assert found, done.stderr[-2_000:]
    return dict(json.loads(found[1]))


@pytest.mark.skipif(BROWSER is None, reason="needs chromium (chromium-headless-shell of Debian)")
def test_a_browser_sorts_filters_and_opens_without_an_error(played: Path, page: str, tmp_path: Path) -> None:
    said = driven_by(CLICKS.replace("CASES", json.dumps(CASES)), page, tmp_path)
    assert said["faults"] == []
    assert said["title"].startswith("Boxwright")
    assert said["episodes"] == 4
    assert said["filtered"] == [2, 1, 1]
    # the leaderboard and the figures are of the box that was chosen, as Python scores it
    with closing(Store.open(played)) as store:
        scored = load_run(store).scores
    (bread,) = [s for s in scored if (s.model, s.scope) == ("builtin/random", "kumo/bread")]
    assert said["cells"][0] == f"{percent(bread.accuracy)} {100 * bread.low:.0f}–{100 * bread.high:.0f}"  # type: ignore[operator]
    assert said["cells"][2:] == ["1", *map(str, bread.outcomes.values()), str(bread.turns), "0", "–"]
    assert said["shares"] == [[name, "1"] for name, count in bread.outcomes.items() if count]
    assert said["notes"] and said["before"] == said["whole"] and "true" in said["whole"]
    assert said["outcome"] == ["right"]
    for case, bounds in zip(CASES, said["intervals"], strict=True):
        assert bounds == pytest.approx(interval(*case)[:2], abs=1e-9)  # type: ignore[index]
    assert said["given"] == pytest.approx(interval_of_given([0.9, 0.4, 1.0], [12.5, 50.0, 3.0])[:2], abs=1e-9)
    (all_of_kumo,) = [s for s in scored if (s.model, s.scope) == ("builtin/random", "kumo/*")]
    low, high = all_of_kumo.low, all_of_kumo.high
    assert low is not None and high is not None and all_of_kumo.method == "by instance"
    assert said["both"] == f"{percent(all_of_kumo.accuracy)} {100 * low:.0f}–{100 * high:.0f}"
    assert said["model"] == [1, 1]
    assert said["faded"] == ["builtin/oracle"] and said["clicked"] == "builtin/oracle"
    assert said["sorted"] == [
        ["builtin/random", "builtin/oracle"],
        ["builtin/oracle", "builtin/random"],
        "ascending",
    ]
    assert said["opened"]


@pytest.mark.skipif(BROWSER is None, reason="needs chromium (chromium-headless-shell of Debian)")
def test_a_browser_filters_links_to_transcripts(beside: str, tmp_path: Path) -> None:
    said = driven_by(LISTED, beside, tmp_path)
    assert said == {
        "faults": [],
        "all": [4, 4, "4 of 4 episodes"],
        "bread": [2, 2, "2 of 4 episodes"],
        "right": [1, 1, "1 of 4 episodes"],
    }


@pytest.mark.skipif(BROWSER is None, reason="needs chromium (chromium-headless-shell of Debian)")
def test_the_calibration_curve_follows_the_filters(tmp_path: Path) -> None:
    """On a Claude model's recorded run: the curve of one family is that of its answers alone."""
    stored = Path(__file__).parents[3] / "docs" / "claude-run"
    assert run(["report", str(stored), "--html", str(tmp_path / "p.html")]) == 0
    said = driven_by(FOLLOWS, (tmp_path / "p.html").read_text("utf-8"), tmp_path)
    with closing(Store.open(stored)) as store:
        (model,) = store.settings["models"]
        records = [(key, record) for key, record in store.records() if key.box.startswith("encryption/")]
    (found,) = calibrations(records, [model])
    assert said["faults"] == [] and said["hidden"]
    drawn = [[float(point[name]) for name in ("x", "mean", "low", "high")] for point in said["points"]]
    assert drawn == [pytest.approx([b.stated, b.right, b.low, b.high], abs=1e-4) for b in found.bins]
