"""Books by models: written, checked, reviewed, stored only if clean, resumed and replayed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boxwright.agents.kumo.book_author import LEAST
from boxwright.agents.kumo.book_build import BookOrder, BookResult, ordered_instance, write_book
from boxwright.agents.kumo.book_graph import BookSettings
from boxwright.agents.kumo.build import build_domain
from boxwright.agents.runs.options import BuildOptions
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.reasoning.kumo.books.stored import book_faults, read_facts, stored_books
from boxwright.blackboxes.reasoning.kumo.books.writer import FaultyBook, template_book
from boxwright.blackboxes.reasoning.kumo.play.environment import domain_of
from boxwright.blackboxes.reasoning.kumo.play.settings import PlaySettings
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.types import Plan
from boxwright.blackboxes.workspace import Workspace
from boxwright.cli import run
from boxwright.harness.chat.api import ModelError
from tests.agents.kumo.test_build_domain import Dying
from tests.agents.kumo.tiny import GOOD, ID, INSTRUCTIONS, Author, by, description
from tests.conftest import write_description

ORDER = BookOrder(ID)


@pytest.fixture
def garden(place: Workspace) -> Workspace:
    write_description(place, description())
    build_domain(place, ID, by(Author(INSTRUCTIONS, GOOD)))
    return place


def right(garden: Workspace) -> str:
    book = template_book(ordered_instance(garden, ORDER))
    assert len(book) > LEAST
    return book


def wrong(garden: Workspace) -> str:
    book = right(garden)
    return book.replace("this rules out", "this confirms", 1)


def tagged(book: str) -> str:
    return f"Here it is.\n<book>\n{book}\n</book>"


def write(garden: Workspace, model: Author, rounds: int = 3, **more: object) -> BookResult:
    options = BuildOptions(models={"writer": [model], "reviser": [model]}, **more)  # type: ignore[arg-type]
    return write_book(garden, ORDER, options, BookSettings(rounds=rounds))


def steps(author: Author) -> list[str]:
    return [f"{request.role} {request.step}" for request in author.asked]


def test_a_clean_book_that_the_reviser_finds_right_is_stored(garden: Workspace) -> None:
    author = Author(tagged(right(garden)), "RIGHT.")
    result = write(garden, author)
    assert result.ending == "accepted" and result.folder is not None
    assert steps(author) == ["writer book/1", "reviser review/1"]
    assert "this rules out" in (result.folder / "book.md").read_text()
    facts = read_facts(result.folder)
    instance = ordered_instance(garden, ORDER)
    assert facts.instance == instance.hash
    assert facts.versions[0].found == {}
    load(garden, ID)  # the domain is still whole


def test_findings_go_to_the_reviser_and_a_mended_book_is_stored(garden: Workspace) -> None:
    author = Author(tagged(wrong(garden)), tagged(right(garden)))
    result = write(garden, author)
    assert result.ending == "accepted"
    assert "is said to show" in author.asked[1].messages[-1].content
    assert [dict(v.found) for v in result.versions][1] == {}
    assert result.versions[0].found["confirmed"] > 0


def test_every_version_stays_playable(
    garden: Workspace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write(garden, Author(tagged(wrong(garden)), tagged(right(garden)))).folder
    assert folder is not None
    monkeypatch.chdir(garden.root)
    assert run(["kumo", "generate", ID, "--keep", "all", "--count", "1", "--out", "games.jsonl"]) == 0
    for number, said in ((1, "this confirms"), (2, (folder / "book.md").read_text(encoding="utf-8"))):
        lines = folder / f"version-{number}.jsonl"
        assert said in json.loads(lines.read_text(encoding="utf-8"))["knowledge_book"]
        play = ["kumo", "play", ID, "games.jsonl", "--books", str(lines), "--models", "builtin/random"]
        assert run([*play, "--sandbox", "local", "--out", f"version{number}"]) == 0
    assert run(["kumo", "before-after", "version1", "version2", "--out", "compared"]) == 0
    assert not (folder / "version-3.jsonl").exists()
    assert book_faults(load(garden, ID).folder, domain_of(load(garden, ID))) == []


def test_the_versions_of_a_book_that_is_given_up_stay_too(garden: Workspace) -> None:
    bad = tagged(wrong(garden))
    result = write(garden, Author(bad, bad), rounds=1)
    assert result.ending == "given up"
    assert {path.name for path in result.run.glob("version-*.jsonl")} == {"version-1.jsonl", "version-2.jsonl"}


def test_a_book_that_stays_wrong_is_not_stored_and_what_is_left_is_said(garden: Workspace) -> None:
    bad = tagged(wrong(garden))
    author = Author(bad, bad, bad, bad)
    result = write(garden, author)
    assert (result.ending, result.folder) == ("given up", None)
    assert len(author.asked) == 4
    assert any("is said to show" in finding for finding in result.findings)
    assert not (load(garden, ID).folder / "books").exists()


def test_right_is_no_answer_where_the_checker_found_something(garden: Workspace) -> None:
    author = Author(tagged(wrong(garden)), "RIGHT", tagged(right(garden)))
    assert write(garden, author).ending == "accepted"
    assert steps(author)[1:] == ["reviser review/1", "reviser review/1~1"]


def test_a_fragment_is_no_book(garden: Workspace) -> None:
    author = Author("<book>The rest is unchanged.</book>", tagged(right(garden)))
    assert write(garden, author, rounds=0).ending == "accepted"
    assert "write all of it" in author.asked[1].messages[-1].content


def test_a_clean_book_outlives_a_review_that_spoils_it(garden: Workspace) -> None:
    bad = tagged(wrong(garden))
    result = write(garden, Author(tagged(right(garden)), bad, bad, bad))
    assert result.ending == "accepted"
    assert read_facts(result.folder).chosen == 1


def test_a_cut_book_is_continued(garden: Workspace) -> None:
    whole = tagged(right(garden))
    author = Author(whole[:300], whole[300:])
    assert write(garden, author, rounds=0).ending == "accepted"
    assert steps(author) == ["writer book/1", "writer book/1~+1"]


def test_it_goes_on_where_it_stopped_and_replays_to_the_same_bytes(garden: Workspace) -> None:
    with pytest.raises(ModelError):
        write(garden, Dying(tagged(wrong(garden))))
    author = Author(tagged(right(garden)))
    folder = write(garden, author, resume=True).folder
    assert steps(author) == ["reviser review/1"]
    before = {p.name: p.read_bytes() for p in folder.iterdir()}
    options = BuildOptions(models={}, recording=folder / "recording.jsonl", strict=True)
    assert write_book(garden, ORDER, options, BookSettings()).ending == "accepted"
    assert {p.name: p.read_bytes() for p in folder.iterdir()} == before


def test_stored_books_are_checked_again(garden: Workspace) -> None:
    folder = write(garden, Author(tagged(right(garden))), rounds=0).folder
    assert folder is not None
    accepted = load(garden, ID)
    domain = domain_of(accepted)
    assert [path.name for path in stored_books(accepted.folder)] == ["seed1-1-en"]
    assert book_faults(accepted.folder, domain) == []
    folder.rename(folder.with_name("seed1-2-en"))
    assert "has changed" in book_faults(accepted.folder, domain)[0]
    (folder.with_name("seed1-2-en") / "book.md").write_text("Nothing.")
    assert "changed since" in book_faults(accepted.folder, domain)[0]


def test_a_changed_book_is_noticed(garden: Workspace) -> None:
    folder = write(garden, Author(tagged(right(garden))), rounds=0).folder
    (folder / "book.md").write_text("Nothing.")
    with pytest.raises(FaultyBook, match="changed since"):
        read_facts(folder)


def test_instances_are_counted_from_one(garden: Workspace) -> None:
    with pytest.raises(BoxwrightError, match="from 1"):
        ordered_instance(garden, BookOrder(ID, instance=0))
    assert ordered_instance(garden, BookOrder(ID, instance=2)).hash != ordered_instance(garden, ORDER).hash


def test_the_commands(garden: Workspace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(garden.root)
    domain = str(load(garden, ID).folder / "domain.json")
    assert run(["kumo", "generate", domain, "--count", "2", "--out", "games.jsonl"]) == 0
    for style in ("template", "symbolic", "long"):
        assert run(["kumo", "book", "games.jsonl", "--style", style, "--out", f"{style}.jsonl"]) == 0
        assert run(["kumo", "check-book", f"{style}.jsonl", "games.jsonl", "--instance", "2"]) == 0
        assert run(["kumo", "check-book", f"{style}.jsonl", "games.jsonl", "--every"]) == 0
    assert "2 instances: 2 verified" in capsys.readouterr().out
    assert run(["kumo", "weak-books", "games.jsonl", "--out", "weak.jsonl"]) == 0
    assert run(["kumo", "check-book", "weak.jsonl", "games.jsonl", "--every"]) == 1
    assert "games.jsonl:1: " in (said := capsys.readouterr().out) and "2 instances: 2 not verified" in said
    Path("one.jsonl").write_text(Path("weak.jsonl").read_text().split("\n")[0])
    assert run(["kumo", "check-book", "one.jsonl", "games.jsonl", "--every"]) == 1
    assert "2 instances: 1 not verified; 1 no book" in capsys.readouterr().out
    assert run(["kumo", "check-book", "one.jsonl", "games.jsonl", "--instance", "2"]) == 1
    assert "one.jsonl: has no book of instance 2" in capsys.readouterr().err
    book = json.loads(Path("template.jsonl").read_text().split("\n")[0])["book"]
    Path("book.md").write_text(book.replace("this rules out", "this confirms", 1))
    capsys.readouterr()
    assert run(["kumo", "check-book", "book.md", "games.jsonl", "--json"]) == 1
    assert json.loads(capsys.readouterr().out.split("\n")[0])["kind"] == "confirmed"
    assert run(["kumo", "check-book", "book.md", "games.jsonl", "--instance", "9"]) == 1
    assert "there is no instance 9" in capsys.readouterr().err
    assert run(["kumo", "write-book", ID, "--writer", "replay"]) == 1
    assert "no recording to replay" in capsys.readouterr().err
    assert run(["list"]) == 0
    assert "kumo/gardens" in capsys.readouterr().out
    assert run(["check", ID, "--sandbox", "local"]) == 0
    assert run(["build", ID, "--model", "replay", "--sandbox", "local"]) == 0
    assert run(["build", "--stale", "--model", "replay"]) == 0
    assert "nothing is stale" in capsys.readouterr().out
    assert run(["build", ID, "--coder", "relay/nobody", "--dry-run"]) == 0
    assert "coder" in capsys.readouterr().out
    tampered = garden.own_folder(ID) / "domain.json"
    tampered.write_text(tampered.read_text().replace("Rose A", "Rose Q"))
    assert run(["check", ID, "--sandbox", "local"]) == 1


def test_a_stored_book_is_played_on_its_own_instance(
    garden: Workspace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(garden.root)
    play = ["eval", "--models", "builtin/optimal", "--boxes", ID, "--turns", "6", "--sandbox", "local", "--json"]
    written = ["--kumo", "book=written"]
    assert run([*play, *written, "--out", "none"]) == 1
    assert "no stored book of 4/6 in en to play (--kumo book=written); it has none" in capsys.readouterr().err
    book = right(garden)
    folder = write(garden, Author(tagged(book)), rounds=0).folder
    assert folder is not None
    assert run([*play, *written, "--samples", "5", "--seed", "9", "--out", "one"]) == 0
    rows = json.loads(capsys.readouterr().out)["kumo"]
    assert [(row["games"], row["success"]) for row in rows if row["scope"] == ID] == [(1, 1.0)]
    box = load(garden, ID)
    with box.open(None) as opened:  # type: ignore[arg-type]  # nothing is executed
        plan = Plan(turns=6, shots=1, samples=5, seed=9, options=PlaySettings(book="written"))
        (chapter,) = opened.conversations(plan)
        assert book.strip() in chapter.introduction
        assert next(iter(chapter.samples())).question["hash"] == ordered_instance(garden, ORDER).hash
    assert run([*play, *written, "--kumo", "size=hard", "--out", "two"]) == 1
    assert "no stored book of 12/16 in en to play (--kumo book=written); it has books of 4/6 en" in (
        capsys.readouterr().err
    )
    assert run([*play, *written, "--kumo", "valid=2", "--out", "two"]) == 1
    assert "leave out `valid`" in capsys.readouterr().err
    (folder / "book.md").write_text("Nothing.")
    assert run([*play, *written, "--out", "three"]) == 1
    assert "changed since it was accepted" in capsys.readouterr().err
