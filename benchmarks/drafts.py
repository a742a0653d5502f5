"""What became of the recorded sentences: drafted or refused, after how many versions, questions and tokens; and built?

    python -m benchmarks.drafts              the table of docs/add-a-box.md, from the recordings alone
    python -m benchmarks.drafts --replay     replays every draft in the sandbox first, and compares
    python -m benchmarks.drafts --keep       replays them, and keeps the digest of what each wrote

The recordings are below `tests/data/drafts`, one per sentence; `written.json` there holds the digests.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from boxwright.agents.draft.drafting import draft, recorded_note
from boxwright.agents.draft.proposal import Proposal
from boxwright.agents.draft.roles import AUTHOR, PERSON, Person
from boxwright.agents.runs.journal import read_whole
from boxwright.agents.runs.options import BuildOptions
from boxwright.blackboxes.files import write_atomically
from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.seeds import digest
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.harness.chat.api import Usage
from boxwright.harness.chat.structured import parse_reply
from boxwright.sandbox import open_launcher

ROOT = Path(__file__).resolve().parent.parent
RECORDINGS = ROOT / "tests" / "data" / "drafts"
WRITTEN = RECORDINGS / "written.json"
"""The digest of the file that each draft writes; nothing for a refusal."""
SHOWN = 110


@dataclass(frozen=True)
class Row:
    """One sentence."""

    note: str
    ending: str
    """`drafted` or the kind of a refusal."""
    box: str
    """The id of what was drafted."""
    accepted: bool
    """Whether a box of the collection was built from this draft."""
    edited: bool
    """Whether its description is no longer what the draft wrote."""
    versions: int
    questions: int
    tokens: int
    planted: str
    """What was planted into the replies by hand."""


def row_of(recording: Path) -> Row:
    """Read one recording. Raises: BoxwrightError."""
    whole = read_whole(recording)
    note = recorded_note(recording).text
    proposals = [e for e in whole.entries if e.role == AUTHOR and e.step.split("/")[0] in ("propose", "revise")]
    last = parse_reply(proposals[-1].reply.text, Proposal)
    tokens = sum((e.reply.usage for e in [*whole.entries, *whole.aside]), Usage()).total
    box = f"{last.family}/{last.name}" if last.kind == "box" else ""
    accepted = bool(box) and _is_built(box, note)
    return Row(
        note=" ".join(note.split()),
        ending="drafted" if box else last.kind,
        box=box,
        accepted=accepted,
        edited=accepted and digest(_shipped().description(box).text) != written().get(recording.stem),
        versions=len({e.step.partition("~")[0] for e in proposals}),
        questions=sum(e.role == PERSON for e in whole.entries),
        tokens=tokens,
        planted=whole.header.planted,
    )


def _is_built(box: str, note: str) -> bool:
    """Whether the collection holds a box of this id that was drafted from these words."""
    shipped = _shipped()
    if box not in shipped.accepted_folders():
        return False
    drafted = shipped.description(box).front.drafted
    return drafted is not None and drafted.words.removesuffix("...") in " ".join(note.split())


def _shipped() -> Workspace:
    return Workspace(root=SHIPPED, marked=True, shipped=None)


def written() -> dict[str, str]:
    """Return the digest of what each recorded draft wrote. Raises: OSError, ValueError."""
    found: dict[str, str] = json.loads(WRITTEN.read_text(encoding="utf-8"))
    return found


def rows() -> list[Row]:
    """Return all recorded sentences, in order."""
    return [row_of(path) for path in sorted(RECORDINGS.glob("*.jsonl"))]


def table(found: Sequence[Row]) -> str:
    """Return the table in Markdown, with a line of sums."""
    lines = ["| words | became | versions | questions | tokens |", "|---|---|--:|--:|--:|"]
    for row in found:
        words = row.note if len(row.note) <= SHOWN else f"{row.note[:SHOWN].rstrip()} ..."
        words += f" (planted: {row.planted})" if row.planted else ""
        since = ", edited" if row.edited else ""
        became = f"`{row.box}`{', accepted' if row.accepted else ''}{since}" if row.box else f"refused: {row.ending}"
        lines.append(f"| {words} | {became} | {row.versions} | {row.questions} | {row.tokens:,} |")
    drafted = [row for row in found if row.box]
    mean = sum(row.tokens for row in drafted) // max(1, len(drafted))
    corrected = sum(row.versions > 1 for row in drafted)
    asked = sum(row.questions for row in found)
    lines += [
        "",
        f"{len(found)} texts: {len(drafted)} became a description, {len(found) - len(drafted)} were refused. "
        f"{sum(row.accepted for row in found)} of the descriptions were built and are boxes of the collection; "
        f"{sum(row.edited for row in found)} of these, marked *edited*, have been changed by hand since. "
        f"{plural(asked, 'question')} {'was' if asked == 1 else 'were'} asked; {plural(corrected, 'description')} "
        f"{'was' if corrected == 1 else 'were'} corrected once or more before all readings agreed. A description took "
        f"{mean:,} tokens on average (estimated, four characters each), a refusal about "
        f"{sum(r.tokens for r in found if not r.box) // max(1, len(found) - len(drafted)):,}.",
    ]
    return "\n".join(lines)


def replayed(recording: Path, folder: Path) -> tuple[str, str]:
    """Replay a draft in an empty workspace; return its ending and the text that it wrote. Raises: as draft.

    The prompts may have been reworded since, as the author's was when forms were added: what was replied then is taken.
    """
    place = Workspace(root=folder, marked=True, shipped=None)
    options = BuildOptions(models={}, recording=recording)
    with closing(open_launcher("auto")) as launcher:
        result = draft(place, recorded_note(recording), launcher, options, Person())
    return result.ending, result.description.text if result.description else ""


def main() -> None:
    """Print the table, or keep what the drafts write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--replay", action="store_true", help="replay every draft first")
    parser.add_argument("--keep", action="store_true", help="replay every draft, and keep what each wrote")
    given = parser.parse_args()
    if given.replay or given.keep:
        made = {}
        for path in sorted(RECORDINGS.glob("*.jsonl")):
            with tempfile.TemporaryDirectory() as folder:
                ending, text = replayed(path, Path(folder))
            made[path.stem] = digest(text) if text else ""
            print(f"{path.stem}: {ending}", flush=True)
        if given.keep:
            write_atomically(WRITTEN, json.dumps(made, indent=1) + "\n")
        for stem in [stem for stem, wrote in made.items() if wrote != written().get(stem)]:
            print(f"{stem}: wrote another file than the one that is kept in {WRITTEN.name}")
    print(table(rows()))


if __name__ == "__main__":
    main()
