"""Telling the forge of a night: one issue per problem, closed when it is gone; pull requests for what was rebuilt."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from nightly.forge import LONGEST_BODY, Forge, Issue
from nightly.kept import DRIFT, RENEWED
from nightly.night import Night
from nightly.page import news
from nightly.problems import Problem, is_gone, problems
from nightly.proposing import Proposals

LABEL, ACCEPT = "nightly", "accept-drift"
MOST_NEW = 20
"""Issues opened in one night; what is left is opened the next one."""
_MARK = re.compile(r"<!-- boxwright-nightly: (.+?) -->")


def mark(key: str) -> str:
    """Return the hidden line by which the issue of a problem is found again."""
    return f"<!-- boxwright-nightly: {key} -->"


def key_of(issue: Issue) -> str:
    """Return the key of the problem that an issue is about; empty for none."""
    found = _MARK.search(issue.body)
    return found[1] if found else ""


@dataclass
class Teller:
    """Makes issues and pull requests say what a night found. Raises: ForgeFailed, GitFailed from its methods."""

    forge: Forge
    proposals: Proposals
    say: Callable[[str], None]

    def tell(self, night: Night, report: Path) -> None:
        """Bring everything up to date; doing it twice changes nothing."""
        self.forge.ensure_label(LABEL, "5319e7", "Found by the nightly run; it closes these when they are gone")
        self.forge.ensure_label(ACCEPT, "0e8a16", "A pull request with the box that behaves otherwise follows")
        found = problems(night)
        issues = self._by_key()
        self._propose_renewed(night)
        for problem in found:
            if problem.box:
                self.proposals.push_drift(problem.box, report, f"Replace {problem.box} by its rebuild")
        self._open(found, issues)
        self._close(night, {problem.key for problem in found}, issues)
        for key, issue in issues.items():
            if ACCEPT in issue.labels and key in {problem.key for problem in found}:
                self.accept(issue)

    def accept(self, issue: Issue) -> None:
        """Open the pull request for a box whose drift was accepted; nothing, if the issue is about something else."""
        identifier = key_of(issue).removeprefix("drift/") if key_of(issue).startswith("drift/") else ""
        if not identifier or LABEL not in issue.labels:
            self.say(f"issue {issue.number} is not about drift: nothing to propose")
            return
        body = f"{_MARK.sub('', issue.body).strip()}\n\nCloses #{issue.number}"
        title = f"Accept drift: {identifier}"
        number = self.forge.ensure_pull(f"{DRIFT}{identifier}", self.forge.default_branch(), title, _cut(body))
        self.say(f"pull request {number}: {title}")

    def _by_key(self) -> dict[str, Issue]:
        """Return our open issues by problem; of two about the same one the later is closed."""
        kept: dict[str, Issue] = {}
        for issue in self.forge.issues(LABEL):
            key = key_of(issue)
            if key in kept:
                self.forge.close_issue(issue.number, f"The same as #{kept[key].number}.")
            elif key:
                kept[key] = issue
        return kept

    def _open(self, found: Sequence[Problem], issues: dict[str, Issue]) -> None:
        new = [problem for problem in found if problem.key not in issues]
        for problem in found:
            title, body = f"Nightly: {problem.title}", _cut(f"{problem.body}\n\n{mark(problem.key)}")
            issue = issues.get(problem.key)
            if issue is None:
                if problem in new[:MOST_NEW]:
                    number = self.forge.open_issue(title, body, LABEL)
                    self.say(f"issue {number} opened: {problem.title}")
            elif (issue.title, issue.body) != (title, body):
                self.forge.change_issue(issue.number, title, body)
                self.say(f"issue {issue.number} brought up to date: {problem.title}")
        if left := len(new[MOST_NEW:]):
            self.say(f"{left} more problems are left for the next night")

    def _close(self, night: Night, found: set[str], issues: dict[str, Issue]) -> None:
        for key, issue in issues.items():
            if key not in found and is_gone(key, night):
                self.forge.close_issue(issue.number, f"Gone in the night of {night.date}.")
                self.say(f"issue {issue.number} closed: {issue.title}")
                if key.startswith("drift/"):
                    self.proposals.drop(f"{DRIFT}{key.removeprefix('drift/')}")

    def _propose_renewed(self, night: Night) -> None:
        by = night.renewed()
        if not self.proposals.push_renewed("Renew what was stale"):
            self.say("no box was renewed: nothing to propose")
            return
        lines = [f"- {'replay' if who == 'replay' else who}: {', '.join(ids)}" for who, ids in by.items()]
        what = "\n".join(["Each behaves as the box that it replaces. Renewed by:", "", *lines])
        body = _cut("\n".join([f"Night of {night.date}.", "", *news(night), "", what]))
        title = "Nightly: boxes renewed"
        number = self.forge.ensure_pull(RENEWED, self.forge.default_branch(), title, body)
        self.say(f"pull request {number}: {title}")


def _cut(body: str) -> str:
    """Cut a body to what the forge takes; its mark, at the end, stays."""
    if len(body) <= LONGEST_BODY:
        return body
    end = "\n\n... the report has all of it"
    kept = "".join(_MARK.findall(body)[-1:])
    tail = f"{end}\n\n{mark(kept)}" if kept else end
    return body[: LONGEST_BODY - len(tail)] + tail
