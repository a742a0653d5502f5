"""A workspace: a user's descriptions, accepted boxes and runs, layered over the shipped collection."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import yaml

from boxwright.blackboxes.description import ID_PATTERN, Description, parse_description, read_text
from boxwright.blackboxes.exam import SUFFIX
from boxwright.blackboxes.faults import BoxwrightError, UnknownBox
from boxwright.blackboxes.near import known

SHIPPED = Path(__file__).resolve().parent.parent
"""The folder of descriptions, prompts and accepted boxes, in a checkout and in an installed wheel alike."""
MARKER = "boxwright.yaml"


class NoWorkspace(BoxwrightError):
    """The command needs a workspace to write to, and there is none."""


@dataclass(frozen=True)
class Workspace:
    """A user's folder, layered over the shipped collection unless that is turned off."""

    root: Path
    marked: bool
    """Whether `root` has a `boxwright.yaml`; without it the workspace is read-only."""
    shipped: Path | None

    @property
    def layers(self) -> list[Path]:
        """The collection folders, the workspace's own first."""
        own = [self.root] if self.marked else []
        return own + ([self.shipped] if self.shipped is not None else [])

    @property
    def runs(self) -> Path:
        """Where builds and evaluations write their files."""
        return self.root / "runs"

    @property
    def models_file(self) -> Path:
        """The list of models."""
        return self.root / "models.yaml"

    def writable(self) -> Path:
        """Return the root for writing. Raises: NoWorkspace."""
        if not self.marked:
            raise NoWorkspace(
                f"{self.root} is not in a workspace; make one with `boxwright init DIR` and work inside it"
            )
        return self.root

    def description_files(self) -> dict[str, Path]:
        """All description files by id. Raises: BoxwrightError for an id in two layers."""
        found: dict[str, Path] = {}
        for layer in self.layers:
            folder = layer / "descriptions"
            for path in sorted(folder.glob("*/*.md")):
                _add(found, path.relative_to(folder).with_suffix("").as_posix(), path)
        return found

    def description_file(self, identifier: str) -> Path | None:
        """One of them; None if there is none. Raises: BoxwrightError for an id in two layers."""
        return _in_one(identifier, (layer / "descriptions" / f"{identifier}.md" for layer in self.layers), Path.exists)

    def description(self, identifier: str) -> Description:
        """Read one description. Raises: UnknownBox, FaultyFile."""
        text, path = self.description_text(identifier)
        return parse_description(text, identifier, path)

    def description_text(self, identifier: str) -> tuple[str, Path]:
        """Return a description's text, line ends normalised, and its file. Raises: UnknownBox, FaultyFile."""
        path = self.description_file(identifier)
        if path is None:
            make = f"make one with `boxwright new {identifier}`"
            raise UnknownBox(f"no description {identifier!r}; {known(identifier, self.description_files())} ({make})")
        return read_text(path), path

    def exam_file(self, identifier: str) -> Path | None:
        """The held-back examples beside a description, if there are any."""
        description = self.description_file(identifier)
        path = description.with_name(description.stem + SUFFIX) if description else None
        return path if path is not None and path.is_file() else None

    def accepted_folders(self, environment: str = "*") -> dict[str, Path]:
        """All accepted boxes' folders by id, or those of one environment. Raises: BoxwrightError for an id in two."""
        found: dict[str, Path] = {}
        for layer in self.layers:
            accepted = layer / "blackboxes" / "accepted"
            for path in sorted(path for path in accepted.glob(f"{environment}/[!.]*") if _holds_files(path)):
                _add(found, path.relative_to(accepted).as_posix(), path)
        return found

    def accepted_folder(self, identifier: str) -> Path | None:
        """One of them; None if there is none. Raises: BoxwrightError for an id in two layers."""
        places = (layer / "blackboxes" / "accepted" / identifier for layer in self.layers)
        return _in_one(identifier, places, _holds_files)

    def own_folder(self, identifier: str) -> Path:
        """The folder of an accepted box of this workspace, whether or not it exists. Raises: NoWorkspace."""
        return self.writable() / "blackboxes" / "accepted" / identifier

    def rejections_file(self, identifier: str) -> Path:
        """The file with the author's objections to a box. Raises: NoWorkspace."""
        return self.writable() / "blackboxes" / "rejected" / f"{identifier}.jsonl"


def _in_one(identifier: str, places: Iterable[Path], there: Callable[[Path], bool]) -> Path | None:
    found: dict[str, Path] = {}
    for path in places if ID_PATTERN.fullmatch(identifier) else ():
        if there(path):
            _add(found, identifier, path)
    return found.get(identifier)


def _holds_files(folder: Path) -> bool:
    return folder.is_dir() and any(folder.iterdir())


def _add(found: dict[str, Path], identifier: str, path: Path) -> None:
    if identifier in found:
        raise BoxwrightError(f"{identifier} exists twice, in {found[identifier]} and in {path}; rename or remove one")
    found[identifier] = path


def match(patterns: str | Iterable[str], ids: Iterable[str], what: str) -> list[str]:
    """Return the known ids that match any of the patterns (`encryption/*`; in a text, separated by commas), sorted.

    Raises: UnknownBox for a pattern without a match.
    """
    names = sorted(ids)
    chosen: set[str] = set()
    if isinstance(patterns, str):
        patterns = [part.strip() for part in patterns.split(",") if part.strip()]
    for pattern in patterns:
        hits = fnmatch.filter(names, pattern)
        if not hits:
            raise UnknownBox(f"no {what} matches {pattern!r}; {known(pattern, names)}")
        chosen.update(hits)
    return [name for name in names if name in chosen]


def find_workspace(start: Path) -> Workspace:
    """Return the workspace around a folder, or a view of the shipped collection where there is none.

    Raises: BoxwrightError when the marker file cannot be used.
    """
    start = start.resolve()
    for folder in (start, *start.parents):
        marker = folder / MARKER
        if marker.is_file():
            shipped = SHIPPED if _wants_shipped(marker) and folder != SHIPPED else None
            return Workspace(folder, True, shipped)
    return Workspace(start, False, SHIPPED)


def _wants_shipped(marker: Path) -> bool:
    try:
        settings = yaml.safe_load(marker.read_text(encoding="utf-8")) or {}
        collection = settings.get("collection", "shipped")
    except (OSError, UnicodeDecodeError, yaml.YAMLError, AttributeError) as error:
        raise BoxwrightError(f"{marker}:1: cannot be used; write one line `collection: shipped`") from error
    if collection not in ("shipped", "none"):
        raise BoxwrightError(f"{marker}:1: collection is {collection!r}; write `shipped` or `none`")
    return bool(collection == "shipped")
