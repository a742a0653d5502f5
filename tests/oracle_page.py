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
from boxwright.blackboxes.plural import listed, plural
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.workspace import SHIPPED, Workspace

PAGE = SHIPPED / "docs" / "oracle.md"
COLLECTION = Workspace(SHIPPED, True, None)
TWO = "relay/claude-coder-1,relay/claude-coder-2"
"""Who wrote the boxes that were written twice."""
HARDER = "relay/c1,relay/c2"
"""Who wrote those that were made harder, or described, on 26 and 27 November 2026."""
REWORDED = "relay/c3,relay/c4"
"""Who wrote those that were built once more on 27 November 2026."""
AGAIN = "relay/c5,relay/c6"
"""Who wrote the one whose description had not changed."""
SHORTER = "relay/p,relay/q"
"""Who wrote the puzzles from shorter descriptions, on 27 November 2026."""
FROM_SENTENCES = "relay/d,relay/e"
"""Who wrote the boxes that were drafted from a sentence on that day."""
TESTED = "relay/t"
"""Who tested the boxes that a program had tested before, in the night to 28 November 2026."""
CODED_ONCE_MORE = (
    *("circuit/count", "circuit/palindrome", "puzzle/every_third_lie", "puzzle/night_thief", "puzzle/radio_mast"),
    *("puzzle/secret_club", "puzzle/two_dead_lamps"),
)
"""Those of them whose requests to the coders had changed."""
IN_TEN_LINES = {
    **dict.fromkeys(
        (
            *("game/comparing_cards_slice", "game/comparing_cards_smart", "game/load_shoot_defend_attacker"),
            *("game/load_shoot_defend_balance", "game/load_shoot_defend_defender", "game/load_shoot_defend_smart"),
        ),
        TWO,
    ),
    "game/night_guard": REWORDED,
    "game/undercut": HARDER,
}
"""Games that two new coders wrote from shorter descriptions on 28 November 2026, with who had written them before."""
ASKED_WIDER = {
    **dict.fromkeys(
        (
            *("freeform/counter_line", "freeform/crossing_wires", "freeform/far_calendar", "freeform/moving_lock"),
            "freeform/stubborn_lift",
        ),
        REWORDED,
    ),
    **dict.fromkeys(("freeform/hidden_order", "freeform/lamp_causes", "freeform/sticky_gauge"), HARDER),
    **dict.fromkeys(("freeform/numbered_cables", "freeform/secret_prices"), FROM_SENTENCES),
    **dict.fromkeys(
        (
            *("freeform/cellular_automaton", "freeform/parcel_office", "freeform/secret_grammar"),
            *("freeform/six_letter_machine", "freeform/small_sheet", "freeform/unknown_graph"),
        ),
        TWO,
    ),
}
"""Boxes that ask about more, and were written anew once again on that day, with who had written them before it."""
TESTED_THEN = (
    *("circuit/round_table", "code/restless_circle", "code/split_runs", "freeform/cellular_automaton"),
    *("freeform/hidden_automaton", "freeform/parcel_office", "freeform/secret_grammar", "freeform/six_letter_machine"),
    *("freeform/small_sheet", "freeform/unknown_graph", "physics/elliptical_planetary_orbit"),
)
"""Boxes that a program had tested before, too, and some of ASKED_WIDER, ..."""
WRITTEN_ANEW = (
    *TESTED_THEN,
    *("circuit/bit_sorter", "circuit/thirds", "code/patience_piles", "code/runoff", "physics/short_burn"),
)
"""... and that new coders, test agents and a refiner made later on 28 November 2026, as they did some others."""
BETTER_WORDS = (
    *("freeform/cellular_automaton", "freeform/counter_line", "freeform/far_calendar", "freeform/hidden_automaton"),
    *("freeform/hidden_order", "freeform/moving_lock", "freeform/secret_grammar", "freeform/six_letter_machine"),
    *("freeform/small_sheet", "freeform/sticky_gauge", "freeform/stubborn_lift", "freeform/unknown_graph"),
)
"""Boxes whose public part was worded better in the evening of that day, and that were written anew therefore."""
NO_SENTENCES = {"encryption/vowel_ring": "a JSON", "freeform/counter_line": "a note"}
"""What else two drafts were made of."""
DESCRIBED_THEN = ("code/ferry_loads", "code/mountain_railway", "code/trapdoors", "physics/struck_puck")
"""Those of them that had not been there before."""
NOT_BUILT = "described, with a reference and an exam; not built yet"


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
    tested = {
        name: made
        for name, made in zip(accepted, manifests, strict=True)
        if made.models.get("tester") == TESTED and name not in {*WRITTEN_ANEW, *ASKED_WIDER}
    }
    every = len(tested) + len({*TESTED_THEN, *ASKED_WIDER})
    open_claims = [claim for made in tested.values() for claim in (made.left_open.untested if made.left_open else ())]
    again_coded = listed(CODED_ONCE_MORE)
    coders = {name: made.models["coder"] for name, made in zip(accepted, manifests, strict=True)}
    pairs = Counter(coders.values())
    twice = sum(pairs[pair] for pair in (TWO, HARDER, REWORDED, AGAIN, SHORTER, FROM_SENTENCES))
    by_coders = coders | IN_TEN_LINES | dict.fromkeys(WRITTEN_ANEW, TWO) | ASKED_WIDER
    later, reworded, again, shorter, sentences = (
        sorted(name for name, pair in by_coders.items() if pair == of)
        for of in (HARDER, REWORDED, AGAIN, SHORTER, FROM_SENTENCES)
    )
    harder = {*reworded, *later}
    anew = sorted(harder - set(DESCRIBED_THEN))
    return f"""## Who answered in the builds

The replies in a recording are those of Claude models, through the relay. No session saw anything
of a box but the requests, if nothing else is said below: neither references nor exams, nor the code of another.
Replies of one role in one batch are not independent of each other: one session wrote them one after the other.

{twice} boxes were written twice, by two coders that knew nothing of each other (`{TWO}` in their manifests,
`{HARDER}` in those of {pairs[HARDER]}, `{REWORDED}` and `{AGAIN}` in those of {pairs[REWORDED] + pairs[AGAIN]},
`{SHORTER}` in those of {pairs[SHORTER]}, `{FROM_SENTENCES}` in those of {pairs[FROM_SENTENCES]}), and the two
writings agree on every call that was compared. Descriptions and references were written by others, before. For five
of these boxes (simple_substitution, idx_shift_encryption,
positional_keyword_cipher, rsa_encryption and sequential_feedback_cipher) the claims to test were written
by a further session.

What was answered less far apart (by the session that leads the project, as a first coder; by coders who had been the
readers of a draft and judged logs; or by sessions of which nothing is written down) was answered anew in the builds
that follow: no recording holds it any more.

{len(anew)} boxes were built anew on 26 and 27 November 2026 ({", ".join(anew)}), because ten
turns had been enough for `builtin/solver` (for leaning_digits and crossed_fields not even twenty): they were given
other parameters, by hand, of which twenty turns tell all and ten do not, and the games, with which twenty turns had
hardly helped, other rules. {len(DESCRIBED_THEN)} were described and built then
({", ".join(DESCRIBED_THEN)}). Two coders and
a refiner answered, each from the requests alone. The refiner had been the session that leads the project, or one that
had written or changed the description; so the logs of all {len(harder)} were judged again on 27 November 2026, by a
session that saw the requests alone and had written nothing else of these boxes. The coders had been asked the very
same before, word for word, and their recorded replies stand. far_calendar and trapdoors were asked for three times,
vending_machine, moving_lock and ferry_loads twice, as their questions, texts or rules were
changed again, so the coders had seen most of these last requests before.

{len(reworded)} of them were built once more on 27 November 2026 ({", ".join(reworded)}): two readers had found words of
their public parts unclear ([introductions.md](introductions.md)), and five near misses of far_calendar had not been
told. {", ".join(again)} was built again from its unchanged description, since what its recording answered was
worded otherwise. Four sessions answered, new ones that saw the requests alone: one was the first coder of all
{len(reworded) + len(again)}, one the second, and two judged the logs, each a part of them. The rebuilt boxes behave
like those before on every call that was compared, but for what far_calendar asks. The same sessions answered in the
builds of the four
drafts that are [set aside](drafts.md).

The {len(shorter)} puzzles that there were ({", ".join(shorter)}) were built anew on 27
November 2026, since their descriptions have become shorter: they say what is hidden, and the rule stands once, in the
public part. One session was the first coder of all, another the second, and two judged the logs. They saw the requests
alone, up to eight at a time; what the requests of one batch have in common (the frame and the contract) was shown to
them once. All {len(shorter)} were accepted at the first attempt.

{len(sentences)} boxes were drafted from a sentence and built on that day, too ({", ".join(sentences)}).
The authors were four sessions. In each build the two coders, who knew nothing of each other, had been the two readers
of the draft, so they had written the box once before, from the rule alone; one reader's place was taken by another
session in three drafts, and sessions that were authors of other boxes took a part of a coder's requests in eight. Who
judged a log had not been the author. Again requests were answered in batches. Nine of these boxes were built once
more, by the same sessions, when a reader had found words of their public parts unclear
([introductions.md](introductions.md)).

The three boxes of `boxwright demo` (zigzag_cipher, and_tree and hill_cipher) were built again on 27 November 2026,
since the prompts and the tests that are asked had changed: a test agent, a refiner and a coder, three sessions that saw
the requests alone. The coder's replies of zigzag_cipher and its first ones of hill_cipher (with the planted fault) are
those recorded before: what was asked had not changed.

{every} boxes had been tested by `builtin/prober`, a program, which does not aim at the claims that are to be
tested: 507 of them had been left open. All were built once more in the night to 28 November 2026, with a model as the
test agent (`{TESTED}` in their manifests) and another session as the refiner (`relay/u`). The coders were asked the
very same as before, word for word, and their recorded replies were given again; but for {again_coded},
whose requests had changed (the puzzles' descriptions had become shorter): these two new sessions wrote. Seven sessions
were test agents, up to eight requests at a time, and saw the requests alone; of a game's later requests they were shown
what was new, since they had seen the rest, and one session shortened long ones when it displayed them. All
{every} were accepted at the first attempt, and no implementation was
found wrong. {len(tested)} of these builds stand; {plural(len(open_claims), "claim")} of them are left open
(`left_open.untested`).

{plural(len(IN_TEN_LINES), "game")} ({", ".join(sorted(IN_TEN_LINES))}) were built anew on
28 November 2026 by `{FROM_SENTENCES}`, other sessions than those of that name above, since their descriptions have
become shorter, rule and public part together ten lines at most; and so was freeform/numbered_cables, since two worked
questions were added to its description. Two sessions were the first coder of each a part, one the second; the first
coder wrote the three load_shoot_defend games with a fixed plan from one text, so these are not independent of each
other. Three sessions that saw the requests alone were the test agents; four games were handed from one to another when
a session stood still. The session that leads the project, which had written the descriptions, had first answered what
it asked the refiner, the claims of numbered_cables and the worked examples for the open claims of
load_shoot_defend_smart. So these requests, and what followed from other replies, were answered once more on that day,
by three new sessions that saw the requests alone: one judged the logs of all nine boxes, one wrote the claims of
numbered_cables, one was its test agent and worked the examples out for two games. What the others had been asked was
the same, word for word, and their recorded replies were given again.
All were accepted at the first attempt.

{len(WRITTEN_ANEW)} boxes ({", ".join(sorted(WRITTEN_ANEW))}) were written anew later on that day,
also by `{FROM_SENTENCES}`, `{TESTED}` and `relay/u`, and again by new sessions: the session that leads the project had
been the first coder of five of them, and of the others it had not been written down who answered. Two sessions were the
first coder of each a part, two the second, two wrote the claims to test, two were test agents, and one judged all logs.
They saw the requests alone, up to six at a time. All were accepted at the first attempt, and behave like those before
on every call that was compared, but for two whose tests had not told all near misses of the new code. What the cell Z
of small_sheet shows was one of four formulas in each session, and is X - Y now: it was built once more, by the same
sessions. six_letter_machine seldom asked for 0 or 1 negated, and does now: five further sessions answered. runoff was
built a second time with the same replies, since its two writings had not been compared: too many inputs had been asked
for at once.

{len(ASKED_WIDER)} freeform boxes ({", ".join(sorted(name.partition("/")[2] for name in ASKED_WIDER))}) were written
anew in the afternoon of that day, under the same names and once more by new sessions, since their questions are
also about what their feedback shows now ([asked.md](asked.md#near-misses)). Two sessions were the first coder of each a
part, one the second, one wrote the claims to test, two were test agents, two judged the logs. They saw the requests
alone, up to six at a time; four had listed the names of the files in the relay's folder before they read so.
six_letter_machine was asked for twice, counter_line and stubborn_lift three times, as their questions were changed
once more (the last counter_line by five further sessions). All were accepted at the first attempt, but for the
first stubborn_lift: a player who only reads the prompt scored 37 % there.

{len(BETTER_WORDS)} freeform boxes ({", ".join(name.partition("/")[2] for name in BETTER_WORDS)}) were written
anew in the evening of that day, since a reader had found sentences of their public parts to better
([introductions.md](introductions.md)): the rule, the questions and the examples are the same. New sessions answered,
under the same names: one was the first coder, one the second, one wrote the claims to test, four were test agents, each
of a part, and two judged the logs. They saw the requests alone, one after the other. One had looked for files of its
own name before it read that it must not, and found none; one corrected a garbled sentence of a reply before it sent it.
moving_lock was asked for twice, since its public part lacked a word of its questions, which a gate refuses: two further
sessions wrote its code, and a third its claims. All were accepted at the first attempt otherwise.

hidden_order was written anew once more on 29 November 2026, under the same names, since it asks about five words alone
now: one new session was the first coder, one the second, one wrote the claims to test, one was the test agent, and one
judged the logs. They were asked twice: the first time the exam was that of the old description, and the refiner said
so. They had seen their first replies when they wrote the second ones; the test agent mostly read only what was new in a
conversation.

moving_lock, unknown_graph and small_sheet were written anew on the same day: two of them ask otherwise, and what
players are told of the shares of questions is true now (docs/asked.md). One new session was the first coder, one the
second, one wrote the claims to test, two were the test agent (one stopped after three turns of moving_lock, and the
other went on and took the rest), and one judged the logs. All were accepted at the first attempt. A claim about
moving_lock was wrong itself (766 for 764), which the judge saw; two codes in claims came from a session's memory.

far_calendar, unknown_graph, six_letter_machine and counter_line ask of other worlds since later that day, in which
nobody guesses an answer without a query, and num_exchange exchanges in steps of which the sum of the inputs is none
(docs/asked.md). Under the same names one new session was the first coder of all five, one the second, one wrote the
claims to test, two were the test agent (they took turns in each conversation), and two judged the logs. All were
accepted at the first attempt. The file that tells a session what to do was empty for the first hour: the first coder,
the writer of claims, the test agents and a judge inferred it from that of other seats, and had listed the relay's files
and read its scripts, other seats' instructions and three builds' progress, but no request, reply or code, before they
read that they must not. The judge called some claims tested of which the log shows a part. Two test answers about
unknown_graph were guesses, and wrong; one query of the test agent was sent twice, and refused."""


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
