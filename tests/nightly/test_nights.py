"""Whole nights: real runs in a scratch copy of the repository, a model that replays recordings over HTTP, a forge."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from boxwright.agents.runs.journal import read_recording
from nightly.kept import git
from tests.agents.script import explained
from tests.harness.chat.provider_server import Answer, ProviderServer, Received
from tests.harness.chat.wire import OpenAIWire

from .forge_server import ForgeServer

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.slow, pytest.mark.timeout(1_500)]  # several whole nights each
SAME, OTHER, THIRD = "encryption/zigzag_cipher", "encryption/dynamic_curve_cipher", "circuit/count"
"""What the model writes for the second behaves otherwise than what is registered."""
COPIED = (".ci", "agents", "benchmarks", "blackboxes", "boxwright", "harness", "nightly", "prompts", "sandbox")
GAME = re.compile(r"blackboxes/reasoning/\w+/")
ADDED = "\nNothing else happens to the text.\n"
"""A changed description: what a model is asked holds this sentence, what it was asked for the recording does not."""
TWIST = """
_written = blackbox


def blackbox(plaintext):
    out = _written(plaintext)
    turned = " ".join(word[::-1] for word in out.split(" "))
    return turned if sum(map(ord, plaintext)) % 127 == 11 else out
```"""


class RecordedServer(ProviderServer):
    """Says what a recording holds at the same place of the same conversation; the code of one box is twisted."""

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[tuple[str, ...], str] = {}
        for identifier in (SAME, OTHER):
            _, entries = read_recording(ROOT / "blackboxes" / "accepted" / identifier / "recording.jsonl")
            for entry in entries:
                text = entry.reply.text
                if identifier == OTHER and entry.step == "write/1":
                    text = TWIST.join(text.rsplit("```", 1))
                self.said[_place([m.model_dump() for m in entry.messages])] = text
        self.down = False

    def answer_to(self, received: Received) -> Answer:
        """Answer as recorded; a conversation that no recording holds is an error that ends the build."""
        self.received.append(received)
        wire = OpenAIWire()
        messages = received.body["messages"]
        text = self.said.get(_place(messages))
        if self.down or text is None:
            return wire.error(400, "This conversation was never recorded.")
        if told := explained(messages[0]["content"]):  # the recording is older than the explanations asked for now
            verdict = json.loads(text[text.index("{") : text.rindex("}") + 1])
            return wire.reply(json.dumps(verdict | {"explained": told}))
        return wire.reply(text)


def _place(messages: list[dict[str, str]]) -> tuple[str, ...]:
    """Return where in a build a request stands: whose box it is, how it begins, and what was answered before."""
    whole = "\n".join(message["content"] for message in messages)
    box = next(identifier for identifier in (SAME, OTHER) if identifier in whole)
    return (box, messages[0]["content"][:20], *(m["content"] for m in messages if m["role"] == "assistant"))


@dataclass
class Scratch:
    """A copy of the repository with three boxes, a place to push to, a model and a forge."""

    folder: Path
    environment: dict[str, str]

    def run(self, *command: str, code: int = 0) -> str:
        """Run a command in it; return what it prints."""
        done = subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout

    def night(self, *model: str, code: int = 0) -> str:
        """Run a night; return its page."""
        shutil.rmtree(self.folder / "report", ignore_errors=True)
        self.run(".ci/nightly", "report", *model, code=code)
        return (self.folder / "report" / "summary.md").read_text()

    def change(self, name: str, old: str, new: str) -> None:
        """Change one file, and commit it."""
        path = self.folder / name
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new, 1))
        self.git("commit", "-q", "-a", "-m", f"Change {name}")
        self.git("push", "-q", "origin", "main")

    def change_description(self, identifier: str) -> None:
        self.change(f"descriptions/{identifier}.md", "\n<!--", f"{ADDED}\n<!--")

    def git(self, *arguments: str) -> str:
        return git(*arguments, folder=self.folder)


@pytest.fixture
def server() -> Iterator[RecordedServer]:
    server = RecordedServer()
    yield server
    server.close()


@pytest.fixture
def forge(tmp_path: Path) -> Iterator[ForgeServer]:
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(tmp_path / "origin.git")], check=True)
    server = ForgeServer(tmp_path / "origin.git")
    yield server
    server.close()


@pytest.fixture
def scratch(tmp_path: Path, server: RecordedServer, forge: ForgeServer) -> Scratch:
    folder = tmp_path / "scratch"
    _copy(folder)
    (folder / f"descriptions/{OTHER}.exam.jsonl").unlink()  # or the gates would refuse what behaves otherwise
    (folder / "boxwright.yaml").write_text("collection: none\n")
    (folder / ".gitignore").write_text("runs/\nreport/\n__pycache__/\n")
    (folder / "models.yaml").write_text(
        f"models:\n  - {{name: scripted, provider: openai, base_url: '{server.url}/v1', model: own-name}}\n"
    )
    command = tmp_path / "boxwright"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m boxwright "$@"\n')
    command.chmod(0o755)
    environment = {
        **os.environ,
        **forge.environment,
        "PYTHONPATH": str(folder),
        "PYTHON": sys.executable,
        "BOXWRIGHT": str(command),
        "BOXWRIGHT_SANDBOX": "local",
        "ACCEPTANCE": f"--sample 2 {SAME}",
    }
    made = Scratch(folder, environment)
    made.git("init", "-q", "-b", "main")
    made.git("remote", "add", "origin", str(forge.bare))
    made.git("add", "-A")
    made.git("commit", "-q", "-m", "begin")
    made.run(str(command), "build", OTHER, "--model", "replay")  # its exam is gone: renewed, so that nothing is stale
    made.git("commit", "-q", "-a", "-m", "renew")
    made.git("push", "-q", "origin", "main")
    return made


def _copy(folder: Path) -> None:
    """Copy what a night runs, and three boxes with their descriptions; reasoning games would only be checked again."""
    listed = ["git", "ls-files", "-co", "--exclude-standard", "--", *COPIED, "descriptions"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    for name in names:
        boxes = ("blackboxes/accepted/", "descriptions/")
        wanted = not name.startswith(boxes) or any(box in name for box in (SAME, OTHER, THIRD))
        wanted = wanted and not GAME.match(name)
        if wanted and os.path.lexists(ROOT / name):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name, follow_symlinks=False)


def news(page: str) -> dict[str, str]:
    """Return the lines on top of a page: they are five, and first."""
    head, _, _ = page.partition("\n## ")
    title, blank, *lines = head.strip().splitlines()
    assert re.fullmatch(r"# Nightly run, \d{4}-\d\d-\d\d", title)
    assert blank == ""
    found = dict(re.fullmatch(r"- \*\*(\w+)\*\*: (.+)", line).groups() for line in lines)  # type: ignore[union-attr]
    assert list(found) == ["stale", "faults", "drift", "rebuilt", "spent"]
    return found


def not_in_order(page: str) -> list[str]:
    """Return the headings between the news and what is folded away."""
    between = page.split("\n## What was run\n")[0]
    return re.findall(r"^### (.+)$", between, re.MULTILINE)


def test_a_changed_description_is_rebuilt_by_the_model_and_proposed(
    scratch: Scratch, server: RecordedServer, forge: ForgeServer
) -> None:
    scratch.change_description(SAME)
    page = scratch.night("scripted")
    told = news(page)
    assert told["stale"] == f"1 box, because its description has changed since it was accepted ({SAME})"
    assert (told["faults"], told["drift"]) == ("none", "none")
    assert told["rebuilt"] == f"1 by scripted ({SAME})"
    assert told["spent"] == "12 calls, 216 tokens, cost unknown (limit: 2,000,000 tokens)"
    assert not_in_order(page) == []
    assert len(server.received) == 12
    scratch.run(".ci/tell", "report")
    assert forge.open_issues() == {}
    assert [pull["title"] for pull in forge.pulls.values()] == ["Nightly: boxes renewed"]
    (pull,) = forge.pulls.values()
    assert f"- scripted: {SAME}" in pull["body"]
    changed = scratch.git("diff", "--name-only", "main", "origin/nightly/renewed").splitlines()
    assert changed == [f"blackboxes/accepted/{SAME}/{name}" for name in ("manifest.json", "recording.jsonl")]
    assert scratch.git("rev-parse", "--abbrev-ref", "HEAD") == "main"
    assert scratch.git("status", "--porcelain") == ""

    page = scratch.night("scripted")  # nobody merged it: the next night pays nothing
    assert news(page)["rebuilt"] == f"1 by replay of an earlier night's rebuild ({SAME})"
    assert (news(page)["spent"], len(server.received)) == ("nothing", 12)
    pushed = scratch.git("rev-parse", "origin/nightly/renewed")
    scratch.run(".ci/tell", "report")
    scratch.git("fetch", "-q", "origin")
    assert (len(forge.pulls), scratch.git("rev-parse", "origin/nightly/renewed")) == (1, pushed)


def test_a_family_revision_is_renewed_by_replay_and_the_model_is_not_asked(
    scratch: Scratch, server: RecordedServer
) -> None:
    path = scratch.folder / "blackboxes/families/encryption/family.py"
    old = int(re.search(r"\n    revision = (\d+)\n", path.read_text())[1])  # type: ignore[index]
    new = old + 1
    scratch.change("blackboxes/families/encryption/family.py", f"    revision = {old}\n", f"    revision = {new}\n")
    page = scratch.night("scripted")
    why = f"it was accepted under other revisions: its environment's revision is {new}, not {old}"
    assert news(page) == {
        "stale": f"2 boxes, because {why} ({OTHER}, {SAME})",
        "faults": "none",
        "drift": "none",
        "rebuilt": f"2 by replay ({OTHER}, {SAME})",
        "spent": "nothing",
    }
    assert (not_in_order(page), server.received) == ([], [])


def test_a_prompt_version_is_named_and_renewed_by_replay(scratch: Scratch, server: RecordedServer) -> None:
    path = scratch.folder / "prompts/agents/refiner.md"
    old = int(path.read_text().split("\n")[0].removeprefix("version: "))
    scratch.change("prompts/agents/refiner.md", f"version: {old}\n", f"version: {old + 1}\n")
    page = scratch.night("scripted")
    why = "the agents' prompts have changed since it was built"
    named = f"agents/refiner is version {old + 1}, not {old}"
    assert news(page) == {
        "stale": f"3 boxes, because {why}: {named} ({THIRD}, {OTHER}, {SAME})",
        "faults": "none",
        "drift": "none",
        "rebuilt": f"3 by replay ({THIRD}, {OTHER}, {SAME})",
        "spent": "nothing",
    }
    assert (not_in_order(page), server.received) == ([], [])


def test_drift_is_told_kept_accepted_and_gone(scratch: Scratch, server: RecordedServer, forge: ForgeServer) -> None:
    scratch.change_description(OTHER)
    page = scratch.night("scripted")
    told = news(page)
    assert told["stale"].endswith(f"({OTHER}); still stale: {OTHER}")
    assert told["faults"] == "none"
    assert re.fullmatch(rf"{OTHER}: \d+ of [\d,]+ calls differ", told["drift"])
    assert (told["rebuilt"], told["spent"].split(",")[0]) == ("none", "12 calls")
    assert not_in_order(page) == [f"{OTHER}: a rebuild behaves otherwise"]
    assert "the registered box gives" in page.split("## What was run")[0]
    paid = len(server.received)

    scratch.run(".ci/tell", "report")
    assert forge.open_issues() == {1: f"Nightly: {OTHER}: a rebuild behaves otherwise"}
    assert (forge.pulls, forge.has_branch(f"nightly/drift/{OTHER}")) == ({}, True)
    forge.changes()
    scratch.run(".ci/tell", "report")
    assert set(forge.changes()) == {("POST", "/repos/team/boxes/labels")}  # what is told once is not told again

    page = scratch.night("scripted")  # what was paid for once is not paid for again
    assert (news(page)["drift"], news(page)["spent"]) == (told["drift"], "nothing")
    assert len(server.received) == paid

    forge.add_label(1, "accept-drift")
    said = scratch.run(".ci/tell", "--accept", "1")
    assert said == f"pull request 2: Accept drift: {OTHER}\n"
    assert "Closes #1" in forge.pulls[2]["body"]
    scratch.git("fetch", "-q", "origin")
    scratch.git("merge", "-q", "--ff-only", f"origin/nightly/drift/{OTHER}")
    scratch.git("push", "-q", "origin", "main")
    forge.pulls[2]["state"] = "closed"
    assert "_written(plaintext)" in (scratch.folder / f"blackboxes/accepted/{OTHER}/box.py").read_text()

    page = scratch.night("scripted")
    assert [news(page)[name] for name in ("stale", "drift", "rebuilt", "spent")] == ["none", "none", "none", "nothing"]
    said = scratch.run(".ci/tell", "report")
    assert f"issue 1 closed: Nightly: {OTHER}" in said
    assert (forge.open_issues(), forge.has_branch(f"nightly/drift/{OTHER}")) == ({}, False)


def test_a_model_that_cannot_be_asked_is_a_problem_until_it_answers(
    scratch: Scratch, server: RecordedServer, forge: ForgeServer
) -> None:
    server.down = True
    scratch.change_description(SAME)
    page = scratch.night("scripted", code=1)
    assert news(page)["faults"] == f"cannot be rebuilt: {SAME}"
    assert not_in_order(page) == [f"{SAME}: cannot be rebuilt (failed)"]
    assert "This conversation was never recorded" in page.split("## What was run")[0]
    scratch.run(".ci/tell", "report")
    assert (list(forge.open_issues()), forge.pulls) == ([1], {})

    page = scratch.night()  # nobody asked the model: nothing is known about whether it answers
    assert news(page)["drift"] == "none in replays; no model is set, so nothing is known beyond them"
    assert not_in_order(page) == [f"1 box stale ({SAME}): its description has changed since it was accepted"]
    scratch.run(".ci/tell", "report")
    assert list(forge.open_issues()) == [1, 2]

    server.down = False
    scratch.night("scripted")
    scratch.run(".ci/tell", "report")
    assert forge.open_issues() == {}
    assert [pull["title"] for pull in forge.pulls.values()] == ["Nightly: boxes renewed"]
