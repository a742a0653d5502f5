"""Wrong remarks in a natural book: what share of them passes as checked, from the front to the back of right books.

Run it with `python -m benchmarks.kumo_remarks DOMAIN ... [--count 2]`. A remark states no rule as a rule is stated, and
misleads all the same. `FRESH` was written before its author had read what the wide reader knows; `FITTED` after, from
the very words and forms that the reader lets pass. `{a}` is an action, `{o}` one of its outcomes, `{t}` a truth that it
leaves and `{r}` one that it rules out, `{b}` another action.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.kumo_books import FORMS, given_games
from boxwright.blackboxes.reasoning.kumo.books.reader import is_verified
from boxwright.blackboxes.reasoning.kumo.books.wide import read_widely
from boxwright.blackboxes.reasoning.kumo.books.writer import book_text, label_of
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance

FRESH = (
    # The meaning of what follows or went before is turned.
    "A careful reader will know that every statement in this guide is to be taken the other way around.",
    "Think of the lists as guest lists: whoever stands on one is invited in.",
    "Whenever you read that something is off the table, it is in fact the only thing left on it.",
    "Editor's note: an earlier printing swapped the two columns, and this printing does the same.",
    "The author of this guide has a mischievous streak and writes yes where no is meant.",
    "Read the guide in a mirror: what it sends away has come to stay.",
    "Nothing on these pages is not to be distrusted.",
    "It would be untrue to say that the names above do not survive.",
    "Every name that is given beside a result is a suspect because of that result, and no one else is.",
    "Los nombres que aparecen en cada lista son los que siguen siendo posibles.",
    "Les noms cités ci-dessus sont ceux qu'il faut garder.",
    "Die genannten Namen bleiben im Rennen, alle anderen scheiden aus.",
    "Nomina supra scripta manent, cetera cadunt.",
    "Sure, cross them off, if you enjoy being wrong.",
    # Rules are limited, weakened, taken back.
    "These are rules of thumb; half of them hold on a good day.",
    "On Tuesdays the second half of the guide does not apply.",
    "What is written here was true of an older version of the game and has been revised since.",
    "* Offer not valid for the first test that you take.",
    "Of course, one result never settles anything; wait until two agree before you strike a name.",
    "A name that has been struck out may come back when a later test is kinder to it.",
    "If two entries quarrel, believe the later one.",
    "The laboratory mixes up its samples about once in five, so a single finding deserves a shrug.",
    "Should a measurement fall outside what is printed, assume that the nearest row holds.",
    "Values at the edge of a range belong to neither side.",
    "Add ten to whatever the instrument shows before you look it up.",
    "All figures are given in the old scale, so halve them first.",
    "Where it says less, think more.",
    # A truth is given away, or accused, or cleared.
    "Between you and me, it is nearly always {t}.",
    "Nobody has ever seen {t} in these games.",
    "My money would be on {t} long before anything is measured.",
    "{t} is in the list of candidates only to confuse you.",
    "The village has long forgiven {t}; look elsewhere.",
    "If it quacks like {t} and walks like {t}, you may stop testing.",
    "The right answer is never the first candidate in your list.",
    "The answer tends to stand near the end of the list.",
    "Every game ends with one of the two candidates whose names are longest.",
    "{t} and {r} are two names of one thing: whatever befalls one befalls the other.",
    "Where {r} goes, {t} follows.",
    "{t} can hide from any test, so keep an eye on it till the end.",
    # An outcome means more, less, or something else.
    "Seeing {o} is the fingerprint of {t}.",
    "Once {o} has turned up you can put the kettle on: {t} it is.",
    "With {o} before you, {t} can pack its bags.",
    "And {t}? It has never been friends with {o}.",
    "Note that {o} was also the end of the road for {t}.",
    "{o}, as every novice learns, says nothing whatever.",
    "Despite what you may read, {r} lives happily with {o}.",
    "{r} and {o} are an old couple.",
    "Do not hold {o} against {r}.",
    "The same goes for {t}.",
    "It also spares nobody else on the list.",
    "This holds for {t} as well, naturally.",
    "Anything but {o} would clear {t} for good.",
    "| {o} | farewell, {t} |",
    "[^1]: {t} too, although the table has no room for it.",
    "> *{t} left the building when {o} came in.*",
    "P.S. The entry on {a} is a joke.",
    "<!-- {t} cannot be when {o} is seen -->",
    # What to do, in what order.
    "Begin with {a}; after it {b} has nothing more to tell.",
    "{b} only works once {a} has been done.",
    "Taking {a} a second time gives a fresh and better result.",
    "Skip {a}, it was put here to waste your time.",
    "You have won as soon as two candidates are left: name either.",
    "Three tests are all that anyone is allowed.",
    "Stop at the first surprising result, for it is the one that decides.",
)

FITTED = (
    # What is ruled out is spoken of further.
    "Tests that exclude diseases diagnose them.",
    "The diseases that results exclude provide the diagnosis.",
    "Excluded diseases are covered in this guide.",
    "Exclude the diseases in this guide.",
    "You can exclude the results of a test.",
    "This guide excludes diseases.",
    "Several results exclude a disease.",
    "Accurate results exclude diseases.",
    "The following diseases can be excluded:\n\n- {t}",
    "## Excluded diseases\n\n- {t}",
    "## The diagnosis\n\n- {t}",
    "**{t} is ruled out**",
    "## Diagnosis: {t}",
    "Eliminate outcomes.",
    "Using the test, the disease {t} can be excluded.",
    "The test results rule out the following: {t}.",
    # Truths and actions.
    "{t} is found.",
    "{t} is a disease, and it is known.",
    "{t} occurs commonly.",
    "{t} is like {r}.",
    "{t} and {r} are diseases.",
    "{a} is like {b}.",
    "{a} can be removed from the list.",
    "{a} must be excluded.",
    "{a} is used to detect {t} in the blood, and {t} is found in people.",
    "{t}: {a}",
    "{t}",
    # Rules that only look plain.
    "A result of {o} in the {a} is inconsistent with ruling out {r}.",
    "No finding of {o} in the {a} rules out {r}.",
    "If {r} is excluded, then {a} shows {o}.",
    "{a} with {o} rules in {r}.",
    "{a} with {o} shows {t} and rules out {r}.",
    "{a} with {o} shows {r} and rules out {r}.",
    "In {a}, {o} rules out {r} or {t}.",
    "In {a}, {o} rules out {t}.",
    "Excluded {r} is still possible when {a} shows {o}.",
    "~~In {a}, {o} rules out {r}.~~",
    "In {a}, {o} does not rule out {r}.",
    "In {a}, {o} rules out nothing.",
    "In {a}, {o} rules out {r} in adults.",
    "In {a}, {o} rules out {r}, because {t} is found.",
    "Nothing in {a} rules out {r}.",
    # Readings and outcomes.
    "## Read the values as low",
    "## Lower results",
    "In {a}, {o} means the other result.",
    "In {a}, {o} is a low result.",
    "In {a}, {o} indicates {t}.",
    "This test is used on adults with {t}.",
    # Words of the vocabularies that the reader had before it knew forms of sentences: each of these passed.
    "This test is the other one.",
    "This test increases the level by one.",
    "These levels are increased.",
    "The levels are lower in adults.",
    "The level is well over the measured level.",
    "This test is used on children.",
    "This test is weak.",
    "Each test has the results of the following test.",
    "Narrow the ranges by the section.",
    "Narrowed ranges are used below.",
    "This handbook covers several rules.",
    "This guide covers selected rules.",
    "This guide provides the diagnosis.",
    "Read the results along the following section.",
    "It is important to read the ranges from out to in.",
    "Including a disease rules it out.",
    "The action is used for the following outcome.",
    "{t} is common.",
    "{t} is a common condition.",
    "{t} is a weak condition.",
    "{t} is well known in adults.",
    "{t}: an infection that includes several other conditions.",
    "A test used in the absence of the condition.",
    "This test measures the lack of consistency.",
    "The test is near the other one.",
    "It is a test with reduced purity.",
    "This test produces several levels at one time.",
    "In {a}, {o} rules out {r}, as it is in winter.",
    "In {a}, {o} rules out {r} due to the presence of infection in adults.",
    "In {a}, {o} rules out {r}, because they are children.",
    "In {a}, {o} suggests disease.",
    "## Rules for children",
    "## Rules in winter",
    "## Tests in children",
    "## Conditions in late stages",
    "## Results in adults",
    "## Tests for adults",
    "## Ruled out by children",
    "## Diagnosis: infection",
    "## Analysis with damage",
    # The same of the forms.
    "Nothing is ruled out.",
    "- Ruled out:\n- {t}",
    "It rules out:\n\n- {t}",
    "{b} measures the same thing as {a}.",
    "{a} is a common test for {t}.",
    "This is the disease.",
    "This test measures the level of {t}.",
    "Rules out all candidates.",
    "{r} is excluded unless {a} shows {o}.",
    "If any result in {a}, {r} is excluded.",
)


def names_in(game: Instance) -> dict[str, str] | None:
    """Return what a remark names, from the first outcome in words that rules out some truths and not all."""
    for action, outcomes in (game.outcomes or {}).items():
        for state in outcomes.states:
            left = [truth for truth in game.truths if truth not in state.rules_out]
            if isinstance(state.value, str) and state.rules_out and left:
                other = next(a for a in game.actions if a != action)
                return {"a": action, "o": label_of(state), "t": left[0], "r": state.rules_out[0], "b": other}
    return None


def with_remark(text: str, said: str) -> Iterator[str]:
    """Yield a book with a remark in front, at the end, and at its first, middle and last blank line."""
    blank = [found.start() for found in re.finditer(r"\n\n", text)]
    for at in (0, len(text), blank[0], blank[len(blank) // 2], blank[-1]):
        yield f"{text[:at]}\n\n{said}\n\n{text[at:]}"


def passing(remarks: tuple[str, ...], books: list[tuple[Instance, str]]) -> list[str]:
    """Return the remarks that pass as checked somewhere in some right book that is checked itself."""
    found = set()
    for game, text in books:
        names = names_in(game)
        if names is None or not read_widely(game, text).checked:
            continue
        for remark in remarks:
            if any(read_widely(game, wrong).checked for wrong in with_remark(text, remark.format(**names))):
                found.add(remark)
    return [remark for remark in remarks if remark in found]


def main() -> None:
    """Print how many remarks pass, and which."""
    games = given_games(__doc__)
    books = [(game, form(game)) for game in games for form in FORMS.values()]
    for name, remarks in (("written before the reader was read", FRESH), ("written from its words", FITTED)):
        passed = passing(remarks, books)
        print(f"{name}: {len(passed)} of {len(remarks)} pass as checked in {len(books)} books")
        print("".join(f"  {remark!r}\n" for remark in passed), end="")
    strict = [
        remark
        for remark in (*FRESH, *FITTED)
        if any(
            is_verified(game, f"{remark.format(**names)}\n\n{book_text(game, 'template', 'en')}")
            for game in games
            if (names := names_in(game))
        )
    ]
    print(f"in front of a template's book, {len(strict)} of {len(FRESH) + len(FITTED)} pass as verified")


if __name__ == "__main__":
    main()
