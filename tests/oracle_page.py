"""Writes docs/oracle.md: ORACLE's 99 black-boxes beside those that are here, with every difference.

`python -m tests.oracle_page` writes the page; a test fails when it is out of date. What was published (names,
difficulty, the size of circuits) stands in blackboxes/oracle_v1.json.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from boxwright.blackboxes.description import Description
from boxwright.blackboxes.oracle import Published, published
from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.workspace import SHIPPED, Workspace

PAGE = SHIPPED / "docs" / "oracle.md"
COLLECTION = Workspace(SHIPPED, True, None)
NO_SENTENCES = {"encryption/vowel_ring": "a JSON", "freeform/counter_line": "a note"}
"""What else two drafts were made of."""
NOT_BUILT = "described, with a reference and an exam; not built yet"
LESS_STRICT = """\
- Of boxes that were drafted from a sentence on 27 November 2026 the two coders had been the two readers of the draft,
  so they had written the box once before, from the rule alone; sessions that were authors of other boxes took a part
  of a coder's requests in eight builds. Who judged a log had not been the author.
- In batches, what requests have in common (the frame, the contract) was shown to a session once, and of a game's
  later requests test agents were shown what was new; one session shortened long ones when it displayed them.
- The first coder wrote `game/load_shoot_defend_attacker` and `game/load_shoot_defend_balance` from one text, so these
  are not independent of each other.
- Four sessions of 28 November 2026 had listed the names of the files in the relay's folder before they read that they
  must not; one of that evening had looked for files of its own name, and found none; one corrected a garbled sentence
  of a reply before it sent it.
- A claim about `freeform/moving_lock` was wrong itself (766 for 764), which the judge saw; two codes in claims came
  from a session's memory.
- In the nine builds of the evening of 29 November 2026 (`freeform/counter_line`, `freeform/six_letter_machine`,
  `freeform/small_sheet`, `freeform/unknown_graph`, `game/anti_rps_random`, `game/load_shoot_defend_defender`,
  `game/load_shoot_defend_smart`, `game/night_guard`, `game/rps7_random_3`) six sessions took turns as the test agent.
  Of long conversations they mostly saw the beginning and the end, since their display cuts the middle; two looked for
  files of their own names. Two answers about `freeform/unknown_graph` were guesses, and wrong. The judge called two
  claims tested of which the log shows a part.
- Of `freeform/sticky_gauge` each role was one session; its test agent skipped what it had read before of long requests,
  and guessed two answers, wrongly.
- So it was of `freeform/hidden_order`. Its sessions had listed the folder of their instructions, which showed names of
  other seats' files, and its test agent guessed where one pair of letters stands, rightly.
- In the build of `freeform/far_calendar` the file that tells a session what to do was empty for an hour: sessions
  inferred it from that of other seats, and had listed the relay's files and read its scripts, other seats'
  instructions and a build's progress, but no request, reply or code.
- In the twelve builds of 30 November 2026 (in `code` `algebraic_operations`, `bubble_sort`, `ferry_loads`, `heap_sort`,
  `leaning_digits`, `mountain_railway`, `num_exchange` and `trapdoors`; in `encryption` `curve_cipher`,
  `dynamic_curve_cipher`, `hill_cipher` and `zigzag_cipher`) each seat was one session, which answered for one box after
  the other. Six had read the last lines of a build's log more often than they should: which gates had passed, that two
  writings agreed. Two queries, in `code/bubble_sort` and `encryption/curve_cipher`, were sent before the reply to the
  one before was read. The judge took a text of blanks for a test of the empty text. `hill_cipher` has its planted fault
  as before; its coder had claimed and its test agent played before its refiner was another session, since the first one
  had read of the fault.
"""
"""What a reader should know of the replies in recordings, beyond who gave them."""


def page() -> str:
    """Return the whole page."""
    boxes = published()
    accepted = COLLECTION.accepted_folders()
    parts = [_head(boxes, accepted), _replies(accepted), *_tables(boxes, accepted), _ours(boxes, accepted)]
    return "\n\n".join(parts) + "\n"


def differences(box: Published, description: Description) -> list[str]:
    """Say where a box here is not the published one: difficulty, a circuit's size, and what its author declares."""
    found = []
    front = description.front
    if box["difficulty"] not in (front.difficulty, "baseline"):
        found.append(f"Published as {box['difficulty']}, here {front.difficulty}.")
    domain = dict(front.domain)
    for size in ("inputs", "gates"):
        if size in box and domain[size] != box[size]:
            found.append(f"The published circuit has {box[size]} {size}, this one {domain[size]}.")
    if front.differs_from_oracle:
        found.append(" ".join(front.differs_from_oracle.split()))
    return found


def _head(boxes: Sequence[Published], accepted: dict[str, Path]) -> str:
    here = sum(box["id"] in accepted for box in boxes)
    return f"""# ORACLE's boxes beside ours

`python -m tests.oracle_page` writes this page. ORACLE v1.0 has {len(boxes)} black-boxes, three of which are baselines.
{here} of them are here under their names, each from a description in our own words; {len(boxes) - here} are missing.
Where a box here differs on purpose, its description says so in `differs_from_oracle`. An empty last column means that
the rule is the published one. Domains, limits of length and the protocol of play are ours
throughout. Among them: the published tests ask boxes of physics for the same six times, the last of 80 s; and a
published checkpoint shows every variable that is bound, one here those that the rule names."""


def _replies(accepted: dict[str, Path]) -> str:
    manifests = [load(COLLECTION, name).manifest for name in accepted]
    coders = Counter(made.models["coder"] for made in manifests if "coder" in made.models)
    twice = {names: count for names, count in coders.items() if "," in names}
    tested = sum("tester" in made.models for made in manifests)
    left_open = [claim for made in manifests if made.left_open for claim in made.left_open.untested]
    pairs = ", ".join(f"`{names}` {count}" for names, count in sorted(twice.items(), key=lambda pair: -pair[1]))
    return f"""## Who answered in the builds

The replies in a recording are those of Claude models, through the relay. What answered were sessions that saw the
requests alone: no reference, no exam, no code of another. A name such as `relay/d` is a seat, which other sessions took
in later builds; what one seat answered in one batch is not independent of itself. Descriptions and references had been
written by others before.

{sum(twice.values())} boxes were written twice, by two coders that knew nothing of each other, and the two writings
agree on every call that was compared
({pairs}).
A test agent tested {tested} of the {len(manifests)}; the others are environments whose games are computed.
{plural(len(left_open), "claim")} in all are left open (`left_open.untested`).

What was less strict than that, in recordings that stand:

{LESS_STRICT}"""


def _tables(boxes: Sequence[Published], accepted: dict[str, Path]) -> Iterator[str]:
    for family, same in groupby(boxes, key=lambda box: box["id"].partition("/")[0]):
        rows = [_row(box, accepted) for box in same]
        yield "\n".join([f"## {family}", "", "| box | published as | here | difference |", "|---|---|---|---|", *rows])


def _row(box: Published, accepted: dict[str, Path]) -> str:
    name = box["id"]
    if name not in accepted:
        return f"| {name} | {box['difficulty']} | missing | {NOT_BUILT} |"
    description = COLLECTION.description(name)
    difference = " ".join(differences(box, description))
    return f"| {name} | {box['difficulty']} | {description.front.difficulty} | {difference} |"


def _ours(boxes: Sequence[Published], accepted: dict[str, Path]) -> str:
    theirs = {box["id"] for box in boxes}
    own = [name for name in sorted(accepted) if name not in theirs and not name.startswith("kumo/")]
    drafted = sum(COLLECTION.description(name).front.drafted is not None for name in own)
    others = {name: words for name, words in NO_SENTENCES.items() if name in own}
    sentences = drafted - len(others)
    besides = " and ".join(f"{name} from {words}" for name, words in others.items())
    since = [name for name in own if (made := COLLECTION.description(name).front.drafted) and made.since]
    said = (
        f"Of these {len(own)} boxes {drafted} came from [`draft`](drafts.md), {sentences} of them from a sentence or "
        f"two ({besides}): {_against(sentences, len(own))} of all that are here. Of {len(since)} of "
        f"them the rule, or what is asked, was changed by hand since ({', '.join(since)}): so that twenty turns help, "
        "or so that the tests tell near misses."
    )
    return f"## Not in ORACLE\n\n{', '.join(own)}.\n\n{said}"


def _against(count: int, whole: int) -> str:
    return "at least half" if 2 * count >= whole else "less than half"


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
