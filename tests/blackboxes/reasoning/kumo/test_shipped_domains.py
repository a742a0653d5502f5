"""Every shipped KUMO domain: without faults, its books true, and rebuilt byte for byte from its recording."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from boxwright.agents.kumo.book_build import BookOrder, write_book
from boxwright.agents.kumo.book_graph import BookSettings
from boxwright.agents.kumo.build import build_domain
from boxwright.agents.runs.journal import read_recording
from boxwright.agents.runs.options import BuildOptions
from boxwright.blackboxes.reasoning.kumo.books.shelf import PLACE
from boxwright.blackboxes.reasoning.kumo.books.stored import book_faults, stored_books
from boxwright.blackboxes.reasoning.kumo.domain.requirements import domain_faults
from boxwright.blackboxes.reasoning.kumo.play.environment import domain_of
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from tests import shipped_instances

COLLECTION = Workspace(SHIPPED, True, None)
DOMAINS = sorted(name for name in COLLECTION.accepted_folders() if name.startswith("kumo/"))


def test_there_are_domains_of_our_own() -> None:
    assert len(DOMAINS) >= 24


@pytest.mark.parametrize("identifier", DOMAINS)
def test_a_domain_has_no_fault_and_its_books_are_true(identifier: str) -> None:
    box = load(COLLECTION, identifier)
    assert box.stale == ""
    assert domain_faults(box.source, box.description) == []
    assert book_faults(box.folder, domain_of(box)) == []


@pytest.mark.parametrize("identifier", DOMAINS)
def test_a_recording_rebuilds_its_domain_byte_for_byte(identifier: str, tmp_path: Path) -> None:
    kept = COLLECTION.accepted_folders()[identifier]
    target = tmp_path / "descriptions" / f"{identifier}.md"
    target.parent.mkdir(parents=True)
    shutil.copyfile(COLLECTION.description_files()[identifier], target)
    place = Workspace(tmp_path, True, None)
    reworded = load(COLLECTION, identifier).manifest.reworded
    options = BuildOptions(models={}, recording=kept / "recording.jsonl", strict=not reworded)
    result = build_domain(place, identifier, options)
    assert result.ending == "accepted"
    assert Counter(name.split()[0] for name in result.differing) == reworded, "the manifest counts what differs"
    for name in ("domain.json", "recording.jsonl"):
        assert (place.own_folder(identifier) / name).read_bytes() == (kept / name).read_bytes()


@pytest.mark.parametrize("identifier", DOMAINS)
def test_a_domain_has_a_book_of_each_size_that_its_recording_rewrites(identifier: str, tmp_path: Path) -> None:
    box = load(COLLECTION, identifier)
    shutil.copytree(box.folder, tmp_path / "blackboxes" / "accepted" / identifier)
    (tmp_path / "descriptions" / "kumo").mkdir(parents=True)
    shutil.copyfile(COLLECTION.description_files()[identifier], tmp_path / "descriptions" / f"{identifier}.md")
    place = Workspace(tmp_path, True, None)
    kept = list(stored_books(box.folder))
    assert {folder.parent.name for folder in kept} >= {"4-6", "12-16"}
    for folder in kept:
        found = PLACE.fullmatch(folder.relative_to(box.folder / "books").as_posix())
        assert found
        order = BookOrder(identifier, *map(int, found.groups()[:4]), found[5])
        options = BuildOptions(models={}, recording=folder / "recording.jsonl", strict=True)
        result = write_book(place, order, options, BookSettings())
        assert result.ending == "accepted" and result.folder
        for name in ("book.md", "recording.jsonl"):
            assert (result.folder / name).read_bytes() == (folder / name).read_bytes()


@pytest.mark.parametrize("identifier", DOMAINS)
def test_a_recording_of_a_domain_holds_no_path_and_no_key(identifier: str) -> None:
    folder = COLLECTION.accepted_folders()[identifier]
    _, entries = read_recording(folder / "recording.jsonl")
    text = (folder / "recording.jsonl").read_text() + (folder / "manifest.json").read_text()
    assert not [word for word in ("/root/", "/home/", "/work/", "/tmp/", "sk-", "Bearer ") if word in text]
    assert {entry.role for entry in entries} == {"coder"}


@pytest.mark.parametrize("name", shipped_instances.names())
def test_fifty_instances_of_each_size_are_drawn_and_stay_the_same(name: str) -> None:
    assert shipped_instances.digests(name) == json.loads(shipped_instances.PAGE.read_text())[name]
