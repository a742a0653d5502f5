"""How much of a puzzle can be identified within the turns, as its manifest records it from acceptance.

`blackboxes/families/puzzle/identify.py` plays the games; gate `bounded` writes the results into its notes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from boxwright.blackboxes.environment import Study
from boxwright.blackboxes.manifest import Manifest


@dataclass(frozen=True)
class Measurement:
    """The results of a Bayesian player with access to the module: a lower bound for the best player."""

    answers: int
    noisy: bool
    """Whether feedback is ever uncertain, given answer and query."""
    turns: int
    games: int
    identified: float
    """The share of the games in which the hidden answer was named, in [0, 1]."""

    def sentence(self) -> str:
        """Summarise it in one line."""
        noise = "noisy feedback" if self.noisy else "feedback without noise"
        played = f"{self.games} games, a careful Bayesian player"
        return f"identifiable within {self.turns} turns: {self.share()} ({played}; {self.answers} answers, {noise})"

    def share(self) -> str:
        """Return the share in percent."""
        return f"{100 * self.identified:.4g} %"


@dataclass(frozen=True)
class Unmeasured:
    """Not measured."""

    why: str

    def sentence(self) -> str:
        """Summarise it in one line."""
        return f"identifiable: {self.described()}"

    def described(self) -> str:
        """Return that nothing was measured, and why."""
        return f"not measured: {self.why}"


Identifiability = Measurement | Unmeasured


def identifiability(manifest: Manifest) -> Identifiability:
    """Return the identifiability that a puzzle's manifest records."""
    notes = [gate.get("notes", {}).get("measured") for gate in manifest.gates]
    found: Mapping[str, Any] | None = next((note for note in notes if note), None)
    if found is None:
        return Unmeasured("it was accepted before this was measured")
    if "identified" not in found:
        return Unmeasured(f"the answers are {found['answers']}")
    return Measurement(**{part.name: found[part.name] for part in fields(Measurement)})


def study(manifest: Manifest, reached: str) -> Study:
    """Return a puzzle's line of the collection page; `reached` states the score of `builtin/solver`."""
    found = identifiability(manifest)
    if isinstance(found, Measurement):
        noisy, games = "yes" if found.noisy else "no", f"{found.share()} of {found.games} games"
        row = (manifest.id, str(found.answers), noisy, str(found.turns), games)
    else:
        row = (manifest.id, "-", "-", "-", f"{found.described()}; {reached}")
    return Study(
        heading="What can be identified",
        lines=(
            "The share of hidden answers that a Bayesian player with access to the module found within the turns,",
            "measured when the puzzle was accepted (`blackboxes/families/puzzle/identify.py`). It is a lower bound "
            "for the",
            "best player. Where it was not measured, the score of `builtin/solver` is known to be reachable.",
        ),
        columns=("puzzle", "answers", "noisy", "turns", "identified"),
        numbers=("answers", "turns"),
        rows=(row,),
    )
