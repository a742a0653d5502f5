"""The branches behind the pull requests: what was renewed, and one per box that behaves otherwise."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nightly.kept import ACCEPTED, DRIFT, RENEWED, GitFailed, fetch, git
from nightly.running import DRIFTED


class Proposals:
    """Makes and pushes branches in the present checkout, and comes back to where it was. Raises: GitFailed."""

    def __init__(self, boxwright: str) -> None:
        self._boxwright = shlex.split(boxwright)

    def push_renewed(self, message: str) -> bool:
        """Push the changed boxes of the working tree, which is clean afterwards; return whether there were any."""
        others = git("diff", "--name-only", "HEAD", "--", f":!{ACCEPTED}").splitlines()
        if others:
            raise GitFailed(f"{others[0]}: changed too; commit it or put it away, then tell of the night again")
        if not git("status", "--porcelain", "--", ACCEPTED):
            return False
        with _branch(RENEWED):
            _commit(message)
        return True

    def push_drift(self, identifier: str, report: Path, message: str) -> None:
        """Push a branch in which a box is what the night built, made from the night's recording: nothing is asked."""
        recordings = report / DRIFTED
        replay = ["--model", "replay", "--recordings", str(recordings.resolve()), "--accept-changes"]
        with _branch(f"{DRIFT}{identifier}"):
            built = subprocess.run([*self._boxwright, "build", identifier, *replay], capture_output=True, text=True)
            if built.returncode:
                raise GitFailed(
                    f"{identifier}: the night's recording does not rebuild it: {built.stderr[-500:].strip()}"
                )
            _commit(message)

    def drop(self, branch: str) -> None:
        """Delete a branch on the forge, if it is there."""
        if git("ls-remote", "--heads", "origin", branch):
            git("push", "--quiet", "origin", "--delete", branch)


def _is_pushed(name: str) -> bool:
    """Whether the branch on the forge holds the same boxes, apart from when and how fast they were made."""
    if name not in fetch():
        return False
    pushed = f"refs/remotes/origin/{name}"
    for path in git("diff", "--name-only", pushed, "HEAD", "--", ACCEPTED).splitlines():
        if not path.endswith("/manifest.json") or _manifest(pushed, path) != _manifest("HEAD", path):
            return False
    return True


def _manifest(reference: str, path: str) -> dict[str, Any]:
    """Return a manifest without what differs between two runs of the same build."""
    try:
        content = json.loads(git("show", f"{reference}:{path}"))
    except GitFailed:  # the box is new, or gone
        return {}
    return {name: value for name, value in content.items() if name not in ("run", "seal", "usage")}


def _commit(message: str) -> None:
    git("add", "--all", "--", ACCEPTED)
    git("commit", "--quiet", "--message", message)


@contextmanager
def _branch(name: str) -> Iterator[None]:
    """Be on a branch that begins at the present commit, and push it at the end, in place of an earlier night's."""
    back = git("rev-parse", "--abbrev-ref", "HEAD")
    back = git("rev-parse", "HEAD") if back == "HEAD" else back
    git("switch", "--quiet", "--force-create", name)
    try:
        yield
        if not _is_pushed(name):
            git("push", "--quiet", "--force", "origin", f"HEAD:refs/heads/{name}")
    finally:
        git("restore", "--staged", "--worktree", "--", ACCEPTED)
        git("switch", "--quiet", *(["--detach"] if len(back) == 40 else []), back)
