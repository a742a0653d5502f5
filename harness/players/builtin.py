"""Builtin players: they need no model and mark the ends of the scale."""

from __future__ import annotations

from boxwright.blackboxes.environment import BASELINES
from boxwright.blackboxes.environments import environment_names, get_environment
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.near import near_ids
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.types import Baseline, SkilledBaseline
from boxwright.harness.chat.api import Reply, UnknownModel
from boxwright.harness.players.cmd import program_player
from boxwright.harness.players.glance import GLANCES
from boxwright.harness.players.own import is_own, own_player
from boxwright.harness.players.player import Observation
from boxwright.harness.players.plugin import PREFIX as PLUGIN
from boxwright.harness.players.plugin import Plugin, get_plugin
from boxwright.harness.players.program import PREFIX as PROGRAM

PREFIX = "builtin/"
SOLVER = "builtin/solver"
"""The player that learns without a model: it is in `harness/players/solvers`, and sees what every player sees."""


def owners(kind: str) -> list[str]:
    """Return the environments that define this builtin player."""
    return [name for name in environment_names() if kind in get_environment(name).players]


class BuiltinPlayer:
    """One per episode: `random` draws from the episode's seed."""

    def __init__(self, kind: str, seed: int) -> None:
        if kind not in BASELINES and not owners(kind):
            own = [player for name in environment_names() for player in get_environment(name).players]
            names = [SOLVER, *GLANCES, *(f"{PREFIX}{k}" for k in dict.fromkeys([*BASELINES, *own]))]
            near = near_ids(kind, names)
            meant = f"did you mean {' or '.join(near)}?" if near else f"use one of {', '.join(names)}"
            raise UnknownModel(f"no builtin player '{PREFIX}{kind}'; {meant}")
        self.name = f"{PREFIX}{kind}"
        self._kind = kind
        self._rng = stream(seed, "player", kind)

    def reply_inside(self, observation: Observation, baseline: Baseline) -> Reply:
        """Reply according to the kind. Raises: BadOutput where the environment does not have this player."""
        return Reply(text=self._text(baseline), model=self.name)

    def _text(self, baseline: Baseline) -> str:
        if self._kind == "oracle":
            return baseline.truth()
        if self._kind == "random":
            return baseline.guess(self._rng)
        if self._kind == "constant":
            return baseline.constant()
        if self._kind == "echo":
            return baseline.echo()
        if not isinstance(baseline, SkilledBaseline):
            (*_, owner) = owners(self._kind)
            raise BadOutput(f"{self.name} plays {owner} boxes only; leave it out, or choose --boxes '{owner}/*'")
        return baseline.play(self._kind)


def named_player(name: str) -> Plugin | None:
    """Return a player that needs no model by its name: None for a builtin one. Raises: UnknownModel."""
    if name.startswith(PLUGIN):
        return get_plugin(name)
    if name.startswith(PROGRAM):
        return program_player(name)
    if is_own(name):
        return own_player(name)
    if name not in (SOLVER, *GLANCES):
        BuiltinPlayer(name.removeprefix(PREFIX), 0)
    return None
