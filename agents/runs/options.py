"""How a build is asked for, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from boxwright.harness.chat.api import ChatModel, Usage


class BuildSettings(BaseModel):
    """What decides how a build goes; a part of the recording."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    max_revisions: int = 4
    """Maximum revisions of the code before the build gives up."""
    test_turns: int = 6
    """Queries of the test agent per attempt."""
    test_samples: int = 2
    """Outputs that the test agent works out by hand per attempt."""
    seed: int = 1
    """Seed of the simulation's test samples."""
    test_batch: int = 1
    """How many queries the test agent plans per request."""
    consensus: int = 1
    """How many coders write the box independently."""
    work_out: int = 0
    """How many inputs the test agent works out by hand where there is no second writing; 0: none."""
    restart_after: int = 0
    """The box is rewritten from scratch after this many failed revisions, by the next coder if there is one; 0: never."""

    def extras(self) -> list[str]:
        """Name the settings in use that come with prompts of their own."""
        used = {
            "test_batch": self.test_batch > 1,
            "consensus": self.consensus > 1,
            "work_out": self.work_out,
            "restart_after": self.restart_after,
        }
        return [name for name, on in used.items() if on]


def unbooked(role: str, usage: Usage) -> None:
    """Count nothing: there is no budget."""


@dataclass(frozen=True)
class BuildOptions:
    """How one box, domain or book is to be built."""

    models: Mapping[str, Sequence[ChatModel]]
    """Role to its models (several only for the coder); no tester means the prober; empty with `recording`."""
    recording: Path | None = None
    """A recording to take the replies from."""
    strict: bool = False
    """Refuse a replay whose questions are worded differently than recorded."""
    resume: bool = False
    """Continue an unfinished run."""
    run: str = ""
    """With `resume`: which run, by its number or folder; without it, the newest that fits."""
    replace: bool = False
    """Let a different box take the place of a registered one."""
    register: bool = True
    """False to compare with what is registered, and to register nothing."""
    planted: str = ""
    """What a person planted into the replies, for the record."""
    book: Callable[[str, Usage], None] = unbooked
    """Called with what each role had already spent in a run that is resumed, for the budget."""
    settings: BuildSettings = field(default_factory=BuildSettings)


@dataclass(frozen=True)
class BuildResult:
    """How the build of a box or a domain ended."""

    id: str
    ending: str
    """`accepted`, `given up` or `ambiguous`."""
    attempts: int
    usage: Usage
    folder: Path | None
    """The folder of what is registered."""
    findings: tuple[str, ...]
    run: Path
    differing: tuple[str, ...] = ()
    """Replayed requests that were worded differently than recorded."""
