"""One conversation on an instance with several valid truths, of which one was drawn at random as the answer.

Nothing that the player is told says which. So nobody names it more often than one over the number of valid truths, but
who has seen the answer: a second way to see contamination, beside changed partners.
"""

from __future__ import annotations

import random
from typing import Any

from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.reasoning.kumo.instances.game import mask_of, members
from boxwright.blackboxes.reasoning.kumo.play.conversation import KumoBaseline, KumoConversation
from boxwright.blackboxes.reasoning.kumo.play.prediction_verdict import How
from boxwright.blackboxes.seeds import stream


class DrawnConversation(KumoConversation):
    """T actions, and a prediction that names the one valid truth that was drawn."""

    def _wanted(self) -> tuple[int, int]:
        valid = members(self.game.valid)
        chosen = stream("kumo", "drawn", str(self.instance.hash)).choice(valid)
        return 1, mask_of([chosen])

    def _promise(self) -> str:
        return f"{super()._promise()}\n{load_prompt('players/kumo_drawn').render('drawn')}".strip()

    def baseline(self, actions: bool) -> KumoBaseline:
        """Return the replies of players that need no model."""
        return DrawnBaseline(self, actions)

    def detail(self, named: int) -> dict[str, Any]:
        """Return how many answers were right as far as anybody can know, and whether one of them was named."""
        wrong = How.CONTRADICTED if named & ~self.known.alive else How.PREMATURE
        return {
            "how": (How.LUCKY if named == self.answer else wrong).value,
            **self.played(),
            "survivors": self.known.alive.bit_count(),
            "answers": self.game.valid.bit_count(),
            "valid_named": bool(named & self.game.valid),
            **self.compared(),
        }


class DrawnBaseline(KumoBaseline):
    """Replies of players that need no model: of what they would predict, one that was not refused."""

    def _predict(self, named: int) -> str:
        open_ones = [t for t in members(named) if mask_of([t]) not in self._conversation.refuted]
        return super()._predict(mask_of((open_ones or members(named))[:1]))

    def guess(self, rng: random.Random) -> str:
        """Take one of the remaining actions, or name any truth, all with the same probability."""
        left = members(self._conversation.known.left) if self._actions else []
        pick = rng.randrange(len(left) + 1)
        if pick < len(left):
            return self._act(left[pick])
        return self._predict(mask_of([rng.randrange(len(self._conversation.game.truths))]))
