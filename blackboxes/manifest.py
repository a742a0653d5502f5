"""The manifest: how an accepted box was made, and the seal that reveals a later change."""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.revisions import Revisions
from boxwright.blackboxes.seeds import digest

FORMAT = 2


class EarlierManifest(BoxwrightError):
    """A manifest written by an earlier version: intact, but without revisions."""


class Part(BaseModel):
    """Base of the manifest's parts."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Hashes(Part):
    """Hex SHA-256 of everything the box depends on."""

    description: str
    code: str
    recording: str
    exam: str = ""
    """Of the held-back examples; empty if there are none."""


class Attempt(Part):
    """One version of the code and its result."""

    number: int
    ended: str
    """`accepted`, or which step refused it: `check`, `simulate` or `diagnose`."""
    findings: tuple[str, ...] = ()


class LeftOpen(Part):
    """What the refiner's verdict on the accepted version leaves open."""

    untested: tuple[str, ...] = ()
    """Claims that no line of the interaction log settles."""
    asked_again: bool = False
    """Whether the tester was asked for them once more."""
    unexplained: tuple[str, ...] = ()
    """Log lines where the box gave something else than the tester expected, and the verdict does not say why: only in
    recordings that were made before the loop asked for that, and whose log a replay still makes."""
    overruled: tuple[str, ...] = ()
    """Log lines where the tester expected something else, and the refiner worked out what the box gave."""
    repeated: tuple[str, ...] = ()
    """Queries that were sent again and brought the same again."""
    seen: tuple[str, ...] = ()
    """What the last reading of the code says against it in words, and no line of the log shows. Omitted if empty."""

    def sentences(self) -> list[str]:
        """Say it in lines for people."""
        lines: list[str] = []
        if self.untested:
            asked = "the tester was asked once more" if self.asked_again else "the tester was not asked once more"
            lines.append(f"claims that the test agent's log does not settle ({asked}): {len(self.untested)}")
            lines += [f"   {claim}" for claim in self.untested]
        if self.unexplained:
            lines.append(
                f"log lines where the tester expected something else and the verdict does not say why: "
                f"{len(self.unexplained)}"
            )
            lines += [f"   {line}" for line in self.unexplained]
        if self.overruled:
            lines.append(
                f"log lines where the tester expected something else, and the refiner worked out what the box gave: "
                f"{len(self.overruled)}"
            )
            lines += [f"   {line}" for line in self.overruled]
        if self.repeated:
            lines.append(f"queries of the test agent that only repeat earlier ones: {len(self.repeated)}")
        if self.seen:
            lines.append(f"what a reader says against the code, and no line of the log shows: {len(self.seen)}")
            lines += [f"   {said}" for said in self.seen]
        return lines


class RunFacts(Part):
    """What depends on the run and need not be reproduced by a rebuild."""

    launcher: str
    level: str
    replayed: bool
    built: str
    """UTC, ISO 8601."""
    seconds: float
    python: str
    boxwright: str


class Sibling(Part):
    """The box that this one is a sibling of, and its parameters."""

    sibling_of: str
    number: int
    parameters: dict[str, Any]
    sealed: str = ""
    """The commitment to the key under which the parameters were drawn; omitted where anybody can draw them."""
    difficulty: dict[str, dict[str, Any]] = {}
    """What was measured of the original and of it (`harness/difficulty.py`); omitted by earlier versions."""

    @property
    def kind(self) -> str:
        """What it is to the original: `sibling_2`, or `sealed_3fa9c2d1_2` with the beginning of the commitment."""
        return f"sealed_{self.sealed[:8]}_{self.number}" if self.sealed else f"sibling_{self.number}"

    @property
    def remedy(self) -> str:
        """How it is renewed: no recording is its own, so no build can."""
        key = " --sealed KEYFILE" if self.sealed else ""
        return f"remove it and run `boxwright sibling {self.sibling_of} --number {self.number}{key}` again"


class Manifest(Part):
    """`manifest.json`."""

    format: int = FORMAT
    id: str
    difficulty: str
    tags: tuple[str, ...] = ()
    hashes: Hashes
    revisions: Revisions
    """The revisions of what plays and scores it."""
    prompts: dict[str, int]
    """The agents' prompts by name, with their versions: those of the build, or of the replay that renewed it."""
    reworded: dict[str, int] = Field(default_factory=dict)
    """By role, how many recorded questions a replay worded differently; omitted if there are none."""
    models: dict[str, str]
    """By role, the model that played it."""
    planted: str = ""
    """What was planted manually into the recorded replies; empty for an honest recording."""
    attempts: tuple[Attempt, ...]
    left_open: LeftOpen | None = None
    """Omitted if the verdict leaves nothing open."""
    gates: tuple[dict[str, Any], ...]
    usage: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """Tokens by role."""
    run: RunFacts
    sibling: Sibling | None = None
    """For a box that was made from another one; omitted otherwise."""
    seal: str = ""
    """Hex SHA-256 of all the fields above."""

    def sealed(self) -> Manifest:
        """Return the manifest with its seal."""
        return self.model_copy(update={"seal": _seal(self._content())})

    def _content(self) -> dict[str, Any]:
        left_out = {name for name in ("reworded", "left_open", "sibling") if not getattr(self, name)}
        content = self.model_dump(mode="json", exclude=left_out)
        if self.left_open and not self.left_open.seen:
            del content["left_open"]["seen"]
        for name in ("sealed", "difficulty"):
            if self.sibling and not getattr(self.sibling, name):
                del content["sibling"][name]
        return content

    @classmethod
    def read(cls, text: bytes) -> Manifest:
        """Read a manifest.

        Raises: ValueError (pydantic's ValidationError is one) if it was changed after sealing; EarlierManifest.
        """
        content = sealed_content(text)
        if content.get("format") != FORMAT:
            sibling = sibling_in(content)
            renew = f"renew it with `boxwright build {content.get('id')} --model replay --accept-changes`"
            raise EarlierManifest(
                f"{content.get('id')}: was accepted by an earlier version of Boxwright; "
                f"{sibling.remedy if sibling else renew}"
            )
        return cls.model_validate(content)

    def text(self) -> str:
        """Return the file's text."""
        return json.dumps(self._content(), indent=2, ensure_ascii=False) + "\n"


def sibling_in(content: dict[str, Any]) -> Sibling | None:
    """Return what a manifest, of whatever format, says of a sibling. Raises: ValueError if it cannot be read."""
    return Sibling.model_validate(content["sibling"]) if content.get("sibling") else None


def sealed_content(text: bytes) -> dict[str, Any]:
    """Return a manifest's fields, of any format. Raises: ValueError if they were changed after sealing."""
    content = json.loads(text)
    if not isinstance(content, dict) or content.get("seal") != _seal(content):
        raise ValueError("the seal is broken")
    return content


def _seal(content: dict[str, Any]) -> str:
    sealed = {name: value for name, value in content.items() if name != "seal"}
    return digest(json.dumps(sealed, sort_keys=True, ensure_ascii=False))
