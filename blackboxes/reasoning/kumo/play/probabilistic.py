"""One conversation on an instance of probabilistic exclusion: nothing is ruled out for certain, belief counts."""

from __future__ import annotations

from typing import Any

from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.prompts import Prompt
from boxwright.blackboxes.reasoning.kumo.instances.game import members
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.reasoning.kumo.instances.probabilistic import (
    NO_OPTIMUM,
    SURE,
    TINY,
    best_action,
    places_of,
    posterior,
    strength_of,
)
from boxwright.blackboxes.reasoning.kumo.optimal.solver import State
from boxwright.blackboxes.reasoning.kumo.play.conversation import KumoBaseline, KumoConversation
from boxwright.blackboxes.reasoning.kumo.play.prediction_verdict import How
from boxwright.blackboxes.reasoning.kumo.play.settings import PlaySettings
from boxwright.blackboxes.types import Feedback, Plan


class ProbableConversation(KumoConversation):
    """T actions, whose outcomes are evidence against truths, and a prediction judged by its posterior."""

    def __init__(
        self, prompt: Prompt, plan: Plan, settings: PlaySettings, instance: Instance, number: int, book: str
    ) -> None:
        super().__init__(prompt, plan, settings, instance, number, book)
        self.strength = strength_of(instance)
        self._places = places_of(instance)

    @property
    def seen(self) -> list[tuple[int, int]]:
        """The actions taken, each once, and the indices of their outcomes."""
        return [(a, self._places[a]) for a in dict.fromkeys(self.taken)]

    def belief(self) -> list[float]:
        """Return every truth's probability by Bayes; wrong predictions are excluded."""
        return posterior(self.game, self.strength, self.seen, self.refuted)

    def _take(self, a: int) -> Feedback:
        feedback = super()._take(a)
        self.known = State(self.game.everything, self.known.left)
        return feedback

    def baseline(self, actions: bool) -> KumoBaseline:
        """Return the replies of players that need no model."""
        return ProbableBaseline(self, actions)

    def detail(self, named: int) -> dict[str, Any]:
        """Return the posterior of the prediction, and the verdict on it, as JSON values for the record.

        `inferred`: right, and as sure as the certificate requires; `lucky`: right and less sure; `premature`: wrong,
        although nothing was likelier; `contradicted`: wrong, and something was.
        """
        belief = self.belief()
        [t] = members(named)
        likeliest = belief[t] >= max(belief) - TINY
        right = How.INFERRED if belief[t] >= SURE else How.LUCKY
        wrong = How.PREMATURE if likeliest else How.CONTRADICTED
        return {
            "how": (right if named == self.game.valid else wrong).value,
            "chance": belief[t],
            "likeliest": likeliest,
            "strength": self.strength,
            **self.played(),
        }


class ProbableBaseline(KumoBaseline):
    """Replies of players that need no model, by belief."""

    def __init__(self, conversation: ProbableConversation, actions: bool) -> None:
        super().__init__(conversation, actions)
        self._probable = conversation

    def optimal(self, semantics: str) -> str:
        """Refuse. Raises: BadOutput."""
        raise BadOutput(f"builtin/optimal-{semantics}: {NO_OPTIMUM}")

    def greedy(self) -> str:
        """Take the most informative action until a truth is as sure as the certificate requires; predict it."""
        conversation = self._probable
        belief = conversation.belief()
        a = best_action(conversation.game, conversation.strength, belief, conversation.seen) if self._actions else None
        return self._predict(1 << belief.index(max(belief))) if a is None else self._act(a)
