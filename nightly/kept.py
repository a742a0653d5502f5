"""What earlier nights built and nobody has merged: the branches `nightly/...`, whose recordings cost nothing again."""

from __future__ import annotations

import subprocess
from pathlib import Path

ACCEPTED = "blackboxes/accepted"
RENEWED = "nightly/renewed"
"""The branch with the boxes that were renewed or rebuilt and behave as before."""
DRIFT = "nightly/drift/"
"""Followed by the id: a branch with one box that was rebuilt and behaves otherwise."""


class GitFailed(Exception):
    """A git command failed; the message is the command and what git said."""


def git(*arguments: str, folder: Path | None = None) -> str:
    """Run git and return what it says. Raises: GitFailed."""
    identity = ("-c", "user.name=boxwright", "-c", "user.email=boxwright@users.noreply.github.com")
    done = subprocess.run(["git", *identity, *arguments], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise GitFailed(f"git {' '.join(arguments)}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout.strip()


def fetch(folder: Path | None = None) -> list[str]:
    """Fetch the nightly branches of `origin`; return their names, oldest first. Raises: GitFailed."""
    if "origin" not in git("remote", folder=folder).split():
        return []
    git("fetch", "--quiet", "--prune", "origin", "+refs/heads/nightly/*:refs/remotes/origin/nightly/*", folder=folder)
    form = "--format=%(refname:lstrip=3)"
    return git("for-each-ref", "--sort=committerdate", form, "refs/remotes/origin/nightly", folder=folder).split()


def keep_recordings(into: Path, folder: Path | None = None) -> list[str]:
    """Write the recordings of unmerged boxes to `into`/<id>/recording.jsonl; return the ids.

    Of two branches with the same box the newer one counts. Raises: GitFailed, OSError.
    """
    kept: dict[str, Path] = {}
    for branch in fetch(folder):
        reference = f"refs/remotes/origin/{branch}"
        names = git("diff", "--name-only", "--diff-filter=AM", "HEAD", reference, "--", ACCEPTED, folder=folder)
        for name in names.splitlines():
            if not name.endswith("/recording.jsonl"):
                continue
            identifier = "/".join(Path(name).parts[-3:-1])
            path = into / identifier / "recording.jsonl"
            path.parent.mkdir(parents=True, exist_ok=True)
            shown = subprocess.run(["git", "show", f"{reference}:{name}"], cwd=folder, capture_output=True, check=True)
            path.write_bytes(shown.stdout)
            kept[identifier] = path
    return sorted(kept)
