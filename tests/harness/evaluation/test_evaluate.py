"""Evaluation: equal runs give equal bytes, nothing is paid for twice, failures are not wrong answers."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from boxwright.agents.box.build import build
from boxwright.agents.runs.options import BuildOptions
from boxwright.blackboxes import registry
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.records import SampleRecord, ShotRecord
from boxwright.blackboxes.workspace import Workspace
from boxwright.commands import eval_progress
from boxwright.harness.analysis.intervals import exact
from boxwright.harness.analysis.metrics import as_json, scores
from boxwright.harness.chat.api import Message, ProviderFailed, Reply, Request, Usage
from boxwright.harness.evaluation.plan import EvalSettings, Evaluation
from boxwright.harness.evaluation.schedule import Patience
from boxwright.harness.evaluation.store import Key, Store
from boxwright.harness.evaluation.worker import check_resumable, evaluate, failures
from boxwright.harness.records import EpisodeRecord
from boxwright.harness.report.tables import accuracy_table
from boxwright.sandbox import Launcher
from tests.agents.script import ScriptedModel, played_by
from tests.conftest import CAESAR_FRONT, CAESAR_RULE, describe, write_description

ID = "encryption/caesar"
PLAYERS = ("builtin/oracle", "builtin/random", "builtin/constant", "builtin/echo")


@pytest.fixture
def built(place: Workspace, launcher: Launcher) -> Workspace:
    write_description(place, describe(ID, CAESAR_FRONT, CAESAR_RULE))
    build(place, ID, launcher, BuildOptions(models=played_by(ScriptedModel())))
    return place


def evaluation(place: Workspace, launcher: Launcher, models: dict[str, object], **given: object) -> Evaluation:
    settings = EvalSettings.model_validate({"models": tuple(models), "boxes": (ID,), "turns": 3, "samples": 4, **given})
    return Evaluation(settings, {ID: registry.load(place, ID)}, models, launcher)  # type: ignore[arg-type]


def run(folder: Path, held: Evaluation) -> Store:
    store = Store.create(folder, held.provenance())
    evaluate(held, store)
    return store


def test_builtin_players_mark_the_ends_of_the_scale(built: Workspace, launcher: Launcher, tmp_path: Path) -> None:
    held = evaluation(built, launcher, dict.fromkeys(PLAYERS), runs=2)
    store = run(tmp_path / "out", held)
    result = {(s.model, s.scope): s for s in scores(store.records(), held.settings.models, 4)}
    assert result["builtin/oracle", ID].accuracy == 1.0
    assert result["builtin/oracle", "*"].outcomes["right"] == 8
    assert all((result[p, "*"].accuracy or 0) < 0.3 for p in PLAYERS[1:])
    store.close()


def test_equal_runs_are_equal_bytes(built: Workspace, launcher: Launcher, tmp_path: Path) -> None:
    exports, jsons = [], []
    for name in ("first", "second"):
        held = evaluation(built, launcher, dict.fromkeys(PLAYERS), runs=3, seed=7)
        store = run(tmp_path / name, held)
        exports.append("\n".join(store.export()))
        jsons.append(json.dumps(as_json(store.settings, scores(store.records(), PLAYERS, 4)), sort_keys=True))
        store.close()
    assert exports[0] == exports[1]
    assert jsons[0] == jsons[1]
    assert len(exports[0].splitlines()) == 1 + 4 * 3


class Chat:
    """A stand-in for a chat model: always the same words, so that requests can be counted."""

    name = "chat"

    def __init__(self, fail_at: int = 0) -> None:
        self.asked = 0
        self.fail_at = fail_at

    def ask(self, request: Request) -> Reply:
        self.asked += 1
        if self.asked == self.fail_at:
            raise ProviderFailed("chat: the server is down")
        text = "QUERY: abc" if "Which plaintext" in request.messages[-1].content else "ANSWER: bcd"
        return Reply(text=text, usage=Usage(input=7, output=3, calls=1))


def test_a_failed_provider_is_counted_apart_and_resumed_without_paying_twice(
    built: Workspace, launcher: Launcher, tmp_path: Path
) -> None:
    chat = Chat(fail_at=6)
    held = evaluation(built, launcher, {"chat": chat})
    store = run(tmp_path / "out", held)
    (score,) = [s for s in scores(store.records(), ("chat",), 4) if s.scope == "*"]
    assert score.outcomes == {"right": 0, "wrong": 2, "unparsable": 0, "cut": 0, "failed": 2}
    assert failures(list(store.records())) == ["chat on encryption/caesar (run 1): chat: the server is down"]
    chat.fail_at = 0
    evaluate(held, store)
    assert chat.asked == 6 + 2
    (score,) = [s for s in scores(store.records(), ("chat",), 4) if s.scope == "*"]
    assert score.outcomes["failed"] == 0
    assert score.usage == Usage(input=49, output=21, calls=7)
    evaluate(held, store)
    assert chat.asked == 8
    store.close()


class Down(Chat):
    """A stand-in whose server is down for some requests, or for all after the first ones."""

    def __init__(self, *down: int) -> None:
        super().__init__()
        self.down = down

    def ask(self, request: Request) -> Reply:
        if self.asked + 1 in self.down:
            self.asked += 1
            error = ProviderFailed("the server is down")
            error.passing, error.usage = True, Usage(input=1, calls=1)
            raise error
        return super().ask(request)


def test_an_outage_pauses_one_model_and_goes_on_where_it_was(
    built: Workspace, launcher: Launcher, tmp_path: Path
) -> None:
    passing, fine = Down(3, 4, 9), Chat()
    held = evaluation(built, launcher, {"passing": passing, "fine": fine}, runs=2)
    said: list[str] = []
    store = Store.create(tmp_path / "out", held.provenance())
    patience = Patience(600, first_pause=0.02, longest_pause=0.05, say=said.append)
    assert evaluate(held, store, concurrency=1, patience=patience) == {}
    result = {s.model: s for s in scores(store.records(), held.settings.models, 4) if s.scope == "*"}
    assert [result[name].outcomes["failed"] for name in ("passing", "fine")] == [0, 0]
    assert passing.asked == 3 + fine.asked  # nothing is asked twice
    assert result["passing"].usage == result["fine"].usage + Usage(input=3, calls=3)
    assert said.count("passing answers again") == 2
    store.close()


def test_a_model_that_stays_down_is_given_up_and_the_other_is_played(
    built: Workspace, launcher: Launcher, tmp_path: Path
) -> None:
    held = evaluation(built, launcher, {"gone": Down(*range(4, 100)), "fine": Chat()}, runs=2)
    store = Store.create(tmp_path / "out", held.provenance())
    given_up = evaluate(held, store, concurrency=1, patience=Patience(0.1, first_pause=0.02))
    assert list(given_up) == ["gone"] and given_up["gone"].endswith("the server is down (1 episode not played)")
    assert store.counts() == {("gone", ID): (1, 1), ("fine", ID): (2, 0)}
    store.close()


def test_full_transcripts_are_stored(built: Workspace, launcher: Launcher, tmp_path: Path) -> None:
    store = run(tmp_path / "out", evaluation(built, launcher, {"chat": Chat()}))
    ((_, record),) = store.records()
    (conversation,) = record.conversations
    assert [m.role for m in conversation] == ["user", "assistant"] * 7 + ["user"]
    assert isinstance(conversation[0], Message)
    store.close()


def test_other_settings_are_not_mixed(built: Workspace, launcher: Launcher, tmp_path: Path) -> None:
    store = run(tmp_path / "out", evaluation(built, launcher, {"builtin/oracle": None}))
    check_resumable(evaluation(built, launcher, {"builtin/oracle": None}), store)
    with pytest.raises(BoxwrightError, match=r"other settings \(seed, turns\)"):
        check_resumable(evaluation(built, launcher, {"builtin/oracle": None}, seed=9, turns=5), store)
    store.close()
    with pytest.raises(BoxwrightError, match="already holds results; add --resume"):
        Store.create(tmp_path / "out", {})
    with pytest.raises(BoxwrightError, match="holds no results"):
        Store.open(tmp_path / "nothing")


def test_an_unwritable_folder_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BoxwrightError, match="cannot be written"):
        Store.create(tmp_path / "file" / "out", {})


KILLED = """
import sys, time
from pathlib import Path
from boxwright.harness.evaluation.worker import evaluate
from boxwright.harness.evaluation.store import Store
from boxwright.blackboxes.workspace import find_workspace
from boxwright.sandbox import open_launcher
from tests.harness.evaluation.test_evaluate import Chat, evaluation

class Slow(Chat):
    def ask(self, request):
        if self.asked == 5:
            print("asked", flush=True)
            time.sleep(600)
        return super().ask(request)

held = evaluation(find_workspace(Path(sys.argv[1])), open_launcher("local"), {"chat": Slow()})
evaluate(held, Store.create(Path(sys.argv[2]), held.provenance()))
"""


def test_killed_in_the_middle_of_an_episode_it_goes_on_there(
    built: Workspace, launcher: Launcher, tmp_path: Path
) -> None:
    here = str(Path(__file__).resolve().parents[3])
    command = [sys.executable, "-c", KILLED, str(built.root), str(tmp_path / "out")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": here}, text=True)
    assert process.stdout is not None
    with process.stdout:
        assert process.stdout.readline() == "asked\n"
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    chat = Chat()
    held = evaluation(built, launcher, {"chat": chat})
    store = Store.open(tmp_path / "out")
    check_resumable(held, store)
    evaluate(held, store)
    assert chat.asked == 2
    ((_, record),) = store.records()
    assert len(record.samples) == 4
    store.close()


def test_a_stopped_evaluation_asks_nothing_that_nobody_would_store(
    built: Workspace, launcher: Launcher, tmp_path: Path
) -> None:
    chat, playing = Chat(), 4
    held = evaluation(built, launcher, {"chat": chat}, runs=60)
    store = Store.create(tmp_path / "out", held.provenance())

    def stop(key: Key, record: EpisodeRecord) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evaluate(held, store, concurrency=playing, on_episode=stop)
    asked = chat.asked
    store.close()
    while any(thread.name.startswith("episode-") for thread in threading.enumerate()):
        time.sleep(0.01)
    assert chat.asked <= asked + playing, "what was in flight, nothing else"


def test_the_progress_says_of_each_model_what_is_done_running_and_right(
    built: Workspace, launcher: Launcher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Console(force_terminal=True, file=io.StringIO(), width=100)
    monkeypatch.setattr(eval_progress, "console", lambda stderr: screen)
    held = evaluation(built, launcher, {"chat": Chat(), "builtin/oracle": None}, runs=2)
    store = Store.create(tmp_path / "out", held.provenance())
    now: Counter[str] = Counter()
    most = 0
    with eval_progress.progress_of(held, store) as (on_episode, on_running):

        def counted(model: str, change: int) -> None:
            nonlocal most
            now[model] += change
            most = max(most, sum(now.values()))
            on_running(model, change)
            time.sleep(0.3 if change > 0 else 0.0)  # the display is drawn ten times a second

        evaluate(held, store, concurrency=2, on_episode=on_episode, on_running=counted)
    store.close()
    assert set(now.values()) == {0} and 1 <= most <= 2
    shown = screen.file.getvalue()  # type: ignore[attr-defined]
    assert re.search("[12] running", shown) and "2/2" in shown and " right" in shown


def test_values_keep_their_types_in_the_store_and_sets_their_order() -> None:
    value = {1: ("a", True), "b": {"x", "y", "z"}, "c": [1.0, None]}
    sample = SampleRecord(chapter=1, number=1, question=value, truth=(1, 2), outcome="right", value=1.0)
    record = EpisodeRecord(samples=(sample,), skips=(value,))
    text = record.model_dump_json()
    assert EpisodeRecord.model_validate_json(text) == record
    assert '{"$set":["x","y","z"]}' in text
    assert json.loads(text)["samples"][0]["truth"] == {"$tuple": [1, 2]}
    assert record.model_dump(mode="json") == json.loads(text)


def episode(*values: float) -> EpisodeRecord:
    samples = [
        SampleRecord(chapter=1, number=n, question=n, outcome="right" if v == 1 else "wrong", value=v)
        for n, v in enumerate(values, start=1)
    ]
    return EpisodeRecord(samples=tuple(samples))


def test_accuracy_is_the_mean_over_boxes_with_an_interval_over_boxes() -> None:
    records = [
        (Key("m", "circuit/a", 1), episode(1, 1, 1, 1)),
        (Key("m", "circuit/b", 1), episode(0, 0, 1, 1)),
        (Key("m", "encryption/c", 1), episode(0, 0, 0, 0)),
    ]
    result = {s.scope: s for s in scores(records, ("m",), 4)}
    assert result["circuit/*"].accuracy == 0.75
    assert result["*"].accuracy == 0.5
    # three boxes are few: as 1.5 of 3 in a binomial experiment
    assert (result["*"].low, result["*"].high, result["*"].method) == (*exact(1.5, 3), "exact")
    assert (result["circuit/a"].low, result["circuit/a"].high) == exact(1, 1)


def counted(**detail: int) -> EpisodeRecord:
    shots = (ShotRecord(number=1, detail=detail),)
    return EpisodeRecord(
        samples=(SampleRecord(chapter=1, number=1, question=1, outcome="wrong", value=0, shots=shots),)
    )


def test_parts_are_those_that_the_environment_counts() -> None:
    records = [
        (Key("m", "circuit/a", 1), counted(gates=4, gates_right=3)),
        (Key("m", "physics/b", 1), counted(gates=4, gates_right=3)),
    ]
    found = scores(records, ("m",), 1)
    partial = {score.scope: score.partial for score in found}
    assert partial == {"circuit/a": 0.75, "circuit/*": 0.75, "physics/b": None, "physics/*": None, "*": 0.75}
    screen = Console(width=100)
    with screen.capture() as shown:
        screen.print(accuracy_table("accuracy", found))
    assert shown.get().count("0.0 % (gates 75 %)") == 1


def test_a_box_that_contradicts_itself_is_an_infrastructure_failure_that_names_it(
    built: Workspace, launcher: Launcher, tmp_path: Path
) -> None:
    held = evaluation(built, launcher, dict.fromkeys(PLAYERS))
    honest = held.boxes[ID]
    assert isinstance(honest, registry.Accepted)
    lies = (
        "\n_inner, _n = blackbox, []\ndef blackbox(t):\n    _n.append(t)\n    return _inner(t) + 'q' * (len(_n) > 2)\n"
    )
    boxes = {ID: replace(honest, source=honest.source + lies)}
    store = run(tmp_path / "out", Evaluation(held.settings, boxes, held.models, launcher))  # type: ignore[arg-type]
    told = failures(list(store.records()))
    assert len(told) == len(PLAYERS)
    assert all(f"{ID} contradicts itself" in line for line in told)
    result = {(s.model, s.scope): s for s in scores(store.records(), PLAYERS, 4)}
    assert all(result[player, "*"].accuracy is None for player in PLAYERS)  # in no mean
    assert all(result[player, "*"].outcomes["right"] == 0 for player in PLAYERS)
    store.close()
