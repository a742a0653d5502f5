"""Denials in a natural book: what share of sentences that take right rules back passes as checked, and where.

Run it with `python -m benchmarks.kumo_denials DOMAIN ... [--count 2]`. Each sentence says of an outcome, a test or the
book that it rules nothing out, or hedges a rule, and is put at six places of right books in seven forms: in front,
before and after the rules of a test (or of a truth, where the book is ordered by truths), beside and below a rule, at
the end.
`{a}` is an action, `{o}` one of its outcomes, `{r}` a truth that this rules out and `{t}` one that it leaves.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.kumo_books import FORMS, given_games, label_in_prose
from boxwright.blackboxes.reasoning.kumo.books.wide import read_widely
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance

FOUND = (
    "{a} rules out nothing.",
    "{a} excludes no candidates.",
    "No candidate is excluded by {a}.",
    "This test rules out nothing.",
    "It rules out no candidates.",
    "No exclusions.",
    "The results exclude nothing.",
    "{o}, {o} and {o} rule out {r}.",
)
"""What an audit found: the first seven passed below the last bullet of a test, the last one beside a rule."""

FIRST = (
    "{o} does not rule out {r}.",
    "{r} stays possible after {o}.",
    "After {o}, {r} is still a candidate.",
    "{r} survives {o}.",
    "{o} leaves {r} in play.",
    "{r} cannot be ruled out by {a}.",
    "{r} is never excluded by {o}.",
    "{o} is compatible with {r}.",
    "{r} may be ruled out by {o}.",
    "{o} sometimes rules out {r}.",
    "{o} does not always rule out {r}.",
    "{o} rules out {r} only if the test is repeated.",
    "{o} rules out {r} unless the reading is wrong.",
    "{o} rules out {r} in some cases.",
    "{o} rules out nothing.",
    "{o} excludes no one.",
    "Nothing is ruled out by {o}.",
    "{o}: no exclusions.",
    "{o}: none.",
    "{o} has no exclusions.",
    "{o} keeps everything possible.",
    "{o} leaves all candidates.",
    "With {o}, every candidate remains.",
    "No truth is excluded when {o} is observed.",
    "If {o} is seen, nothing can be excluded.",
    "{o} may exclude nothing.",
    "{a} is useless.",
    "{a} never excludes anything.",
    "{a} can't rule anything out.",
    "None of the results of {a} rules anything out.",
    "No result here rules out a candidate.",
    "No outcome excludes anything.",
    "All outcomes exclude nothing.",
    "None of these outcomes rule out anything.",
    "There are no exclusions for {a}.",
    "There is nothing to rule out here.",
    "No candidates are ruled out.",
    "Nothing is ruled out.",
    "Nothing here is excluded.",
    "No rule-outs.",
    "Exclusions: none.",
    "None.",
    "Nothing.",
    "Rules out: nothing.",
    "Excluded: none.",
    "All candidates remain possible.",
    "Every truth remains after this test.",
    "The test provides no exclusions.",
    "This test does not exclude any candidates.",
    "It never rules out a thing.",
    "Results of this test exclude zero candidates.",
    "The results may rule out nothing.",
    "The results rule out candidates only if they are repeated.",
    "It rules out candidates unless it fails.",
    "This test rules out only some of the above.",
    "None of the tests rule out anything.",
    "No test excludes a candidate.",
    "The tests in this guide exclude nothing.",
    "No exclusions in this guide.",
    "Nothing in this guide rules out a candidate.",
)
"""Written before their author had read the reader's code."""

SECOND = (
    "Whatever it shows, the list keeps its length.",
    "Rules out nobody.",
    "Every name survives this examination.",
    "Nothing to exclude.",
    "Not one of the above is gone.",
    "An exclusion of nothing.",
    "{o} and every other result exclude nothing.",
    "Neither {o} nor any other reading strikes a name.",
    "Exclude nothing.",
    "{r} may well remain after {o}.",
    "Only a second {o} rules out {r}.",
    "{o} seldom excludes {r}.",
    "{o} rules out {r} or nothing.",
    "In {a}, {o} rules out {r} and then nothing.",
    "{o} need not exclude {r}.",
    "It is not so that {o} rules out {r}.",
    "{r} is excluded by nothing.",
    "{r} is ruled out by no test.",
    "{r} is not excluded.",
    "No result excludes {r}.",
    "If {a} shows {o}, it rules out nothing.",
    "With {a}, nothing to rule out.",
    "{a}: exclusions: none",
    "There is no exclusion in these results.",
    "The exclusions are none.",
    "No finding excludes a condition.",
    "The list of exclusions is: nothing.",
    "Nothing is excluded by this procedure, and nothing by the next.",
    "None of the candidates is excluded.",
    "Findings, levels, scores: no exclusions.",
)
"""Written after the reader was mended, by someone who knew how, in other words."""

OVERREACHING = (
    "This result and the results above rule out nothing.",
    "All results of {a} rule out {r}.",
    "{r} is ruled out in both results.",
    "It remains to be excluded: {r}.",
    "{r}, not {t}, is to be kept as {o} is shown.",
    "{t} remains possible after this test.",
    "{r} remains possible in this test.",
    "{r} is still a candidate.",
    "{r} and {t} remain.",
    "{t} and {r} remain possible if {o} is seen.",
    "{o} leaves {r}.",
    "There, {o} rules out {r} by itself.",
    "If {a} rules out nothing, {o} is found.",
    "{o} or a result in {a} rules out {r}.",
    "{o} from {a} rules out {r} as an exclusion.",
    "Any result, also {o}, rules out {r}.",
    "{o} with {o} rules out {r}.",
)
"""Sentences that claim more than a rule, or less, from the words that rules are made of."""

_BULLETS, _TABLES, _BY_TRUTH, _PROSE, _INCONSISTENT = "bullets", "tables", "by_truth", "prose", "inconsistent"
_LISTED, _TRUTH_TABLE = "listed", "truth_table"


def targets(game: Instance) -> Iterator[dict[str, str]]:
    """Yield what a denial names, from a test of which some outcome rules out nothing, and from one that has none."""
    seen = set()
    for action in game.actions:
        states = (game.outcomes or {})[action].states
        idle = any(not state.rules_out for state in states)
        state = next((s for s in states if 0 < len(s.rules_out) < len(game.truths)), None)
        if state is not None and idle not in seen:
            seen.add(idle)
            left = next(truth for truth in game.truths if truth not in state.rules_out)
            yield {"a": action, "o": label_in_prose(state), "r": state.rules_out[0], "t": left}


def with_denial(form: str, game: Instance, said: str, names: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the name of each place, and the book of a form with a sentence there."""
    lines = FORMS[form](game).split("\n")
    own, at = _rules(form, lines, names)
    begun = next(n for n, line in enumerate(lines) if line.startswith("This guide"))

    def with_lines(place: int, *new: str) -> str:
        return "\n".join([*lines[:place], *new, *lines[place:]])

    def in_place(new: str) -> str:
        return "\n".join([*lines[:at], new, *lines[at + 1 :]])

    yield "in front", with_lines(begun + 1, "", said, "")
    yield "before the rules", with_lines(own[0], "", said, "")
    if form in (_BULLETS, _BY_TRUTH, _LISTED):
        yield "beside a rule", with_lines(at + 1, f"- {said}")
        yield "below a rule", with_lines(at + 1, f"  - {said}")
    elif form in (_TABLES, _TRUTH_TABLE):
        yield "beside a rule", with_lines(at + 1, f"| {said} | |")
        yield "below a rule", in_place(f"{lines[at].rstrip(' |')}. {said} |")
    else:
        yield "beside a rule", in_place(f"{lines[at]} {said}")
        yield "below a rule", with_lines(at + 1, "", said, "")
    yield "after the rules", with_lines(own[-1] + 1, "", said, "")
    yield "at the end", with_lines(len(lines), said, "")


def _rules(form: str, lines: list[str], names: dict[str, str]) -> tuple[list[int], int]:
    """Return the lines of the rules around the denial, and the line of the rule that it denies."""
    a, o = names["a"], names["o"]
    key = {
        _BULLETS: f"- **{o} result",
        _TABLES: f"| {o} |",
        _BY_TRUTH: f"{a} shows {o}.",
        _PROSE: f"comes back as {o},",
        _INCONSISTENT: f"A result of {o} in the {a} ",
        _LISTED: f"- {a}: {o}",
        _TRUTH_TABLE: f"| {names['r']} |",
    }[form]
    if form == _INCONSISTENT:
        own = [n for n, line in enumerate(lines) if f" in the {a} is inconsistent with " in line]
    elif form == _TRUTH_TABLE:
        own = [n for n, line in enumerate(lines) if line.startswith("| ")][1:]
    else:
        about = names["r"] if form in (_BY_TRUTH, _LISTED) else a
        head = next(n for n, line in enumerate(lines) if line.startswith("#") and line.endswith(f" {about}"))
        end = next(n for n in range(head + 1, len(lines)) if lines[n].startswith("#"))
        own = [n for n in range(head + 1, end) if lines[n].startswith(("- ", "| ", "If it "))]
    return own, next(n for n in own if key in lines[n])


def passing_denials(said: tuple[str, ...], games: list[Instance], forms: tuple[str, ...]) -> list[tuple[str, str, str]]:
    """Return the denials that pass as checked in some right book that is checked itself, with form and place."""
    found: dict[tuple[str, str, str], None] = {}
    for game in games:
        for form in (form for form in forms if read_widely(game, FORMS[form](game)).checked):
            for names in targets(game):
                for sentence in said:
                    for place, text in with_denial(form, game, sentence.format(**names), names):
                        if read_widely(game, text).checked:
                            found[sentence, form, place] = None
    return list(found)


def main() -> None:
    """Print how many denials pass, and which, where."""
    games = given_games(__doc__)
    for name, said in (
        ("found by an audit", FOUND),
        ("written before the reader was read", FIRST),
        ("written after it was mended", SECOND),
        ("overreaching", OVERREACHING),
    ):
        passed = passing_denials(said, games, tuple(FORMS))
        print(f"{name}: {len({sentence for sentence, _, _ in passed})} of {len(said)} pass as checked somewhere")
        print("".join(f"  {sentence!r}: {form}, {place}\n" for sentence, form, place in passed), end="")


if __name__ == "__main__":
    main()
