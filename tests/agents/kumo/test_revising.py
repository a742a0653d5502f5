"""What revision is worth: weak books are revised, both are played on the same instances, and the results compared."""

from __future__ import annotations

import csv
import json
from itertools import islice
from pathlib import Path

import pytest

from boxwright.blackboxes.reasoning.kumo.books.writer import template_book
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate
from boxwright.blackboxes.workspace import Workspace
from boxwright.cli import run
from boxwright.commands.kumo.domains import named_domain
from tests.agents.kumo.tiny import Author


def test_from_weak_books_to_the_comparison(
    place: Workspace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    domain = named_domain("kumo/bread")
    games = list(islice(generate(domain, Sizes(4, 6), 1), 3))
    monkeypatch.chdir(place.root)
    Path("bread.json").write_text(domain.model_dump_json(), encoding="utf-8")
    lines = (game.model_copy(update={"seed": n}).sealed().model_dump_json() for n, game in enumerate(games))
    Path("games.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    assert run(["kumo", "weak-books", "games.jsonl", "--faults", "3", "--out", "weak.jsonl"]) == 0
    reviser = Author(*(f"<book>\n{template_book(game)}\n</book>" for game in games[:2]), "RIGHT")
    monkeypatch.setattr("boxwright.commands.kumo.revising.open_named", lambda *given: reviser)
    capsys.readouterr()
    revise = ["kumo", "revise-books", "games.jsonl", "--books", "weak.jsonl", "--reviser", "someone"]
    assert run([*revise, "--out", "revised.jsonl"]) == 0
    assert "(nothing)" in reviser.asked[0].messages[-1].content, "it is not told what the checker found"
    out = capsys.readouterr().out
    assert out.splitlines()[1].split()[-1] == "0" and out.splitlines()[2].split()[-1] == "2"
    assert out.splitlines()[-1] == "revised.jsonl: 3 books, 2 rewritten"
    weak, revised = (
        [json.loads(line)["knowledge_book"] for line in Path(name).read_text(encoding="utf-8").splitlines()]
        for name in ("weak.jsonl", "revised.jsonl")
    )
    assert revised[2] == weak[2] and revised[0] == template_book(games[0]).strip() + "\n"

    for name, player in (("weak", "builtin/random"), ("revised", "builtin/random")):
        play = ["kumo", "play", "bread.json", "games.jsonl", "--books", f"{name}.jsonl", "--models", player]
        assert run([*play, "--sandbox", "local", "--out", name]) == 0
    assert run(["kumo", "before-after", "weak", "revised", "--out", "compared"]) == 0
    [row] = csv.DictReader(Path("compared/before_after.csv").read_text(encoding="utf-8").splitlines())
    assert row["model"] == "builtin/random" and row["instances"] == "3"
    assert row["difference"] == "+0.000", "this player reads no book"
    assert row["also differs"] == ""
    assert run([*play, "--sandbox", "local", "--protocol", "published", "--turns", "6", "--out", "theirs"]) == 0
    capsys.readouterr()
    assert run(["kumo", "before-after", "weak", "theirs", "--out", "confounded"]) == 0
    other = "protocol (own and published), promise (told and untold)"
    assert f"weak and theirs also differ in {other}; this is not the books' difference" in capsys.readouterr().err
    [row] = csv.DictReader(Path("confounded/before_after.csv").read_text(encoding="utf-8").splitlines())
    assert row["also differs"] == other
    assert Path("compared/before_after.pdf").read_bytes().startswith(b"%PDF")
