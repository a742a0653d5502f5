"""The manifest: how an accepted box came to be, and the seal by which a later change is noticed."""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from blackboxes.seeds import digest

FORMAT = 1


class Part(BaseModel):
    """Base of the manifest's parts."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Hashes(Part):
    """Hex SHA-256 of everything the box depends on."""

    description: str
    prompts: str
    family: str
    code: str
    recording: str


class Attempt(Part):
    """One writing of the code and what became of it."""

    number: int
    ended: str
    """`accepted`, or which step refused it: `check`, `simulate` or `diagnose`."""
    findings: tuple[str, ...] = ()


class RunFacts(Part):
    """What depends on the run, and on nothing that a rebuild must reproduce."""

    launcher: str
    level: str
    replayed: bool
    built: str
    """UTC, ISO 8601."""
    seconds: float
    python: str
    boxwright: str


class Manifest(Part):
    """`manifest.json`."""

    format: int = FORMAT
    id: str
    difficulty: str
    tags: tuple[str, ...] = ()
    hashes: Hashes
    models: dict[str, str]
    """Role to the model that played it."""
    planted: str = ""
    """What was planted by hand into the recorded replies; empty for an honest recording."""
    attempts: tuple[Attempt, ...]
    gates: tuple[dict[str, Any], ...]
    usage: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """Role to tokens."""
    run: RunFacts
    seal: str = ""
    """Hex SHA-256 of all the fields above."""

    def sealed(self) -> Manifest:
        """Return the manifest with its seal."""
        return self.model_copy(update={"seal": self._seal()})

    def intact(self) -> bool:
        """Whether the manifest is as it was sealed."""
        return self.seal == self._seal()

    def _seal(self) -> str:
        content = self.model_dump(mode="json", exclude={"seal"})
        return digest(json.dumps(content, sort_keys=True, ensure_ascii=False))

    def text(self) -> str:
        """Return the file's text."""
        return json.dumps(self.model_dump(mode="json"), indent=2, ensure_ascii=False) + "\n"
