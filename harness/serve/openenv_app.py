"""An OpenEnv server: `reset` begins an episode, `step` takes a whole reply, the reward comes at the end.

A session is a WebSocket with an environment of its own, so many play side by side. `reset` takes the seed, and
`environment`, `run` and the settings of `boxwright eval` as options; the same ones give the same episode.
"""

# ruff: noqa: E402
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boxwright.blackboxes.extras import need

need("openenv")  # before its package is imported

from openenv.core.env_server import Action, Environment, Observation, State, create_app

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.harness.episode import EpisodeFailed
from boxwright.harness.serve.heard import Heard
from boxwright.harness.serve.host import Host
from boxwright.harness.serve.hosted import FAILED, Hosted
from boxwright.sandbox import SandboxError, SandboxUnavailable


class Said(Action):
    """The player's whole reply."""

    text: str


class Read(Observation):
    """What the player reads, and what is expected next."""

    environment: str
    text: str
    kind: str | None = None
    refused: bool = False


class Told(RuntimeError):
    """A fault that the client may read: its message leaves the server."""


class BoxEnvironment(Environment[Said, Read, State]):
    """One client's episodes, one after the other."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self._hosted: Hosted | None = None
        self._state = State()

    def reset(self, seed: int | None = None, episode_id: str | None = None, **settings: Any) -> Read:
        """Begin an episode; without `environment` the first one that is served. Raises: Told."""
        self.close()
        name = settings.pop("environment", self._host.ids[0])
        hosted = _told(lambda: self._host.start(name, seed=seed, run=settings.pop("run", 1), **settings))
        self._hosted = hosted
        self._state = State(episode_id=episode_id or hosted.name, step_count=0)
        return self._read(hosted.heard())

    def step(self, action: Said, timeout_s: float | None = None, **_: Any) -> Read:
        """Take a reply. Raises: Told."""
        if self._hosted is None:
            raise Told("no episode has begun; reset first")
        hosted = self._hosted
        heard = _told(lambda: hosted.say(action.text))
        self._state.step_count += 1
        return self._read(heard)

    @property
    def state(self) -> State:
        """The episode's name and its number of steps."""
        return self._state

    def close(self) -> None:
        """Free the episode."""
        if self._hosted is not None:
            self._host.drop(self._hosted.name)
            self._hosted = None

    def _read(self, heard: Heard) -> Read:
        assert self._hosted is not None
        over = {"outcomes": dict(heard.outcomes or {}), "failed": heard.score is None} if heard.done else {}
        return Read(
            environment=self._hosted.key.box,
            text=heard.text,
            kind=heard.kind,
            refused=heard.refused,
            done=heard.done,
            reward=heard.score,
            metadata=over,
        )


def _told(work: Callable[[], Any]) -> Any:
    """Do it; what a client may not read is reworded, because an exception's message goes out. Raises: Told."""
    try:
        return work()
    except (BoxwrightError, SandboxUnavailable) as fault:
        raise Told(str(fault)) from None
    except (EpisodeFailed, SandboxError):
        raise Told(FAILED) from None


def make_app(host: Host, *, sessions: int) -> Any:
    """Return the ASGI application that serves a host's environments to so many clients at once."""
    return create_app(lambda: BoxEnvironment(host), Said, Read, env_name="boxwright", max_concurrent_envs=sessions)
