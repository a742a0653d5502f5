"""The registry: a box is registered by its folder being there; changes by hand are noticed and named."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.exam import Exam, read_exam
from boxwright.blackboxes.families import get_family
from boxwright.blackboxes.faults import BoxwrightError, Tampered, UnknownBox
from boxwright.blackboxes.files import append_line, folder_replaced
from boxwright.blackboxes.manifest import Manifest, sealed_content
from boxwright.blackboxes.revisions import Revisions
from boxwright.blackboxes.seeds import digest
from boxwright.blackboxes.workspace import Workspace
from boxwright.sandbox import Launcher, Limits

FILES = ("box.py", "manifest.json", "recording.jsonl")
BOOKS = "books"
"""A KUMO domain's folder of knowledge books; each names the instance that it is of, so it outlives a rebuild."""


def content_name(identifier: str) -> str:
    """Return the name of the file that is the box: a module, or a KUMO domain's data."""
    return "domain.json" if identifier.startswith("kumo/") else "box.py"


def revisions_of(identifier: str) -> Revisions:
    """Return today's revisions of what plays a box. Raises: UnknownFamily."""
    return Revisions(environment=get_family(identifier.split("/")[0]).revision)


@dataclass(frozen=True)
class Accepted:
    """One registered box, read and verified."""

    id: str
    folder: Path
    source: str
    manifest: Manifest
    description: Description
    exam: Exam | None

    @property
    def given(self) -> str:
        """Empty: what it plays is drawn."""
        return ""

    @property
    def stale(self) -> str:
        """Why the box should be rebuilt, or an empty text."""
        if self.description.hash != self.manifest.hashes.description:
            return "its description has changed since it was accepted"
        if changed := self.manifest.revisions.differing(revisions_of(self.id)):
            return f"it was accepted under other revisions: {changed}"
        if (self.exam.hash if self.exam else "") != self.manifest.hashes.exam:
            return "its exam has changed since it was accepted"
        return ""

    def open(self, launcher: Launcher, limits: Limits | None = None) -> Box:
        """Return the box, to be called in the sandbox."""
        family = get_family(self.description.family)
        books = self.folder / BOOKS
        return Box(self.description, family, self.source, launcher, limits=limits, exam=self.exam, books=books)


def load(workspace: Workspace, identifier: str) -> Accepted:
    """Read one accepted box. Raises: UnknownBox, Tampered naming the file, FaultyFile."""
    folders = workspace.accepted_folders()
    if identifier not in folders:
        known = ", ".join(sorted(folders)) or "none"
        raise UnknownBox(
            f"no accepted box {identifier!r}; known: {known} (build one with `boxwright build {identifier}`)"
        )
    folder = folders[identifier]
    manifest = read_manifest(folder)
    content = folder / content_name(identifier)
    source = _read_bytes(content)
    if digest(source) != manifest.hashes.code:
        raise Tampered(_changed(content, identifier))
    check_recording(folder)
    description = workspace.description(identifier)
    exam = exam_of(workspace, description)
    return Accepted(identifier, folder, source.decode("utf-8"), manifest, description, exam)


def exam_of(workspace: Workspace, description: Description) -> Exam | None:
    """Return the held-back examples of a description, if there are any. Raises: FaultyFile, UnknownFamily."""
    path = None if description.family == "kumo" else workspace.exam_file(description.id)
    return read_exam(path, description, get_family(description.family)) if path else None


def check_recording(folder: Path) -> None:
    """Check that a recording is the one its manifest, of whatever format, was sealed with. Raises: Tampered."""
    path, identifier = folder / "manifest.json", "/".join(folder.parts[-2:])
    try:
        sealed = sealed_content(_read_bytes(path))
    except ValueError as error:
        raise Tampered(_changed(path, identifier)) from error
    if digest(_read_bytes(folder / "recording.jsonl")) != sealed["hashes"]["recording"]:
        raise Tampered(_changed(folder / "recording.jsonl", identifier))


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
        raise Tampered(f"{path}: cannot be read ({error.strerror}); restore the file or rebuild the box") from error


def _changed(path: Path, identifier: str) -> str:
    return (
        f"{path}: changed since {identifier} was accepted; restore it, or rebuild with "
        f"`boxwright build {identifier}` after `boxwright remove {identifier}`"
    )


def accept(workspace: Workspace, manifest: Manifest, source: str, recording: Path) -> Path:
    """Register a box: all three files at once or none. Returns its folder. Raises: BoxwrightError."""
    folder = workspace.own_folder(manifest.id)
    try:
        with folder_replaced(folder) as staged:
            (staged / content_name(manifest.id)).write_text(source, encoding="utf-8", newline="\n")
            shutil.copyfile(recording, staged / "recording.jsonl")
            (staged / "manifest.json").write_text(manifest.sealed().text(), encoding="utf-8", newline="\n")
            if (folder / BOOKS).is_dir():
                shutil.copytree(folder / BOOKS, staged / BOOKS)
    except OSError as error:
        raise BoxwrightError(f"{folder}: cannot be written ({error.strerror}); check the folder") from error
    return folder


def remove(workspace: Workspace, identifier: str) -> Path:
    """Take a box of this workspace out of the registry. Raises: UnknownBox, NoWorkspace."""
    folder = workspace.own_folder(identifier)
    if not folder.is_dir():
        where = workspace.accepted_folders().get(identifier)
        hint = f"it stands in {where}, outside this workspace" if where else "see `boxwright list`"
        raise UnknownBox(f"no accepted box {identifier!r} in this workspace; {hint}")
    shutil.rmtree(folder)
    return folder


def reject(workspace: Workspace, identifier: str, because: str) -> Path:
    """Take a box out and keep the author's reason for the refiner of the next build. Raises: as remove."""
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
            raise BoxwrightError(f"{path}:{number}: not a rejection; mend or remove the line") from error
    return reasons
