"""The registry: a box is registered by its folder being there; manual changes are detected and named."""

from __future__ import annotations

import json
import shutil
from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any, ClassVar

from boxwright.blackboxes.description import Description, parse_description
from boxwright.blackboxes.environment import Entry, Environment, Opened
from boxwright.blackboxes.environments import environment_names, get_environment
from boxwright.blackboxes.exam import Exam
from boxwright.blackboxes.faults import BoxwrightError, Tampered, UnknownBox
from boxwright.blackboxes.files import append_line, folder_replaced
from boxwright.blackboxes.manifest import Manifest, Sibling, sealed_content, sibling_in
from boxwright.blackboxes.near import known
from boxwright.blackboxes.prompts import Prompt, load_prompt
from boxwright.blackboxes.revisions import Revisions
from boxwright.blackboxes.seeds import digest
from boxwright.blackboxes.types import Options, Plan
from boxwright.blackboxes.workspace import Workspace
from boxwright.sandbox import Launcher, Limits

FILES = ("box.py", "manifest.json", "recording.jsonl")


class BuiltEnvironment(Environment):
    """An environment whose ids are boxes that a build accepted, each in a folder of its own."""

    content: ClassVar[str] = "box.py"
    """The file that is the box."""
    language: ClassVar[str] = "python"
    """The language by which `boxwright show` highlights it."""
    keeps: ClassVar[Sequence[str]] = ()
    """Sub-folders that survive a rebuild."""
    no_siblings: ClassVar[str] = ""
    """Why its boxes have no siblings, where they have none; without its final stop."""
    texts: ClassVar[Mapping[str, Sequence[str]]] = {"prompt": ("starter", "starter_rule")}

    @cached_property
    def prompt(self) -> Prompt:
        """Its texts for players, and its starter description (sections `starter`, `starter_rule`).

        A family of another package reads its texts, and its contract, from its own folder (`read_prompt`).
        """
        return load_prompt(f"players/{self.name}")

    def ids(self, workspace: Workspace) -> Sequence[str]:
        """Return the ids of the accepted boxes, sorted."""
        return list(workspace.accepted_folders(self.name))

    def load(self, workspace: Workspace, identifier: str) -> Accepted:
        """Read one accepted box. Raises: UnknownBox, Tampered naming the file, FaultyFile."""
        return _read(workspace, identifier, self)

    def exam(self, workspace: Workspace, identifier: str, describe: Callable[[], Description]) -> Exam | None:
        """Return a description's held-back examples, if any; `describe` reads it. Raises: FaultyFile."""
        return None

    def accepted_facts(self, accepted: Accepted, options: Options) -> Mapping[str, Any]:
        """Return what results on a box depend on besides revisions and its content, as JSON values."""
        return {}

    def check_accepted(self, accepted: Accepted, plan: Plan, players: Collection[str]) -> None:
        """Check that these players can play a box with these settings. Raises: BoxwrightError."""
        return

    def notes(self, manifest: Manifest) -> Sequence[str]:
        """Return further lines about a box for `boxwright build` and `show`: here, what its verdict leaves open."""
        return manifest.left_open.sentences() if manifest.left_open else ()

    def remark(self, manifest: Manifest) -> str:
        """Return what `boxwright list` says of a box besides its state, in a few words: here, nothing."""
        return ""

    def partners_of(self, accepted: Accepted, workspace: Workspace, options: Options) -> Mapping[str, Entry]:
        """Return the partners of a box: its registered siblings, by kind. Raises: as `load`."""
        found: dict[str, Entry] = {}
        for identifier in self.ids(workspace):
            sibling = sibling_of(workspace, identifier)
            if sibling is not None and sibling.sibling_of == accepted.id:
                entry = load(workspace, identifier)
                found |= {} if entry.stale else {sibling.kind: entry}
        return found

    @abstractmethod
    def open_accepted(self, accepted: Accepted, launcher: Launcher, limits: Limits | None) -> Opened:
        """Open a box for playing."""


def get_built(identifier: str) -> BuiltEnvironment:
    """Return the environment that an id belongs to. Raises: UnknownEnvironment, BoxwrightError for one not built."""
    environment = get_environment(identifier.split("/")[0])
    if not isinstance(environment, BuiltEnvironment):
        raise BoxwrightError(f"{identifier}: {environment.name} generates its own puzzles; it has no boxes to build")
    return environment


def check_built(pattern: str) -> None:
    """Check that an id, or a pattern of ids, is not of an environment that generates what is played.

    Raises: BoxwrightError. One of an environment that does not exist passes.
    """
    if pattern.split("/")[0] in environment_names():
        get_built(pattern)


def revisions_of(identifier: str) -> Revisions:
    """Return the current revisions of what plays an id. Raises: UnknownEnvironment."""
    return get_environment(identifier.split("/")[0]).revisions


@dataclass(frozen=True)
class Accepted(Entry):
    """One registered box, read and verified."""

    id: str
    environment: BuiltEnvironment
    folder: Path
    source: str
    manifest: Manifest
    description_hash: str
    describe: Callable[[], Description]
    exam: Exam | None

    @cached_property
    def description(self) -> Description:
        """Read when it is first asked for: whether the box is current, its hash tells."""
        return self.describe()

    @property
    def difficulty(self) -> str:
        """As in its description."""
        return self.manifest.difficulty

    @property
    def stale(self) -> str:
        """Why the box should be rebuilt; empty if it is current."""
        if self.description_hash != self.manifest.hashes.description:
            return "its description has changed since it was accepted"
        if changed := self.manifest.revisions.differing(self.environment.revisions):
            return f"it was accepted under other revisions: {changed}"
        if (self.exam.hash if self.exam else "") != self.manifest.hashes.exam:
            return "its exam has changed since it was accepted"
        return ""

    @property
    def remedy(self) -> str:
        """What to do about it if it is stale: a sibling is not built."""
        sibling = self.manifest.sibling
        return sibling.remedy if sibling else super().remedy

    def facts(self, options: Options) -> Mapping[str, Any]:
        """Return the hash of its content, under which seal it was drawn, and what its environment adds."""
        drawn = self.manifest.sibling
        sealed = drawn.model_dump(exclude={"parameters", "difficulty"}) if drawn and drawn.sealed else None
        told = {"code": digest(self.source), **({"sealed": sealed} if sealed else {})}
        return {**told, **self.environment.accepted_facts(self, options)}

    def partners(self, workspace: Workspace, options: Options) -> Mapping[str, Entry]:
        """Return what its environment knows as partners of it."""
        return self.environment.partners_of(self, workspace, options)

    def check(self, plan: Plan, players: Collection[str]) -> None:
        """Check that these players can play it with these settings. Raises: BoxwrightError."""
        self.environment.check_accepted(self, plan, players)

    def open(self, launcher: Launcher, limits: Limits | None = None) -> Opened:
        """Return the box, whose functions are called in the sandbox."""
        return self.environment.open_accepted(self, launcher, limits)


def load(workspace: Workspace, identifier: str) -> Accepted:
    """Read one accepted box.

    Raises: UnknownBox, UnknownEnvironment, BoxwrightError for an id that is not built, Tampered naming the file,
    FaultyFile.
    """
    if workspace.accepted_folder(identifier) is None:
        check_built(identifier)
        raise _unknown(workspace, identifier)
    return get_built(identifier).load(workspace, identifier)


def _unknown(workspace: Workspace, identifier: str) -> UnknownBox:
    if workspace.description_file(identifier) is not None:
        return UnknownBox(f"no accepted box {identifier!r}; build it with `boxwright build {identifier}`")
    return UnknownBox(f"no accepted box {identifier!r}; {known(identifier, workspace.accepted_folders())}")


def _read(workspace: Workspace, identifier: str, environment: BuiltEnvironment) -> Accepted:
    folder = workspace.accepted_folder(identifier)
    if folder is None:
        raise _unknown(workspace, identifier)
    manifest = read_manifest(folder)
    content = folder / environment.content
    source = _read_bytes(content)
    if digest(source) != manifest.hashes.code:
        raise Tampered(_changed(content, identifier))
    _check_recorded(folder, manifest.hashes.recording)
    text, path = workspace.description_text(identifier)
    describe = cache(partial(parse_description, text, identifier, path))
    if digest(text) != manifest.hashes.description:
        describe()  # what was accepted can be read; what was changed since may be faulty
    exam = environment.exam(workspace, identifier, describe)
    return Accepted(identifier, environment, folder, source.decode("utf-8"), manifest, digest(text), describe, exam)


def exam_of(workspace: Workspace, description: Description) -> Exam | None:
    """Return a description's held-back examples, if any. Raises: FaultyFile, UnknownEnvironment."""
    exam = get_built(description.id).exam(workspace, description.id, lambda: description)
    if exam is not None:
        _ = exam.examples
    return exam


def check_recording(folder: Path) -> None:
    """Check that a recording is the one sealed in its manifest, of any format. Raises: Tampered."""
    path, identifier = folder / "manifest.json", "/".join(folder.parts[-2:])
    try:
        sealed = sealed_content(_read_bytes(path))
    except ValueError as error:
        raise Tampered(_changed(path, identifier)) from error
    _check_recorded(folder, sealed["hashes"]["recording"])


def _check_recorded(folder: Path, sealed: str) -> None:
    path = folder / "recording.jsonl"
    if digest(_read_bytes(path)) != sealed:
        raise Tampered(_changed(path, "/".join(folder.parts[-2:])))


def sibling_of(workspace: Workspace, identifier: str) -> Sibling | None:
    """Return whose sibling a registered box is, as its manifest says; None for none, or if that cannot be read."""
    folder = workspace.accepted_folder(identifier)
    return _sibling_in(folder) if folder else None


def check_buildable(workspace: Workspace, identifier: str) -> None:
    """Check that no sibling is registered under an id: no recording is its own. Raises: BoxwrightError."""
    if sibling := sibling_of(workspace, identifier):
        raise BoxwrightError(
            f"{identifier}: is a sibling of {sibling.sibling_of} and is not built; to renew it, {sibling.remedy}"
        )


def _sibling_in(folder: Path) -> Sibling | None:
    try:
        content = json.loads((folder / "manifest.json").read_bytes())
        return sibling_in(content) if isinstance(content, dict) else None
    except (OSError, ValueError):
        return None


def read_manifest(folder: Path) -> Manifest:
    """Read and verify a manifest. Raises: Tampered."""
    path = folder / "manifest.json"
    identifier = "/".join(folder.parts[-2:])
    try:
        manifest = Manifest.read(_read_bytes(path))
    except ValueError as error:
        raise Tampered(_changed(path, identifier)) from error
    if manifest.id != identifier:
        raise Tampered(_changed(path, identifier))
    return manifest


def _read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        sibling = _sibling_in(path.parent)
        how = sibling.remedy if sibling else "rebuild the box"
        raise Tampered(f"{path}: cannot be read ({error.strerror}); restore the file, or {how}") from error


def _changed(path: Path, identifier: str) -> str:
    sibling = _sibling_in(path.parent)
    rebuild = f"rebuild with `boxwright build {identifier}` after `boxwright remove {identifier}`"
    how = sibling.remedy if sibling else rebuild
    return f"{path}: changed since {identifier} was accepted; restore it, or {how}"


def accept(workspace: Workspace, manifest: Manifest, source: str, recording: Path) -> Path:
    """Register a box atomically, all three files or none; return its folder. Raises: BoxwrightError."""
    folder, environment = workspace.own_folder(manifest.id), get_built(manifest.id)
    try:
        with folder_replaced(folder) as staged:
            (staged / environment.content).write_text(source, encoding="utf-8", newline="\n")
            shutil.copyfile(recording, staged / "recording.jsonl")
            (staged / "manifest.json").write_text(manifest.sealed().text(), encoding="utf-8", newline="\n")
            for kept in environment.keeps:
                if (folder / kept).is_dir():
                    shutil.copytree(folder / kept, staged / kept)
    except OSError as error:
        raise BoxwrightError(f"{folder}: cannot be written ({error.strerror}); check the folder") from error
    return folder


def remove(workspace: Workspace, identifier: str) -> Path:
    """Remove a box of this workspace from the registry. Raises: UnknownBox, NoWorkspace."""
    folder = workspace.own_folder(identifier)
    if not folder.is_dir():
        where = workspace.accepted_folders().get(identifier)
        own = [name for name, path in workspace.accepted_folders().items() if path.is_relative_to(workspace.root)]
        hint = f"it is in {where}, outside this workspace" if where else known(identifier, own)
        raise UnknownBox(f"no accepted box {identifier!r} in this workspace; {hint}")
    shutil.rmtree(folder)
    return folder


def reject(workspace: Workspace, identifier: str, because: str) -> Path:
    """Remove a box and keep the author's reason for the refiner of the next build. Raises: as remove."""
    path = workspace.rejections_file(identifier)
    if not workspace.own_folder(identifier).is_dir():
        remove(workspace, identifier)
    manifest = read_manifest(workspace.own_folder(identifier))
    entry = {"because": because, "code": manifest.hashes.code, "description": manifest.hashes.description}
    path.parent.mkdir(parents=True, exist_ok=True)
    append_line(path, json.dumps(entry, ensure_ascii=False))
    remove(workspace, identifier)
    return path


def objections(workspace: Workspace, identifier: str) -> list[str]:
    """Return the author's reasons against earlier versions, oldest first."""
    path = workspace.rejections_file(identifier)
    if not path.is_file():
        return []
    reasons = []
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), start=1):
        try:
            reasons.append(str(json.loads(line)["because"]))
        except (ValueError, TypeError, KeyError) as error:
            raise BoxwrightError(f"{path}:{number}: not a rejection; fix or remove the line") from error
    return reasons
