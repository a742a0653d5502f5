"""A Gymnasium environment of texts: importing this module registers `boxwright/TurnAtShot-v0`.

An observation is the message that a player reads, an action its whole reply. The reward comes at the end: the mean
value of the test samples, in [0, 1]. An unreadable reply is answered by a message; it is never an exception.
"""

# ruff: noqa: E402
from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from typing import Any

from boxwright.blackboxes.extras import need

need("gymnasium")  # before its package is imported

import gymnasium
from gymnasium import spaces

from boxwright.blackboxes.stated import MAX_REPLY
from boxwright.harness.serve.heard import Heard
from boxwright.harness.serve.text_env import TextEnv

LONGEST = 10 * MAX_REPLY
"""Characters of an observation at most."""


class AnyText(spaces.Text):
    """Texts in any script: the observations and actions of Boxwright. Samples are of printable ASCII."""

    def __init__(self, longest: int) -> None:
        super().__init__(max_length=longest, min_length=0, charset=string.printable)

    def contains(self, x: Any) -> bool:
        """Whether it is a text that is short enough."""
        return isinstance(x, str) and len(x) <= self.max_length

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        """Draw a short text."""
        length = int(self.np_random.integers(1, 40))
        return "".join(self.np_random.choice(list(string.printable), size=length))


class TurnAtShot(gymnasium.Env[str, str]):
    """Turn@shot in one environment or several.

    `reset(seed=7)` begins run 1 of seed 7, as `boxwright eval --seed 7` does, and each further `reset()` the next run.
    `reset(options={"environment": ID, "run": N})` chooses. The `info` of a step has `kind`, the expected kind of reply,
    and `refused`; at the end `outcomes`, and `failed` if the environment did, in which case the episode is truncated.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 (as Gymnasium declares it)

    def __init__(self, boxes: str | Sequence[str] = "*", **settings: Any) -> None:
        """`settings` are those of `boxwright eval`: turns, shots, samples ... Raises: BoxwrightError."""
        self.observation_space, self.action_space = AnyText(LONGEST), AnyText(MAX_REPLY)
        self._env = TextEnv(boxes, **settings)

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """Begin an episode. Raises: BoxwrightError, SandboxUnavailable, EpisodeFailed."""
        super().reset(seed=seed)
        given = options or {}
        heard = self._env.reset(seed, given.get("environment"), given.get("run"))
        return heard.text, _info(heard)

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Take a reply. Raises: NotBegun, EpisodeOver."""
        heard = self._env.step(action)
        failed = heard.done and heard.score is None
        return heard.text, heard.score or 0.0, heard.done and not failed, failed, _info(heard)

    def close(self) -> None:
        """Free what is held."""
        self._env.close()


def _info(heard: Heard) -> dict[str, Any]:
    info: dict[str, Any] = {"kind": heard.kind or "", "refused": heard.refused}
    if heard.done:
        info |= {"outcomes": dict(heard.outcomes or {}), "failed": heard.score is None}
    return info


if "boxwright/TurnAtShot-v0" not in gymnasium.registry:
    gymnasium.register("boxwright/TurnAtShot-v0", entry_point=f"{__name__}:TurnAtShot")
