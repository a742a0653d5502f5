"""KUMO in the harness: a domain's JSON is a box; the same engine plays it; predictions get a verdict."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from boxwright.blackboxes import registry
from boxwright.blackboxes.box import Box
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.environment import Opened
from boxwright.blackboxes.manifest import Attempt, Hashes, Manifest, RunFacts
from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
from boxwright.blackboxes.reasoning.kumo.instances.certify import check_instance
from boxwright.blackboxes.reasoning.kumo.instances.game import members
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance, game_of
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate
from boxwright.blackboxes.reasoning.kumo.play.conversation import KumoConversation
from boxwright.blackboxes.reasoning.kumo.play.environment import KumoGame, OpenDomain
from boxwright.blackboxes.reasoning.kumo.play.moves import Move
from boxwright.blackboxes.reasoning.kumo.play.prediction_verdict import How, judge
from boxwright.blackboxes.reasoning.kumo.play.settings import read_settings
from boxwright.blackboxes.reasoning.kumo.play.table import kumo_rows
from boxwright.blackboxes.seeds import digest
from boxwright.blackboxes.types import Plan, Refusal
from boxwright.blackboxes.workspace import Workspace
from boxwright.cli import run
from boxwright.harness.chat.api import Reply
from boxwright.harness.direct_call import answer_line
from boxwright.harness.episode import EpisodeFailed, play
from boxwright.harness.players.builtin import BuiltinPlayer
from boxwright.harness.players.player import Observation
from boxwright.harness.records import EpisodeRecord
from tests.blackboxes.reasoning.kumo.domains import drawn_domain
from tests.conftest import describe, write_description

RULE = "Goal: find the fault.\n\nTruths: faults of a bicycle.\n\nActions: looking and measuring."
ID = "kumo/bicycle"


@pytest.fixture(scope="module")
def domain() -> Domain:
    return drawn_domain()


@pytest.fixture(scope="module")
def text() -> Description:
    return describe(ID, "tags: [test]\n", RULE)


@pytest.fixture
def box(domain: Domain) -> OpenDomain:
    return OpenDomain(KumoGame(), ID, domain, None)


def plan(turns: int = 6, samples: int = 1, shots: int = 1, seed: int = 3, **kumo: str) -> Plan:
    return Plan(turns=turns, shots=shots, samples=samples, seed=seed, options=read_settings({"keep": "all", **kumo}))


def instances(domain: Domain, count: int, seed: int = 3, sizes: Sizes | None = None) -> list[Instance]:
    return list(islice(generate(domain, sizes or Sizes(4, 6), seed), count))


class Scripted:
    """A player that says what it is given, in order."""

    name = "scripted"

    def __init__(self, *replies: str) -> None:
        self.replies = list(replies)
        self.read: list[str] = []

    def reply(self, observation: Observation) -> Reply:
        self.read.append(observation.message)
        return Reply(text=self.replies.pop(0), model=self.name)


def builtin(box: Opened, kind: str, chosen: Plan) -> EpisodeRecord:
    return play(box, chosen, BuiltinPlayer(kind, chosen.seed))


def details(record: EpisodeRecord) -> list[dict[str, Any]]:
    return [sample.shots[-1].detail for sample in record.samples]


def test_an_action_shows_its_outcome_and_a_prediction_ends_the_actions(box: OpenDomain, domain: Domain) -> None:
    instance = instances(domain, 1)[0]
    action = instance.actions[2]
    player = Scripted(f"I think.\nACTION: {action}", f"**PREDICT: {instance.valid[0]}**")
    record = play(box, plan(), player)
    assert [t.query for t in record.turns] == [{"action": action}, {"predict": instance.valid}]
    assert record.turns[0].value == (instance.observations or {})[action]
    assert str((instance.observations or {})[action]) in player.read[1]
    assert record.samples[0].outcome == "right"
    assert details(record)[0]["actions"] == 1
    assert details(record)[0]["instance"] == instance.hash
    assert record.conversations[0][-1].content.endswith("Right.")
    intro = player.read[0]
    assert all(name in intro for name in [*instance.truths, *instance.actions])


def test_after_the_last_action_a_prediction_must_come(box: OpenDomain, domain: Domain) -> None:
    instance = instances(domain, 1)[0]
    wrong = next(t for t in instance.truths if t not in instance.valid)
    player = Scripted(f"ACTION: {instance.actions[0]}", f"PREDICT: {wrong}", f"PREDICT: {instance.valid[0]}")
    record = play(box, plan(turns=1, shots=2), player)
    assert [shot.right for shot in record.samples[0].shots] == [False, True]
    assert "The exploration is over" in player.read[1]


def test_names_are_read_tolerantly_and_faults_are_named(box: OpenDomain, domain: Domain) -> None:
    instance = instances(domain, 1)[0]
    action, truth = instance.actions[0], instance.valid[0]
    player = Scripted(
        "I do not know",
        f"ACTION: {truth}",
        f'ACTION: "{action.upper().replace(" ", "-")}".',
        f"ACTION: {action[:-1]}x",
        f"PREDICT: {truth} | {next(t for t in instance.truths if t != truth)}",
        f"predict: {truth.title()}",
    )
    record = play(box, plan(), player)
    assert record.turns[0].query == {"action": action}
    assert record.turns[0].refusals == 2
    assert record.turns[1].refusals == 2
    assert record.samples[0].outcome == "right"
    assert "no last line `ACTION" in player.read[1]
    assert f'"{truth}" is the name of a truth, not of an action' in player.read[2]
    assert "Did you mean" in player.read[4]
    assert action in player.read[4]
    assert "names 1 different truth, yours names 2" in player.read[5]


def chapter_of(box: OpenDomain) -> tuple[KumoConversation, str, str]:
    """The first conversation, the name of its first action, and that of its first truth."""
    conversation = next(iter(box.conversations(plan())))
    assert isinstance(conversation, KumoConversation)
    return conversation, conversation.instance.actions[0], conversation.instance.truths[0]


@pytest.mark.parametrize(
    ("reply", "read"),
    [
        ("PREDICT: {truth}\nACTION: {action}\n(I predict nothing)", ""),
        ("PREDICT: {truth}\nACTION: {action}\nso I do not predict: not yet", ""),
        ("ACTION: {action}\nPREDICT: {truth}\nNo further action is needed; the last action: none", ""),
        ("ACTION: {action}\n**PREDICT:**\n{truth}", ""),
        ("PREDICT: {truth}\n**ACTION**: `{action}`", ""),
        ("<think>\nPREDICT: {truth}\n</think>\nACTION: {action}", "action"),
        ("<think>\nPREDICT: {truth}\n</think>\nI had better wait.", ""),
        ("PREDICT: {truth}\n</think>\nI had better wait.", ""),
        ("<think>\nACTION: {action}\nPREDICT: {truth}", ""),
        ("<THINK>ACTION: {action}</THINK>\nPREDICT: {truth}", "truth"),
        ("ACTION：{action}", "action"),
        ('{{"type": "ACTION", "value": "{action}"}}', "action"),
        ('```json\n{{"reason": "it splits well", "move": "action", "name": "{action}"}}\n```', "action"),
        ('{{"action": "predict", "truth": "{truth}"}}', "truth"),
        ('<tool_call>{{"name": "move", "arguments": {{"action": "{action}"}}}}</tool_call>', "action"),
        ('<tool_call>\n{{"name": "predict", "arguments": {{"truth": "{truth}"}}}}\n</tool_call>', "truth"),
        ("ACTION: nothing\n**PREDICT**：{truth}", "truth"),
        ("ACTION: \\boxed{{{action}}}", "action"),
        ("ACTION: $\\boxed{{\\text{{{action}}}}}$.", "action"),
        ("PREDICT: \\boxed{{{truth}}}", "truth"),
        ("\\boxed{{{truth}}}", "truth"),
        ("The answer is \\boxed{{{action}}}", "action"),
        ("\\boxed{{{truth}}}, or \\boxed{{{action}}}?", ""),
        ("{action}", "action"),
        ("1. {truth}", "truth"),
        ("1) {action}", "action"),
        ("(1) {truth}.", "truth"),
        ("- {action}", "action"),
        ("* **{truth}**", "truth"),
        ("• `{action}`", "action"),
        ("```\n1. {truth}\n```", "truth"),
        ("<think>{truth}</think>\n{action}", "action"),
        ("<think>1. {truth}", ""),
        ("1. {truth}\n2. {action}", ""),
        ("1. {truth}\n2. no other", ""),
        ("1. {truth} 2. {action}", ""),
        ("1. {truth} or {action}", ""),
        ("- not {truth}", ""),
        ("- {truth} (ruled out)", ""),
        ("- ~~{truth}~~", ""),
        ("- [ ] {truth}", ""),
        ("❌ {truth}", ""),
        ("> {truth}", ""),
        ("{truth}?", ""),
        ("{truth} ...", ""),
        ("{truth}:", ""),
        ("1. {truth}, because it is left", ""),
        ("I am done with {truth}", ""),
        ("ACTION: {action}\nActually PREDICT: {truth}", "action"),
        ("ACTION: {action}\n\nActually, I would rather PREDICT: {truth}", "action"),
        ("ACTION: {action}\nActually, ACTION: {action}", "action"),
        ("ACTION: {action}\nIf it shows nothing I will PREDICT: {truth}", "action"),
        ("ACTION: {action}\nWait, no. I would rather not.", "action"),
        ("PREDICT: {truth}\nHold on, that is wrong.", "truth"),
        ("PREDICT: {truth}\nActually, no.", "truth"),
        ("ACTION: {action}\nWait, no.\nPREDICT: {truth}", "truth"),
        ("ACTION: {action}\n\n{action}: green\n\nThis rules out the other.\n\nPREDICT: {truth}", ""),
        ("ACTION: {action}\n(The outcome is green.)\nPREDICT: {truth}", ""),
        ("ACTION: {action}\nNo other action tells as much.", "action"),
        ("ACTION: {action}\nWait for what it shows.", "action"),
        ("I choose action: {action}", "action"),
        ("I will go with the prediction: {truth}", "truth"),
        ("I do not choose action: {action}", ""),
        ("It contradicts the prediction: {truth}", ""),
        ("I choose ACTION: {action}", "action"),
        ("I choose ACTION: {action}\nThanks!", "action"),
        ("I choose ACTION: {action}\n\nThank you very much.", "action"),
        ("I choose ACTION: {action}\nThanks, but no.", ""),
    ],
)
def test_the_last_marked_line_outside_of_thoughts_counts(box: OpenDomain, reply: str, read: str) -> None:
    conversation, action, truth = chapter_of(box)
    wanted = {"action": Move(action=0), "truth": Move(named=1)}
    found = conversation.read(reply.format(action=action, truth=truth), actions=True)
    assert isinstance(found, Refusal) if not read else found == wanted[read]


def test_names_that_stand_alone_are_refused_with_the_reason(box: OpenDomain) -> None:
    conversation, action, truth = chapter_of(box)
    other = conversation.instance.truths[1]
    for said, actions, reason in [
        (f"1. {truth}\n2. {other}", True, "names 1 different truth, yours names 2"),
        (f"1. {truth}\n2. {action}", True, "two different answers"),
        (f"- {action}", False, f'"{action}" is the name of an action, not of a truth'),
        (f"- {action[:-1]}x", True, "no last line `ACTION: <name>` or `PREDICT: <truth>`. Did you mean: "),
        ("I would rather not say.", True, "no last line `ACTION: <name>` or `PREDICT: <truth>`."),
    ]:
        refusal = conversation.read(said, actions=actions)
        assert isinstance(refusal, Refusal) and reason in refusal.reason


def test_a_very_long_reply_is_read_from_its_end(box: OpenDomain, domain: Domain) -> None:
    instance = instances(domain, 1)[0]
    wrong = next(t for t in instance.truths if t not in instance.valid)
    thought = f"<think>PREDICT: {wrong}\n{'maybe ' * 20_000}\n"
    player = Scripted(thought, f"PREDICT: {wrong}\n{thought}</think>\nPREDICT: {instance.valid[0]}")
    record = play(box, plan(), player)
    assert record.turns[0].refusals == 1, "the first never left its thoughts"
    assert record.samples[0].outcome == "right"
    said = record.conversations[0][-2].content
    assert len(said) < 1_100 and said.endswith(instance.valid[0]), "its end stays in the conversation"


def test_several_truths_may_be_boxed_each_or_together(box: OpenDomain) -> None:
    conversation = next(iter(box.conversations(plan(valid="2", size="8/10"))))
    assert isinstance(conversation, KumoConversation)
    one, two = conversation.instance.truths[:2]
    for said in (f"\\boxed{{{one} | {two}}}", f"\\boxed{{{one}}} | \\boxed{{{two}}}", f"{one} | {two}"):
        assert conversation.read(f"PREDICT: {said}", actions=True) == Move(named=3)


def test_an_action_taken_again_counts_and_costs(box: OpenDomain, domain: Domain) -> None:
    instance = instances(domain, 1)[0]
    a = f"ACTION: {instance.actions[0]}"
    record = play(box, plan(regret="elimination"), Scripted(a, a, f"PREDICT: {instance.valid[0]}"))
    detail = details(record)[0]
    assert (detail["actions"], detail["repeated"]) == (2, 1)
    assert detail["regret"][1] == 1.0


def test_how_predictions_came_about(box: OpenDomain, domain: Domain) -> None:
    instance = instances(domain, 1)[0]
    acts = [f"ACTION: {a}" for a in instance.actions]
    wrong = next(t for t in instance.truths if t not in instance.valid)
    right, false = f"PREDICT: {instance.valid[0]}", f"PREDICT: {wrong}"
    for replies, how in [
        ([*acts, right], "proved"),
        ([*acts, false], "contradicted"),
        ([right], "lucky"),
        ([false], "premature"),
    ]:
        assert details(play(box, plan(), Scripted(*replies)))[0]["how"] == how


def test_a_sure_second_prediction_is_not_lucky(box: OpenDomain, domain: Domain) -> None:
    """Two truths are left and either could be valid; the first prediction was wrong, so the other is proved."""
    instance = next(i for i in instances(domain, 40) if near_end(i) is not None)
    number = [i.hash for i in instances(domain, 40)].index(instance.hash)
    taken = near_end(instance)
    assert taken is not None
    acts, other = taken
    replies = [
        *(f"ACTION: {a}" for a in acts),
        f"PREDICT: {other}",
        f"PREDICT: {other}",
        f"PREDICT: {instance.valid[0]}",
    ]
    before = ["PREDICT: " + i.valid[0] for i in instances(domain, number)]
    record = play(box, plan(shots=3, samples=number + 1), Scripted(*before, *replies))
    hows = [shot.detail["how"] for shot in record.samples[-1].shots]
    assert hows == ["premature", "contradicted", "proved"]
    alone = play(box, plan(samples=number + 1), Scripted(*before, *replies[: len(acts)], replies[-1]))
    assert details(alone)[-1]["how"] == "lucky"


def near_end(instance: Instance) -> tuple[list[str], str] | None:
    """The first actions after which two truths are left and either could be valid, and the wrong one of them."""
    game = game_of(instance)
    assert game.revealed is not None
    alive, left = game.everything, game.all_actions
    for a in range(len(instance.actions)):
        alive, left = alive & ~game.revealed[a], left & ~(1 << a)
        if alive.bit_count() == 2 and judge(game, alive, left, game.valid) is How.LUCKY:
            return instance.actions[: a + 1], instance.truths[members(alive & ~game.valid)[0]]
    return None


def test_the_promise_is_told_or_not(box: OpenDomain) -> None:
    told, untold = (next(iter(box.conversations(plan(promise=p)))).introduction for p in ("told", "untold"))
    assert "It is certain" in told
    assert "certain" not in untold


@pytest.mark.parametrize("kind", ["optimal", "optimal-paper", "optimal-informed", "greedy", "oracle"])
def test_players_that_know_the_game_are_right(box: OpenDomain, kind: str) -> None:
    record = builtin(box, kind, plan(samples=12))
    assert [s.outcome for s in record.samples] == ["right"] * 12
    hows = {detail["how"] for detail in details(record)}
    if kind in ("optimal", "greedy"):
        assert hows == {"proved"}
        assert all(d["survivors"] == 1 for d in details(record))
    if kind == "optimal-informed":
        assert hows <= {"proved", "inferred"}


def test_optimal_play_takes_the_optimal_number_of_actions(box: OpenDomain) -> None:
    for detail in details(builtin(box, "optimal", plan(samples=12))):
        assert detail["optimal"]["elimination"]["relative"] == 0.0
    for detail in details(builtin(box, "optimal-paper", plan(samples=12))):
        best = detail["optimal"]["paper"]
        assert best["fewest"] <= detail["actions"] <= best["most"]
        assert detail["published_actions"] == detail["actions"] + 2


def test_random_play_is_sometimes_wrong(box: OpenDomain) -> None:
    outcomes = {s.outcome for s in builtin(box, "random", plan(samples=30)).samples}
    assert outcomes == {"right", "wrong"}


def test_several_valid_truths(box: OpenDomain, domain: Domain) -> None:
    chosen = plan(turns=8, samples=5, size="6/8", valid="2")
    record = builtin(box, "greedy", chosen)
    assert [s.outcome for s in record.samples] == ["right"] * 5
    assert all(len(s.truth) == 2 for s in record.samples)
    instance = instances(domain, 1, sizes=Sizes(6, 8, 2))[0]
    player = Scripted(f"PREDICT: {' | '.join(reversed(instance.valid))}")
    assert play(box, plan(turns=8, size="6/8", valid="2"), player).samples[0].outcome == "right"
    assert "Exactly 2 of the truths" in player.read[0]
    assert [s.outcome for s in builtin(box, "optimal", chosen).samples] == ["right"] * 5


def test_other_families_are_not_played_by_these_players(make_box: Callable[..., Box], caesar_text: Description) -> None:
    with pytest.raises(EpisodeFailed, match="plays kumo boxes only"):
        builtin(make_box(caesar_text, "def blackbox(plaintext):\n    return plaintext\n"), "greedy", plan())


def test_raw_access(box: OpenDomain, domain: Domain) -> None:
    def ask(**request: Any) -> Any:
        return answer_line(box, json.dumps({"input": {"seed": 3, "play": {"size": "4/6", "keep": "all"}} | request}))

    instance = instances(domain, 2)[1]
    assert ask(instance=1)["output"]["truths"] == instance.truths
    action = instance.actions[0]
    assert ask(instance=1, action=action) == {"output": (instance.observations or {})[action]}
    assert ask(instance=1, predict=instance.valid)["output"]["right"] is True
    assert "not in this game" in ask(action="nothing")["error"]
    assert "size=easy" in ask(play={"size": "huge"})["error"]
    assert "leaves nothing to rule out" in ask(play={"size": "4/6", "valid": 4})["error"]


def accepted(place: Workspace, domain: Domain, text: Description, tmp_path: Path) -> None:
    """Register the domain as the proposal graph does."""
    write_description(place, text)
    source = json.dumps(domain.model_dump(mode="json"))
    recording = tmp_path / "recording.jsonl"
    recording.write_text("{}\n")
    hashes = Hashes(
        description=text.hash,
        code=digest(source),
        recording=digest(recording.read_bytes()),
    )
    facts = RunFacts(
        launcher="none", level="", replayed=False, built="2026-01-01T00:00:00Z", seconds=0.0, python="", boxwright=""
    )
    manifest = Manifest(
        id=ID,
        difficulty="by size",
        hashes=hashes,
        revisions=registry.revisions_of(ID),
        prompts={},
        models={},
        attempts=(Attempt(number=1, ended="accepted"),),
        gates=(),
        run=facts,
    )
    registry.accept(place, manifest, source, recording)


def test_the_command_evaluates_domains_with_their_own_table(
    place: Workspace,
    domain: Domain,
    text: Description,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    accepted(place, domain, text, tmp_path)
    monkeypatch.chdir(tmp_path)
    common = ["--boxes", "kumo/*", "--turns", "6", "--samples", "6", "--sandbox", "local", "--json"]
    models = "builtin/optimal,builtin/greedy,builtin/random,builtin/oracle"
    results = []
    for out in ("one", "two"):
        assert run(["eval", "--models", models, "--kumo", "size=easy", *common, "--out", out]) == 0
        results.append(json.loads(capsys.readouterr().out))
        shutil.rmtree(out)
    assert results[0] == results[1]
    rows = {row["model"]: row for row in results[0]["kumo"] if row["scope"] == "kumo/*"}
    assert rows["builtin/optimal"]["success"] == 1.0
    assert rows["builtin/optimal"]["relative"]["elimination"] == 0.0
    assert rows["builtin/oracle"]["actions"] == 0.0
    assert rows["builtin/random"]["success"] < 1.0
    for given, words in [
        ("size=90/4", "has 20 truths, 90 were asked for"),
        ("size=4/6", "valid"),
        ("colour=red", "no such setting"),
        ("promise=perhaps", "promise"),
        ("size", "NAME=VALUE"),
    ]:
        extra = ["--kumo", "valid=4"] if words == "valid" else []
        assert run(["eval", "--models", models, "--kumo", given, *extra, *common, "--out", "three"]) == 1
        assert words in capsys.readouterr().err
        assert not Path("three").exists()
    assert run(["eval", "--models", "builtin/solver", *common, "--out", "three"]) == 1
    assert "builtin/solver does not try kumo boxes" in capsys.readouterr().err
    assert not Path("three").exists()


def test_games_of_several_valid_truths_from_drawing_to_the_table(
    place: Workspace,
    domain: Domain,
    text: Description,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    accepted(place, domain, text, tmp_path)
    monkeypatch.chdir(tmp_path)
    sizes = ["--truths", "6", "--actions", "8", "--valid", "2", "--seed", "1", "--count", "4"]
    assert run(["kumo", "generate", ID, *sizes, "--out", "two.jsonl"]) == 0
    drawn = [json.loads(line) for line in Path("two.jsonl").read_text().splitlines()]
    for row in drawn:
        assert check_instance(Instance.model_validate(row)) == []
        assert set(row["truths"]) - fallen_truths(row) == set(row["valid_truth"])
    capsys.readouterr()
    models = "builtin/greedy,builtin/random,builtin/oracle"
    common = ["--boxes", ID, "--turns", "8", "--samples", "4", "--sandbox", "local"]
    play = ["--kumo", "size=6/8", "--kumo", "valid=2"]
    assert run(["eval", "--models", models, *play, *common, "--json", "--out", "out"]) == 0
    rows = {row["model"]: row for row in json.loads(capsys.readouterr().out)["kumo"] if row["scope"] == "kumo/*"}
    greedy, oracle = rows["builtin/greedy"], rows["builtin/oracle"]
    assert (greedy["valid"], greedy["games"], greedy["success"], greedy["how"]) == (2, 4, 1.0, {"proved": 4})
    assert (oracle["success"], oracle["how"]) == (1.0, {"lucky": 4})
    for row in rows.values():
        assert row["unsolved"] == {"paper": 0, "elimination": 0} and row["optimal"]["elimination"] > 2.0
    assert greedy["relative"]["elimination"] < 0.3
    assert greedy["left_out"]["elimination"] == 0
    assert run(["eval", "--models", models, *play, *common, "--out", "shown"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "2 valid truths: actions, relative to optimal play (games left out)" in shown
    names = ["optimal", "optimal-paper", "optimal-informed"]
    players = ",".join(f"builtin/{name}" for name in names)
    assert run(["eval", "--models", players, *play, *common, "--json", "--out", "best"]) == 0
    best = {row["model"]: row for row in json.loads(capsys.readouterr().out)["kumo"] if row["scope"] == "kumo/*"}
    assert best["builtin/optimal"]["success"] == 1.0 and best["builtin/optimal"]["relative"]["elimination"] == 0.0
    for name in names:
        assert best[f"builtin/{name}"]["actions"] <= greedy["actions"]


def fallen_truths(row: dict[str, Any]) -> set[str]:
    """Return the truths that an instance's outcomes rule out, read from its line alone."""
    fallen: set[str] = set()
    for action, seen in row["observations"].items():
        for state in row["outcomes"][action]["states"]:
            value = state["value"]
            if value == seen if isinstance(value, str) else isinstance(seen, float) and value[0] < seen < value[1]:
                fallen |= set(state["rules_out"])
    return fallen


def test_a_domain_is_named_by_its_id_too(
    place: Workspace,
    domain: Domain,
    text: Description,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    accepted(place, domain, text, tmp_path)
    monkeypatch.chdir(tmp_path)
    assert run(["kumo", "generate", ID, "--count", "3", "--out", "three.jsonl"]) == 0
    bare = [
        {k: v for k, v in json.loads(line).items() if k in ("truths", "actions", "observations", "valid_truth")}
        for line in Path("three.jsonl").read_text().splitlines()
    ]
    Path("bare.jsonl").write_text("".join(json.dumps(row) + "\n" for row in bare))
    capsys.readouterr()
    solve = ["kumo", "solve", "--semantics", "elimination"]
    assert run([*solve, "three.jsonl"]) == 0
    whole = [json.loads(line)["expected_actions"] for line in capsys.readouterr().out.splitlines()]
    assert run([*solve, "bare.jsonl", "--domain", ID]) == 0
    assert [json.loads(line)["expected_actions"] for line in capsys.readouterr().out.splitlines()] == whole
    assert run([*solve, "bare.jsonl"]) == 1
    assert "--domain" in capsys.readouterr().err
    assert run([*solve, "bare.jsonl", "--domain", "kumo/unknown"]) == 1
    assert "no accepted box 'kumo/unknown'" in capsys.readouterr().err
    sizes = ["--truths", "6", "--actions", "8", "--valid", "2", "--count", "2"]
    assert run(["kumo", "generate", ID, *sizes, "--least", "3", "--out", "two.jsonl"]) == 0
    capsys.readouterr()
    assert run([*solve, "two.jsonl"]) == 0
    found = [json.loads(line)["expected_actions"] for line in capsys.readouterr().out.splitlines()]
    assert len(found) == 2 and min(found) >= 3


def test_a_search_that_is_given_up_is_said_and_never_called_optimal(box: OpenDomain) -> None:
    chosen = plan(turns=16, size="10/14", states="1000")
    played = []
    for _ in range(2):  # what an earlier player's question left in the table changes nothing
        for kind in ("greedy", "optimal"):
            record = builtin(box, kind, chosen)
            played.append(record.turns)
            assert [s.outcome for s in record.samples] == ["right"]
            (row,) = kumo_rows([(kind, ID, record)])[:1]
            given_up = [d["optimal"]["elimination"] for d in details(record)]
            assert row.unsolved["elimination"] == sum(o["expected"] is None for o in given_up) > 0
            for found in given_up:
                if found["expected"] is None:
                    assert found["fewest"] is found["most"] is found["relative"] is None
                    assert 1.0 <= found["lower"] < found["upper"] <= 14.0
    assert played[:2] == played[2:]
    whole = details(builtin(box, "greedy", plan(turns=16, size="10/14")))
    for part, solved in zip(given_up, whole, strict=True):
        expected = solved["optimal"]["elimination"]["expected"]
        assert part["expected"] == expected or part["lower"] <= expected <= part["upper"] + 1e-9
