"""Games as published: their books, their protocol, the order of their lists, and their results."""

from __future__ import annotations

import csv
import json
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
from boxwright.blackboxes.reasoning.kumo.instances.balance import balanced, evened
from boxwright.blackboxes.reasoning.kumo.instances.certify import CLEAR, check_instance
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance, game_of
from boxwright.blackboxes.reasoning.kumo.instances.leaks import guessed, list_order, shuffled
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate
from boxwright.blackboxes.reasoning.kumo.play.given import GivenDomain, given_domain
from boxwright.blackboxes.reasoning.kumo.play.published import answer_of
from boxwright.blackboxes.reasoning.kumo.play.settings import PlaySettings
from boxwright.blackboxes.reasoning.kumo.play.table import kumo_rows
from boxwright.blackboxes.reasoning.kumo.studies.published_results import read_results, result_rows
from boxwright.blackboxes.types import Plan
from boxwright.cli import run
from boxwright.commands.kumo.domains import named_domain
from boxwright.commands.kumo.measured import kind_of, kinds_of
from boxwright.harness.episode import Episode
from boxwright.harness.records import EpisodeRecord
from boxwright.sandbox.absent import AbsentLauncher
from tests.blackboxes.reasoning.kumo.domains import drawn_domain
from tests.blackboxes.reasoning.kumo.published import domain_of, instance_list, needs_published

FIELDS = ("truths", "actions", "observations", "seed", "valid_truth")
PROTOCOL = PlaySettings(protocol="published")


@pytest.fixture(scope="module")
def domain() -> Domain:
    return drawn_domain()


@pytest.fixture(scope="module")
def instance(domain: Domain) -> Instance:
    return next(generate(domain, Sizes(4, 6), 5))


@pytest.fixture
def here(domain: Domain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A domain's file and two instances in the published form, `truth_num=4.jsonl`."""
    (tmp_path / "bicycle.json").write_text(json.dumps(domain.model_dump(mode="json")))
    rows = [
        {name: each.model_dump(mode="json")[name] for name in FIELDS}
        for each in islice(generate(domain, Sizes(4, 6), 8), 2)
    ]
    (tmp_path / "truth_num=4.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def opened(domain: Domain, instance: Instance) -> GivenDomain:
    return given_domain(domain, [("here", instance)])


def episode(domain: Domain, instance: Instance, turns: int = 50, settings: PlaySettings = PROTOCOL) -> Episode:
    plan = Plan(turns=turns, shots=1, samples=1, seed=1, options=settings)
    return Episode(opened(domain, instance).open(AbsentLauncher("none")), plan)


class TestTheProtocol:
    @pytest.mark.parametrize(
        ("reply", "answer"),
        [
            ("I think so. <ANSWER> Brain MRI </ANSWER>", "Brain MRI"),
            ("<ANSWER>a</ANSWER> no: <ANSWER> b </ANSWER>", "b"),
            ("<ANSWER> ${Brain MRI} </ANSWER>", "Brain MRI"),
            ("<ANSWER> Brain MRI", "Brain MRI"),
            (" Brain MRI\n", "Brain MRI"),
            ("It is </ANSWER>", "It is"),
        ],
    )
    def test_replies_are_read_as_the_published_program_does(self, reply: str, answer: str) -> None:
        assert answer_of(reply) == answer

    def test_a_game_to_its_end(self, domain: Domain, instance: Instance) -> None:
        game = episode(domain, instance)
        assert game.message.count(instance.truths[0]) >= 2
        assert "The puzzle begins." in game.message
        shown = (instance.observations or {})[instance.actions[0]]
        read = game.step(f"Let me see. <ANSWER> {instance.actions[0]} </ANSWER>")
        assert repr({"action": instance.actions[0], "observation": shown}) in read
        game.step(f"<ANSWER> {instance.valid[0]} </ANSWER>")
        assert game.done
        [sample] = game.record.samples
        assert (sample.outcome, sample.shots[0].detail["actions"]) == ("right", 1)
        assert sample.shots[0].detail["play"]["protocol"] == "published"
        assert sample.shots[0].detail["play"]["promise"] == "untold"

    @pytest.mark.parametrize(
        "reply", ["I do not know.", "<ANSWER> {case} </ANSWER>", "<ANSWER> {near}. </ANSWER>", " "]
    )
    def test_the_first_unreadable_reply_ends_it(self, domain: Domain, instance: Instance, reply: str) -> None:
        game = episode(domain, instance)
        game.step(f"<ANSWER> {instance.actions[1]} </ANSWER>")
        game.step(reply.format(case=instance.actions[0].swapcase(), near=instance.actions[0]))
        assert game.done
        assert _ending(game.record) == ("unparsable", 2, 1)

    def test_no_prediction_in_the_last_round_is_wrong_and_nothing_more_is_asked(
        self, domain: Domain, instance: Instance
    ) -> None:
        game = episode(domain, instance, turns=3)
        for _ in range(3):
            assert not game.done
            game.step(f"<ANSWER> {instance.actions[0]} </ANSWER>")
        assert game.done
        assert _ending(game.record) == ("wrong", 3, 0)

    def test_a_repeated_action_counts_and_shows_the_same(self, domain: Domain, instance: Instance) -> None:
        game = episode(domain, instance)
        first, second = (game.step(f"<ANSWER> {instance.actions[2]} </ANSWER>") for _ in range(2))
        assert first == second

    def test_our_own_protocol_still_repairs(self, domain: Domain, instance: Instance) -> None:
        game = episode(domain, instance, turns=6, settings=PlaySettings())
        game.step("I do not know.")
        game.step("Still not.")
        game.step(f"ACTION: {instance.actions[0]}")
        assert not game.done
        assert game.record.turns[0].refusals == 2


def _ending(record: EpisodeRecord) -> tuple[str, int, int]:
    [sample] = record.samples
    return sample.outcome, len(record.turns), sum(turn.refusals for turn in record.turns)


def play(*arguments: str) -> int:
    return run(["kumo", "play", "bicycle.json", "truth_num=4.jsonl", "--models", "builtin/list-order", *arguments])


def written(kind: str, out: Path) -> list[dict[str, Any]]:
    assert run(["export", kind, str(out), "--out", f"{out}.{kind}"]) == 0
    return [json.loads(line) for line in Path(f"{out}.{kind}").read_text().splitlines()]


class TestExport:
    """Results of a file's games hold these, so that they can be played again for trainers."""

    @pytest.mark.parametrize("books", ["template", "published", "books"])
    @pytest.mark.parametrize("protocol", ["own", "published"])
    def test_chats_of_a_domain_that_is_not_registered(self, here: Path, books: str, protocol: str) -> None:
        rows = [json.loads(line) for line in (here / "truth_num=4.jsonl").read_text().splitlines()]
        lines = [json.dumps(row | {"knowledge_book": f"Book {row['seed']}."}) for row in rows]
        (here / "truth_num=4.jsonl").write_text("\n".join(lines))
        (here / "books").mkdir()
        for row in rows:
            (here / "books" / f"seed={row['seed']}.txt").write_text(f"Another {row['seed']}.")
        assert play("--books", books, "--protocol", protocol, "--out", "games") == 0
        (here / "bicycle.json").unlink()
        (here / "truth_num=4.jsonl").unlink()
        chats = json.dumps(written("chat", here / "games"))
        assert chats.count('"assistant"') > 2
        assert ("Another " in chats) == (books == "books")

    def test_preferences_of_a_right_and_a_wrong_prediction(self, here: Path) -> None:
        assert play("--models", "builtin/oracle,builtin/constant,builtin/echo", "--out", "games") == 0
        pairs = written("preferences", here / "games")
        assert pairs and all(pair["chosen"] != pair["rejected"] for pair in pairs)

    def test_results_without_the_games_say_what_to_do(self, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert play("--out", "games") == 0
        with closing(sqlite3.connect(here / "games" / "results.sqlite")) as db, db:
            db.execute("DELETE FROM meta WHERE name LIKE 'kept %'")
        assert run(["export", "chat", "games", "--out", "chat"]) == 1
        assert "which these results do not hold; give the same command once more with --resume" in (
            capsys.readouterr().err
        )
        assert play("--out", "games", "--resume") == 0
        assert written("chat", here / "games")

    def test_all_that_is_played_is_held(self, domain: Domain, instance: Instance) -> None:
        given = opened(domain, instance)
        again = given.environment.restored(given.id, given.kept())
        assert isinstance(again, GivenDomain)
        assert (again.id, again.domain, again.instances, again.places) == (
            *(given.id, given.domain, given.instances, given.places),
        )


def said(folder: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert run(["export", folder]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


class TestBooks:
    def test_published_ones_from_the_lines_and_from_files_beside(
        self, here: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert play("--books", "published", "--out", "a") == 1
        assert "truth_num=4.jsonl:1: no published book" in capsys.readouterr().err
        file = here / "truth_num=4.jsonl"
        first, second = [json.loads(line) for line in file.read_text().splitlines()]
        file.write_text(json.dumps({**first, "knowledge_book": "Book in the line."}) + "\n" + json.dumps(second) + "\n")
        folder = here / "knowledge_book" / "truth_num=4"
        folder.mkdir(parents=True)
        (folder / "seed=1.txt").write_text("Book beside.")
        assert play("--books", "published", "--protocol", "published", "--out", "a") == 0
        out = capsys.readouterr()
        assert "nobody checked them" in out.err
        assert "protocol published, books published" in " ".join(out.out.split())
        texts = json.dumps(said("a", capsys))
        assert "Book in the line." in texts
        assert "Book beside." in texts

    @pytest.mark.parametrize("beside", [False, True])
    def test_import_keeps_them(self, here: Path, beside: bool, capsys: pytest.CaptureFixture[str]) -> None:
        rows = [json.loads(line) for line in (here / "truth_num=4.jsonl").read_text().splitlines()]
        books = {row["seed"]: f"Of game {row['seed']}: nothing is known." for row in rows}
        command = ["kumo", "import", "bicycle.json", "--instances", "truth_num=4.jsonl", "--books", "--out", "kept"]
        if beside:
            folder = here / "knowledge_book" / "truth_num=4"
            folder.mkdir(parents=True)
            for seed, text in books.items():
                (folder / f"seed={seed}.txt").write_text(text)
        else:
            lines = [json.dumps(row | {"knowledge_book": books[row["seed"]]}) for row in rows]
            (here / "truth_num=4.jsonl").write_text("\n".join(lines))
        assert run(command) == 0
        assert "2 instances written, 0 left out" in capsys.readouterr().out
        kept = [json.loads(line) for line in (here / "kept" / "truth_num=4.jsonl").read_text().splitlines()]
        assert {row["seed"]: row["knowledge_book"] for row in kept} == books
        assert all(row["outcomes"] for row in kept)
        played = ["kumo", "play", "kept/bicycle.json", "kept/truth_num=4.jsonl", "--books", "published"]
        assert run([*played, "--models", "builtin/oracle", "--out", "played"]) == 0
        missing = here / "truth_num=4.jsonl"
        missing.write_text("".join(json.dumps(row) + "\n" for row in rows))
        shutil.rmtree(here / "knowledge_book", ignore_errors=True)
        assert run(command) == 1
        assert "no published book" in capsys.readouterr().out

    def test_a_place_that_is_named(self, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (here / "books.jsonl").write_text('{"seed": 0, "knowledge_book": "One."}\n')
        assert play("--books", "books.jsonl", "--out", "a") == 1
        assert "books.jsonl has no book of it (seed 1)" in capsys.readouterr().err
        (here / "books.jsonl").write_text(
            '{"seed": 0, "knowledge_book": "One."}\n{"seed": 1, "knowledge_book": "Two."}\n'
        )
        assert play("--books", "books.jsonl", "--out", "a") == 0
        assert play("--books", "books.jsonl", "--out", "a", "--resume") == 0
        (here / "books.jsonl").write_text(
            '{"seed": 0, "knowledge_book": "One."}\n{"seed": 1, "knowledge_book": "Other."}\n'
        )
        assert play("--books", "books.jsonl", "--out", "a", "--resume") == 1  # other books are another evaluation

    def test_the_books_that_a_command_wrote(self, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
        games = "truth_num=4.jsonl"
        assert run(["kumo", "book", games, "--domain", "bicycle.json", "--out", "books.jsonl"]) == 0
        assert play("--books", "books.jsonl", "--out", "a") == 0
        own = ["kumo", "play", "bicycle.json", "own.jsonl", "--models", "builtin/greedy", "--books", "books.jsonl"]
        for seed, code in (("1", 0), ("2", 1)):
            assert run(["kumo", "generate", "bicycle.json", "--count", "2", "--seed", seed, "--out", "own.jsonl"]) == 0
            if not code:
                assert run(["kumo", "book", "own.jsonl", "--out", "books.jsonl"]) == 0
            capsys.readouterr()
            assert run([*own, "--out", f"own{seed}"]) == code
        assert "books.jsonl: book 1 is of another instance than own.jsonl:1" in capsys.readouterr().err
        (here / "books.jsonl").write_text('{"text": "One."}\n')
        assert play("--books", "books.jsonl", "--out", "b") == 1
        assert "or is no line of `boxwright kumo book --out`" in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("arguments", "says"),
        [
            (("--books", "nothing.txt"), "no such file or folder, and not one of template"),
            (("--books", "bicycle.json"), "one book for 2 instances"),
            (("--books", "written"), "no book is stored for it"),
            (("--kumo", "book=published"), "write --books published"),
            (("--kumo", "protocol=published"), "write --protocol published"),
            (("--protocol", "published", "--shots", "2"), "ends with the first prediction"),
            (("--protocol", "published", "--kumo", "promise=told"), "does not tell the promise; leave one of them out"),
        ],
    )
    def test_what_cannot_be_played_is_one_line(
        self, arguments: tuple[str, ...], says: str, here: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert play(*arguments, "--out", "a") == 1
        err = capsys.readouterr().err.strip().splitlines()
        assert says in err[-1]
        assert not (here / "a").exists()

    def test_several_valid_truths_are_named_by_their_line(
        self, here: Path, domain: Domain, capsys: pytest.CaptureFixture[str]
    ) -> None:
        two = next(generate(domain, Sizes(5, 7, 2), 1))
        with (here / "truth_num=4.jsonl").open("a") as file:
            file.write(two.model_dump_json() + "\n")
        assert play("--protocol", "published", "--out", "a") == 1
        err = capsys.readouterr().err.strip()
        assert err.endswith("truth_num=4.jsonl:3 has several: take such lines out, or play our own protocol")

    def test_drawn_games_have_no_published_books(self, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
        command = ["eval", "--models", "builtin/greedy", "--boxes", "kumo/bread", "--turns", "6", "--samples", "2"]
        assert run([*command, "--kumo", "book=published", "--out", "a"]) == 1
        assert "boxwright kumo play --books" in capsys.readouterr().err
        assert run([*command, "--kumo", "protocol=published", "--out", "a"]) == 0


class TestOrder:
    def test_lists_from_elsewhere_are_shuffled_by_the_seed_and_ours_are_not(self, instance: Instance) -> None:
        one, other = shuffled(instance, 1), shuffled(instance, 2)
        assert one == shuffled(instance, 1)
        assert {tuple(one.actions), tuple(other.actions), tuple(instance.actions)} != {tuple(instance.actions)}
        assert sorted(one.actions) == sorted(instance.actions)
        other_book = instance.model_copy(update={"knowledge_book": "another book", "hash": None})
        turned = other_book.model_copy(update={"actions": instance.actions[::-1], "truths": instance.truths[::-1]})
        for same in (other_book, turned):
            assert (shuffled(same, 1).actions, shuffled(same, 1).truths) == (one.actions, one.truths)
        assert (one.observations, one.valid) == (instance.observations, instance.valid)
        assert [fault for fault in check_instance(one) if fault != CLEAR] == []

    def test_a_book_in_the_order_of_the_lists_is_said(self, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
        rows = [json.loads(line) for line in (here / "truth_num=4.jsonl").read_text().splitlines()]
        books = [". ".join(rows[0]["actions"]), ". ".join(reversed(rows[1]["actions"]))]
        lines = [json.dumps(row | {"knowledge_book": book}) for row, book in zip(rows, books, strict=True)]
        (here / "truth_num=4.jsonl").write_text("\n".join(lines))
        assert play("--books", "published", "--out", "told") == 0
        assert "1 of 2 books name the actions in the order of the lists as published" in capsys.readouterr().err
        assert play("--books", "published", "--order", "published", "--out", "kept") == 0
        assert "name the actions in the order" not in capsys.readouterr().err

    def test_kept_only_if_asked(self, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
        first = json.loads((here / "truth_num=4.jsonl").read_text().splitlines()[0])
        listed = f"Actions: {', '.join(first['actions'])}"
        assert play("--order", "published", "--out", "kept") == 0
        captured = capsys.readouterr()
        assert "may tell the answer" in captured.err
        assert "protocol own as listed" in captured.out
        assert listed in json.dumps(said("kept", capsys), ensure_ascii=False)
        texts = []
        for seed in ("1", "2", "3"):
            assert play("--seed", seed, "--out", seed) == 0
            texts.append(listed in json.dumps(said(seed, capsys), ensure_ascii=False))
        assert not all(texts)

    @needs_published
    @pytest.mark.parametrize(("name", "size"), [("MedicalEnv", "easy"), ("MedicalEnv", "hard"), ("MusicEnv", "hard")])
    def test_published_lists_leak_and_shuffled_ones_do_not(self, name: str, size: str) -> None:
        published = [each.with_outcomes(domain_of(name)) for each in instance_list(name, size)]
        assert list_order(published).leaks
        assert not list_order([shuffled(each, 1) for each in published]).leaks

    @needs_published
    def test_import_warns(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        from tests.blackboxes.reasoning.kumo.published import PUBLISHED

        files = [str(PUBLISHED / "domains" / "MedicalEnv.json"), str(PUBLISHED / "instances" / "MedicalEnv.easy.jsonl")]
        assert run(["kumo", "import", files[0], "--instances", files[1], "--out", str(tmp_path)]) == 0
        assert "warning: the order of the actions tells the answer" in capsys.readouterr().out


class TestYardsticks:
    def test_the_list_order_player_takes_what_the_order_needs(self, domain: Domain, instance: Instance) -> None:
        game = episode(domain, instance, turns=6, settings=PlaySettings())
        while not game.done:
            game.step(game.baseline.play("list-order"))  # type: ignore[attr-defined]
        [sample] = game.record.samples
        assert sample.outcome == "right"
        assert sample.shots[0].detail["actions"] == list_order([instance]).listed

    def test_the_no_action_guesser_is_right_as_often_as_computed(self, domain: Domain) -> None:
        right, chances = 0, []
        for each in islice(generate(domain, Sizes(4, 6), 3), 40):
            game = episode(domain, each, turns=6, settings=PlaySettings())
            game.step(game.baseline.play("no-action"))  # type: ignore[attr-defined]
            assert game.done
            chances.append(guessed(game_of(each)))
            right += game.record.samples[0].outcome == "right"
        certain, possible = sum(c == 1.0 for c in chances), sum(c > 0.0 for c in chances)
        assert certain <= right <= possible

    def test_balanced_instances_tell_nothing_at_once(self, domain: Domain) -> None:
        drawn = list(islice(balanced(generate(domain, Sizes(4, 6), 1), 1), 400))
        mean = sum(guessed(game_of(each)) for each in drawn) / len(drawn)
        assert abs(mean - 0.25) < 0.06  # three standard deviations of 400 draws
        assert drawn[:5] == list(islice(balanced(generate(domain, Sizes(4, 6), 1), 1), 5))
        assert len({each.hash for each in drawn}) == len(drawn)

    @pytest.mark.parametrize(("valid", "more", "chance"), [(1, 0.35, 1 / 4), (2, 0.25, 1 / 6)])
    def test_what_generate_keeps_tells_nothing_at_once_either(self, valid: int, more: float, chance: float) -> None:
        def drawn() -> Iterator[Instance]:
            return generate(named_domain("kumo/aircraft"), Sizes(4, 6, valid), 5)

        def share(instances: Iterator[Instance]) -> float:
            return sum(guessed(game_of(each)) for each in islice(instances, 400)) / 400

        assert share(drawn()) > more
        assert abs(share(evened(drawn(), 5)) - chance) < 0.06  # three standard deviations of 400 draws
        assert list(islice(evened(drawn(), 5), 9)) == list(islice(evened(drawn(), 5), 9))


class TestResults:
    def rows(self, folder: Path, *trajectories: dict[str, Any], name: str = "eval_times=5.jsonl") -> None:
        folder = folder / "truth_num=4+action_num=6+valid_truth_num=1"
        folder.mkdir(parents=True)
        (folder / name).write_text(json.dumps({"trajectories": trajectories, "seed": 0, "average": 1}) + "\n")

    def test_they_are_counted_as_the_tables_count(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        def game(*taken: str, right: bool, tokens: int) -> dict[str, Any]:
            ended = [*taken, "flu", {"predicted_truth": "flu"}]
            return {"actions": ended, "generated_text": [], "consumed_tokens": tokens, "successful": right}

        lost = {"actions": ["a"], "generated_text": ["x", None], "successful": False, "parse_error": True}
        odd = {"actions": ["a", None], "generated_text": ["x", "y"], "successful": False, "parse_error": True}
        first = game("a", "b", "c", right=True, tokens=100)
        self.rows(tmp_path / "results/m/VanillaAgent/FluEnv", first, game("a", right=False, tokens=60), lost, odd)
        search = tmp_path / "results/search_results/FluEnv"
        self.rows(search, {"actions": ["a", "b", "flu", {"predicted_truth": "flu"}], "successful": True})
        assert run(["kumo", "published-results", str(tmp_path / "results"), "--out", str(tmp_path / "t.csv")]) == 0
        header, best, model = (tmp_path / "t.csv").read_text().splitlines()
        assert header.startswith("model,size,domains,trajectories,success,parse_errors,null_replies,tests,relative")
        assert best.split(",")[:5] == ["search", "4/6", "1", "1", "1.0"]
        assert model.split(",") == ["m", "4/6", "1", "4", "0.25", "0.5", "0.5", "2.0", "0.0", "0.0", "40.0"]
        assert "t.csv, t_domains.csv and 5 pictures beside it" in capsys.readouterr().out
        assert "tests of the search, 1 instance" in (tmp_path / "t_4_6_optima.svg").read_text()
        for figure in ("relative", "relative_tests", "parse_errors", "tokens"):
            drawn = (tmp_path / f"t_4_6_{figure}.svg").read_text()
            assert ">m<" in drawn
            assert ">search<" not in drawn
            assert (tmp_path / f"t_4_6_{figure}.pdf").read_bytes().startswith(b"%PDF")

    def test_domains_have_rows_and_heat_maps(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        def game(*taken: str, right: bool = True) -> dict[str, Any]:
            return {"actions": [*taken, "x", {"predicted_truth": "x"}], "generated_text": [], "successful": right}

        for domain, best in (("FluEnv", ("a", "b")), ("RustEnv", ("a",))):
            self.rows(tmp_path / f"search_results/{domain}", game(*best))
            self.rows(tmp_path / f"m/V/{domain}", game("a", "b", right=domain == "FluEnv"))
        self.rows(tmp_path / "other/V/RustEnv", game("a", "b", "c"))
        assert run(["kumo", "published-results", str(tmp_path), "--out", str(tmp_path / "t.csv")]) == 0
        assert "t.csv, t_domains.csv and 8 pictures beside it" in capsys.readouterr().out
        lines = (tmp_path / "t.csv").read_text().splitlines()
        assert [line.split(",")[:5] for line in lines if line.startswith("m,")] == [["m", "4/6", "2", "2", "0.5"]]
        header, *rows = (tmp_path / "t_domains.csv").read_text().splitlines()
        columns = header.split(",")
        assert columns[:5] == ["model", "size", "domain", "trajectories", "success"]
        cells = [dict(zip(columns, row.split(","), strict=True)) for row in rows]
        assert [
            (c["model"], c["domain"], c["success"], c["relative_tests"]) for c in cells if c["model"] != "search"
        ] == [
            ("m", "FluEnv", "1.0", "0.0"),
            ("other", "RustEnv", "1.0", "2.0"),
            ("m", "RustEnv", "0.0", "1.0"),
        ]
        for kind in ("success", "relative", "relative_tests"):
            drawn = (tmp_path / f"t_4_6_domains_{kind}.svg").read_text()
            assert all(f">{name}<" in drawn for name in ("FluEnv", "RustEnv", "m", "other"))
            assert ">search<" not in drawn
        drawn = (tmp_path / "t_4_6_domains_relative_tests.svg").read_text()
        assert [drawn.count(f">{number}<") for number in ("0.00", "1.00", "2.00")] == [1, 1, 1]
        assert drawn.index(">FluEnv<") < drawn.index(">RustEnv<")  # the least mean first
        only = ["kumo", "published-results", str(tmp_path), "--domain", "FluEnv", "--out", str(tmp_path / "one.csv")]
        assert run(only) == 0
        assert "one.csv, one_domains.csv and 5 pictures beside it" in capsys.readouterr().out

    def test_agents_of_a_model_are_kept_apart(self, tmp_path: Path) -> None:
        def game(right: bool) -> dict[str, Any]:
            return {"actions": ["a", "x", {"predicted_truth": "x"}], "generated_text": [], "successful": right}

        for agent in ("VanillaAgent", "SFT"):
            self.rows(tmp_path / f"m/{agent}/FluEnv", game(agent == "SFT"))
        self.rows(tmp_path / "other/SFT/FluEnv", game(True))
        rows = result_rows(list(read_results(tmp_path)))
        assert sorted((row.model, row.success) for row in rows) == [
            *(("m/SFT", 1.0), ("m/VanillaAgent", 0.0), ("other", 1.0))
        ]
        [row] = result_rows(list(read_results(tmp_path / "m" / "SFT")))
        assert row.model == "m"

    def test_structure_and_one_size_of_published_results(self, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """Fig. 6e is made of their trajectories; a table of one size is what `correlate` takes."""
        bad = {"actions": ["a", "x", {"predicted_truth": "x"}], "generated_text": [], "successful": False}
        self.rows(here / "r/m/V/bicycle", bad | {"successful": True}, bad | {"successful": True}, bad)
        given = ["--instances", "bicycle.json", "truth_num=4.jsonl"]
        assert run(["kumo", "published-results", "r", *given]) == 2
        assert "--instances writes files beside the table" in capsys.readouterr().err
        assert run(["kumo", "published-results", "r", *given, "--size", "4/6", "--out", "t.csv"]) == 0
        assert "4/6: m/V: 1 instances in 1 classes" in " ".join(capsys.readouterr().out.split())
        header, row = (here / "t_4_6_structure_m_V.csv").read_text().splitlines()
        assert header == "class,right,runs,domain"
        assert row.split(",")[1:] == ["1", "3", "bicycle"]
        for number in (2, 3):
            self.rows(here / f"r/m{number}/V/bicycle", *[bad | {"successful": True}] * number, bad, bad)
        assert run(["kumo", "published-results", "r", "--size", "4/6", "--out", "t.csv"]) == 0
        capsys.readouterr()
        assert run(["kumo", "correlate", "t.csv", "--score", "success"]) == 0
        told = capsys.readouterr()
        assert "left out: column 'size' holds words and no number" in told.err
        assert "success" in told.out
        assert run(["kumo", "published-results", "r", "--size", "12/16"]) == 1
        assert "holds nothing of 12/16" in capsys.readouterr().err

    def test_a_last_line_that_is_cut_is_named_and_left_out(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        game = {"actions": ["a", "x", {"predicted_truth": "x"}], "generated_text": [], "successful": True}
        self.rows(tmp_path / "m/V/FluEnv", game)
        [file] = tmp_path.rglob("*.jsonl")
        with file.open("a") as opened:
            opened.write('{"seed": 1, "traj')
        assert run(["kumo", "published-results", str(tmp_path)]) == 0
        captured = capsys.readouterr()
        assert captured.err.strip().endswith(":2: the last line is cut off and left out; fetch the file again")
        assert captured.out.splitlines()[1].split()[:4] == ["m", "4/6", "1", "1"]

    def test_a_bad_file_is_one_line(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["kumo", "published-results", str(tmp_path)]) == 1
        assert "holds no published results" in capsys.readouterr().err
        folder = tmp_path / "m/V/FluEnv/truth_num=4+action_num=6+valid_truth_num=1"
        folder.mkdir(parents=True)
        (folder / "eval_times=5.jsonl").write_text('{"seed": 0, "trajectories": []}\n{"seed":\n')
        assert run(["kumo", "published-results", str(tmp_path)]) == 1
        assert "eval_times=5.jsonl:2: not a line of published results" in capsys.readouterr().err


class TestStudies:
    def test_a_leaderboard_and_its_pictures(self, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert play("--out", "own") == 0
        assert play("--protocol", "published", "--out", "theirs") == 0
        capsys.readouterr()
        assert run(["kumo", "leaderboard", "own", "theirs", "--out", "board"]) == 0
        assert "kumo/bicycle" in (said := capsys.readouterr().out) and "kumo/*" not in said, "one domain was played"
        header, *rows = (here / "board" / "leaderboard.csv").read_text().splitlines()
        head = ["model", "domains", "size", "protocol", "books", "games", "no_prediction", "success", "low"]
        assert header.split(",")[:9] == head
        assert [row.split(",")[9] for row in rows] == ["1.0000"] * len(rows)
        for folder in ("own", "theirs"):  # as the report has it
            capsys.readouterr()
            assert run(["report", folder, "--json"]) == 0
            [low] = {score["low"] for score in json.loads(capsys.readouterr().out)["scores"]}
            protocol = {"own": "own", "theirs": "published"}[folder]
            assert {row.split(",")[8] for row in rows if f",{protocol}," in row} == {f"{low:.4f}"}
        assert [row.split(",")[1:8] for row in rows if "kumo/*" in row] == [
            ["kumo/*", "4/6", "own", "template", "2", "0", "1.0000"],
            ["kumo/*", "4/6", "published", "template", "2", "0", "1.0000"],
        ]
        for protocol in ("own", "published"):
            assert "<svg" in (here / f"board/success_4_6-{protocol}-template-elimination.svg").read_text()
            assert (here / f"board/success_4_6-{protocol}-template-elimination.pdf").read_bytes().startswith(b"%PDF")
        assert run(["kumo", "leaderboard", str(here), "--out", "board"]) == 1

    def test_domains_of_several_folders_are_taken_together(
        self, here: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """One `kumo play` is one domain: figures over the paper's five need five of them."""
        other = json.loads((here / "bicycle.json").read_text()) | {"domain": "tandem"}
        (here / "tandem.json").write_text(json.dumps(other))
        players = "builtin/list-order,builtin/no-action,builtin/random"
        assert play("--models", players, "--out", "one") == 0
        assert run(["kumo", "play", "tandem.json", "truth_num=4.jsonl", "--models", players, "--out", "two"]) == 0
        assert run(["kumo", "leaderboard", "one", "two", "--out", "board"]) == 0
        assert "cannot be compared" not in capsys.readouterr().err
        _, *rows = (here / "board" / "leaderboard.csv").read_text().splitlines()
        cells = [row.split(",") for row in rows if row.startswith("builtin/list-order")]
        assert [(row[1], row[5]) for row in cells] == [("kumo/*", "4"), ("kumo/bicycle", "2"), ("kumo/tandem", "2")]
        drawn = (here / "board" / "domains_4_6-own-template.svg").read_text()
        assert all(name in drawn for name in ("bicycle", "tandem", "builtin/list-order", "builtin/no-action"))
        assert (here / "board" / "domains_4_6-own-template.pdf").read_bytes().startswith(b"%PDF")
        for kind in ("success", "paper", "elimination"):
            heat = (here / "board" / f"heat_4_6-own-template-{kind}.svg").read_text()
            assert all(f">{name}<" in heat for name in ("bicycle", "tandem", "builtin/list-order"))
            assert "kumo/*" not in heat
        (here / "scores.csv").write_text("model,mmlu\n" + "".join(f"{p},{len(p)}\n" for p in players.split(",")))
        assert run(["kumo", "correlate", "scores.csv", "--results", "one", "--results", "two", "--out", "pairs"]) == 0
        assert (here / "pairs" / "correlations.csv").read_text().splitlines()[1].startswith("kumo 4/6,mmlu,3,")
        assert run(["kumo", "leaderboard", "one", "one", "two", "--out", "board"]) == 0  # a folder twice is one folder
        assert play("--models", "builtin/list-order", "--out", "again") == 0
        assert run(["kumo", "leaderboard", "one", "again", "--out", "board"]) == 1
        assert "played kumo/bicycle at 4/6 in one too" in capsys.readouterr().err
        more = ["--models", "builtin/oracle", "--out", "third"]
        assert run(["kumo", "play", "tandem.json", "truth_num=4.jsonl", *more]) == 0
        assert run(["kumo", "leaderboard", "one", "third", "--out", "board"]) == 0
        assert "models did not play the same domains" in capsys.readouterr().err

    def test_a_size_is_the_same_by_name_and_in_numbers(self, domain: Domain, instance: Instance) -> None:
        game = episode(domain, instance)
        game.step(f"<ANSWER> {instance.valid[0]} </ANSWER>")
        (row, _) = kumo_rows([("a", "kumo/bicycle", game.record)])
        assert kind_of(row.model_copy(update={"size": "easy"})) == kind_of(row) == ("4/6", "published", "template")
        assert kind_of(row.model_copy(update={"size": "hard"})).size == "12/16"

    def test_who_was_never_understood_is_last_and_not_apart(self, domain: Domain, instance: Instance) -> None:
        silent, right = episode(domain, instance), episode(domain, instance)
        silent.step("no idea")
        right.step(f"<ANSWER> {instance.valid[0]} </ANSWER>")
        rows = kumo_rows([("a", "kumo/bicycle", silent.record), ("b", "kumo/bicycle", right.record)])
        assert set(kinds_of([row for row in rows if row.scope != "kumo/*"]).values()) == {
            ("4/6", "published", "template")
        }

    def test_games_whose_rounds_ran_out_count_as_lost_everywhere(
        self, here: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert play("--protocol", "published", "--turns", "1", "--out", "short", "--json") == 0
        row = json.loads(capsys.readouterr().out)["kumo"][0]
        assert [row[name] for name in ("size", "promise", "protocol", "book")] == [
            *("4/6", "untold", "published", "template")
        ]
        assert (row["games"], row["unparsable"], row["success"], row["actions"]) == (2, 2, 0.0, None)
        assert row["left_out"] == {"paper": 2, "elimination": 2}
        assert run(["report", "short"]) == 0
        shown = capsys.readouterr().out
        assert "kumo, 1 domain, size 4/6, promise untold, protocol published: how" in shown
        assert [line.split() for line in shown.splitlines() if line.startswith(" builtin/list-order")][-2:] == [
            ["builtin/list-order", "2", "0", "–", "–", "–", "–", "(2)", "–", "(2)", "–"],
            ["builtin/list-order", "0.0", "%", "0", "0", "0", "0", "0", "2", "0"],
        ]
        assert run(["kumo", "leaderboard", "short", "--out", "board"]) == 0
        _, row, _ = (here / "board" / "leaderboard.csv").read_text().splitlines()
        assert row.split(",")[2:8] == ["4/6", "published", "template", "2", "2", "0.0000"]
        assert run(["kumo", "results", "short", "--out", "study"]) == 0
        _, row = (here / "study" / "replies.csv").read_text().splitlines()
        assert row.split(",")[:5] == ["builtin/list-order", "2", "0.0000", "0.0000", "1.0000"]

    def test_action_counts_are_of_the_games_with_a_prediction(self, domain: Domain, instance: Instance) -> None:
        lost, won = episode(domain, instance, turns=1), episode(domain, instance)
        lost.step(f"<ANSWER> {instance.actions[0]} </ANSWER>")
        won.step(f"<ANSWER> {instance.valid[0]} </ANSWER>")
        _, row = kumo_rows([("a", "kumo/bicycle", lost.record), ("a", "kumo/bicycle", won.record)])
        assert (row.games, row.unparsable, row.actions, row.success) == (2, 1, 0.0, 0.5)
        assert row.left_out["paper"] == 1

    def test_the_spread_of_optimal_counts(self, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
        command = ["kumo", "optima", "truth_num=4.jsonl", "--domain", "bicycle.json", "--out", "spread"]
        assert run(command) == 0
        header, *rows = (here / "spread" / "optima_elimination.csv").read_text().splitlines()
        assert header == "actions,instances,share"
        assert sum(int(row.split(",")[1]) for row in rows) == 2
        assert sum(float(row.split(",")[2]) for row in rows) == pytest.approx(1.0)
        assert "<svg" in (here / "spread" / "optima_elimination.svg").read_text()

    def test_structure_of_what_kumo_play_played(self, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert play("--seed", "4", "--out", "games") == 0
        named = ["--domain", "bicycle.json", "--instances", "truth_num=4.jsonl"]
        assert run(["kumo", "results", "games", "--by", "degrees", *named, "--out", "named"]) == 0
        assert run(["kumo", "results", "games", "--by", "degrees", "--out", "study"]) == 0
        assert "name it with --domain and --instances" not in capsys.readouterr().out
        table = (here / "study" / "structure_builtin_list_order.csv").read_text()
        assert table == (here / "named" / "structure_builtin_list_order.csv").read_text()
        lines = table.splitlines()
        assert len(lines) == 3
        for line in lines[1:]:
            truths, actions = ([int(degree) for degree in part.split("-")] for part in line.split(",")[0].split("/"))
            assert (len(truths), len(actions)) == (4, 6)
            assert [sorted(part, reverse=True) for part in (truths, actions)] == [truths, actions]
            assert sum(truths) == sum(actions)  # every edge has an end of each kind


SILENT = """
import sys
for _ in sys.stdin:
    print('{"reply": "I do not know."}', flush=True)
"""
PUBLISHED = ("--protocol", "published", "--books", "symbolic")


class TestWhatWasPlayed:
    """Every form of results says which protocol and books were played, also where no reply could be read."""

    @pytest.fixture
    def silent(self, here: Path) -> str:
        """A player whose replies cannot be read."""
        (here / "silent").write_text(f"#!{sys.executable}\n{SILENT}")
        (here / "silent").chmod(0o755)
        return "cmd:./silent"

    def play(self, models: str, *more: str, file: str = "truth_num=4.jsonl") -> None:
        assert run(["kumo", "play", "bicycle.json", file, "--models", models, "--out", *more]) == 0

    def test_who_was_never_understood_is_told_like_the_others(
        self, here: Path, silent: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.play(silent, "alone", *PUBLISHED)
        self.play(f"{silent},builtin/list-order", "both", *PUBLISHED)
        titles = "kumo, 1 domain, size 4/6, promise untold, protocol published, books symbolic: "
        for folder in ("alone", "both"):
            capsys.readouterr()
            assert run(["report", folder, "--json"]) == 0
            rows = json.loads(capsys.readouterr().out)["kumo"]
            ways = {(row["size"], row["promise"], row["protocol"], row["book"], row["valid"]) for row in rows}
            assert ways == {("4/6", "untold", "published", "symbolic", 1)}
            assert run(["report", folder]) == 0
            shown = [line for line in capsys.readouterr().out.splitlines() if line.startswith("kumo, ")]
            assert len(shown) >= 2 and all(line.startswith(titles) for line in shown)

    def test_of_games_that_are_drawn_too(self, here: Path, silent: str, capsys: pytest.CaptureFixture[str]) -> None:
        kumo = ["--kumo", "protocol=published", "--kumo", "book=symbolic", "--kumo", "size=5/7"]
        games = ["--boxes", "kumo/bread", "--turns", "7", "--samples", "2", *kumo]
        assert run(["eval", "--models", silent, *games, "--out", "drawn"]) == 0
        assert "size 5/7, promise untold, protocol published, books symbolic: " in capsys.readouterr().out

    def test_each_lost_game_has_the_size_of_its_instance(
        self, here: Path, domain: Domain, silent: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        larger = next(generate(domain, Sizes(5, 6), 3)).model_dump(mode="json")
        lines = [*(here / "truth_num=4.jsonl").read_text().splitlines(), json.dumps({n: larger[n] for n in FIELDS})]
        (here / "mixed.jsonl").write_text("".join(f"{line}\n" for line in lines))
        (here / "large.jsonl").write_text(f"{lines[-1]}\n")
        for name, size in (("mixed", "several"), ("large", "5/6")):
            self.play(silent, name, file=f"{name}.jsonl")
            capsys.readouterr()
            assert run(["report", name, "--json"]) == 0
            rows = json.loads(capsys.readouterr().out)["kumo"]
            assert {(row["size"], row["promise"], row["protocol"]) for row in rows} == {(size, "told", "own")}

    def test_in_every_form_of_a_report(self, here: Path, silent: str, capsys: pytest.CaptureFixture[str]) -> None:
        self.play(f"{silent},builtin/list-order", "theirs", *PUBLISHED)
        self.play("builtin/list-order", "own")
        title = "size 4/6, promise untold, protocol published, books symbolic: how predictions came about"
        for form in ("--markdown", "--latex", "--details"):
            capsys.readouterr()
            assert run(["report", "theirs", form]) == 0
            said = capsys.readouterr().out
            assert title in said and "kumo protocol=published" in said
            assert run(["report", "own", "theirs", form]) == 0
            assert f"50@1: kumo, 1 domain, {title}" in capsys.readouterr().out
        assert run(["report", "theirs", "--csv"]) == 0
        table = capsys.readouterr().out.split("\n\n")[-1]
        rows = list(csv.DictReader(table.splitlines()))
        assert len(rows) == 4
        assert {(row["size"], row["protocol"], row["book"]) for row in rows} == {("4/6", "published", "symbolic")}
        assert run(["report", "own", "theirs", "--json"]) == 0
        runs = json.loads(capsys.readouterr().out)["runs"]
        assert [{row["protocol"] for row in one["kumo"]} for one in runs] == [{"own"}, {"published"}]
        assert run(["report", "theirs", "--html", "page.html", "--tables", "tables"]) == 0
        assert title in (here / "page.html").read_text()
        assert title in (here / "tables" / "kumo_2.tex").read_text()
        rows = list(csv.DictReader((here / "tables" / "kumo.csv").read_text().splitlines()))
        assert {(row["run"], row["protocol"], row["book"]) for row in rows} == {("50@1", "published", "symbolic")}
        assert {tuple(json.loads(row["optimal"])) for row in rows} == {("paper", "elimination")}

    def test_in_comparisons_and_ranks(self, here: Path, silent: str, capsys: pytest.CaptureFixture[str]) -> None:
        self.play(silent, "own")
        self.play(silent, "theirs", *PUBLISHED)
        assert run(["kumo", "before-after", "own", "theirs", "--out", "compared"]) == 0
        [row] = csv.DictReader((here / "compared" / "before_after.csv").read_text().splitlines())
        assert row["also differs"] == ("turns (6 and 50), protocol (own and published), promise (told and untold)")
        assert run(["kumo", "leaderboard", "own", "theirs", "--out", "board"]) == 0
        rows = list(csv.DictReader((here / "board" / "leaderboard.csv").read_text().splitlines()))
        assert [(row["size"], row["protocol"], row["books"], row["games"]) for row in rows] == [
            *[("4/6", "own", "template", "2")] * 2,
            *[("4/6", "published", "symbolic", "2")] * 2,
        ]
        self.play(silent, "again", *PUBLISHED)
        assert run(["kumo", "leaderboard", "theirs", "again", "--out", "board"]) == 1
        assert "played kumo/bicycle at 4/6 in theirs too" in capsys.readouterr().err

    def test_results_that_lack_their_games_take_the_title_of_who_was_understood(
        self, here: Path, silent: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.play(f"{silent},builtin/list-order", "old", *PUBLISHED)
        with closing(sqlite3.connect(here / "old" / "results.sqlite")) as db, db:
            db.execute("DELETE FROM meta WHERE name LIKE 'kept %'")
        capsys.readouterr()
        assert run(["report", "old"]) == 0
        shown = [line for line in capsys.readouterr().out.splitlines() if line.startswith("kumo, ")]
        title = "kumo, 1 domain, size 4/6, promise untold, protocol published, books symbolic: "
        assert len(shown) >= 2 and all(line.startswith(title) for line in shown)

    def test_scores_of_two_ways_are_two_columns(
        self, here: Path, silent: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        three = "builtin/list-order,builtin/no-action,builtin/random"
        self.play(f"{three},builtin/oracle", "books", "--books", "symbolic")
        self.play(three, "protocol", "--protocol", "published")
        self.play(three, "both", *PUBLISHED)
        names = [*three.split(","), "builtin/oracle"]
        (here / "scores.csv").write_text("model,mmlu\n" + "".join(f"{name},{i}\n" for i, name in enumerate(names)))
        results = [word for folder in ("books", "protocol", "both") for word in ("--results", folder)]
        assert run(["kumo", "correlate", "scores.csv", *results, "--out", "pairs"]) == 0
        found = csv.DictReader((here / "pairs" / "correlations.csv").read_text().splitlines())
        assert [(row["score"], row["models"]) for row in found] == [
            ("kumo 4/6 books symbolic", "4"),
            ("kumo 4/6 protocol published books symbolic", "3"),
            ("kumo 4/6 protocol published", "3"),
        ]
        assert "left out" not in capsys.readouterr().err
        (here / "scores.csv").write_text("model,mmlu\n" + "".join(f"{name},{i}\n" for i, name in enumerate(names[:3])))
        assert run(["kumo", "correlate", "scores.csv", "--results", "books"]) == 0
        said = "left out of 'kumo 4/6 books symbolic': builtin/oracle; scores.csv has no line for them"
        assert said in capsys.readouterr().err
