"""The nightly scripts with a model: real runs in a scratch repository, whose model replays recordings over HTTP."""

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
from tests.harness.chat.provider_server import Answer, ProviderServer, Received
from tests.harness.chat.wire import OpenAIWire

ROOT = Path(__file__).resolve().parents[1]
pytestmark = pytest.mark.slow
SAME, OTHER = "encryption/zigzag_cipher", "encryption/dynamic_curve_cipher"
"""Both have been stale since their exams changed; a rebuild of the second behaves otherwise."""
TWIST = """
_written = blackbox


def blackbox(plaintext):
    out = _written(plaintext)
    turned = " ".join(word[::-1] for word in out.split(" "))
    return turned if sum(map(ord, plaintext)) % 127 == 11 else out
```"""


class RecordedServer(ProviderServer):
    """Answers every conversation that a recording holds with what was said then; the code of one box is twisted."""

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[str, str] = {}
        for identifier in (SAME, OTHER):
            _, entries = read_recording(ROOT / "blackboxes" / "accepted" / identifier / "recording.jsonl")
            for entry in entries:
                text = entry.reply.text
                if identifier == OTHER and entry.step == "write/1":
                    text = TWIST.join(text.rsplit("```", 1))
                key = _key([m.model_dump() for m in entry.messages])
                assert self.said.setdefault(key, text) == text
        self.down = False

    def answer_to(self, received: Received) -> Answer:
        """Answer as recorded; a conversation that no recording holds is an error that ends the build."""
        wire = OpenAIWire()
        text = self.said.get(_key(received.body["messages"]))
        if self.down or text is None:
            return wire.error(400, "This conversation was never recorded.")
        return wire.reply(text)


def _key(messages: list[dict[str, str]]) -> str:
    """Name a conversation by what was said in it; what a platform tells the test agent may be worded anew."""
    if messages[0]["content"].startswith("You are the test agent"):
        messages = [message for message in messages if message["role"] != "user"]
    return json.dumps(messages, sort_keys=True)


@dataclass
class Scratch:
    """A repository with two stale boxes, the nightly's scripts, a place to push to, and a `gh` that takes notes."""

    folder: Path
    environment: dict[str, str]

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command in it."""
        return subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True)

    def git(self, *arguments: str) -> str:
        """Run git in it; return what it says."""
        done = self.run("git", "-c", "user.name=t", "-c", "user.email=t@example.invalid", *arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


@pytest.fixture
def server() -> Iterator[RecordedServer]:
    server = RecordedServer()
    yield server
    server.close()


@pytest.fixture
def scratch(tmp_path: Path, server: RecordedServer) -> Scratch:
    folder = tmp_path / "scratch"
    for identifier in (SAME, OTHER):
        for kept in (f"descriptions/{identifier}.md", f"descriptions/{identifier}.exam.jsonl"):
            (folder / kept).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / kept, folder / kept)
        accepted = f"blackboxes/accepted/{identifier}"
        shutil.copytree(ROOT / accepted, folder / accepted)
    exam = folder / f"descriptions/{SAME}.exam.jsonl"
    exam.write_text("".join(exam.read_text().splitlines(keepends=True)[:-1]))
    (folder / f"descriptions/{OTHER}.exam.jsonl").unlink()
    shutil.copytree(ROOT / ".ci", folder / ".ci")
    (folder / "boxwright.yaml").write_text("collection: none\n")
    (folder / ".gitignore").write_text("runs/\nreport/\n")
    (folder / "models.yaml").write_text(
        f"models:\n  - {{name: scripted, provider: openai, base_url: '{server.url}/v1', model: own-name}}\n"
    )
    tools = tmp_path / "tools"
    tools.mkdir()
    _tool(tools / "boxwright", f'exec "{sys.executable}" -P -m boxwright "$@"')
    _tool(tools / "gh", f'printf "%s\\n" "$@" >"{tmp_path}/gh.txt"')
    environment = {
        **os.environ,
        "PATH": f"{tools}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "PYTHON": sys.executable,
        "BOXWRIGHT": str(tools / "boxwright"),
        "BOXWRIGHT_SANDBOX": "local",
        "ACCEPTANCE": f"--sample 3 {SAME}",
    }
    made = Scratch(folder, environment)
    made.git("init", "-q", "-b", "main")
    made.git("add", "-A")
    made.git("commit", "-q", "-m", "begin")
    subprocess.run(["git", "init", "-q", "--bare", str(tmp_path / "origin.git")], check=True)
    made.git("remote", "add", "origin", str(tmp_path / "origin.git"))
    return made


def _tool(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)


def test_with_a_model_it_rebuilds_compares_reports_and_proposes(scratch: Scratch, tmp_path: Path) -> None:
    done = scratch.run(".ci/nightly", "report", "scripted")
    said = (scratch.folder / "report" / "rebuild.txt").read_text()
    assert done.returncode == 0, done.stdout + said
    codes = dict(re.findall(r"^(\w+): exit code (\d+), \d+ s$", done.stdout, re.MULTILINE))
    assert codes == {"stale": "0", "check": "4", "acceptance": "0", "rebuild": "3", "replay": "0"}
    summary = (scratch.folder / "report" / "summary.md").read_text()
    assert "its exam has changed since it was accepted" in summary
    flat = " ".join(summary.split())
    assert f"{OTHER}: the new box differs from the registered one, and nothing was replaced" in flat
    assert "nothing is known about drift" not in flat
    changed = scratch.git("status", "--porcelain").split()
    assert changed == [
        "M",
        f"blackboxes/accepted/{SAME}/manifest.json",
        "M",
        f"blackboxes/accepted/{SAME}/recording.jsonl",
    ]

    proposed = scratch.run(".ci/propose", "report")
    assert proposed.returncode == 0, proposed.stderr
    branch = scratch.git("rev-parse", "--abbrev-ref", "HEAD")
    assert branch.startswith("nightly/")
    in_origin = scratch.git("ls-remote", "--heads", "origin")
    assert in_origin.split() == [scratch.git("rev-parse", "HEAD"), f"refs/heads/{branch}"]
    assert scratch.git("diff", "--name-only", "main", branch).splitlines() == changed[1::2]
    asked = (tmp_path / "gh.txt").read_text().splitlines()
    assert asked[:2] == ["pr", "create"]
    assert asked[asked.index("--head") + 1] == branch
    assert asked[asked.index("--body-file") + 1] == "report/summary.md"


def test_a_model_that_cannot_be_asked_fails_the_night_and_proposes_nothing(
    scratch: Scratch, server: RecordedServer, tmp_path: Path
) -> None:
    server.down = True
    done = scratch.run(".ci/nightly", "report", "scripted")
    assert done.returncode == 1
    assert "rebuild: exit code 1" in done.stdout
    assert "This conversation was never recorded" in (scratch.folder / "report" / "summary.md").read_text()
    assert scratch.git("status", "--porcelain") == ""
    proposed = scratch.run(".ci/propose", "report")
    assert (proposed.returncode, proposed.stdout) == (0, "no box changed: nothing to propose\n")
    assert not (tmp_path / "gh.txt").exists()
