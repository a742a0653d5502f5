"""Golden trajectories: games played without a model, written as chats with a training mask.

The chats read as in an evaluation (`play/conversation.py`). Work is split into parts of 500 instances with their own
seeds, so the file does not depend on the number of cores.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import count, islice
from multiprocessing import active_children, get_context
from multiprocessing.pool import AsyncResult
from multiprocessing.process import BaseProcess
from typing import Any

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.reasoning.kumo.books.writer import book_text
from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance, game_of
from boxwright.blackboxes.reasoning.kumo.instances.renaming import structure_key
from boxwright.blackboxes.reasoning.kumo.instances.sampling import CannotBeMade, Sizes, generate
from boxwright.blackboxes.reasoning.kumo.optimal.referee import Unsolved, referee
from boxwright.blackboxes.reasoning.kumo.optimal.solver import Semantics, Solver, State
from boxwright.blackboxes.reasoning.kumo.play.conversation import KumoBaseline, KumoConversation
from boxwright.blackboxes.reasoning.kumo.play.settings import PlaySettings
from boxwright.blackboxes.seeds import derive, digest
from boxwright.blackboxes.types import Ask, Feedback, Plan, Refusal, Turn

PART = 500
HOPELESS = 2
"""This many unsolved games are tolerated, even if they outnumber the solved ones."""
POLICIES = ("optimal-elimination", "optimal-paper", "optimal-informed", "near-elimination", "near-paper", "greedy")
"""`optimal` searches each game to the end; `near` takes what looks best after GLANCE states of each step's search."""
GLANCE = 100


@dataclass(frozen=True)
class GoldenOrder:
    """Which trajectories to write."""

    domain: Domain
    sizes: Sizes
    policy: str
    seed: int
    book: str = "template"
    language: str = "en"
    states: int = 200_000
    """States that the search of a game may expand; a game that needs more is skipped."""
    without: frozenset[str] = frozenset()
    """Keys (`renaming.py`) of the games that are not played: those of a test set."""


@dataclass(frozen=True)
class Golden:
    """One game."""

    key: str
    """The same for two instances that differ only in numbers from the same range."""
    structure: str
    """The same for two games that differ only in names (`renaming.py`); empty where no game is left out by it."""
    actions: int
    right: bool
    line: str
    """JSON: `messages` (role, content, and `train`: whether the loss counts them), instance, actions taken."""


@dataclass(frozen=True)
class Piece:
    """Some games of a part."""

    games: tuple[Golden, ...]
    unsolved: int
    """Games skipped because optimal play was not found within the states allowed."""
    drawn: int
    """Games drawn for it."""
    hopeless: bool
    """Whether the piece was abandoned: more games were skipped than kept, and more than a few."""


def trajectories(order: GoldenOrder, wanted: int, jobs: int) -> Iterator[Golden | None]:
    """Yield distinct games in an order independent of `jobs`, and None for every unsolved one.

    Raises: CannotBeMade, also if more games are unsolved than solved.
    """
    seen: set[str] = set()
    barren = unsolved = 0
    with closing(_pieces(order, min(PART, wanted), jobs)) as pieces:
        for piece in pieces:
            unsolved += piece.unsolved
            if piece.hopeless or _hopeless(unsolved, len(seen) + len(piece.games)):
                raise CannotBeMade(
                    f"{order.domain.domain}: {order.policy} does not solve games of {order.sizes.truths} truths and "
                    f"{order.sizes.actions} actions within {order.states:,} states ({unsolved} of "
                    f"{unsolved + len(seen) + len(piece.games)}); "
                    "use smaller sizes or another policy, or allow more with --states"
                )
            yield from (None for _ in range(piece.unsolved))
            known = len(seen)
            for game in piece.games:
                if game.key not in seen:
                    seen.add(game.key)
                    yield game
                    if len(seen) == wanted:
                        return
            barren = 0 if len(seen) > known else barren + piece.drawn
            if barren >= 5 * PART:
                raise CannotBeMade(
                    f"{order.domain.domain}: only {len(seen)} of {wanted} different games were found; ask for fewer"
                )


def _pieces(order: GoldenOrder, size: int, jobs: int) -> Generator[Piece]:
    """Yield the pieces of all parts, in order. Closing it stops the games still being played."""
    places = ((part, first, min(first + size, PART)) for part in count() for first in range(0, PART, size))
    if jobs == 1:
        yield from (_piece(order, *place) for place in places)
        return
    others = set(active_children())
    with get_context("spawn").Pool(jobs) as pool:  # terminated on exit, whatever is still running
        workers = set(active_children()) - others
        waiting = deque(pool.apply_async(_piece, (order, *place)) for place in islice(places, 2 * jobs))
        for place in places:
            yield _result(waiting.popleft(), workers)
            waiting.append(pool.apply_async(_piece, (order, *place)))


def _result(waited: AsyncResult[Piece], workers: set[BaseProcess]) -> Piece:
    """Wait for a piece. Raises: BoxwrightError if a process has died, since its piece would never arrive."""
    while not waited.ready():
        waited.wait(1.0)
        dead = [worker for worker in workers if worker.exitcode is not None]
        if dead and not waited.ready():
            raise BoxwrightError(
                f"a process ended with exit code {dead[0].exitcode}; perhaps it ran out of memory; use fewer --jobs"
            )
    return waited.get()


def _piece(order: GoldenOrder, part: int, first: int, end: int) -> Piece:
    drawn = generate(order.domain, order.sizes, derive("golden", order.seed, part))
    games: list[Golden] = []
    unsolved = 0
    for instance in islice(drawn, first, end):
        if order.without and structure_key(game_of(instance)) in order.without:
            continue
        if not _solved(order, instance):
            unsolved += 1
            if _hopeless(unsolved, len(games)):
                return Piece(tuple(games), unsolved, end - first, True)
            continue
        games.append(play(order, instance))
    return Piece(tuple(games), unsolved, end - first, False)


def _hopeless(unsolved: int, solved: int) -> bool:
    return unsolved > max(HOPELESS, solved)


def _solved(order: GoldenOrder, instance: Instance) -> bool:
    """Return whether the policy's optimal play is defined for an instance."""
    name, _, semantics = order.policy.partition("-")
    if name != "optimal":
        return True
    game = game_of(instance)
    try:
        referee(game, Semantics(semantics), order.states).value(State(game.everything, game.all_actions))
    except Unsolved:
        return False
    return True


def play(order: GoldenOrder, instance: Instance) -> Golden:
    """Play one instance by the order's policy."""
    sizes = order.sizes
    settings = PlaySettings(
        size=f"{sizes.truths}/{sizes.actions}", book=order.book, language=order.language, states=order.states
    )
    book = book_text(instance, order.book, order.language)
    plan = Plan(turns=sizes.actions, shots=1, samples=1, seed=order.seed)
    conversation = KumoConversation(load_prompt("players/kumo"), plan, settings, instance, 1, book)
    chat = _Chat(order, conversation)
    for number in range(1, sizes.actions + 1):
        feedback = chat.hold(conversation.turn(number))
        if feedback.last:
            break
        chat.pending.append(feedback.text)
    named = conversation.predicted
    if named is None:
        named = chat.predict(conversation)
    row = {
        "messages": chat.messages,
        "domain": instance.domain,
        "instance": instance.hash,
        "policy": order.policy,
        "actions": len(conversation.taken),
        "answer": instance.valid_truth,
    }
    return Golden(
        _key(instance, conversation),
        structure_key(conversation.game) if order.without else "",
        len(conversation.taken),
        named == conversation.game.valid,
        json.dumps(row, ensure_ascii=False),
    )


def _key(instance: Instance, conversation: KumoConversation) -> str:
    game = conversation.game
    shown = dict(zip(instance.actions, game.revealed or (), strict=False))
    names = {a: sorted(t for i, t in enumerate(game.truths) if mask >> i & 1) for a, mask in shown.items()}
    return digest(json.dumps([sorted(instance.truths), names], sort_keys=True, ensure_ascii=False))


class _Chat:
    """Plays one side of a dialogue and records it."""

    def __init__(self, order: GoldenOrder, conversation: KumoConversation) -> None:
        self.policy, self.states, self.conversation = order.policy, order.states, conversation
        self.messages: list[dict[str, Any]] = []
        self.pending = [conversation.introduction]
        kind, _, semantics = self.policy.partition("-")
        self._near = Solver(conversation.game, Semantics(semantics)) if kind == "near" else None

    def hold(self, dialogue: Turn) -> Feedback:
        """Answer until the dialogue returns its feedback."""
        try:
            asked = next(dialogue)
            while True:
                assert not isinstance(asked, Refusal), asked
                asked = dialogue.send(self._reply(asked))
        except StopIteration as done:
            feedback: Feedback = done.value
            return feedback

    def predict(self, conversation: KumoConversation) -> int:
        """Ask for the prediction, if none replaced an action; no verdict is computed."""
        shot = next(iter(conversation.samples())).shot(1)
        asked = next(shot)
        assert isinstance(asked, Ask)
        move = conversation.read(self._reply(asked), actions=False)
        shot.close()
        assert not isinstance(move, Refusal), move
        return move.named

    def _nearly_optimal(self, near: Solver, baseline: KumoBaseline) -> str:
        a = near.glance(self.conversation.known, GLANCE)
        if a is None:
            return baseline.at_the_end(near.semantics)
        return self.conversation.action_reply(self.conversation.instance.actions[a])

    def _reply(self, asked: Ask) -> str:
        assert isinstance(asked.baseline, KumoBaseline)
        name, _, semantics = self.policy.partition("-")
        if self._near is not None:
            reply = self._nearly_optimal(self._near, asked.baseline)
        else:
            reply = asked.baseline.optimal(semantics) if name == "optimal" else asked.baseline.greedy()
        said = "\n\n".join([*self.pending, asked.text])
        self.pending = []
        self.messages += [
            {"role": "user", "content": said, "train": False},
            {"role": "assistant", "content": reply, "train": True},
        ]
        return reply
