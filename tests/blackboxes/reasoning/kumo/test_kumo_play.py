"""The instances of a file, played as an evaluation; and games that cannot be played are refused before any is."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from boxwright.blackboxes.reasoning.kumo.domain.model import Domain, read_domain
from boxwright.blackboxes.reasoning.kumo.instances.certify import CLEAR, check_instance
from boxwright.blackboxes.reasoning.kumo.instances.files import read_instances
from boxwright.blackboxes.reasoning.kumo.instances.probabilistic import SURE
from boxwright.blackboxes.reasoning.kumo.instances.probabilistic import play as play_by_bayes
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate
from boxwright.blackboxes.reasoning.kumo.play.given import given_domain
from boxwright.blackboxes.types import Plan
from boxwright.blackboxes.workspace import Workspace
from boxwright.cli import run
from tests.blackboxes.reasoning.kumo.domains import drawn_domain
from tests.blackboxes.reasoning.kumo.published import PUBLISHED, needs_published
from tests.blackboxes.reasoning.kumo.test_kumo import RULE, accepted
from tests.conftest import describe

PLAYERS = "builtin/optimal,builtin/greedy,builtin/oracle"
PUBLISHED_FIELDS = ("truths", "actions", "observations", "seed", "valid_truth")


@pytest.fixture
def domain(tmp_path: Path) -> Domain:
    made = drawn_domain()
    (tmp_path / "bicycle.json").write_text(json.dumps(made.model_dump(mode="json")))
    return made


def published_form(domain: Domain, file: Path, *sizes: Sizes) -> list[dict[str, Any]]:
    """Write three instances per size as published ones are written: without their tables."""
    rows = [
        {name: instance.model_dump(mode="json")[name] for name in PUBLISHED_FIELDS}
        for size in sizes
        for instance in islice(generate(domain, size, 8), 3)
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return rows


def exported(out: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert run(["export", out]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def play(*options: str, file: str = "games.jsonl", models: str = PLAYERS, out: str = "out") -> int:
    common = ["--models", models, "--out", out, "--sandbox", "local"]
    return run(["kumo", "play", "bicycle.json", file, *common, *options])


def test_the_instances_of_a_file_are_played_in_their_order(
    here: Path, place: Workspace, domain: Domain, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = published_form(domain, here / "games.jsonl", Sizes(4, 6), Sizes(6, 8))
    assert play("--json") == 0
    found = json.loads(capsys.readouterr().out)
    games = {row["model"]: row for row in found["kumo"] if row["scope"] == "kumo/bicycle"}
    assert {name: (row["games"], row["success"]) for name, row in games.items()} == dict.fromkeys(
        PLAYERS.split(","), (6, 1.0)
    )
    episodes = [line for line in exported("out", capsys) if "samples" in json.dumps(line)]
    answers = [sample["truth"] for line in episodes for sample in line.get("record", line).get("samples", [])]
    assert answers == [[row["valid_truth"]] for row in rows] * 3
    assert run(["report", "out"]) == 0
    shown = capsys.readouterr().out
    assert "kumo/bicycle" in shown
    assert "100.0 % [54–100]" in shown  # six instances, each a conversation of its own, all right: exact
    assert run(["kumo", "results", "out", "--out", "studied"]) == 0
    told = capsys.readouterr().out
    assert "6 instances in 4 classes" in told and "played the instances of a file" not in told


def test_the_unit_of_an_interval_is_the_instance_however_often_it_was_played(
    here: Path, place: Workspace, domain: Domain, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [instance.model_dump(mode="json") for instance in islice(generate(domain, Sizes(4, 6), 8), 30)]
    (here / "games.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = {}
    for runs in ("1", "5"):
        assert play("--json", "--runs", runs, models="builtin/no-action", out=f"out{runs}") == 0
        scores = {row["scope"]: row for row in json.loads(capsys.readouterr().out)["scores"]}
        found[runs] = [(scores[scope]["low"], scores[scope]["high"]) for scope in ("kumo/bicycle", "*")]
        assert sum(scores["*"]["outcomes"].values()) == 30 * int(runs)
    assert found["5"] == [pytest.approx(pair) for pair in found["1"]]  # it says the same of an instance every time
    assert 0 < found["1"][0][0] < found["1"][0][1] < 1


def test_play_goes_on_with_the_same_file_only(
    here: Path, place: Workspace, domain: Domain, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = published_form(domain, here / "games.jsonl", Sizes(4, 6))
    assert play() == 0
    before = exported("out", capsys)
    assert play("--resume") == 0
    assert exported("out", capsys) == before
    (here / "games.jsonl").write_text("".join(json.dumps(row) + "\n" for row in reversed(rows)))
    assert play("--resume") == 1
    assert "(instances of kumo/bicycle)" in capsys.readouterr().err


def test_play_refuses_what_cannot_be_played(
    here: Path, place: Workspace, domain: Domain, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = published_form(domain, here / "games.jsonl", Sizes(6, 8, 2))
    assert play("--kumo", "size=hard", models="builtin/greedy") == 1
    assert "size=hard: the instances of the file are played as they are" in capsys.readouterr().err
    for name in ("observations", "valid_truth"):
        bare = [{key: value for key, value in row.items() if key != name} for row in rows]
        (here / "bare.jsonl").write_text("".join(json.dumps(row) + "\n" for row in bare))
        assert play(file="bare.jsonl", models="builtin/greedy") == 1
        assert f"bare.jsonl:1: has no `{name}`" in capsys.readouterr().err
    false = json.loads((here / "games.jsonl").read_text().splitlines()[0])
    false["valid_truth"] = [t for t in false["truths"] if t not in false["valid_truth"]][:2]
    (here / "false.jsonl").write_text(json.dumps(false) + "\n")
    assert play(file="false.jsonl", models="builtin/greedy") == 1
    assert "false.jsonl:1: a valid truth is ruled out" in capsys.readouterr().err
    text = (here / "games.jsonl").read_text()
    for name in ("<think>", "two\\nlines", " "):
        odd = text.replace(json.dumps(rows[0]["truths"][0]), f'"{name}"').split("\n")[0]
        (here / "odd.jsonl").write_text(odd)
        assert play(file="odd.jsonl", models="builtin/greedy") == 1
        assert "odd.jsonl:1: " in capsys.readouterr().err
    (here / "many.jsonl").write_text((json.dumps(rows[0]) + "\n") * 1_001)
    assert play(file="many.jsonl", models="builtin/greedy") == 1
    assert "at most 1,000 are played at once" in capsys.readouterr().err
    (here / "none.jsonl").write_text("\n")
    assert play(file="none.jsonl", models="builtin/greedy") == 1
    assert "holds no instance" in capsys.readouterr().err
    assert not (here / "out").exists()
    assert play(models="builtin/greedy", out="two") == 0
    truths = [s["truth"] for line in exported("two", capsys) for s in line.get("record", line).get("samples", [])]
    assert [sorted(truth) for truth in truths] == [sorted(row["valid_truth"]) for row in rows]


def words(**outcomes: list[str]) -> dict[str, Any]:
    return {"type": "str", "states": [{"value": value, "rules_out": out} for value, out in outcomes.items()]}


@pytest.mark.parametrize(
    ("truths", "valid", "outcomes", "said"),
    [
        (
            ["a", "b", "a | b", "c"],
            ["a", "b"],
            {"x": words(p=["a | b"], q=["a"]), "y": words(p=["c"], q=["b"])},
            "'a | b' cannot",
        ),
        (["A", "B"], "A", {"x": words(p=["B"], **{"": ["A"]}), "y": words(p=["B"], q=["A"])}, "the name '' is empty"),
    ],
)
def test_what_no_reply_or_book_can_tell_is_refused_before_anything_is_played(
    truths: list[str],
    valid: str | list[str],
    outcomes: dict[str, Any],
    said: str,
    here: Path,
    place: Workspace,
    capsys: pytest.CaptureFixture[str],
) -> None:
    made = {"domain": "odd", "truths": truths, "actions": list(outcomes), "outcomes": outcomes}
    (here / "bicycle.json").write_text(json.dumps(made))
    shown = dict.fromkeys(outcomes, "p")
    line = {"truths": truths, "actions": list(outcomes), "observations": shown, "valid_truth": valid}
    (here / "games.jsonl").write_text(json.dumps(line))
    assert play(models="builtin/oracle") == 1
    assert f"games.jsonl:1: {said}" in capsys.readouterr().err
    assert not (here / "out").exists()


@pytest.mark.parametrize("player", ["builtin/oracle", "builtin/list-order"])
@pytest.mark.parametrize(
    ("truths", "valid", "outcomes"),
    [
        (["A", "*A*", "B"], "*A*", {"x": words(p=["A"], q=["*A*"]), "y": words(p=["B"], q=["*A*"])}),
        (["A", "B"], "A", {"*see*": words(p=["B"], q=["A"]), "see": words(p=["B"], q=["A"])}),
    ],
)
def test_names_that_differ_only_in_signs_are_told_apart(
    truths: list[str],
    valid: str,
    outcomes: dict[str, Any],
    player: str,
    here: Path,
    place: Workspace,
    capsys: pytest.CaptureFixture[str],
) -> None:
    made = {"domain": "odd", "truths": truths, "actions": list(outcomes), "outcomes": outcomes}
    (here / "bicycle.json").write_text(json.dumps(made))
    line = {"truths": truths, "actions": list(outcomes), "observations": dict.fromkeys(outcomes, "p")}
    (here / "games.jsonl").write_text(json.dumps({**line, "valid_truth": valid}))
    assert play(models=player) == 0
    [sample] = [s for line in exported("out", capsys) for s in line.get("record", line).get("samples", [])]
    assert sample["outcome"] == "right"


def test_probabilistic_exclusion_is_played_and_judged_by_belief(
    here: Path, place: Workspace, domain: Domain, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = ["--strength", "0.9", "--actions", "12", "--count", "12", "--out", "games.jsonl"]
    assert run(["kumo", "probabilistic", "bicycle.json", *wanted]) == 0
    capsys.readouterr()
    assert play("--json", "--kumo", "language=zh", "--shots", "2", models="builtin/greedy,builtin/oracle") == 0
    rows = {row["model"]: row for row in json.loads(capsys.readouterr().out)["kumo"] if row["scope"] == "kumo/bicycle"}
    assert rows["builtin/greedy"]["success"] > 0.8
    assert rows["builtin/oracle"]["how"] == {"lucky": 12}  # right, before anything was seen
    assert rows["builtin/greedy"]["promise"] == "untold"
    by_hand = [play_by_bayes(instance) for _, instance in read_instances(here / "games.jsonl")]
    lines = [line for line in exported("out", capsys) if line.get("model") == "builtin/greedy"]
    [details] = [[s["shots"][0]["detail"] for s in line.get("record", line)["samples"]] for line in lines]
    assert [detail["actions"] for detail in details] == [game.actions for game in by_hand]
    assert [detail["how"] in ("inferred", "lucky") for detail in details] == [game.right for game in by_hand]
    assert all(detail["likeliest"] for detail in details)
    twice = [[shot["answer"] for shot in s["shots"]] for line in lines for s in line.get("record", line)["samples"]]
    assert all(len(shots) == 1 or shots[0] != shots[1] for shots in twice)
    assert all((detail["chance"] >= SURE) == (detail["how"] in ("inferred", "premature")) for detail in details)


def test_what_needs_an_optimum_is_refused_where_exclusion_is_probable(
    here: Path, place: Workspace, domain: Domain, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["kumo", "probabilistic", "bicycle.json", "--count", "2", "--out", "games.jsonl"]) == 0
    for command, words in (
        (lambda: play(), "builtin/optimal: optimal play is not defined"),
        (lambda: play("--kumo", "regret=paper", models="builtin/greedy"), "regret=paper: optimal play is not defined"),
        (lambda: run(["kumo", "solve", "games.jsonl", "--semantics", "paper"]), "games.jsonl:1: optimal play is not"),
    ):
        assert command() == 1
        assert words in capsys.readouterr().err
    assert run(["kumo", "import", "bicycle.json", "--instances", "games.jsonl", "--out", "imported"]) == 1
    assert "exclusion is only probable in it" in capsys.readouterr().out
    (here / "odd.jsonl").write_text((here / "games.jsonl").read_text().replace('"strength": 0.9', '"strength": 1.5'))
    assert play(file="odd.jsonl", models="builtin/greedy") == 1
    assert "odd.jsonl:1: not an instance: strength" in capsys.readouterr().err
    first = json.loads((here / "games.jsonl").read_text().splitlines()[0])
    first["valid_truth"] = next(truth for truth in first["truths"] if truth != first["valid_truth"])
    del first["hash"]
    (here / "unsure.jsonl").write_text(json.dumps(first))
    assert play(file="unsure.jsonl", models="builtin/greedy") == 1
    assert "sure, not 90%" in capsys.readouterr().err
    assert not (here / "out").exists()


@pytest.mark.parametrize(
    ("given", "models", "words"),
    [
        ("size=20/1", "builtin/greedy", "cannot be made"),
    ],
)
def test_games_that_cannot_be_played_are_refused_before_any_is(
    given: str,
    models: str,
    words: str,
    here: Path,
    place: Workspace,
    domain: Domain,
    capsys: pytest.CaptureFixture[str],
) -> None:
    accepted(place, domain, describe("kumo/bicycle", "tags: [test]\n", RULE), here)
    command = ["eval", "--models", models, "--boxes", "kumo/*", "--kumo", given, "--sandbox", "local", "--out", "out"]
    assert run(command) == 1
    assert words in capsys.readouterr().err
    assert not (here / "out").exists()


@needs_published
def test_sound_instances_of_a_faulty_domain_are_played(
    here: Path, place: Workspace, capsys: pytest.CaptureFixture[str]
) -> None:
    domain, lines = (
        PUBLISHED / "domains" / "SorcererEnv.json",
        (PUBLISHED / "instances" / "SorcererEnv.easy.jsonl").read_text().splitlines(),
    )
    (here / "bicycle.json").write_text(domain.read_text())
    (here / "all.jsonl").write_text("\n".join(lines[:8]))
    assert run(["kumo", "import", "bicycle.json", "--instances", "all.jsonl", "--out", "imported"]) == 1
    capsys.readouterr()
    assert play("--json", file="imported/all.jsonl", models="builtin/optimal") == 0
    told = capsys.readouterr()
    assert re.search(r": (1 fault|\d+ faults) in the domain", told.err)
    assert [row["success"] for row in json.loads(told.out)["kumo"]] == [1.0] * 2


@needs_published
def test_every_sound_published_instance_can_be_played() -> None:
    """As `kumo import` keeps them; a name that is a truth and an action is told apart by its marker."""
    plan, played = Plan(turns=6, samples=1, shots=1, seed=1), 0
    for file in sorted((PUBLISHED / "instances").glob("*.easy.jsonl")):
        domain = read_domain(PUBLISHED / "domains" / f"{file.name.split('.')[0]}.json")
        whole = [(where, found.with_outcomes(domain)) for where, found in read_instances(file)]
        sound = [(where, found) for where, found in whole if set(check_instance(found)) <= {CLEAR}]
        given_domain(domain, sound).check(plan, ["builtin/optimal"])
        played += len(sound)
    assert played > 2_000


@needs_published
def test_published_instances_are_played(here: Path, place: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    lines = (PUBLISHED / "instances" / "MedicalEnv.easy.jsonl").read_text().splitlines()
    (here / "five.jsonl").write_text("\n".join(lines[:5]) + "\n")
    (here / "bicycle.json").write_text((PUBLISHED / "domains" / "MedicalEnv.json").read_text())
    assert play("--json", file="five.jsonl", models="builtin/optimal") == 0
    (row,) = [row for row in json.loads(capsys.readouterr().out)["kumo"] if row["scope"] == "kumo/MedicalEnv"]
    assert (row["games"], row["success"], row["size"]) == (5, 1.0, "4/6")
    assert Counter(row["how"]) == {"proved": 5}


def test_of_several_valid_truths_one_is_drawn_and_only_who_has_seen_it_beats_the_ceiling(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["eval", "--boxes", "kumo/bread", "--turns", "8", "--samples", "30", "--kumo", "predict=one"]
    assert run([*words, "--models", "builtin/oracle", "--out", str(tmp_path / "r")]) == 1
    assert "with one valid truth there is nothing to draw" in capsys.readouterr().err
    words += ["--kumo", "valid=2", "--models", "builtin/oracle,builtin/greedy", "--json", "--out", str(tmp_path / "s")]
    assert run(words) == 0
    said = capsys.readouterr().out
    rows = {row["model"]: row for row in json.loads(said[said.index("{") :])["kumo"] if row["scope"] == "kumo/*"}
    seen, fair = rows["builtin/oracle"], rows["builtin/greedy"]
    assert seen["ceiling"] == fair["ceiling"] == 0.5
    assert seen["success"] == 1.0
    assert seen["luck"] < 1e-8
    assert fair["luck"] > 0.01  # it names a valid truth in every game, and cannot know which was drawn
    assert fair["how"].get("contradicted", 0) == 0
