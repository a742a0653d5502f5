"""The registry: a folder's presence registers it; a manual change is detected and named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boxwright.agents.box.build import build
from boxwright.agents.box.roles import ROLES
from boxwright.agents.runs.options import BuildOptions
from boxwright.blackboxes import registry
from boxwright.blackboxes.environments import get_environment
from boxwright.blackboxes.faults import BoxwrightError, Tampered, UnknownBox
from boxwright.blackboxes.revisions import EPISODE, REPLIES
from boxwright.blackboxes.workspace import NoWorkspace, Workspace, find_workspace, match
from boxwright.sandbox import Launcher
from tests.agents.script import ScriptedModel, played_by
from tests.conftest import CAESAR_FRONT, CAESAR_RULE, describe, write_description

ID = "encryption/caesar"


@pytest.fixture
def built(place: Workspace, launcher: Launcher) -> Path:
    write_description(place, describe(ID, CAESAR_FRONT, CAESAR_RULE))
    build(place, ID, launcher, BuildOptions(models=played_by(ScriptedModel())))
    return place.own_folder(ID)


@pytest.mark.parametrize("name", registry.FILES)
def test_a_file_changed_by_hand_is_named(name: str, built: Path, place: Workspace) -> None:
    path = built / name
    path.write_text(path.read_text().replace("1", "2", 1))
    with pytest.raises(Tampered) as error:
        registry.load(place, ID)
    assert str(path) in str(error.value)
    assert "boxwright build encryption/caesar" in str(error.value)


@pytest.mark.parametrize("name", ["box.py", "recording.jsonl"])
def test_a_missing_file_is_named(name: str, built: Path, place: Workspace) -> None:
    (built / name).unlink()
    with pytest.raises(Tampered, match=name):
        registry.load(place, ID)


def test_a_box_under_another_name_is_noticed(built: Path, place: Workspace) -> None:
    built.rename(built.parent / "other")
    write_description(place, describe("encryption/other", CAESAR_FRONT, CAESAR_RULE))
    with pytest.raises(Tampered):
        registry.load(place, "encryption/other")


def test_a_changed_description_makes_a_box_stale(built: Path, place: Workspace) -> None:
    assert registry.load(place, ID).stale == ""
    write_description(place, describe(ID, CAESAR_FRONT, CAESAR_RULE + " Always."))
    assert "description" in registry.load(place, ID).stale


def test_remove_and_unknown_boxes(built: Path, place: Workspace) -> None:
    registry.remove(place, ID)
    assert not built.exists()
    with pytest.raises(UnknownBox, match="in this workspace; known: none"):
        registry.remove(place, ID)
    with pytest.raises(UnknownBox, match="build it with"):
        registry.load(place, ID)


def test_rejections_are_kept_in_order(built: Path, place: Workspace, launcher: Launcher) -> None:
    registry.reject(place, ID, "first")
    build(place, ID, launcher, BuildOptions(models=played_by(ScriptedModel())))
    registry.reject(place, ID, "second")
    assert registry.objections(place, ID) == ["first", "second"]


def test_an_accepted_box_is_all_there_or_not_at_all(
    place: Workspace, launcher: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_description(place, describe(ID, CAESAR_FRONT, CAESAR_RULE))

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("boxwright.blackboxes.registry.shutil.copyfile", full)
    with pytest.raises(BoxwrightError, match="No space left on device"):
        build(place, ID, launcher, BuildOptions(models=played_by(ScriptedModel())))
    assert place.accepted_folders() == {}
    assert list((place.root / "blackboxes").rglob("*.py")) == []


def test_the_same_id_in_two_layers_is_an_error(place: Workspace, tmp_path_factory: pytest.TempPathFactory) -> None:
    shipped = tmp_path_factory.mktemp("shipped")
    other = Workspace(shipped, True, None)
    for layer in (place, other):
        write_description(layer, describe(ID, CAESAR_FRONT, CAESAR_RULE))
    with pytest.raises(BoxwrightError, match="exists twice"):
        Workspace(place.root, True, shipped).description_files()


def test_a_workspace_is_found_from_below_and_overlays_the_shipped_one(tmp_path: Path) -> None:
    assert find_workspace(tmp_path).marked is False
    with pytest.raises(NoWorkspace, match="boxwright init DIR"):
        find_workspace(tmp_path).own_folder(ID)
    (tmp_path / "boxwright.yaml").write_text("collection: shipped\n")
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    place = find_workspace(below)
    assert place.root == tmp_path
    assert "encryption/zigzag_cipher" in place.description_files()
    (tmp_path / "boxwright.yaml").write_text("collection: both\n")
    with pytest.raises(BoxwrightError, match="write `shipped` or `none`"):
        find_workspace(tmp_path)


def test_patterns(place: Workspace) -> None:
    known = ["a/x", "a/y", "b/x"]
    assert match(["a/*"], known, "box") == ["a/x", "a/y"]
    assert match(["b/x", "*/x"], known, "box") == ["a/x", "b/x"]
    with pytest.raises(UnknownBox, match="no box matches 'c/\\*'; known: a/x, a/y, b/x"):
        match(["c/*"], known, "box")


def test_the_manifest_says_how_the_box_came_to_be(built: Path) -> None:
    manifest = json.loads((built / "manifest.json").read_text())
    assert manifest["models"] == dict.fromkeys(ROLES, "script")
    assert set(manifest["hashes"]) == {"description", "code", "recording", "exam"}
    assert manifest["revisions"] == {
        "environment": get_environment("encryption").revision,
        "replies": REPLIES,
        "episode": EPISODE,
    }
    assert "agents/coder" in manifest["prompts"]
    assert set(manifest["run"]) == {"launcher", "level", "replayed", "built", "seconds", "python", "boxwright"}
