"""Golden trajectories: players without a model play drawn instances; each game is a chat, with a mask for training.

The words are those of an evaluation (`families/kumo_chapter.py`). Work is cut into parts of 500 instances with seeds of
their own, so the file is the same on any number of cores.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import count, islice
from multiprocessing import get_context
from typing import Any

from blackboxes.families.kumo_chapter import KumoChapter, KumoCheats
from blackboxes.family import Ask, Feedback, Plan, Refusal, Turn
from blackboxes.kumo.domain import Domain
from blackboxes.kumo.instance import Instance
from blackboxes.kumo.playbook import book_text
from blackboxes.kumo.sampling import CannotBeMade, Sizes, generate
from blackboxes.kumo.settings import PlaySettings
from blackboxes.prompts import load_prompt
from blackboxes.seeds import derive, digest

PART = 500
POLICIES = ("optimal-elimination", "optimal-paper", "optimal-informed", "greedy")


@dataclass(frozen=True)
class GoldenOrder:
    """Which trajectories are wanted."""

    domain: Domain
    sizes: Sizes
    policy: str
    seed: int
    book: str = "template"
    language: str = "en"


@dataclass(frozen=True)
class Golden:
    """One game."""

    key: str
    """Two instances that differ in nothing but numbers of the same range have the same."""
    actions: int
    right: bool
    line: str
    """JSON: `messages` (role, content, and `train`: whether the loss counts them), instance, actions taken."""


def trajectories(order: GoldenOrder, wanted: int, jobs: int) -> Iterator[Golden]:
    """Yield games, no two alike, in an order that does not depend on `jobs`. Raises: CannotBeMade."""
    seen: set[str] = set()
    barren = 0
    for part in _parts(order, jobs):
        fresh = 0
        for game in part:
            if game.key in seen:
                continue
            seen.add(game.key)
            fresh += 1
            yield game
            if len(seen) == wanted:
                return
        barren = 0 if fresh else barren + 1
        if barren == 5:
            raise CannotBeMade(
                f"{order.domain.domain}: only {len(seen)} of {wanted} different games were found; ask for fewer"
            )


def _parts(order: GoldenOrder, jobs: int) -> Iterator[list[Golden]]:
    if jobs == 1:
        yield from (_part(order, number) for number in count())
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(_part, order, number) for number in range(2 * jobs)]
        try:
            for number in count(2 * jobs):
                yield waiting.pop(0).result()
                waiting.append(pool.submit(_part, order, number))
        finally:
            for future in waiting:
                future.cancel()


def _part(order: GoldenOrder, number: int) -> list[Golden]:
    drawn = generate(order.domain, order.sizes, derive("golden", order.seed, number))
    return [play(order, instance) for instance in islice(drawn, PART)]


def play(order: GoldenOrder, instance: Instance) -> Golden:
    """Play one instance by the order's policy."""
    sizes = order.sizes
    settings = PlaySettings(size=f"{sizes.truths}/{sizes.actions}", book=order.book, language=order.language)
    book = book_text(instance, order.book, order.language)
    plan = Plan(turns=sizes.actions, shots=1, samples=1, seed=order.seed)
    chapter = KumoChapter(load_prompt("players/kumo"), plan, settings, instance, 1, book)
    chat = _Chat(order.policy, chapter.introduction)
    for number in range(1, sizes.actions + 1):
        feedback = chat.hold(chapter.turn(number))
        if feedback.last:
            break
        chat.pending.append(feedback.text)
    named = chapter.predicted
    if named is None:
        named = chat.predict(chapter)
    row = {
        "messages": chat.messages,
        "domain": instance.domain,
        "instance": instance.hash,
        "policy": order.policy,
        "actions": len(chapter.taken),
        "answer": instance.valid_truth,
    }
    return Golden(
        _key(instance, chapter), len(chapter.taken), named == chapter.game.valid, json.dumps(row, ensure_ascii=False)
    )


def _key(instance: Instance, chapter: KumoChapter) -> str:
    game = chapter.game
    shown = dict(zip(instance.actions, game.revealed or (), strict=False))
    names = {a: sorted(t for i, t in enumerate(game.truths) if mask >> i & 1) for a, mask in shown.items()}
    return digest(json.dumps([sorted(instance.truths), names], sort_keys=True, ensure_ascii=False))


class _Chat:
    """Plays one side of a dialogue and writes it down."""

    def __init__(self, policy: str, introduction: str) -> None:
        self.policy = policy
        self.messages: list[dict[str, Any]] = []
        self.pending = [introduction]

    def hold(self, dialogue: Turn) -> Feedback:
        """Answer until the dialogue returns what came of it."""
        try:
            asked = next(dialogue)
            while True:
                assert not isinstance(asked, Refusal), asked
                asked = dialogue.send(self._reply(asked))
        except StopIteration as done:
            feedback: Feedback = done.value
            return feedback

    def predict(self, chapter: KumoChapter) -> int:
        """Ask for the prediction that was not made in place of an action; how it came about is not worked out."""
        shot = next(iter(chapter.samples())).shot(1)
        asked = next(shot)
        assert isinstance(asked, Ask)
        move = chapter.read(self._reply(asked), actions=False)
        shot.close()
        assert not isinstance(move, Refusal), move
        return move.named

    def _reply(self, asked: Ask) -> str:
        assert isinstance(asked.cheats, KumoCheats)
        name, _, semantics = self.policy.partition("-")
        reply = asked.cheats.optimal(semantics) if name == "optimal" else asked.cheats.greedy()
        said = "\n\n".join([*self.pending, asked.text])
        self.pending = []
        self.messages += [
            {"role": "user", "content": said, "train": False},
            {"role": "assistant", "content": reply, "train": True},
        ]
        return reply
