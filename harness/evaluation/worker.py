"""Playing an evaluation: several episodes at once, each stored when it ends."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from boxwright.blackboxes.entries import open_entry
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.registry import Accepted
from boxwright.blackboxes.types import Plan
from boxwright.harness.chat.api import ChatModel, Reply, Request
from boxwright.harness.episode import EpisodeFailed, play
from boxwright.harness.evaluation.explorations import play_after
from boxwright.harness.evaluation.plan import Evaluation
from boxwright.harness.evaluation.schedule import Patience, Schedule
from boxwright.harness.evaluation.shards import WHOLE, Shard
from boxwright.harness.evaluation.specs import changed_fields
from boxwright.harness.evaluation.store import Key, Store
from boxwright.harness.players.builtin import PREFIX, SOLVER, BuiltinPlayer
from boxwright.harness.players.glance import GLANCES, GlancePlayer, glances_at
from boxwright.harness.players.model import ModelPlayer
from boxwright.harness.players.player import Insider, Observation, Player, check_reply
from boxwright.harness.players.plugin import Plugin
from boxwright.harness.players.solvers.solver import SolverPlayer, is_solved, known
from boxwright.harness.records import EpisodeRecord


class _StoredModel:
    """A chat model whose replies are stored before they are used."""

    def __init__(self, model: ChatModel, store: Store, key: Key, schedule: Schedule) -> None:
        self.name = model.name
        self._model, self._store, self._key, self._schedule = model, store, key, schedule

    def ask(self, request: Request) -> Reply:
        """Return the stored reply, or ask. Raises: ModelError."""
        reply = self._store.find_reply(self._key, request)
        if reply is None:
            self._schedule.check_going_on()
            reply = self._model.ask(request)
            self._store.put_reply(self._key, request, reply)
            self._schedule.answered(self._key.model)
        return reply


class _StoredPlayer:
    """Another package's player, whose replies are stored before they are used."""

    def __init__(self, player: Player, store: Store, key: Key, schedule: Schedule) -> None:
        self._player, self._store, self._key, self._schedule = player, store, key, schedule
        self._count = 0

    def reply(self, observation: Observation) -> Reply:
        """Return the stored reply, or ask. Raises: what the player raises."""
        self._count += 1
        request = Request(role="player", step=str(self._count), messages=observation.conversation)
        reply = self._store.find_reply(self._key, request)
        if reply is None:
            self._schedule.check_going_on()
            said = self._player.reply(observation)
            check_reply(said, f"the player {self._key.model}")
            reply = Reply(text=said, model=self._key.model) if isinstance(said, str) else said
            self._store.put_reply(self._key, request, reply)
        return reply

    def close(self) -> None:
        """Let a player that holds something free it."""
        close = getattr(self._player, "close", None)
        if callable(close):
            close()


def check_resumable(evaluation: Evaluation, store: Store) -> None:
    """Check that stored results belong to the same evaluation. Raises: BoxwrightError naming the differences."""
    then, now = store.settings, evaluation.provenance()
    if "revisions" not in then:
        raise BoxwrightError(
            f"{store.path}: was started by an earlier version of Boxwright; finish it with that version, or start "
            "again with another --out"
        )
    different = sorted(_different(then, now))
    if different:
        raise BoxwrightError(
            f"{store.path}: was started with other settings ({', '.join(different)}); "
            "use the same settings, or another --out"
        )


def _different(then: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of the differences; for facts, each one with its box, for specs, with its model.

    Other models are no difference: they are added to the run.
    """
    yield from changed_fields(then.get("specs", {}), now.get("specs", {}))
    yield from (f"specs of {model}, which were not stored" for model in _untold(then, now))
    for name in {*then, *now} - {"models", "specs", "revealed"}:
        if then.get(name) == now.get(name):
            continue
        before, after = then.get(name), now.get(name)
        if name != "facts" or not before or not after or set(before) != set(after):
            yield name
            continue
        for box in before:
            facts = {*before[box], *after[box]}
            yield from (f"{f} of {box}" for f in facts if before[box].get(f) != after[box].get(f))


def _untold(then: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Return the models that a run has played without storing how they were asked, as earlier versions did."""
    known, asked = then.get("specs", {}), now.get("specs", {})
    return [model for model in then["models"] if (model in asked) != (model in known) and model in now["models"]]


def check_concurrency(concurrency: int) -> None:
    """Check how many episodes are to be played at once. Raises: BoxwrightError."""
    if type(concurrency) is not int or concurrency < 1:
        raise BoxwrightError(f"concurrency must be a whole number of at least 1, not {concurrency!r}")


def evaluate(
    evaluation: Evaluation,
    store: Store,
    *,
    concurrency: int = 4,
    on_episode: Callable[[Key, EpisodeRecord], None] = lambda key, record: None,
    on_running: Callable[[str, int], None] = lambda model, change: None,
    shard: Shard = WHOLE,
    patience: Patience = Patience(),  # noqa: B008 - frozen
) -> dict[str, str]:
    """Play every episode of the shard that is not yet stored, several at once.

    An infrastructure failure is recorded with its episode and stops nothing; a model whose provider is down pauses.
    `on_running` is told, by the threads that play, that one more or one less of a model's episodes is played. Returns
    the models that were given up, each with the reason: the rest of their episodes is not played. Raises:
    BoxwrightError when the store cannot be written, or `concurrency` is below 1; KeyboardInterrupt at once, abandoning
    the running episodes.
    """
    check_concurrency(concurrency)
    done = store.done()
    left = [key for key in evaluation.episodes() if key not in done and shard.has(key)]
    schedule = Schedule(left, patience)
    ended: queue.SimpleQueue[tuple[Key, EpisodeRecord, float] | None] = queue.SimpleQueue()
    working = min(concurrency, len(left))
    # Daemons: an interrupted evaluation ends at once, even while waiting for a model.
    for number in range(working):
        threading.Thread(
            target=_work,
            args=(evaluation, store, schedule, ended, on_running),
            name=f"episode-{number}",
            daemon=True,
        ).start()
    try:
        while working:
            episode = ended.get()
            if episode is None:
                working -= 1
                continue
            key, record, seconds = episode
            store.put(key, record, seconds)
            on_episode(key, record)
    finally:
        schedule.stop()
    return {
        model: f"{why} ({plural(schedule.left(model), 'episode')} not played)"
        for model, why in schedule.given_up.items()
    }


def _work(
    evaluation: Evaluation,
    store: Store,
    schedule: Schedule,
    ended: queue.SimpleQueue[tuple[Key, EpisodeRecord, float] | None],
    on_running: Callable[[str, int], None],
) -> None:
    """Play episodes until none is waiting; any error in one is that episode's failure."""
    while (key := schedule.take()) is not None:
        on_running(key.model, 1)
        try:
            played = _episode(evaluation, store, key, schedule)
        except Exception as error:  # noqa: BLE001 - the boundary: one episode's fault is recorded and reported with it
            said = str(error) if isinstance(error, BoxwrightError) else f"{type(error).__name__}: {error}"
            played = EpisodeRecord(failure=said), 0.0
        if played is not None:
            ended.put((key, *played))
        schedule.ended(key)
        on_running(key.model, -1)
    ended.put(None)


def _episode(evaluation: Evaluation, store: Store, key: Key, schedule: Schedule) -> tuple[EpisodeRecord, float] | None:
    """Play one episode; None if its model's provider is down, and it will be played later."""
    began = time.monotonic()
    plan = evaluation.plan(key)
    with open_entry(evaluation.boxes[key.box], evaluation.launcher) as box:
        player = _player(evaluation, store, key, plan, schedule)
        try:
            explored = evaluation.explorations
            record = play_after(box, plan, explored.of(key), player) if explored else play(box, plan, player)
        except EpisodeFailed as failed:
            if schedule.postponed(key, failed.cause):
                return None
            record = failed.record
        finally:
            if isinstance(player, _StoredPlayer):
                player.close()
    if (in_vain := schedule.in_vain(key)).calls:
        record = record.model_copy(update={"usage": record.usage + in_vain})
    return record, time.monotonic() - began


def _player(evaluation: Evaluation, store: Store, key: Key, plan: Plan, schedule: Schedule) -> Player | Insider:
    model, box, name = evaluation.models[key.model], evaluation.boxes[key.box], evaluation.player(key.model)
    if isinstance(model, Plugin):
        return _StoredPlayer(model.new(), store, key, schedule)
    if model is not None:
        return ModelPlayer(_StoredModel(model, store, key, schedule), f"{key.box}/{key.run}")
    if name in GLANCES and isinstance(box, Accepted) and glances_at(box.environment.name):
        return GlancePlayer(name, known(box.description, plan))
    if name == SOLVER and isinstance(box, Accepted) and is_solved(box.environment.name):
        return SolverPlayer(known(box.description, plan))
    return BuiltinPlayer(name.removeprefix(PREFIX), evaluation.luck(key))


def failures(records: Iterable[tuple[Key, EpisodeRecord]]) -> list[str]:
    """Return the episodes lost to infrastructure failures, and the first line of why."""
    return [
        f"{key.model} on {key.box} (run {key.run}): {record.failure.strip().splitlines()[0]}"
        for key, record in records
        if record.failure
    ]
