"""Evaluation: models x boxes x runs, each an episode of turn@shot, played at once and stored one by one."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from boxwright.blackboxes.environment import Plan
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.reasoning.kumo.books.shelf import books_hash, fitting
from boxwright.blackboxes.reasoning.kumo.books.writer import WRITTEN
from boxwright.blackboxes.reasoning.kumo.play.games import Played, check_games
from boxwright.blackboxes.reasoning.kumo.play.settings import read_settings
from boxwright.blackboxes.registry import BOOKS, Accepted, revisions_of
from boxwright.blackboxes.seeds import derive, digest
from boxwright.harness.chat.api import ChatModel, Reply, Request
from boxwright.harness.episode import EpisodeFailed, Player, play
from boxwright.harness.evaluation.store import Key, Store
from boxwright.harness.players.builtin import SOLVER, BuiltinPlayer, ModelPlayer
from boxwright.harness.players.solvers import SOLVERS, SolverPlayer, known
from boxwright.harness.programs import REVISION as PROGRAMS
from boxwright.harness.records import EpisodeRecord
from boxwright.harness.settings import check_plan, check_player
from boxwright.sandbox import Launcher

SAMPLER = "v1"
"""Names how seeds are derived: another name, other test samples."""
PROGRAM_INPUTS = 1_000
"""K where answers are programs, unless another is given."""


class EvalSettings(BaseModel):
    """What is measured; equal settings and deterministic players give equal results."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    models: tuple[str, ...]
    """Names, in the order of the report."""
    boxes: tuple[str, ...]
    """Ids of accepted boxes."""
    turns: int = Field(10, ge=1, le=1_000)
    """T: answered queries of the exploration."""
    shots: int = Field(1, ge=1, le=20)
    """S: answers per test sample."""
    samples: int = Field(8, ge=1, le=1_000)
    """K: test samples."""
    runs: int = Field(1, ge=1, le=1_000)
    """Episodes per model and box."""
    kumo: dict[str, str] = Field(default_factory=dict)
    """How KUMO boxes are played, as given (`blackboxes/reasoning/kumo/play/settings.py`)."""
    seed: int = 1
    """Decides test samples (but for a fixed sample set), and whatever the builtin players draw."""
    sample_set: Literal["v1"] | None = None
    """A fixed sample set: the same test samples for the same box everywhere, whatever seed and run."""
    answers: Literal["direct", "code"] = "direct"
    """One answer to each test sample, or a program that is run on all of them."""
    adaptive: bool = True
    """Whether results are read at once, or all after the last turn."""
    may_stop: bool = False
    """Whether the player may end the exploration early."""
    learning: bool = True
    """Whether the player is told whether its shots were right, and sees the earlier ones."""

    def usual(self) -> set[str]:
        """Return the names of the settings that are as they are without a word; results do not mention them."""
        special = ("kumo", "sample_set", "answers", "adaptive", "may_stop", "learning")
        fields = type(self).model_fields
        return {name for name in special if getattr(self, name) == fields[name].get_default(call_default_factory=True)}


@dataclass(frozen=True)
class Contest:
    """An evaluation with everything that plays it."""

    settings: EvalSettings
    boxes: Mapping[str, Played]
    models: Mapping[str, ChatModel | None]
    """None for a builtin player."""
    launcher: Launcher

    def provenance(self) -> dict[str, Any]:
        """What the results depend on beside the settings; stored with them."""
        return {
            **self.settings.model_dump(mode="json", exclude=self.settings.usual()),
            **self._kumo(),
            "sampler": SAMPLER,
            **({"small": small} if (small := self.small()) else {}),
            **({"programs": PROGRAMS} if self.settings.answers == "code" else {}),
            "level": self.launcher.level,
            "boxwright": version("boxwright"),
            "code": {name: digest(box.source) for name, box in self.boxes.items()},
            "revisions": {name: revisions_of(name).model_dump() for name in self.boxes},
        }

    def _kumo(self) -> dict[str, Any]:
        """What a KUMO box's games depend on: its manifest names what accepted it, not what plays it."""
        played = [box for box in self.boxes.values() if box.description.family == "kumo"]
        if not played:
            return {}
        facts: dict[str, Any] = {}
        settings = read_settings(self.settings.kumo)
        if settings.book == WRITTEN:
            shelves = {b.id: b.folder / BOOKS for b in played if isinstance(b, Accepted)}
            facts["kumo_books"] = {name: books_hash(fitting(name, settings, shelf)) for name, shelf in shelves.items()}
        if given := {b.id: b.given for b in played if b.given}:
            facts["kumo_instances"] = given
        return facts

    def episodes(self) -> list[Key]:
        """All episodes, in the order in which they are begun."""
        s = self.settings
        return [Key(m, b, r) for r in range(1, s.runs + 1) for b in s.boxes for m in s.models]

    def plan(self, key: Key) -> Plan:
        """One episode's budget; the seed is the same for all models, so that they meet the same tests.

        It decides the box's side only: what is tested, what is hidden, what chance and opponents draw.
        """
        s = self.settings
        fixed = derive("sample set", s.sample_set, key.box) if s.sample_set else None
        return Plan(
            turns=s.turns,
            shots=s.shots,
            samples=s.samples,
            seed=derive(s.seed, key.box, SAMPLER, key.run) if fixed is None else fixed,
            kumo=s.kumo,
            reveal="adaptive" if s.adaptive else "non-adaptive",
            stop_early=s.may_stop,
            history=s.learning,
            answers=s.answers,
        )

    def luck(self, key: Key) -> int:
        """Return the seed of what a builtin player draws itself: another for each run."""
        s = self.settings
        return derive(s.seed, key.box, "player", key.run) if s.sample_set else self.plan(key).seed

    def check(self) -> None:
        """Check that every box and player can be played so. Raises: BoxwrightError."""
        plan = self.plan(Key("", "", 1))
        for box in self.boxes.values():
            check_plan(box.description.family, plan)
            if SOLVER in self.models and box.description.family not in SOLVERS:
                family = box.description.family
                raise BoxwrightError(f"{SOLVER} does not try {family} boxes ({box.id}); leave out the one or the other")
        for name, model in self.models.items():
            if model is None:
                check_player(name.removeprefix("builtin/"), plan)
        check_games(self.boxes.values(), self.models, lambda name: self.plan(Key("", name, 1)))

    def small(self) -> dict[str, dict[str, int]]:
        """Return the boxes whose domain holds fewer inputs than are explored and tested, with both numbers."""
        s = self.settings
        wanted = s.turns + (s.samples if s.answers == "direct" else 1)
        found = {}
        for name, accepted in self.boxes.items():
            with accepted.open(self.launcher) as box:
                size = box.family.domain_size(box.rules)
            if size is not None and size < wanted:
                found[name] = {"size": size, "wanted": wanted}
        return found


class _StoredModel:
    """A chat model whose replies are in the store before they are used."""

    def __init__(self, model: ChatModel, store: Store, key: Key) -> None:
        self.name = model.name
        self._model, self._store, self._key = model, store, key

    def ask(self, request: Request) -> Reply:
        """Return the stored reply, or ask. Raises: ModelError."""
        reply = self._store.find_reply(self._key, request)
        if reply is None:
            reply = self._model.ask(request)
            self._store.put_reply(self._key, request, reply)
        return reply


def check_resumable(contest: Contest, store: Store) -> None:
    """Check that stored results are of the same evaluation. Raises: BoxwrightError naming what differs."""
    then, now = store.settings, contest.provenance()
    different = sorted(name for name in {*then, *now} if then.get(name) != now.get(name))
    if different:
        raise BoxwrightError(
            f"{store.path}: was begun with other settings ({', '.join(different)}); give the same, or another --out"
        )


def evaluate(
    contest: Contest,
    store: Store,
    *,
    concurrency: int = 4,
    on_episode: Callable[[Key, EpisodeRecord], None] = lambda key, record: None,
) -> None:
    """Play every episode that is not in the store yet, several at once.

    A failed infrastructure is recorded with its episode and stops nothing. Raises: BoxwrightError when the store
    cannot be written; KeyboardInterrupt at once: the episodes under way are given up.
    """
    done = store.done()
    waiting: queue.SimpleQueue[Key] = queue.SimpleQueue()
    left = [key for key in contest.episodes() if key not in done]
    for key in left:
        waiting.put(key)
    ended: queue.SimpleQueue[tuple[Key, EpisodeRecord, float]] = queue.SimpleQueue()
    # Daemons: an interrupted evaluation ends at once, whatever a model is being waited for.
    for number in range(min(concurrency, len(left))):
        threading.Thread(
            target=_work, args=(contest, store, waiting, ended), name=f"episode-{number}", daemon=True
        ).start()
    for _ in left:
        key, record, seconds = ended.get()
        store.put(key, record, seconds)
        on_episode(key, record)


def _work(
    contest: Contest,
    store: Store,
    waiting: queue.SimpleQueue[Key],
    ended: queue.SimpleQueue[tuple[Key, EpisodeRecord, float]],
) -> None:
    """Play episodes until none is waiting; whatever goes wrong in one is that episode's failure."""
    while True:
        try:
            key = waiting.get_nowait()
        except queue.Empty:
            return
        try:
            record, seconds = _episode(contest, store, key)
        except Exception as error:  # noqa: BLE001 - the boundary: one episode's fault is recorded and reported with it
            record, seconds = EpisodeRecord(failure=f"{type(error).__name__}: {error}"), 0.0
        ended.put((key, record, seconds))


def _episode(contest: Contest, store: Store, key: Key) -> tuple[EpisodeRecord, float]:
    began = time.monotonic()
    plan = contest.plan(key)
    with contest.boxes[key.box].open(contest.launcher) as box:
        try:
            record = play(box, plan, _player(contest, store, key, plan))
        except EpisodeFailed as failed:
            record = failed.record
    return record, time.monotonic() - began


def _player(contest: Contest, store: Store, key: Key, plan: Plan) -> Player:
    model = contest.models[key.model]
    if key.model == SOLVER:
        return SolverPlayer(known(contest.boxes[key.box].description, plan))
    if model is None:
        return BuiltinPlayer(key.model.removeprefix("builtin/"), contest.luck(key))
    return ModelPlayer(_StoredModel(model, store, key), f"{key.box}/{key.run}")


def failures(records: Sequence[tuple[Key, EpisodeRecord]]) -> list[str]:
    """Say which episodes the infrastructure failed, and why."""
    return [f"{key.model} on {key.box} (run {key.run}): {record.failure}" for key, record in records if record.failure]
