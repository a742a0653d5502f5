"""Issues and pull requests follow the nights: opened once, changed, closed when gone; a bad forge is one line."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from nightly.__main__ import main
from nightly.forge import LONGEST_BODY, Forge, ForgeFailed
from nightly.kept import git
from nightly.night import Built, Night, Step
from nightly.proposing import Proposals
from nightly.telling import MOST_NEW, Teller, mark

from .forge_server import REPOSITORY, TOKEN, Fault, ForgeServer

BOX = "encryption/one"
CHECK = Step(name="check", command=["check"], code=0, seconds=1)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ForgeServer]:
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(tmp_path / "origin.git")], check=True)
    server = ForgeServer(tmp_path / "origin.git")
    yield server
    server.close()


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def forge(server: ForgeServer, waits: list[float]) -> Iterator[Forge]:
    forge = Forge(server.url, REPOSITORY, TOKEN, wait=waits.append)
    yield forge
    forge.close()


@pytest.fixture
def checkout(tmp_path: Path, server: ForgeServer, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "checkout"
    (folder / f"blackboxes/accepted/{BOX}").mkdir(parents=True)
    (folder / f"blackboxes/accepted/{BOX}/manifest.json").write_text('{"a": 1, "run": 1}\n')
    git("init", "-q", "-b", "main", folder=folder)
    git("remote", "add", "origin", str(server.bare), folder=folder)
    git("add", "-A", folder=folder)
    git("commit", "-q", "-m", "begin", folder=folder)
    git("push", "-q", "origin", "main", folder=folder)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def teller(forge: Forge, checkout: Path) -> Teller:
    return Teller(forge, Proposals("no-command"), lambda line: None)


def night(faults: dict[str, list[str]], *steps: Step) -> Night:
    return Night(date="2026-01-02", faults=faults, steps=list(steps or (CHECK,)))


def test_an_issue_is_opened_once_changed_and_closed(teller: Teller, server: ForgeServer, tmp_path: Path) -> None:
    teller.tell(night({BOX: ["wrong"]}), tmp_path)
    assert server.open_issues() == {1: f"Nightly: {BOX}: 1 fault"}
    assert mark(f"fault/{BOX}") in server.issues[1]["body"]
    server.changes()
    teller.tell(night({BOX: ["wrong"]}), tmp_path)
    assert set(server.changes()) == {("POST", "/repos/team/boxes/labels")}
    teller.tell(night({BOX: ["wrong", "more"]}), tmp_path)
    assert server.open_issues() == {1: f"Nightly: {BOX}: 2 faults"}
    broken = CHECK.model_copy(update={"failed": "exit code 2"})
    teller.tell(night({}, broken), tmp_path)
    assert list(server.open_issues()) == [1, 2]  # nothing was looked at: the fault is not gone
    teller.tell(night({}), tmp_path)
    assert server.open_issues() == {}
    assert server.comments == {1: ["Gone in the night of 2026-01-02."], 2: ["Gone in the night of 2026-01-02."]}


def test_issues_of_others_are_left_alone_and_a_double_is_closed(
    teller: Teller, forge: Forge, server: ForgeServer, tmp_path: Path
) -> None:
    theirs = forge.open_issue("mine", "by hand", "nightly")
    unlabelled = forge.open_issue("no label", mark(f"fault/{BOX}"), "other")
    first, second = (forge.open_issue("x", mark(f"fault/{BOX}"), "nightly") for _ in range(2))
    teller.tell(night({BOX: ["wrong"]}), tmp_path)
    assert list(server.open_issues()) == [theirs, unlabelled, first]
    assert server.comments[second] == [f"The same as #{first}."]


def test_many_problems_are_spread_over_nights_and_all_pages_are_read(
    teller: Teller, server: ForgeServer, tmp_path: Path
) -> None:
    many = {f"encryption/box_{number:03}": ["wrong"] for number in range(MOST_NEW * 6)}
    for told in range(1, 8):
        teller.tell(night(many), tmp_path)
        assert len(server.open_issues()) == min(told, 6) * MOST_NEW
    teller.tell(night({}), tmp_path)
    assert server.open_issues() == {}


def test_a_long_finding_is_cut_and_its_issue_found_again(teller: Teller, server: ForgeServer, tmp_path: Path) -> None:
    steps = [CHECK.model_copy(update={"name": "rebuild", "failed": "x" * 30_000, "command": ["y" * 70_000]})]
    for _ in range(2):
        teller.tell(night({}, *steps), tmp_path)
    assert len(server.open_issues()) == 1
    assert len(server.issues[1]["body"]) <= LONGEST_BODY


def test_only_an_issue_about_drift_becomes_a_pull_request(
    teller: Teller, forge: Forge, server: ForgeServer, checkout: Path, tmp_path: Path
) -> None:
    number = forge.open_issue("x", mark(f"fault/{BOX}"), "nightly")
    teller.accept(forge.issue(number))
    foreign = forge.open_issue("x", mark(f"drift/{BOX}"), "other")
    teller.accept(forge.issue(foreign))
    assert server.pulls == {}
    drift = forge.open_issue("x", mark(f"drift/{BOX}"), "nightly")
    with pytest.raises(ForgeFailed, match="422 Validation Failed: head is invalid"):
        teller.accept(forge.issue(drift))
    git("switch", "-q", "-c", f"nightly/drift/{BOX}")
    git("commit", "-q", "--allow-empty", "-m", "new")
    git("push", "-q", "origin", f"nightly/drift/{BOX}")
    for _ in range(2):
        teller.accept(forge.issue(drift))
    (pull,) = server.pulls.values()
    assert (pull["title"], pull["head"]["ref"]) == (f"Accept drift: {BOX}", f"nightly/drift/{BOX}")
    assert mark(f"drift/{BOX}") not in pull["body"]


def test_what_is_renewed_is_pushed_once_and_other_changes_stop_it(
    teller: Teller, server: ForgeServer, checkout: Path, tmp_path: Path
) -> None:
    def renewed(content: str) -> str:
        (checkout / f"blackboxes/accepted/{BOX}/manifest.json").write_text(content)
        built = Night(date="2026-01-02", builds=[Built(id=BOX, by="replay", ending="accepted")])
        teller.tell(built, tmp_path)
        assert git("status", "--porcelain") == ""
        assert git("rev-parse", "--abbrev-ref", "HEAD") == "main"
        return git("ls-remote", "--heads", "origin", "nightly/renewed")

    first = renewed('{"a": 2, "run": 2}\n')
    assert first
    assert renewed('{"a": 2, "run": 3}\n') == first  # the same but for the run: no push
    assert renewed('{"a": 4, "run": 4}\n') != first
    assert len(server.pulls) == 1
    (checkout / "README.md").write_text("mine")
    git("add", "README.md")
    git("commit", "-q", "-m", "readme")
    (checkout / "README.md").write_text("changed")
    with pytest.raises(Exception, match=r"README\.md: changed too"):
        renewed('{"a": 5}\n')


class TestABadForge:
    def test_what_may_be_done_twice_is_repeated(self, forge: Forge, server: ForgeServer, waits: list[float]) -> None:
        forge.open_issue("x", "y", "nightly")
        server.faults = [Fault("GET", 502), Fault("GET", 503, {"retry-after": "7"}), Fault("PATCH", 500, done=True)]
        assert forge.issues("nightly")[0].title == "x"
        forge.change_issue(1, "z", "y")
        assert server.open_issues() == {1: "z"}
        assert waits == [2.0, 7.0, 2.0]

    def test_what_may_not_is_repeated_only_where_nothing_was_done(
        self, forge: Forge, server: ForgeServer, waits: list[float]
    ) -> None:
        server.faults = [Fault("POST", 403, {"retry-after": "60"}), Fault("POST", 429), Fault("POST", 502, done=True)]
        with pytest.raises(ForgeFailed, match=r"POST /repos/team/boxes/issues: 502 the server is unwell"):
            forge.open_issue("x", "y", "nightly")
        assert list(server.open_issues()) == [1]
        assert waits == [60.0, 4.0]

    def test_a_forge_that_stays_down_is_given_up(self, forge: Forge, server: ForgeServer, waits: list[float]) -> None:
        server.faults = [Fault("GET", 503)] * 10
        with pytest.raises(ForgeFailed, match="503"):
            forge.issues("nightly")
        assert len(waits) == 3

    def test_the_command_says_it_in_one_line(
        self, server: ForgeServer, checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        night({BOX: ["wrong"]}).write(tmp_path)

        def says(**environment: str) -> str:
            for name in ("GITHUB_TOKEN", "GH_TOKEN", "GITHUB_REPOSITORY", "GITHUB_API_URL"):
                monkeypatch.delenv(name, raising=False)
            for name, value in environment.items():
                monkeypatch.setenv(name, value)
            done = CliRunner().invoke(main, ["tell", str(tmp_path)])
            assert done.exit_code == 1, done.output
            assert len(done.output.splitlines()) == 1
            return done.output

        assert "set GITHUB_REPOSITORY" in says()
        assert "401 Bad credentials" in says(**{**server.environment, "GITHUB_TOKEN": "wrong"})
        assert "404 Not Found" in says(**{**server.environment, "GITHUB_REPOSITORY": "team/other"})
        (tmp_path / "night.json").write_text("{")
        assert "night.json: is not what a night writes" in says(**server.environment)
