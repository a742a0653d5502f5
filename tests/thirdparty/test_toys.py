"""Another package's family, game and player, installed for real: every command knows them, and nothing here does."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from boxwright.harness.chat.relay_desk import put_reply, waiting
from tests.agents.script import CLAIMS, verdict

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = Path(__file__).resolve().parent / "boxwright_toys"
BOX = "toy_family/tripled"
CODE = "```python\ndef blackbox(number):\n    return 3 * number + 1\n```\n"
Command = Callable[..., "subprocess.CompletedProcess[str]"]


def environment_of(*folders: Path) -> dict[str, str]:
    """Return the environment of a process that sees these folders' packages, and this checkout."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, [*folders, ROOT])), "COLUMNS": "200"}


def command(place: Path, site: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run `boxwright` in a folder, with what is installed in `site`."""
    return subprocess.run(
        [sys.executable, "-m", "boxwright", *arguments],
        cwd=place,
        env=environment_of(site),
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, installed offline by pip."""
    folder = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    chosen = ["--no-index", "--no-deps", "--no-build-isolation", "--target", str(folder), str(PACKAGE)]
    done = subprocess.run([*pip, *chosen], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, site: Path) -> Path:
    """A workspace with a box that was built from its starter description in the ordinary way."""
    folder = tmp_path_factory.mktemp("workspace")
    (folder / "boxwright.yaml").write_text("collection: none\n")
    (folder / "descriptions").mkdir()
    made = command(folder, site, "new", BOX)
    assert made.returncode == 0, made.stderr
    build(folder, site)
    return folder


@pytest.fixture
def boxwright(place: Path, site: Path) -> Iterator[Command]:
    yield lambda *arguments, stdin="": command(place, site, *arguments, stdin=stdin)


def build(place: Path, site: Path) -> None:
    """Run the build, and be its model: all roles, by files."""
    process = subprocess.Popen(
        [sys.executable, "-m", "boxwright", "build", BOX, "--model", "relay/script", "--test-turns", "2"],
        cwd=place,
        env=environment_of(site),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        end = time.monotonic() + 240
        while process.poll() is None and time.monotonic() < end:
            for request in waiting(place / "runs" / "relay" / "script"):
                put_reply(request, reply_to(request.stem, request.text))
            time.sleep(0.05)
    finally:
        process.kill()
    said, _ = process.communicate()
    assert process.returncode == 0, said


def reply_to(stem: str, request: str) -> str:
    """Reply as coder, tester or refiner."""
    if "-write-" in stem:
        assert "the output for one whole number of the domain" in request, "the coder reads the family's own contract"
        return CODE
    if "-claims-" in stem:
        return CLAIMS
    if "-judge-" in stem:
        return verdict(True)
    asked = re.findall(r"What comes out for this number\?\n(-?\d+)", request)
    return f"ANSWER: {3 * int(asked[-1]) + 1}" if asked else f"QUERY: {int(stem.split('-')[0])}"


def test_the_built_box_is_accepted_and_knows_its_contract(place: Path, boxwright: Command) -> None:
    manifest = json.loads((place / "blackboxes" / "accepted" / BOX / "manifest.json").read_text())
    assert manifest["prompts"]["contracts/toy_family"] == 3
    assert manifest["revisions"]["environment"] == 1
    shown = boxwright("show", BOX)
    assert shown.returncode == 0, shown.stderr
    assert "return 3 * number + 1" in shown.stdout
    assert "stale" not in shown.stdout


def test_it_is_rebuilt_from_its_recording(boxwright: Command) -> None:
    rebuilt = boxwright("build", BOX, "--model", "replay", "--strict", "--only-compare")
    assert rebuilt.returncode == 0, rebuilt.stdout + rebuilt.stderr
    assert "the same as the registered box" in rebuilt.stdout


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("family.py", "revision = 1", "revision = 2", "its environment's revision is 2, not 1"),
        ("contract.md", "version: 3", "version: 4", "the agents' prompts have changed since it was built"),
    ],
)
def test_a_box_is_stale_when_its_package_says_so(
    file: str, old: str, new: str, says: str, place: Path, site: Path, tmp_path: Path
) -> None:
    shutil.copytree(site, tmp_path, dirs_exist_ok=True)
    path = tmp_path / "boxwright_toys" / "toy_family" / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    rows = json.loads(command(place, tmp_path, "list", "--json").stdout)
    (state,) = [row["state"] for row in rows if row["id"] == BOX]
    assert state.startswith("stale: ")
    assert says in state
    checked = command(place, tmp_path, "check", BOX)
    assert checked.returncode == 4, checked.stdout
    assert says in checked.stdout


def test_list_lint_and_check(boxwright: Command) -> None:
    rows = json.loads(boxwright("list", "--json").stdout)
    states = {row["id"]: row["state"] for row in rows if row["id"].startswith("toy")}
    assert states == {BOX: "accepted", "toy_game/sums": "generated"}
    assert "1 description, 0 faults" in boxwright("lint").stdout
    checked = boxwright("check", "toy_*")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert f"✓ {BOX}" in checked.stdout
    assert "✓ toy_game/sums" in checked.stdout


def test_lint_says_what_is_wrong_in_the_family_s_own_terms(place: Path, boxwright: Command) -> None:
    path = place / "descriptions" / f"{BOX}.md"
    good = path.read_text()
    path.write_text(good.replace("{input: 10, output: 31}", "{input: 61, output: 184}"))
    try:
        linted = boxwright("lint", str(path))
    finally:
        path.write_text(good)
    assert linted.returncode == 1
    assert "the example's input 61 is outside the domain" in linted.stderr


def test_call_and_show_a_game(boxwright: Command) -> None:
    assert boxwright("call", BOX, stdin="4\n61\n").stdout.splitlines() == [
        '{"output": 13}',
        '{"error": "the input is outside the domain of this black-box"}',
    ]
    assert boxwright("call", "toy_game/sums", stdin="[1, 2]\n").stdout == '{"output": 3}\n'
    shown = boxwright("show", "toy_game/sums").stdout
    assert "generated by toy_game" in shown
    assert "option toy_game.digits: 2" in shown


PLAYERS = "builtin/oracle,builtin/constant"


@pytest.mark.parametrize(
    ("name", "models", "arguments"),
    [
        ("family", f"{PLAYERS},player/toy_line", ("--boxes", "toy_family/*", "--turns", "3", "--shots", "2")),
        ("settings", PLAYERS, ("--boxes", "toy_family/*", "--turns", "3", "--non-adaptive", "--no-learning")),
        ("both", PLAYERS, ("--boxes", "toy_*", "--turns", "3")),
    ],
)
def test_eval_report_and_export(name: str, models: str, arguments: tuple[str, ...], boxwright: Command) -> None:
    out = f"runs/{name}"
    played = boxwright("eval", "--models", models, *arguments, "--samples", "5", "--out", out)
    assert played.returncode == 0, played.stdout + played.stderr
    report = json.loads(boxwright("report", out, "--json").stdout)
    means = {score["model"]: score["accuracy"] for score in report["scores"] if score["scope"] == "*"}
    assert means.pop("builtin/constant") < 0.5
    assert set(means.values()) == {1.0}
    first, *episodes = [json.loads(line) for line in boxwright("export", out).stdout.splitlines()]
    assert set(first["settings"]["revisions"]) == {episode["box"] for episode in episodes}
    assert {(episode["box"].split("/")[0], len(episode["turns"])) for episode in episodes} <= {
        ("toy_family", 3),
        ("toy_game", 0),
    }


def test_a_game_has_options_and_tables_of_its_own(boxwright: Command) -> None:
    out = "runs/options"
    game = ("--boxes", "toy_game/sums", "--turns", "0", "--option", "toy_game.digits=4")
    assert boxwright("eval", "--models", PLAYERS, *game, "--out", out).returncode == 0
    report = json.loads(boxwright("report", out, "--json").stdout)
    off = {row["model"]: row["mean_distance"] for row in report["toy_game"]}
    assert off.pop("builtin/oracle") == 0
    assert off.pop("builtin/constant") > 0
    assert not off
    assert "sums: mean distance" in " ".join(boxwright("report", out).stdout.split())
    first, *episodes = [json.loads(line) for line in boxwright("export", out).stdout.splitlines()]
    assert first["settings"]["options"] == {"toy_game": {"digits": "4"}}
    asked = [number for episode in episodes for sample in episode["samples"] for number in sample["question"]]
    assert len(asked) == 2 * 2 * 8
    assert all(1_000 <= number <= 9_999 for number in asked)


def test_the_player_adds_too_and_questions_need_no_turns(boxwright: Command) -> None:
    played = boxwright(
        *("eval", "--models", "player/toy_line", "--boxes", "toy_game/sums", "--turns", "4", "--out", "runs/adds")
    )
    assert played.returncode == 0, played.stderr
    assert "100.0 %" in played.stdout


def test_programs_are_asked_for_in_the_family_s_own_words(boxwright: Command) -> None:
    played = boxwright(
        *("eval", "--models", "builtin/oracle,builtin/echo", "--boxes", "toy_family/*", "--turns", "1"),
        *("--answers", "code", "--samples", "20", "--out", "runs/programs"),
    )
    assert played.returncode == 0, played.stdout + played.stderr
    exported = boxwright("export", "runs/programs").stdout
    assert "Then you write a Python function `blackbox(number)`" in exported
    values = [json.loads(line)["samples"][0]["value"] for line in exported.splitlines()[1:]]
    assert sorted(values) == [0.0, 1.0]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--option", "toy_game.digits=30"), "--option toy_game.digits=30: input should be less than or equal to 9"),
        (("--option", "toy_game.size=3"), "--option toy_game.size: no such option; there are: digits"),
        (("--answers", "code"), "'toy_game' does not support the setting 'code'"),
        (("--models", "player/toy_circle"), "no installed package registers the player player/toy_circle"),
    ],
)
def test_what_is_asked_wrongly_is_one_line(arguments: tuple[str, ...], says: str, boxwright: Command) -> None:
    given = (
        "--models",
        "builtin/oracle",
        "--boxes",
        "toy_game/sums",
        "--turns",
        "0",
        "--out",
        "runs/never",
        *arguments,
    )
    refused = boxwright("eval", *given)
    assert_one_line(refused, says)


@pytest.mark.parametrize(
    "arguments",
    [
        ("sibling", "toy_game/sums"),
        ("exam", "toy_game/sums", "--reference", "none.py"),
        ("build", "toy_game/sums", "--model", "replay"),
        ("build", "toy_game/*", "--model", "replay"),
        ("build", "toy_game/sums", "--stale"),
        ("new", "toy_game/sums"),
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_what_is_built_elsewhere_is_not_asked_of_a_game(arguments: tuple[str, ...], boxwright: Command) -> None:
    says = f"{arguments[1]}: toy_game generates its own puzzles; it has no boxes to build"
    assert_one_line(boxwright(*arguments), says)


def test_the_package_is_typed(site: Path, tmp_path: Path) -> None:
    """Strictly checked against Boxwright's own types, as its author would."""
    (tmp_path / "mypy.ini").write_text("[mypy]\nstrict = True\n")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", "mypy.ini", "--no-error-summary", "-p", "boxwright_toys"],
        cwd=tmp_path,
        env={**environment_of(), "MYPYPATH": os.pathsep.join(map(str, [ROOT, PACKAGE]))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")


def assert_one_line(done: subprocess.CompletedProcess[str], says: str) -> None:
    """A fault is one line on stderr that says so, and no success."""
    assert done.returncode not in (0, None)
    assert "Traceback" not in done.stderr
    (line,) = done.stderr.splitlines()
    assert says in line
