"""Registering what a build accepted: its manifest, and when it may take the place of what is registered already."""

from __future__ import annotations

import platform
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from boxwright.agents.runs.session import Session
from boxwright.agents.runs.state import BuildState
from boxwright.blackboxes import registry
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.manifest import Attempt, EarlierManifest, Hashes, LeftOpen, Manifest, RunFacts
from boxwright.blackboxes.seeds import digest


class WouldReplace(BoxwrightError):
    """What was built differs from what is registered, and replacing it was not allowed."""

    exit_code = 3

    def __init__(self, message: str, run: Path) -> None:
        super().__init__(message)
        self.run = run
        """The folder of the build, which holds what was built."""


@dataclass(frozen=True)
class Drift:
    """How a rebuild compares with what is registered, where the two are not the same text."""

    alike: bool
    """Whether it may replace the other without asking."""
    words: str
    """What was found, for the terminal; may be empty."""


@dataclass(frozen=True)
class Product:
    """What a build accepted."""

    noun: str
    """`box` or `domain`."""
    content: str
    """The text of its file."""
    description: Description
    state: BuildState
    prompts: dict[str, int]
    """The prompts of today, with their versions."""
    gates: tuple[dict[str, Any], ...]
    launcher: str
    level: str
    """How its code was isolated."""
    exam: str = ""
    """Hash of the held-back examples."""
    left_open: LeftOpen | None = None


def register(session: Session, product: Product, drift: Callable[[str], Drift]) -> Path | None:
    """Register a product, unless the same is registered; return its folder, or None if it is not registered.

    `drift` compares the product with the registered text. Raises: WouldReplace where the two differ and replacing was
    not allowed, or where a shipped one would be replaced; BoxwrightError.
    """
    identifier, noun = session.identifier, product.noun
    shipped = session.workspace.accepted_folder(identifier)
    if shipped is not None and not shipped.is_relative_to(session.workspace.root):
        return _same_as_shipped(session, product, shipped)
    folder = session.workspace.own_folder(identifier)
    made = manifest(session, product)
    if (content := folder / registry.get_built(identifier).content).exists():
        old = content.read_text(encoding="utf-8")
        if old == product.content and _unchanged(folder, made):
            session.say("drift", f"the same as the registered {noun}")
            return folder
        if old != product.content:
            _check_drift(session, noun, drift(old))
    if not session.options.register:
        session.say("drift", "compared only: nothing was registered")
        return folder if folder.exists() else None
    return registry.accept(session.workspace, made, product.content, session.recording)


def _same_as_shipped(session: Session, product: Product, shipped: Path) -> Path:
    """What ships is not registered a second time. Raises: WouldReplace if it differs."""
    if (shipped / registry.get_built(session.identifier).content).read_text(encoding="utf-8") != product.content:
        raise WouldReplace(
            f"{session.identifier}: ships with Boxwright, and the new {product.noun} differs ({session.folder.path}); "
            "nothing was registered: copy the description under an id of your own to keep another one",
            session.folder.path,
        )
    session.say("drift", f"the same as the shipped {product.noun}; nothing to register")
    return shipped


def _check_drift(session: Session, noun: str, drift: Drift) -> None:
    if drift.alike:
        session.say("drift", drift.words)
        return
    why = f": {drift.words}" if drift.words else ""
    if not session.options.replace:
        raise WouldReplace(
            f"{session.identifier}: the new {noun} differs from the registered one, and nothing was replaced{why}. "
            f"To replace it, repeat with --resume --accept-changes ({session.folder.path})",
            session.folder.path,
        )
    session.say("drift", f"replaced{why}")


def _unchanged(folder: Path, made: Manifest) -> bool:
    """Whether the registered manifest says the same, apart from the run that made it."""
    apart = {"run", "seal", "usage"}
    try:
        return registry.read_manifest(folder).model_dump(exclude=apart) == made.model_dump(exclude=apart)
    except EarlierManifest:
        return False


def manifest(session: Session, product: Product) -> Manifest:
    """Return the manifest of a product. Raises: BoxwrightError, OSError."""
    front, state = product.description.front, product.state
    return Manifest(
        id=product.description.id,
        difficulty=front.difficulty,
        tags=front.tags,
        hashes=Hashes(
            description=product.description.hash,
            code=digest(product.content),
            recording=digest(session.recording.read_bytes()),
            exam=product.exam,
        ),
        revisions=registry.revisions_of(product.description.id),
        prompts=product.prompts,
        reworded=session.reworded,
        models=session.header.models,
        planted=session.header.planted,
        attempts=tuple(Attempt(number=n.number, ended=n.ended, findings=n.findings) for n in state.history),
        left_open=product.left_open,
        gates=product.gates,
        usage={role: usage.model_dump() for role, usage in sorted(session.usage.items())},
        run=RunFacts(
            launcher=product.launcher,
            level=product.level,
            replayed=session.replay is not None,
            built=datetime.now(UTC).isoformat(timespec="seconds"),
            seconds=round(session.seconds, 1),
            python=platform.python_version(),
            boxwright=version("boxwright"),
        ),
    )
