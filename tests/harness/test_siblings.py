"""Siblings: other parameters, the same kind of rule, all gates; refused where they would be the original again."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxwright.agents.box.build import build
from boxwright.agents.runs.options import BuildOptions
from boxwright.blackboxes import registry
from boxwright.blackboxes.box import Box, get_family
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.manifest import Hashes, Manifest, RunFacts
from boxwright.blackboxes.registry import Accepted, revisions_of
from boxwright.blackboxes.seeds import digest
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.gates import GateSettings, run_gates
from boxwright.harness.siblings import NoSibling, create, create_first, differs, make, maker_of, sibling_id
from boxwright.sandbox import Launcher
from tests.agents.script import ScriptedModel, played_by
from tests.blackboxes.starters import STARTERS, starter
from tests.conftest import CAESAR_FRONT, CAESAR_RULE, describe, write_description

RUN = RunFacts(launcher="", level="", replayed=False, built="", seconds=0, python="", boxwright="")
FAMILIES = ["circuit", "code", "encryption", "game", "physics", "puzzle"]


def accepted(description: Description, source: str) -> Accepted:
    hashes = Hashes(description=description.hash, code=digest(source), recording="")
    front = description.front
    manifest = Manifest(
        id=description.id,
        difficulty=front.difficulty,
        hashes=hashes,
        revisions=revisions_of(description.id),
        prompts={},
        models={},
        attempts=(),
        gates=(),
        run=RUN,
    )
    return Accepted(description.id, get_family(description.family), Path(), source, manifest, description, None)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_sibling_passes_the_gates_and_behaves_otherwise(launcher: Launcher, family: str) -> None:
    first = accepted(starter(family), STARTERS[family])
    made = make(first, 1, launcher)
    assert differs(first, made, launcher) > 0.3
    with Box(made.description, get_family(family), made.source, launcher) as box:
        results = run_gates(box, GateSettings(probes=40, conditions=2, repeats=50))
    assert [finding.sentence() for result in results for finding in result.findings] == []
    assert made.description.front.domain == first.description.front.domain
    assert made.description.canary != first.description.canary


@pytest.mark.parametrize("family", FAMILIES)
def test_the_number_decides_everything(launcher: Launcher, family: str) -> None:
    first = accepted(starter(family), STARTERS[family])
    one, again, other = (make(first, number, launcher) for number in (3, 3, 4))
    assert one.source == again.source
    assert one.description.text == again.description.text
    assert one.source != other.source


def test_a_session_that_draws_nothing_has_no_sibling(launcher: Launcher) -> None:
    first = accepted(starter("freeform"), STARTERS["freeform"])
    assert differs(first, make(first, 1, launcher), launcher) == 0.0


def test_an_environment_without_the_module_offers_none() -> None:
    with pytest.raises(NoSibling, match="kumo/birds: kumo has no siblings: its package has no module `siblings`"):
        maker_of("kumo/birds")


@pytest.fixture
def built(place: Workspace, launcher: Launcher) -> Workspace:
    write_description(place, describe("encryption/caesar", CAESAR_FRONT, CAESAR_RULE))
    build(place, "encryption/caesar", launcher, BuildOptions(models=played_by(ScriptedModel())))
    return place


def test_a_sibling_is_a_box_of_its_own(built: Workspace, launcher: Launcher) -> None:
    before = {p: p.read_bytes() for p in built.root.rglob("caesar*") if p.is_file()}
    folder, share = create(built, "encryption/caesar", 2, launcher)
    identifier = sibling_id("encryption/caesar", 2)
    box = registry.load(built, identifier)
    assert folder == box.folder
    assert share > 0.9
    assert box.stale == ""
    assert box.manifest.sibling is not None
    assert box.manifest.sibling.sibling_of == "encryption/caesar"
    assert all(gate["passed"] for gate in box.manifest.gates)
    assert all(path.read_bytes() == content for path, content in before.items())
    with pytest.raises(NoSibling, match="already exists"):
        create(built, "encryption/caesar", 2, launcher)
    with pytest.raises(NoSibling, match="is itself a sibling"):
        create(built, identifier, 1, launcher)
    taken = [create_first(built, "encryption/caesar", launcher)[0].name for _ in range(2)]
    assert taken == ["caesar_sibling_1", "caesar_sibling_3"]  # 2 already exists


def test_a_box_that_is_no_sibling_does_not_mention_it(built: Workspace) -> None:
    manifest = registry.load(built, "encryption/caesar").manifest
    assert "sibling" not in manifest.text()
    assert Manifest.read(manifest.text().encode()) == manifest


def test_one_that_behaves_as_the_original_is_refused(
    built: Workspace, launcher: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = {name: "abcdefghijklmnopqrstuvwxyz" for name in ("before", "after")} | {"digits": "0123456789"}
    monkeypatch.setattr("boxwright.blackboxes.families.encryption.siblings.draw", lambda box, rng: plain)
    with pytest.raises(NoSibling, match="agrees with the original"):
        create(built, "encryption/caesar", 1, launcher)
    assert sibling_id("encryption/caesar", 1) not in built.description_files()
