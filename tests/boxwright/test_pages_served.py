"""Pages over HTTP: people play in the browser, and a run is shown while it goes on."""

from __future__ import annotations

import csv
import json
import re
import signal
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import pytest

from boxwright.cli import run
from tests.browser import Browser, needs_browser

BOX = "circuit/and_tree"


class Served:
    """A command that serves, and everything that it ever sent."""

    def __init__(self, *command: str) -> None:
        words = [sys.executable, "-m", "boxwright", *command, "--at", "127.0.0.1:0"]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.sent: list[str] = []

    def __enter__(self) -> Served:
        return self

    def __exit__(self, *exc: object) -> None:
        self.process.kill()
        self.process.communicate()

    def address(self) -> str:
        """The next address that it says."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if found := re.search(r"http://\S+", line):
                return found[0]
        raise AssertionError("no address was said")

    def ask(self, address: str, body: bytes | None = None) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(address, body, timeout=30) as answer:
                status, text = answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read().decode()
        self.sent.append(text)
        return status, text

    def say(self, address: str, question: int, text: str) -> tuple[int, str]:
        return self.ask(address, urllib.parse.urlencode({"question": question, "text": text}).encode())

    def stop(self) -> str:
        self.process.send_signal(signal.SIGINT)
        return self.process.communicate(timeout=60)[0]


def test_two_people_play_in_the_browser_and_a_closed_one_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "people")
    command = ("play", BOX, "--invite", "ada,bob", "--turns", "1", "--samples", "1", "--seed", "6", "--out", out)
    with Served(*command) as served:
        ada = served.address()
        served.address()
        first = served.ask(ada)[1]
        assert "Your query" in first and "and_tree" not in first
        status, page = served.say(ada, 1, "1 1 1 1 0 0 0 0")
        assert status == 200 and "QUERY: 1 1 1 1 0 0 0 0" in page and "Your answer" in page
        for body in (
            b"question=1&text=0",
            b"question=9&text=0",
            b"question=2&text=",
            b"\xff\xfe",
            b"{}",
            b"question=x&text=a",
        ):
            status, page = served.ask(ada, body)
            assert status == 409 and 'role="alert"' in page and "Your answer" in page
        assert served.ask(ada[:-1] + "_")[0] == 404
        served.stop()
    with Served(*command, "--resume") as again:
        ada, bob = again.address(), again.address()
        status, page = again.ask(ada)
        assert "Your answer" in page and "QUERY: 1 1 1 1 0 0 0 0" in page
        number = int(re.findall(r'name="question" value="(\d+)"', page)[0])
        assert "The episode is over" in again.say(ada, number, "1 1 1 1 1 1 1")[1]
        again.say(bob, 1, "1 0 1 0 1 0 1 0")
        assert "The episode is over" in again.say(bob, 2, "<script>0 0 0 0 0 0 0")[1] or again.say(
            bob, 3, "0 0 0 0 0 0 0"
        )
        told, _ = again.process.communicate(timeout=60)
        assert again.process.returncode == 0 and "human/ada" in told
    assert run(["export", out]) == 0
    episodes = [json.loads(line) for line in capsys.readouterr().out.splitlines()][1:]
    assert [e["model"] for e in episodes] == ["human/ada", "human/bob"]
    assert len({json.dumps(e["samples"][0]["question"]) for e in episodes}) == 1
    truth = " ".join(str(int(bit)) for bit in episodes[0]["samples"][0]["truth"])
    everything = "".join(served.sent + again.sent)
    assert truth not in everything and "<script>" not in everything and "def blackbox" not in everything


@pytest.mark.parametrize("protocol", ["own", "published"])
def test_people_play_the_instances_of_a_file_beside_a_model(
    protocol: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games, out, study = tmp_path / "g.jsonl", str(tmp_path / "people"), str(tmp_path / "study")
    assert run(["kumo", "generate", "kumo/bread", "--count", "2", "--out", str(games)]) == 0
    drawn = [json.loads(line) for line in games.read_text("utf-8").splitlines()]
    command = ("kumo", "play", "kumo/bread", str(games), "--models", "builtin/oracle", "--invite", "ada", "--out", out)
    with Served(*command, "--protocol", protocol) as served:
        ada = served.address()
        for typed in (name for game in drawn for name in (game["actions"][0], game["valid_truth"])):
            page = served.ask(ada)[1]
            number = int(re.findall(r'name="question" value="(\d+)"', page)[0])
            page = served.say(ada, number, typed)[1]
        assert "The episode is over" in page
        served.process.communicate(timeout=60)
    capsys.readouterr()
    assert run(["export", out]) == 0
    episodes = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    (mine,) = (episode for episode in episodes if episode.get("model") == "human/ada")
    wanted = [query for game in drawn for query in ({"action": game["actions"][0]}, {"predict": [game["valid_truth"]]})]
    assert [turn["query"] for turn in mine["turns"]] == wanted
    capsys.readouterr()
    assert run(["kumo", "people", out, "--pay", "1,0,2", "--out", study]) == 0
    rows = {row["player"]: row for row in csv.DictReader((tmp_path / "study" / "people.csv").read_text().splitlines())}
    assert {name: (row["games"], row["success"], row["pay"]) for name, row in rows.items()} == {
        "human/ada": ("2", "1.0000", "5.00"),
        "builtin/oracle": ("2", "1.0000", ""),
    }
    assert run(["kumo", "play", "kumo/bread", str(games), "--protocol", protocol, "--out", out]) == 1
    assert "nobody plays" in capsys.readouterr().err


def send(browser: Browser, text: str) -> None:
    """Type into the field that a loaded page puts the focus in, which takes a moment, and send it without a mouse."""
    assert browser.becomes("document.activeElement.id", "text")
    browser.type(text)
    assert browser.becomes("document.getElementById('text').value", text)
    browser.press("Tab")
    assert browser.becomes("document.activeElement.type", "submit")
    browser.press("Enter", loads=True)


@needs_browser
def test_a_game_is_played_in_a_real_browser_with_its_book_beside_it(tmp_path: Path) -> None:
    out = tmp_path / "people"
    options = ("--turns", "6", "--samples", "2", "--seed", "3", "--kumo", "size=hard")
    seen = "(s => { const r = document.querySelector(s).getBoundingClientRect(); return [r.left, r.top, r.right] })"
    with Served("play", "kumo/bread", "--invite", "ada", *options, "--out", str(out)) as served:
        link = served.address()
        with Browser(tmp_path / "profile") as browser:
            browser.without_scripts()
            browser.open(link)
            book = browser.says("document.querySelector('.told').innerText")
            action = re.findall(r"^Actions: ([^,]+),", book, re.MULTILINE)[0]
            assert book.count("rules out") > 5 and action
            for turn in (1, 2):
                (left, top, right), (game, _, end) = (browser.says(f"{seen}('{part}')") for part in (".told", "form"))
                assert 0 <= left < right <= game < end <= 1280 and 0 <= top < 200
                assert f"Action {turn} of at most 6" in browser.says("document.querySelector('.game').innerText")
                send(browser, action)
                assert browser.says("document.querySelector('.told').innerText") == book
                assert f"you\n{action}\nbox" in browser.says("document.querySelector('.game').innerText")
            truth = re.findall(r"^Truths: ([^,]+),", book, re.MULTILINE)[0]
            send(browser, f"PREDICT: {truth}")
            assert browser.says("document.querySelector('.told').innerText") != book  # the next game has its own
            assert browser.says("document.querySelectorAll('.said').length") == 1
            browser.open(link, width=500)
            assert browser.says(f"{seen}('.told')")[0] == browser.says(f"{seen}('.game')")[0]
            light = browser.says("getComputedStyle(document.body).backgroundColor")
            browser.dark(True)
            assert browser.says("getComputedStyle(document.body).backgroundColor") != light
            assert browser.faults == []
        served.stop()
    with sqlite3.connect(out / "results.sqlite") as db:  # when each move was made
        times = [at for (at,) in db.execute("SELECT at FROM replies ORDER BY at")]
    assert len(set(times)) == 3


def test_the_page_of_a_run_is_served_and_tells_of_new_episodes(tmp_path: Path) -> None:
    out = str(tmp_path / "run")
    play = [
        "eval",
        "--models",
        "builtin/random",
        "--boxes",
        "kumo/bread",
        "--samples",
        "1",
        "--turns",
        "1",
        "--out",
        out,
    ]
    assert run(play) == 0
    with Served("serve", out) as served:
        address = served.address()
        status, page = served.ask(address)
        assert status == 200 and "builtin/random" in page and "connect-src 'self'" in page and "const shown = 1" in page
        with urllib.request.urlopen(address + "events", timeout=30) as events:
            assert json.loads(events.readline().decode().removeprefix("data: ")) == {"ended": 1, "planned": 1}
            assert run([*play[:2], "builtin/constant", *play[3:], "--resume"]) == 0
            lines = (line.decode() for line in events)
            assert next(json.loads(line[6:]) for line in lines if line.startswith("data: ")) == {
                "ended": 2,
                "planned": 2,
            }
        assert "builtin/constant" in served.ask(address)[1]
        served.stop()
    assert run(["serve"]) == 1
