"""The game family: whole practice games, scored games without luck, an optimum that is computed."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest

from boxwright.agents.box.compare import compare, first_difference
from boxwright.blackboxes.box import Box, get_family
from boxwright.blackboxes.families.game.conversation import GameConversation
from boxwright.blackboxes.families.game.family import GameFamily
from boxwright.blackboxes.families.game.sweep import side_by_side
from boxwright.blackboxes.families.game.tree import grow
from boxwright.blackboxes.faults import BadOutput, DescriptionFault
from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.types import Ask, Feedback, Plan, Refusal, Score, Shot, Turn
from boxwright.harness.direct_call import answer_line
from boxwright.harness.episode import Episode, play
from boxwright.harness.gates import GATES, run_gates
from boxwright.harness.players.builtin import BuiltinPlayer
from tests.blackboxes.hostile import hostile_replies, outcome
from tests.conftest import describe

Make = Callable[..., Box]
FAMILY = get_family("game")
PUBLIC = "Rock beats scissors, scissors beat paper, paper beats rock. A won turn brings 1, every other 0."
RULE = """\
By a coin the opponent is hidden as "cycle" (rock, paper, scissors in turn) or "memory": what beats the player's last
action with probability 3/4, else that action again (rock first).
"""
FRONT = """\
difficulty: hard
domain:
  settings: [{turns: 4}, {turns: 6}]
examples:
  - {settings: {turns: 4}, moves: [], chance: {cycle: 0.5, memory: 0.5}}
  - {settings: {turns: 4}, moves: [null, rock], replies: [memory, rock], opponent: {paper: 0.75, rock: 0.25}}
  - {settings: {turns: 4}, moves: [null, rock], replies: [cycle, rock], opponent: {paper: 1}, reads: 3 left}
  - {settings: {turns: 4}, moves: [null, rock, scissors], replies: [memory, rock, paper], gets: [0, 0, 1]}
properties:
  - {says: a turn is won or not, check: 'all(reward in (0, 1) for reward in output["gets"])'}
parameters: {repetitions: 4}
"""
MODULE = """\
BEATEN_BY = {"rock": "paper", "paper": "scissors", "scissors": "rock"}
ORDER = ["rock", "paper", "scissors"]

def start(settings):
    return {"left": settings["turns"], "made": 0, "kind": "", "last": "rock", "won": 0}

def chance(state):
    return None if state["kind"] else {"cycle": 0.5, "memory": 0.5}

def actions(state):
    return list(ORDER) if state["left"] else []

def opponent(state):
    if state["kind"] == "cycle":
        return {ORDER[state["made"] % 3]: 1}
    if not state["made"]:
        return {"rock": 1}
    return {BEATEN_BY[state["last"]]: 3 / 4, state["last"]: 1 / 4}

def play(state, action, reply):
    if action is None:
        return {"state": {**state, "kind": reply}, "reward": 0}
    won = int(BEATEN_BY[reply] == action)
    after = {**state, "left": state["left"] - 1, "made": state["made"] + 1, "last": action, "won": won}
    return {"state": after, "reward": won}

def view(state):
    return f"{state['left']} left"
"""


def text(front: str = FRONT) -> object:
    return describe("game/two_minds", front, RULE, PUBLIC)


@pytest.fixture
def box(make_box: Make) -> Box:
    return make_box(text(), MODULE)


@pytest.fixture
def family() -> GameFamily:
    assert isinstance(FAMILY, GameFamily)
    return FAMILY


def chapter_of(box: Box, seed: int = 0, **plan: int) -> GameConversation:
    chapter = next(iter(FAMILY.conversations(box, Plan(**{"turns": 1, "shots": 1, "samples": 8} | plan, seed=seed))))
    assert isinstance(chapter, GameConversation)
    return chapter


def carried_out(dialogue: Turn | Shot, move: Callable[[Ask], str]) -> Feedback | Score:
    """Play one dialogue to its end; `move` says what to reply."""
    step = next(dialogue)
    while True:
        assert isinstance(step, Ask), step
        try:
            step = dialogue.send(move(step))
        except StopIteration as stop:
            return stop.value


def test_an_honest_module_passes_all_eight(box: Box) -> None:
    results = run_gates(box)
    assert [r.gate for r in results] == list(GATES)
    assert all(r.passed for r in results), [f for r in results for f in r.findings]
    rows = next(r for r in results if r.gate == "bounded").notes["measured"]["settings"]
    assert [row["settings"] for row in rows] == [{"turns": 4}, {"turns": 6}]
    assert all(0 < row["random"] < eval_fraction(row["optimal"]) for row in rows)


def eval_fraction(written: str) -> float:
    above, _, below = written.partition("/")
    return int(above) / int(below or 1)


OPPONENT = "def opponent(state):\n"
REPLY = "    won = int(BEATEN_BY[reply] == action)"
BROKEN = {
    "a wrong share": ("examples", "wrong", MODULE.replace("3 / 4", "1 / 2").replace("1 / 4", "1 / 2")),
    "shares that miss 1": ("deterministic", "shape", MODULE.replace("1 / 4", "1 / 8")),
    "the reward of a loss": ("examples", "wrong", MODULE.replace(REPLY, "    won = int(BEATEN_BY[action] == reply)")),
    "a reward of 2": ("examples", "property", MODULE.replace(REPLY, f"{REPLY} * (1 + (state['left'] == 1))")),
    "draws": ("deterministic", "differs", "import random\n" + MODULE.replace(REPLY, f"{REPLY} * random.randint(0, 1)")),
    "never ends": ("domain", "shape", MODULE.replace('state["left"] - 1', "9").replace("+ 1,", "+ 0,")),
    "changes the state": ("repeatable", "arguments", MODULE.replace(REPLY, f"    state['seen'] = 1\n{REPLY}")),
    "a state that is too large": ("loads", "shape", MODULE.replace('"won": 0}', '"won": 0, "notes": "x" * 5000}')),
    "nothing to win": ("domain", "shape", MODULE.replace(REPLY, "    won = 0")),
    "no view": ("loads", "missing", MODULE.replace("def view", "def show")),
    "a game of its own": ("loads", "supplied", MODULE + "\ndef boxwright_game(settings, moves, replies): return {}\n"),
    "won by habit": ("players", "uniform", MODULE.replace(OPPONENT, OPPONENT + "    return {'scissors': 1}\n")),
    "actions that tell": ("domain", "shape", MODULE.replace("list(ORDER)", "ORDER[: 2 + (state['kind'] == 'cycle')]")),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_module_is_refused(name: str, make_box: Make) -> None:
    gate, kind, source = BROKEN[name]
    front = FRONT if gate == "examples" else "\n".join(FRONT.splitlines()[:3]) + "\n"
    refused = next(r for r in run_gates(make_box(text(front), source)) if not r.passed)
    assert (refused.gate, refused.findings[0].kind) == (gate, kind), refused.findings


def test_a_known_optimum_is_checked_and_never_used(make_box: Make, box: Box, family: GameFamily) -> None:
    optima = [float(family.solve(box, {"turns": turns}).best.optimal) for turns in (4, 6)]
    right = FRONT.replace("repetitions: 4", f"known_optimal: {optima}")
    assert all(r.passed for r in run_gates(make_box(text(right), MODULE)))
    wrong = FRONT.replace("repetitions: 4", "known_optimal: [4, 6]")
    refused = next(r for r in run_gates(make_box(text(wrong), MODULE)) if not r.passed)
    assert refused.gate == "bounded"
    assert 'in the setting {"turns":4} a perfect player expects' in refused.findings[0].message


def test_a_turn_is_a_whole_game_and_each_setting_a_chapter(box: Box) -> None:
    record = play(box, Plan(turns=2, shots=1, samples=8, seed=1), BuiltinPlayer("oracle", 1))
    assert [(t.chapter, t.number) for t in record.turns] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert [len(t.query) for t in record.turns] == [4, 4, 6, 6]
    assert [(s.chapter, s.question) for s in record.samples] == [
        (1, {"settings": {"turns": 4}}),
        (2, {"settings": {"turns": 6}}),
    ]
    assert [len(s.shots[0].answer) for s in record.samples] == [4, 4]


@pytest.mark.parametrize("seed", range(8))
def test_perfect_play_scores_exactly_100_percent_whatever_luck_does(seed: int, box: Box) -> None:
    record = play(box, Plan(turns=1, shots=1, samples=8, seed=seed), BuiltinPlayer("oracle", seed))
    assert [(s.outcome, s.value) for s in record.samples] == [("right", 1.0)] * 2
    detail = record.samples[0].shots[0].detail
    assert len(detail["scores"]) == 4
    assert detail["adjusted"] == [detail["optimal"]] * 4
    assert detail["spread"] == pytest.approx(statistics.stdev(detail["scores"]))


def test_luck_is_taken_out_without_bias(make_box: Make) -> None:
    """Over very many games of a player that always repeats rock, raw and adjusted scores have the same mean."""
    box = make_box(text(FRONT.replace("repetitions: 4", "repetitions: 50")), MODULE)
    raw, adjusted = [], []
    for seed in range(30):
        sample = next(iter(chapter_of(box, seed=seed).samples()))
        score = carried_out(sample.shot(1), lambda ask: "MOVE: paper")
        assert isinstance(score, Score)
        raw += score.detail["scores"]
        adjusted += score.detail["adjusted"]
    error = statistics.stdev(raw) / len(raw) ** 0.5
    assert abs(statistics.fmean(raw) - statistics.fmean(adjusted)) < 4 * error
    assert statistics.stdev(adjusted) < statistics.stdev(raw)


def test_without_chance_a_game_is_played_as_often_so_that_the_number_tells_nothing(make_box: Make) -> None:
    source = MODULE.replace('None if state["kind"] else {"cycle": 0.5, "memory": 0.5}', "None").replace(
        '"kind": ""', '"kind": "cycle"'
    )
    front = "difficulty: easy\ndomain: {settings: [{turns: 6}]}\nparameters: {repetitions: 4}\n"
    chapter = chapter_of(make_box(text(front), source))
    assert chapter.repetitions == 4
    score = carried_out(next(iter(chapter.samples())).shot(1), lambda ask: "MOVE: paper")
    assert isinstance(score, Score)
    assert (score.detail["scores"], score.detail["adjusted"]) == ([2.0] * 4, [2.0] * 4)
    assert score.value == pytest.approx(2 / 6)


def test_an_illegal_move_never_gains_and_never_loops(box: Box) -> None:
    turn = chapter_of(box).turn(1)
    next(turn)
    for reply in ("MOVE: lizard", "I wait", "MOVE: rock, paper", "MOVE:", "MOVE: rock\x00"):
        assert isinstance(turn.send(reply), Refusal)
    assert isinstance(turn.send("Thinking ...\n**MOVE:** ROCK"), Ask)


def test_a_player_who_only_replies_nonsense_loses_turns_and_shots(box: Box) -> None:
    class Nonsense(BuiltinPlayer):
        def reply_inside(self, observation, baseline):  # type: ignore[no-untyped-def]
            return super().reply_inside(observation, baseline).model_copy(update={"text": "MOVE: cheat"})

    record = play(box, Plan(turns=2, shots=2, samples=1, seed=1), Nonsense("constant", 1))
    assert all(turn.lost for turn in record.turns)
    assert [(s.outcome, s.value) for s in record.samples] == [("unparsable", 0.0)]


def test_all_players_meet_the_same_luck(box: Box) -> None:
    def told(kind: str) -> list[object]:
        return [
            s.question for s in play(box, Plan(turns=1, shots=1, samples=1, seed=5), BuiltinPlayer(kind, 2)).samples
        ]

    assert told("oracle") == told("random")
    first = carried_out(chapter_of(box, seed=3).turn(1), lambda ask: "MOVE: rock")
    again = carried_out(chapter_of(box, seed=3).turn(1), lambda ask: "MOVE: rock")
    other = [carried_out(chapter_of(box, seed=s).turn(1), lambda ask: "MOVE: paper") for s in range(12)]
    assert first == again
    assert len({f.value for f in other}) > 1


def test_what_a_player_reads(box: Box) -> None:
    chapter = chapter_of(box)
    assert "The setting: turns = 4" in chapter.introduction
    assert "4 games that count. Together they are worth" in chapter.introduction
    assert "1 whole game from its start to its end." in chapter.introduction
    read: list[str] = []
    carried_out(chapter.turn(1), lambda ask: read.append(ask.text) or "MOVE: rock")  # type: ignore[func-returns-value]
    assert read[0].startswith("Practice game 1 of 1.\nMove 1. 4 left\nYou may choose: rock, paper, scissors\n")
    assert read[1].startswith("You chose rock; it brought 0.\nMove 2. 3 left\n")
    assert not any("cycle" in words or "memory" in words for words in read)


@pytest.mark.parametrize(
    ("shots", "repetitions", "said"),
    [
        (1, 1, "This game counts."),
        (2, 1, "Shot 1 of 2: this game counts."),
        (1, 4, "Game 1 of 4: this game counts."),
        (2, 4, "Shot 1 of 2, game 1 of 4: this game counts."),
    ],
)
def test_a_game_that_counts_is_numbered_where_there_are_several(shots: int, repetitions: int, said: str) -> None:
    text = load_prompt("players/game").render("scored", shot=1, shots=shots, repetition=1, repetitions=repetitions)
    assert text == said


def test_ten_thousand_hostile_replies(box: Box) -> None:
    chapter = chapter_of(box)
    sample = next(iter(chapter.samples()))
    for reply in hostile_replies(["MOVE: rock", "I think so.\n**MOVE: paper**", "MOVE: `scissors`"]):
        assert isinstance(outcome(chapter.turn(1), reply), (Refusal, Ask))
        assert isinstance(outcome(sample.shot(1), reply), (Refusal, Ask))


@pytest.mark.parametrize(
    ("front", "field"),
    [
        ("domain: {}", ("domain", "settings")),
        ("domain: {settings: []}", ("domain", "settings")),
        ("domain: {settings: [{turns: 4}, {turns: 4}]}", ("domain", "settings")),
        ("domain: {settings: [{turns: 4}]}\nparameters: {repetitions: 0}", ("parameters", "repetitions")),
        ("domain: {settings: [{turns: 4}]}\nparameters: {known_optimal: [1, 2]}", ("parameters", "known_optimal")),
        ("domain: {settings: [{turns: 4}]}\nexamples: [{moves: [a], gets: [1]}]", ("examples", 0)),
        (
            "domain: {settings: [{turns: 4}]}\nexamples: [{settings: {turns: 4}, moves: [], opponent: {a: 0.4}}]",
            ("examples", 0, "opponent"),
        ),
        (
            "domain: {settings: [{turns: 4}]}\nexamples: [{settings: {turns: 4}, moves: [], gets: {$set: [[1]]}}]",
            ("examples", 0, "gets"),
        ),
    ],
)
def test_a_wrong_field_is_named(front: str, field: tuple[str | int, ...]) -> None:
    with pytest.raises(DescriptionFault) as fault:
        FAMILY.read(describe("game/x", f"difficulty: easy\n{front}\n", "r", "p"))
    assert fault.value.path == field


def test_a_game_without_rules_for_players_is_refused() -> None:
    with pytest.raises(DescriptionFault, match="players are told nothing"):
        FAMILY.read(describe("game/x", FRONT, RULE))


def test_raw_access(box: Box) -> None:
    def ask(**value: object) -> dict[str, Any]:
        return answer_line(box, json.dumps({"input": {"settings": {"turns": 4}, **value}}))

    assert ask()["output"]["chance"] == {"cycle": 0.5, "memory": 0.5}
    assert ask(moves=[None, "paper"], replies=["memory"])["output"]["gets"] == [0, 1]
    assert len({str(ask(moves=[None, "rock"], seed=seed)["output"]["replies"]) for seed in range(20)}) == 2
    said = {
        "no such move in this state": {"moves": [None, "lizard"]},
        "no such reply in this state": {"moves": [None, "paper"], "replies": ["memory", "paper"]},
        "chance moves in this state: the move must be null": {"moves": ["rock"]},
        "the game is over": {"moves": [None, *["rock"] * 5]},
        "moves and replies are lists, with no more replies than moves": {"replies": ["memory"]},
    }
    assert {message: ask(**value) for message, value in said.items()} == {m: {"error": m} for m in said}
    for reply in (["x"], {"x": 1}, 3, None):
        assert ask(moves=[None], replies=[reply]) == {"error": "no such reply in this state"}
    for settings in ({}, {"turns": "x"}, {"turns": 10**9}, {"turns": True}):
        assert "the settings of this black-box are" in str(ask(settings=settings)["error"])
    for bad in ({}, {"state": 1, "settings": {}}, {"settings": 3}, {"move": 1}):
        assert "error" in answer_line(box, json.dumps({"input": bad}))


def test_an_example_says_why_it_cannot_be(make_box: Make) -> None:
    def found(example: str) -> str:
        front = FRONT[: FRONT.index("examples:")] + f"examples:\n  - {{settings: {{turns: 4}}, {example}}}\n"
        refused = next(r for r in run_gates(make_box(text(front), MODULE)) if not r.passed)
        assert refused.gate == "examples"
        return refused.findings[0].sentence()

    memory = "moves: [null, rock, paper]"
    assert "cannot come" in found(f"{memory}, replies: [memory, rock, scissors], gets: [0, 0, 0]")
    assert "is not offered" in found("moves: [null, lizard], replies: [memory, rock], gets: [0, 0]")
    assert "must be given" in found("moves: [null], gets: [0]")


OTHER_STATES = (
    MODULE.replace('"kind"', '"hidden"')
    .replace("list(ORDER)", "ORDER[::-1]")
    .replace('["made"] % 3', '["made"] % 3 + 0')
)


def test_two_writings_are_compared_by_their_games_not_by_their_states(make_box: Make, box: Box) -> None:
    same = compare(box, make_box(text(), OTHER_STATES), samples=60)
    assert same.identical, same.smallest
    assert same.compared > 100
    other = compare(box, make_box(text(), OTHER_STATES.replace('"made"] % 3', '"made"] // 3 * 2 % 3')), samples=60)
    assert other.differing
    assert other.smallest[0].call.startswith("boxwright_game(")


def test_games_that_are_over_at_once_end_in_a_finding(make_box: Make) -> None:
    over = MODULE.replace('list(ORDER) if state["left"] else []', "[]")
    results = {r.gate: r for r in run_gates(make_box(text(), over))}
    said = " ".join(finding.sentence() for result in results.values() for finding in result.findings)
    assert "over" in said


def test_a_solved_game_is_kept_but_not_for_other_code(make_box: Make, box: Box, family: GameFamily) -> None:
    assert family.solve(box, {"turns": 4}) is family.solve(box, {"turns": 4})
    easier = make_box(text(), MODULE.replace("3 / 4", "1 / 1").replace("1 / 4", "0 / 1"))
    assert family.solve(easier, {"turns": 4}).best.optimal > family.solve(box, {"turns": 4}).best.optimal
    with pytest.raises(BadOutput):
        family.solve(make_box(text(), MODULE.replace("3 / 4", "1 / 3")), {"turns": 4})


@pytest.fixture
def grown(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The settings in which games are grown to be solved."""
    settings: list[object] = []

    def noted(ask: Any, given: Any, limit: int) -> Any:
        settings.append(dict(given))
        return grow(ask, given, limit)

    monkeypatch.setattr("boxwright.blackboxes.families.game.family.grow", noted)
    return settings


def test_every_setting_is_solved_before_the_first_message(make_box: Make, grown: list[object]) -> None:
    fresh = make_box(text(), MODULE + "# another hash\n")
    episode = Episode(fresh, Plan(turns=1, shots=1, samples=2, seed=5))
    assert grown == [{"turns": 4}, {"turns": 6}]
    while not episode.done:
        episode.step("MOVE: rock")
    assert len(episode.record.conversations) == 2
    assert len(grown) == 2


def test_a_setting_that_many_episodes_need_at_once_is_solved_once(make_box: Make, grown: list[object]) -> None:
    boxes = [make_box(text(), MODULE + "# yet another hash\n") for _ in range(6)]
    solved: list[object] = []
    threads = [Thread(target=lambda box=box: solved.append(FAMILY.solve(box, {"turns": 6}))) for box in boxes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(solved) == 6
    assert all(one is solved[0] for one in solved)
    assert grown == [{"turns": 6}]


TAKING = """\
def start(settings):
    return {"left": settings["turns"], "held": 0}

def actions(state):
    return [f"take {n}" for n in range(4)] if state["left"] else []

def opponent(state):
    return {"wait": 1}

def play(state, action, reply):
    held = state["held"] + int(action[5:])
    return {"state": {"left": state["left"] - 1, "held": held}, "reward": 1 if held == 36 else 0}

def view(state):
    return str(state["left"]) + " left"
"""


def test_two_writings_of_a_long_game_are_compared_in_all_their_states(make_box: Make) -> None:
    front = "difficulty: hard\ndomain: {settings: [{turns: 12}]}\n"
    description = describe("game/taking", front, "A turn brings 1 if 36 are taken then.", "Take up to three.")
    written = (
        TAKING,
        TAKING.replace('["left"]', '["to_go"]').replace('"left":', '"to_go":'),
        TAKING.replace("take {n}", "Take  {n}"),
        TAKING.replace("36", "37"),
    )
    one, other, spelled, faulty = (make_box(description, source) for source in written)
    told = list(side_by_side(one, other))
    assert len(told) == sum(3 * turn + 1 for turn in range(13)), "each pair of states once"
    assert all(one.family.alike(one.rules, a.value, b.value) for _, a, b in told)
    assert len(list(side_by_side(one, spelled))) == len(told)
    assert first_difference(one, other, samples=300) is None
    found = first_difference(one, faulty, samples=300)
    assert found is not None
    assert found.call.count("take 3") == 12, "of 4 ** 12 games the one that shows it"
