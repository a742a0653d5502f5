"""What became of the recorded sentences: drafted or refused, after how many versions, questions and tokens; and built?

    python -m benchmarks.drafts              the table of docs/drafts.md, from the recordings alone
    python -m benchmarks.drafts --replay     replays every draft and its build in the sandbox first, and compares
    python -m benchmarks.drafts --keep       replays them, and keeps the digest of what each wrote

The recordings are below `tests/data/drafts`, one per sentence; `written.json` there holds the digests. `builds` there
has the recordings of the boxes that were built from what the draft wrote and are not in the collection.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from boxwright.agents.builders import builder_of
from boxwright.agents.draft.drafting import draft, recorded_note
from boxwright.agents.draft.proposal import Proposal
from boxwright.agents.draft.roles import AUTHOR, PERSON, Person
from boxwright.agents.runs.journal import read_whole
from boxwright.agents.runs.options import BuildOptions, BuildResult
from boxwright.blackboxes.description import Drafted
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
BUILDS = RECORDINGS / "builds"
SHOWN = 110
MEASURED = 20
"""The first recordings are of the sentences by which the way from a sentence was to be measured."""
LEFT_OUT = ("code/nine_day_week",)
"""What was built and passed, and is not in the collection: its exam is too short (docs/drafts.md)."""


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
    changed: bool
    """Whether a person has changed its rule since (`since` in the description)."""
    aside: bool
    """Whether a box was built from it, accepted by every gate, that is not in the collection."""
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
        changed=accepted and (drafted := drafted_of(box)) is not None and bool(drafted.since),
        aside=(BUILDS / recording.name).exists(),
        versions=len({e.step.partition("~")[0] for e in proposals}),
        questions=sum(e.role == PERSON for e in whole.entries),
        tokens=tokens,
        planted=whole.header.planted,
    )


def _is_built(box: str, note: str) -> bool:
    """Whether the collection holds a box of this id that was drafted from these words."""
    if box not in _shipped().accepted_folders():
        return False
    drafted = drafted_of(box)
    return drafted is not None and drafted.words.removesuffix("...") in " ".join(note.split())


def drafted_of(box: str) -> Drafted | None:
    """Return what a shipped description says of its draft."""
    return _shipped().description(box).front.drafted


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
        lines.append(f"| {words} | {_became(row)} | {row.versions} | {row.questions} | {row.tokens:,} |")
    lines += ["", asked(found), "", f"{len(found)} texts: {_sum(found)}"]
    if len(found) > MEASURED:
        lines += ["", f"Of these the first {MEASURED}, the sentences of all kinds: {_sum(found[:MEASURED])}"]
    return "\n".join(lines)


def _became(row: Row) -> str:
    if not row.box:
        return f"refused: {row.ending}"
    if row.accepted:
        return f"`{row.box}`, accepted{', changed' if row.changed else ', edited' if row.edited else ''}"
    if row.aside:
        return f"`{row.box}`, accepted, set aside"
    return f"`{row.box}`, {'passed, left out' if row.box in LEFT_OUT else 'not built'}"


def asked(found: Sequence[Row]) -> str:
    """Say what led to questions: a text as somebody wrote it, or something that was planted."""
    natural = sum(row.questions for row in found if not row.planted)
    planted = sum(row.questions for row in found if row.planted)
    led = (
        "No text as a person wrote it led to a question"
        if not natural
        else f"{plural(natural, 'question')} came of texts as they were"
    )
    came = f"; {plural(planted, 'question')} came of what was planted into a reply" if planted else ""
    return f"{led}{came}."


def _sum(found: Sequence[Row]) -> str:
    drafted = [row for row in found if row.box]
    refused = [row for row in found if not row.box]
    accepted = [row for row in found if row.accepted]
    edited, changed = sum(row.edited and not row.changed for row in accepted), sum(row.changed for row in accepted)
    aside, left_out = sum(row.aside for row in drafted), sum(row.box in LEFT_OUT for row in drafted)
    questions = sum(row.questions for row in found)
    corrected = sum(row.versions > 1 for row in drafted)
    return (
        f"{len(drafted)} became a description, {len(refused)} were refused. {len(accepted)} of the descriptions were "
        f"built and are boxes of the collection; of these {changed}, marked *changed*, have got another "
        f"rule by hand since, and {edited}, marked *edited*, other words. "
        f"{aside} more were built and accepted, and set aside, {left_out} passed and was left out, "
        f"{len(drafted) - len(accepted) - aside - left_out} were not built. "
        f"{plural(questions, 'question')} {'was' if questions == 1 else 'were'} asked; "
        f"{plural(corrected, 'description')} {'was' if corrected == 1 else 'were'} corrected once or more before all "
        f"readings agreed. A description took {_mean(drafted):,} tokens on average (estimated, four characters each), "
        f"a refusal about {_mean(refused):,}; all together {sum(row.tokens for row in found):,}."
    )


def _mean(found: Sequence[Row]) -> int:
    return sum(row.tokens for row in found) // max(1, len(found))


def replayed(recording: Path, folder: Path) -> tuple[str, str]:
    """Replay a draft in an empty workspace; return its ending and the text that it wrote. Raises: as draft.

    The prompts may have been reworded since, as the author's was when forms were added: what was replied then is taken.
    """
    place = Workspace(root=folder, marked=True, shipped=None)
    options = BuildOptions(models={}, recording=recording)
    with closing(open_launcher("auto")) as launcher:
        result = draft(place, recorded_note(recording), launcher, options, Person())
    return result.ending, result.description.text if result.description else ""


def rebuilt(recording: Path, folder: Path) -> BuildResult:
    """Replay the build of what a draft wrote into a workspace. Raises: as a build."""
    place = Workspace(root=folder, marked=True, shipped=None)
    box = row_of(recording).box
    options = BuildOptions(models={}, recording=BUILDS / recording.name)
    with closing(open_launcher("auto")) as launcher:
        return builder_of(box).build(place, box, launcher, options, lambda event: None)


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
                built = rebuilt(path, Path(folder)).ending if row_of(path).aside else ""
            made[path.stem] = digest(text) if text else ""
            print(f"{path.stem}: {ending}{built and f', {built}'}", flush=True)
        if given.keep:
            write_atomically(WRITTEN, json.dumps(made, indent=1) + "\n")
        for stem in [stem for stem, wrote in made.items() if wrote != written().get(stem)]:
            print(f"{stem}: wrote another file than the one that is kept in {WRITTEN.name}")
    print(table(rows()))


if __name__ == "__main__":
    main()
