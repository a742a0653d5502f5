"""Siblings: other parameters, the same kind of rule, all gates; refused where they would be the original again."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from boxwright.agents.box.build import build
from boxwright.agents.runs.options import BuildOptions
from boxwright.blackboxes import registry
from boxwright.blackboxes.box import Box, get_family
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.manifest import Hashes, Manifest, RunFacts
from boxwright.blackboxes.registry import Accepted, revisions_of
from boxwright.blackboxes.seeds import digest
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.cli import run
from boxwright.harness import difficulty, siblings
from boxwright.harness.evaluation import sealing
from boxwright.harness.evaluation.plan import EvalSettings
from boxwright.harness.gates import GateSettings, run_gates
from boxwright.harness.siblings import (
    NoSibling,
    UnfitNumber,
    create,
    create_first,
    differs,
    firsts,
    make,
    sibling_id,
)
from boxwright.harness.variation import maker_of
from boxwright.sandbox import Launcher
from tests.agents.script import ScriptedModel, played_by
from tests.blackboxes.starters import STARTERS, starter
from tests.conftest import CAESAR_FRONT, CAESAR_RULE, describe, write_description

USUAL = difficulty.USUAL
"""As it is shipped: the tests play shorter episodes."""
RUN = RunFacts(launcher="", level="", replayed=False, built="", seconds=0, python="", boxwright="")
FAMILIES = ["circuit", "code", "encryption", "game", "physics"]


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
    family = get_family(description.family)
    return Accepted(description.id, family, Path(), source, manifest, description.hash, lambda: description, None)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_sibling_passes_the_gates_and_behaves_otherwise(launcher: Launcher, family: str) -> None:
    first = accepted(starter(family), STARTERS[family])
    made = make(first, 1, launcher)
    assert differs(first, made, launcher) > 0.2
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


@pytest.mark.parametrize(
    ("name", "kind"),
    [("vowel_ring", "vowels"), ("vowel_clock", "further"), ("odometer", "further"), ("caesar_cipher", "square")],
)
def test_where_a_cipher_tells_vowels_from_consonants_its_siblings_do_too(
    launcher: Launcher, name: str, kind: str
) -> None:
    """A consonant for a consonant changes one letter of the ciphertext; a vowel for one changes more, as before."""
    first = registry.load(Workspace(SHIPPED, True, None), f"encryption/{name}")
    made = make(first, 1, launcher)
    assert differs(first, made, launcher) > 0.3
    assert made.sibling.parameters["kind"] == kind
    with Box(made.description, get_family("encryption"), made.source, launcher) as box:
        plain, same, other = (box.call("blackbox", text) for text in ("tragbabg", "tragfabg", "tragoabg"))
    assert sum(a != b for a, b in zip(plain, same, strict=True)) == 1
    assert (sum(a != b for a, b in zip(plain, other, strict=True)) > 1) is (kind != "square")


@pytest.mark.parametrize(("name", "count"), [("num_exchange", 4), ("bubble_sort", 2)])
def test_the_checkpoints_of_siblings_keep_their_order_but_for_two_neighbours(
    launcher: Launcher, name: str, count: int
) -> None:
    """With all of them renumbered the solver scored 25 and 15 % at ten turns, and 50 and 39 % on the originals."""
    first = registry.load(Workspace(SHIPPED, True, None), f"code/{name}")
    orders = [make(first, number, launcher).sibling.parameters["checkpoints"] for number in range(1, 9)]
    assert all(sorted(order) == list(range(1, count + 1)) for order in orders)
    assert {sum(place != n for n, place in enumerate(order, 1)) for order in orders} == {2 if count > 2 else 0}
    assert all(abs(place - n) <= 1 for order in orders for n, place in enumerate(order, 1))


@pytest.mark.parametrize("name", ["vowel_clock", "odometer"])
def test_a_sibling_moves_letters_along_the_order_that_the_rule_has(launcher: Launcher, name: str) -> None:
    """Letters moved on by the alphabet afterwards would stand in an order of their own: a second rule on the first."""
    first = registry.load(Workspace(SHIPPED, True, None), f"encryption/{name}")
    made = make(first, 1, launcher)
    family, keys, capitals = get_family("encryption"), "qwertyuiopasdfghjklzxcvbnm", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    outputs = []
    for description, source in ((first.description, first.source), (made.description, made.source)):
        with Box(description, family, source, launcher) as box:
            outputs.append("".join(box.call("blackbox", text) for text in ("tragbabg", "Zr Aob Ek", "qQ eE", "ZZZZ")))
    moved = set[int | str]()
    for a, b in zip(*outputs, strict=True):
        ring = capitals if a.isupper() else keys
        moved |= {(ring.index(b) - ring.index(a)) % 26} if a != " " else {b}
    assert len(moved) == 2 and " " in moved and 0 not in moved


def test_letters_that_take_their_case_along_get_no_key_that_moves_it(launcher: Launcher) -> None:
    """A shift along the ring of 52 would mix the cases up: another rule, and no box that is as hard."""
    first = registry.load(Workspace(SHIPPED, True, None), "encryption/odd_even_words")
    made = make(first, 1, launcher)
    assert made.sibling.parameters["kind"] == "square"
    with Box(made.description, get_family("encryption"), made.source, launcher) as box:
        assert [c.isupper() for c in box.call("blackbox", "Trag ROb")] == [c.isupper() for c in "agTr bOR"]


@pytest.mark.parametrize("family", ["puzzle", "freeform"])
def test_families_whose_rules_declare_no_parameter_have_no_siblings(launcher: Launcher, family: str) -> None:
    """Other hidden answers under the same rule would be the same box."""
    first = accepted(starter(family), STARTERS[family])
    with pytest.raises(NoSibling, match="has no siblings: what is hidden is drawn anew"):
        make(first, 1, launcher)


def test_an_environment_without_the_module_offers_none() -> None:
    with pytest.raises(NoSibling, match="kumo/birds: kumo has no siblings: new instances"):
        maker_of("kumo/birds")


@pytest.fixture
def built(place: Workspace, launcher: Launcher) -> Workspace:
    write_description(place, describe("encryption/caesar", CAESAR_FRONT, CAESAR_RULE))
    build(place, "encryption/caesar", launcher, BuildOptions(models=played_by(ScriptedModel())))
    return place


def test_a_sibling_is_a_box_of_its_own(built: Workspace, launcher: Launcher) -> None:
    before = {p: p.read_bytes() for p in built.root.rglob("caesar*") if p.is_file()}
    said: list[str] = []
    folder, share = create(built, "encryption/caesar", 2, launcher, said=said.append)
    assert [words.partition(": ")[0] for words in said] == ["encryption/caesar_sibling_2"] * 2  # it takes a while
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


def test_one_that_is_much_easier_or_harder_is_refused_with_both_scores(
    built: Workspace, launcher: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    scores = iter([0.2, 0.2, 0.5, 0.2])
    monkeypatch.setattr(difficulty, "solved", lambda box, setting: next(scores))
    with pytest.raises(NoSibling, match="scores 50% on it and 20% on the original; at most 25% apart are allowed"):
        create(built, "encryption/caesar", 2, launcher)
    assert not built.own_folder(sibling_id("encryption/caesar", 2)).exists()


def test_one_that_is_harder_at_the_usual_setting_alone_is_refused(
    built: Workspace, launcher: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With many turns both are solved for certain: there nothing would be seen of it."""
    settings = EvalSettings(models=(), boxes=())
    assert USUAL[:3] == (settings.turns, settings.shots, settings.samples)
    scores = iter([1.0, 0.9, 1.0, 0.65])
    monkeypatch.setattr(difficulty, "solved", lambda box, setting: next(scores))
    with pytest.raises(NoSibling, match="scores 65% on it and 90% on the original; at most 20% apart are allowed"):
        create(built, "encryption/caesar", 2, launcher)


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("encryption/zigzag_cipher", [1, 2, 4, 6]),
        ("code/kmp", [1, 3, 5, 8]),
        ("code/most_frequent_char", [1, 3]),
        ("code/bubble_sort", [1]),
    ],
)
def test_siblings_that_players_cannot_tell_apart_are_one(launcher: Launcher, name: str, own: list[int]) -> None:
    """Other prefixes of variables, and a number of rows that was drawn before, are no other box."""
    first = registry.load(Workspace(SHIPPED, True, None), name)
    assert sorted(set(firsts(first, launcher, range(1, 12)).values())) == own


def test_a_number_that_gives_an_earlier_sibling_again_is_refused(built: Workspace, launcher: Launcher) -> None:
    first = registry.load(built, ORIGINAL)
    again, earlier = next((n, m) for n, m in firsts(first, launcher, range(1, 30)).items() if n != m)
    with pytest.raises(UnfitNumber, match=rf"_sibling_{again} is the same as sibling {earlier}; use another number"):
        create(built, ORIGINAL, again, launcher)


def test_a_sealed_one_is_drawn_under_a_key_to_which_results_commit(
    built: Workspace, launcher: Launcher, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(difficulty, "solved", lambda box, setting: 1.0)  # difficulty is looked at above
    monkeypatch.setattr(sealing, "new_key", lambda: "5a" * 32)  # some keys draw a shift that is guessed at once
    monkeypatch.chdir(built.root)
    assert run(["sibling", "encryption/nope", "--sealed", "my.key"]) == 1
    assert not Path("my.key").exists()
    assert run(["sibling", ORIGINAL, "--sealed", "my.key", "--number", "2"]) == 1
    assert "give 11 different siblings, so whoever tries them all has the sealed one" in capsys.readouterr().err
    assert not Path("my.key").exists()
    monkeypatch.setattr(siblings, "FEWEST_TO_SEAL", 11)
    assert run(["sibling", ORIGINAL, "--sealed", "my.key", "--number", "2"]) == 0
    key = Path("my.key").read_text().strip()
    identifier = sibling_id(ORIGINAL, 2, key)
    assert identifier.startswith("encryption/caesar_sealed_") and key[:8] not in identifier
    original = registry.load(built, ORIGINAL)
    drawn = [make(original, 2, launcher, k).sibling.parameters for k in (key, "0" * 64, None)]
    sealed = registry.load(built, identifier)
    assert sealed.manifest.sibling is not None and sealed.manifest.sibling.parameters == drawn[0] not in drawn[1:]
    run_of = ["eval", "--models", "builtin/random", "--turns", "1", "--samples", "1"]
    assert run([*run_of, "--boxes", identifier, "--out", "out"]) == 0
    assert run([*run_of, "--boxes", ORIGINAL, "--change", "--out", "changed"]) == 0
    capsys.readouterr()
    for folder in ("out", "changed"):
        assert run(["reveal", folder]) == 1
        assert "its key has not been revealed" in capsys.readouterr().err
        assert run(["reveal", folder, "my.key"]) == run(["reveal", folder]) == 0
        assert capsys.readouterr().out.count("is what the key draws from encryption/caesar, number 2") == 2
    with sqlite3.connect("out/results.sqlite") as db:  # another box than the key draws
        db.execute("UPDATE meta SET value = replace(value, ?, ?)", (sealed.manifest.hashes.code, "0" * 64))
    assert run(["reveal", "out"]) == 1
    assert "is not what the key draws from encryption/caesar" in capsys.readouterr().err


def test_a_box_that_is_no_sibling_does_not_mention_it(built: Workspace) -> None:
    manifest = registry.load(built, "encryption/caesar").manifest
    assert "sibling" not in manifest.text()
    assert Manifest.read(manifest.text().encode()) == manifest


def test_one_that_behaves_as_the_original_is_refused(
    built: Workspace, launcher: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = {"kind": "letters", "letters": "abcdefghijklmnopqrstuvwxyz"}
    monkeypatch.setattr("boxwright.blackboxes.families.encryption.siblings.draw", lambda box, rng: plain)
    with pytest.raises(NoSibling, match="agrees with the original"):
        create(built, "encryption/caesar", 1, launcher)
    assert sibling_id("encryption/caesar", 1) not in built.description_files()


ORIGINAL = "encryption/caesar"
SIBLING = "encryption/caesar_sibling_2"
REMEDY = "remove it and run `boxwright sibling encryption/caesar --number 2` again"


@pytest.fixture
def with_sibling(built: Workspace, launcher: Launcher, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    create(built, ORIGINAL, 2, launcher)
    monkeypatch.chdir(built.root)
    monkeypatch.setenv("BOXWRIGHT_SANDBOX", "local")
    return built


def rewrite(place: Workspace, **changes: object) -> None:
    """Write the sibling's manifest with other fields, sealed."""
    path = place.own_folder(SIBLING) / "manifest.json"
    content = {**json.loads(path.read_bytes()), **changes}
    content["seal"] = digest(
        json.dumps({k: v for k, v in content.items() if k != "seal"}, sort_keys=True, ensure_ascii=False)
    )
    path.write_text(json.dumps(content))


def by_an_earlier_version(place: Workspace) -> None:
    rewrite(place, format=1)


def under_another_revision(place: Workspace) -> None:
    rewrite(place, revisions={"environment": 99, "replies": 1, "episode": 1})


def with_another_description(place: Workspace) -> None:
    path = place.description_files()[SIBLING]
    path.write_text(path.read_text().replace("The original,", "Once more the original,"))


def with_an_exam(place: Workspace) -> None:
    example = {"input": " ", "output": " "}
    path = place.description_files()[SIBLING].with_name("caesar_sibling_2.exam.jsonl")
    path.write_text(f'{{"source": "by hand"}}\n{json.dumps(example)}\n')


def with_other_code(place: Workspace) -> None:
    (place.own_folder(SIBLING) / "box.py").write_text("")


def without_its_code(place: Workspace) -> None:
    (place.own_folder(SIBLING) / "box.py").unlink()


OLD = [by_an_earlier_version, under_another_revision, with_another_description, with_an_exam]
EVAL = ("eval", "--models", "builtin/oracle", "--boxes", SIBLING, "--out", "never")


@pytest.mark.parametrize("change", [*OLD, with_other_code, without_its_code])
def test_whatever_is_wrong_with_a_sibling_the_remedy_that_is_printed_works(
    change: Callable[[Workspace], None], with_sibling: Workspace, capsys: pytest.CaptureFixture[str]
) -> None:
    before = registry.load(with_sibling, SIBLING)
    change(with_sibling)
    for arguments in (EVAL, ("check", SIBLING), ("build", SIBLING, "--model", "replay")):
        capsys.readouterr()
        assert run(list(arguments)) != 0
        printed = "".join(capsys.readouterr())
        assert REMEDY in printed.replace("\n", " "), arguments
        assert "is a recording of" not in printed
    assert run(["remove", SIBLING]) == run(["sibling", ORIGINAL, "--number", "2"]) == run(["check", SIBLING]) == 0
    after = registry.load(with_sibling, SIBLING)
    assert (after.source, after.description.text) == (before.source, before.description.text)


def test_a_sibling_is_not_built_and_says_so_in_one_line(
    with_sibling: Workspace, capsys: pytest.CaptureFixture[str]
) -> None:
    line = f"boxwright: {SIBLING}: is a sibling of {ORIGINAL} and is not built; to renew it, {REMEDY}\n"
    for more in (("--accept-changes",), ("--only-compare",), ("--dry-run",)):
        capsys.readouterr()
        assert run(["build", SIBLING, "--model", "replay", *more]) == 1
        assert capsys.readouterr().err.endswith(line)


def test_a_description_that_somebody_else_wrote_is_kept(
    with_sibling: Workspace, launcher: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry.remove(with_sibling, SIBLING)
    path = with_sibling.description_files()[SIBLING]
    own = path.read_bytes()

    def refuse(*arguments: object) -> Path:
        raise BoxwrightError("no room")

    with monkeypatch.context() as patched:
        patched.setattr("boxwright.harness.siblings.accept", refuse)
        with pytest.raises(BoxwrightError, match="no room"):
            create(with_sibling, ORIGINAL, 2, launcher)
    assert path.read_bytes() == own
    write_description(with_sibling, describe(SIBLING, CAESAR_FRONT, CAESAR_RULE))
    other = path.read_bytes()
    with pytest.raises(NoSibling, match="already exists and was not written by"):
        create(with_sibling, ORIGINAL, 2, launcher)
    assert path.read_bytes() == other


def test_a_stale_original_is_built_first(with_sibling: Workspace, launcher: Launcher) -> None:
    write_description(with_sibling, describe(ORIGINAL, CAESAR_FRONT, CAESAR_RULE))
    with pytest.raises(NoSibling, match=r"encryption/caesar: its description has changed.*; build it again first"):
        create(with_sibling, ORIGINAL, 3, launcher)


def test_a_games_view_that_counts_by_itself_tells_the_siblings_moves(launcher: Launcher) -> None:
    """The opponent of rps7_cycle plays by the turn's number, and the view computes its last move from that again."""
    first = registry.load(Workspace(root=SHIPPED, marked=True, shipped=None), "game/rps7_cycle")
    made = make(first, 1, launcher)
    with Box(made.description, get_family("game"), made.source, launcher) as box:
        state = box.call("start", {"turns": 10})
        for _ in range(7):
            (reply,) = box.call("opponent", state)
            state = box.call("play", state, "rock", reply)["state"]
            assert box.call("view", state).endswith(f"The opponent's last move: {reply}.")


def test_a_sibling_writes_the_signs_that_the_originals_examples_showed(launcher: Launcher) -> None:
    """Ciphertexts of backpack_encryption are numbers joined by commas; a sibling has no worked examples."""
    first = registry.load(Workspace(root=SHIPPED, marked=True, shipped=None), "encryption/backpack_encryption")
    made = make(first, 1, launcher)
    assert made.description.front.parameters == {"signs": ","}
    with Box(made.description, get_family("encryption"), made.source, launcher) as box:
        assert box.answer("Zebra").count(",") == 4
