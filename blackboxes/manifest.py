"""The manifest: how an accepted box came to be, and the seal by which a later change is noticed."""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.revisions import Revisions
from boxwright.blackboxes.seeds import digest

FORMAT = 2


class EarlierManifest(BoxwrightError):
    """A manifest that an earlier version wrote: intact, but without revisions."""


class Part(BaseModel):
    """Base of the manifest's parts."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Hashes(Part):
    """Hex SHA-256 of everything the box depends on."""

    description: str
    code: str
    recording: str
    exam: str = ""
    """Of the held-back examples; empty without any."""


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


class Sibling(Part):
    """Of which box this one is a sibling, and with which parameters."""

    sibling_of: str
    number: int
    parameters: dict[str, Any]


class Manifest(Part):
    """`manifest.json`."""

    format: int = FORMAT
    id: str
    difficulty: str
    tags: tuple[str, ...] = ()
    hashes: Hashes
    revisions: Revisions
    """Of what plays and scores it."""
    prompts: dict[str, int]
    """The agents' prompts by name, with their versions: those of the build, or of the replay that renewed it."""
    reworded: dict[str, int] = Field(default_factory=dict)
    """Role to how many of its recorded questions a replay worded differently; not written if there are none."""
    models: dict[str, str]
    """Role to the model that played it."""
    planted: str = ""
    """What was planted by hand into the recorded replies; empty for an honest recording."""
    attempts: tuple[Attempt, ...]
    gates: tuple[dict[str, Any], ...]
    usage: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """Role to tokens."""
    run: RunFacts
    sibling: Sibling | None = None
    """For a box that was made from another one; not written otherwise."""
    seal: str = ""
    """Hex SHA-256 of all the fields above."""

    def sealed(self) -> Manifest:
        """Return the manifest with its seal."""
        return self.model_copy(update={"seal": _seal(self._content())})

    def _content(self) -> dict[str, Any]:
        left_out = {name for name in ("reworded", "sibling") if not getattr(self, name)}
        return self.model_dump(mode="json", exclude=left_out)

    @classmethod
    def read(cls, text: bytes) -> Manifest:
        """Read a manifest.

        Raises: ValueError (pydantic's ValidationError is one) if it is not as it was sealed; EarlierManifest.
        """
        content = sealed_content(text)
        if content.get("format") != FORMAT:
            raise EarlierManifest(
                f"{content.get('id')}: was accepted by an earlier version of Boxwright; renew it with "
                f"`boxwright build {content.get('id')} --model replay --accept-changes`"
            )
        return cls.model_validate(content)

    def text(self) -> str:
        """Return the file's text."""
        return json.dumps(self._content(), indent=2, ensure_ascii=False) + "\n"


def sealed_content(text: bytes) -> dict[str, Any]:
    """Return a manifest's fields, of whatever format. Raises: ValueError if they are not what was sealed."""
    content = json.loads(text)
    if not isinstance(content, dict) or content.get("seal") != _seal(content):
        raise ValueError("the seal is broken")
    return content


def _seal(content: dict[str, Any]) -> str:
    sealed = {name: value for name, value in content.items() if name != "seal"}
    return digest(json.dumps(sealed, sort_keys=True, ensure_ascii=False))
