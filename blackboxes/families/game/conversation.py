"""One conversation of a `game` episode: T practice games in one setting, then games that count.

A scored game is played several times, also where chance plays no part, so that their number tells nothing. Few
repetitions would measure luck: so what is scored
is the *luck-adjusted* mean. Of each game's score, the part that chance and the opponent's draws gave or took, compared
with what could be expected after the player's own moves, is subtracted; that part has expectation zero whatever the
player does, so the adjusted score has the same expectation as the score itself, and perfect play scores the optimum in
every repetition (the advantage sum of Zinkevich, Bowling, Bard, Kan and Billings 2006: optimum minus regrets).
"""

from __future__ import annotations

import random
import re
import statistics
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families.game.best_response import Belief, BestResponse, Sight, constant_action
from boxwright.blackboxes.families.game.mistaken import believed
from boxwright.blackboxes.families.game.rules import GameRules
from boxwright.blackboxes.families.game.tree import MAX_STATES, Distribution, Exact, normal
from boxwright.blackboxes.families.literals import write_literal
from boxwright.blackboxes.faults import InvalidReply
from boxwright.blackboxes.prompts import Prompt
from boxwright.blackboxes.replies import read_reply
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.types import Ask, Call, Feedback, Plan, Refusal, Sample, Score, Shot, Turn
from boxwright.blackboxes.wrappings import COUNTED
from boxwright.sandbox import Reply

MORE_STATES = 2
"""A game that is almost this one has at most so many times its states; one with more is another, or never ends."""
Solve = Callable[[Box[GameRules], Mapping[str, Any], int], BestResponse]
"""Solves a box's game in one setting, if it has at most so many states. Raises: BadOutput, SandboxError."""


@dataclass
class Played:
    """One whole game."""

    moves: list[str] = field(default_factory=list)
    steps: list[list[Any]] = field(default_factory=list)
    """Of each move: the view before it, the action, the opponent's reply, what it brought."""
    score: Exact = 0
    regret: Exact = 0
    """The expected score that the player's own moves gave away."""
    ending: str = ""
    """The last view."""


class GameConversation:
    """T practice games, then one test sample: the setting."""

    word = "practice game"

    def __init__(
        self,
        prompt: Prompt,
        box: Box[GameRules],
        plan: Plan,
        number: int,
        settings: Mapping[str, Any],
        solve: Solve,
    ) -> None:
        self.prompt, self.box, self.plan, self.number = prompt, box, plan, number
        self.settings, self.solve = settings, solve
        self.best = solve(box, settings, MAX_STATES)
        self.games: list[Played] = []
        """All games that were begun, practice first."""
        self.repetitions = box.rules.counting.repetitions
        told = ", ".join(f"{name} = {write_literal(value)}" for name, value in settings.items())
        self.introduction = prompt.render(
            "introduction",
            turns=plan.turns,
            shots=plan.shots,
            settings=told or "-",
            repetitions=self.repetitions,
            public=box.description.told,
        ).strip()

    def turn(self, number: int) -> Turn:
        """One whole practice game."""
        head = self.prompt.render("practice", number=number, turns=self.plan.turns)
        played = yield from self.game("query", head, derive(self.plan.seed, "practice", self.number, number))
        text = self.prompt.render("feedback", ending=played.ending, score=number_text(played.score))
        return Feedback(played.moves, float(played.score), text)

    def samples(self) -> Iterator[Sample]:
        """The setting."""
        yield GameSample(self)

    def plain_samples(self, rng: random.Random, count: int) -> Iterator[GameStand]:
        """Where random games of this box's settings stand, move by move."""
        found: list[GameStand] = []
        while len(found) < count:
            probed = self.box.family.probes(self.box, rng.getrandbits(32), count)
            calls = [call for call in probed if self.box.family.portable(call)]
            replies = self.box.replies(calls)
            found += [GameStand(self.box, call, reply.unwrap()) for call, reply in zip(calls, replies, strict=True)]
        yield from rng.sample(found, count)

    def skips(self) -> Sequence[Any]:
        """None are: the test uses the setting that was practised."""
        return ()

    def game(self, kind: Literal["query", "answer"], head: str, seed: int) -> Generator[Ask | Refusal, str, Played]:
        """Play one game; `head` precedes its first move."""
        prompt, rng, played = self.prompt, random.Random(seed), Played()
        self.games.append(played)
        seen, state = self._settle(0, 0, rng)
        belief = self.best.openings[seen][1]
        played.score += seen[0]
        while not seen[2]:
            offered = self.best.actions(belief)
            text = prompt.render("move", number=len(played.moves) + 1, view=seen[1], actions=", ".join(offered))
            baseline = MoveBaseline(self, belief, played.moves)
            reply = yield Ask(f"{head}\n{text}" if head else text, "move" if played.moves else kind, baseline)
            refusal = prompt.render("refuse_move", actions=", ".join(offered))
            while isinstance(action := chosen(reply, offered, refusal), Refusal):
                reply = yield action
            worths = self.best.worths(belief)
            played.regret += max(worths.values()) - worths[action]
            played.moves.append(action)
            node = self.best.tree.nodes[state]
            answered, before = drawn(node.replies, rng), seen[1]
            following, reward = node.moves[action, answered]
            seen, state = self._settle(following, reward, rng)
            belief = self.best.after(belief, action)[seen][1]
            played.score += seen[0]
            played.steps.append([before, action, answered, float(seen[0])])
            head = prompt.render("moved", action=action, reward=number_text(seen[0]))
        played.ending = f"{head}\n{seen[1]}".strip()
        return played

    def _settle(self, index: int, reward: Exact, rng: random.Random) -> tuple[Sight, int]:
        """Let chance move until the player must; return what the player sees then, and the state."""
        node = self.best.tree.nodes[index]
        while node.chance is not None:
            index, more = node.moves[None, drawn(node.chance, rng)]
            reward += more
            node = self.best.tree.nodes[index]
        return (reward, node.view, node.over), index


@dataclass(frozen=True)
class GameStand:
    """Where a game stands after some moves, as a question to another box."""

    box: Box[GameRules]
    call: Call
    truth: Any

    @property
    def question(self) -> Any:
        """Settings, moves and replies."""
        return list(self.call.args)

    def is_answered(self, reply: Reply) -> bool:
        """Whether a game stands the same in another box; in what words that is read does not matter."""
        one, other = (_wordless(stand) for stand in (self.truth, reply.unwrap()))
        return self.box.family.alike(self.box.rules, one, other)


def _wordless(stand: Any) -> Any:
    return {**stand, "reads": ""} if isinstance(stand, dict) and "reads" in stand else stand


class GameSample:
    """One setting."""

    def __init__(self, conversation: GameConversation) -> None:
        self.conversation = conversation
        self.question = {"settings": dict(conversation.settings)}
        self.truth = float(conversation.best.optimal)
        self.work = len(conversation.best.tree.nodes)
        self.exact = len(conversation.box.rules.settings) <= conversation.plan.samples

    def believed(self, other: Box[GameRules]) -> float:
        """Return what a player who takes another box for this one can expect, of the optimum.

        Raises: BadOutput, SandboxError.
        """
        conversation = self.conversation
        return believed(conversation.best, conversation.solve(other, conversation.settings, MORE_STATES * self.work))

    def shot(self, number: int) -> Shot:
        """One scored game, repeated where chance plays a part."""
        conversation = self.conversation
        prompt, plan, count = conversation.prompt, conversation.plan, conversation.repetitions
        games: list[Played] = []
        ending = ""
        for repetition in range(1, count + 1):
            head = prompt.render("scored", shot=number, shots=plan.shots, repetition=repetition, repetitions=count)
            head = f"{ending}\n\n{head}" if ending else head
            seed = derive(plan.seed, "scored", conversation.number, number, repetition)
            played = yield from conversation.game("answer", head, seed)
            games.append(played)
            ending = prompt.render("feedback", ending=played.ending, score=number_text(played.score))
        return self._score(games)

    def _score(self, games: Sequence[Played]) -> Score:
        optimal = self.conversation.best.optimal
        adjusted = sum((optimal - game.regret for game in games), Fraction(0)) / len(games)
        value = min(Fraction(1), max(Fraction(0), adjusted / optimal))
        scores = [float(game.score) for game in games]
        detail = {
            "optimal": float(optimal),
            "scores": scores,
            "mean": statistics.fmean(scores),
            "spread": statistics.stdev(scores) if len(scores) > 1 else 0.0,
            "adjusted": [float(optimal - game.regret) for game in games],
        }
        return Score([game.moves for game in games], value == 1, float(value), detail)


class MoveBaseline:
    """Moves of players that need no model."""

    def __init__(self, conversation: GameConversation, belief: Belief, moves: Sequence[str]) -> None:
        self._conversation, self._belief, self._moves = conversation, belief, moves
        self._offered = conversation.best.actions(belief)

    def truth(self) -> str:
        """Play a best action."""
        worths = self._conversation.best.worths(self._belief)
        return f"MOVE: {max(self._offered, key=lambda action: worths[action])}"

    def guess(self, rng: random.Random) -> str:
        """Play a random action."""
        return f"MOVE: {rng.choice(self._offered)}"

    def constant(self) -> str:
        """Play the first action of all."""
        return f"MOVE: {constant_action(self._conversation.best.tree, self._offered)}"

    def echo(self) -> str:
        """Play the last action again."""
        again = bool(self._moves) and self._moves[-1] in self._offered
        return f"MOVE: {self._moves[-1]}" if again else self.constant()


_CHOOSING = re.compile(
    r"\A(?:i(?:['’]ll|['’]d|\swill|\swould)?\s)?(?:bid|break\sin(?:\sat)?|choose|go\swith|lay(?:\sdown)?|name|open\swith|pick|play|put(?:\sdown)?|say|select|take|use)(?:\s(?:number|the))?\s",
    re.IGNORECASE,
)
"""`I'll play X`, behind the marker."""


def chosen(reply: str, offered: Sequence[str], refusal: str) -> str | Refusal:
    """Return the action that a reply names, or the Refusal where it names none that is offered."""

    def parse(text: str) -> str:
        chosen = normal(COUNTED.sub("", _CHOOSING.sub("", text.strip())))
        named = next((action for action in offered if normal(action) in (normal(text), chosen)), None)
        if named is None:
            raise InvalidReply(refusal)
        return named

    try:
        return read_reply(reply, "MOVE", parse, refusal)
    except InvalidReply as fault:
        return Refusal(str(fault))


def drawn(shares: Distribution, rng: random.Random) -> str:
    """Draw a name from a distribution."""
    point = Fraction(rng.getrandbits(53), 2**53)
    for name, share in shares.items():
        point -= share
        if point < 0:
            return name
    raise AssertionError("the shares sum to 1")


def number_text(number: Exact) -> str:
    """Write a reward or a score; whole numbers have no decimal point."""
    return str(number) if number.denominator == 1 else format(float(number), ".6g")
