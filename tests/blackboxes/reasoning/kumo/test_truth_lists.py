"""Lists by truth, ranges in prose, an outcome and `inconsistent with`: read where they are plain, else unclear."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from benchmarks.kumo_books import label_in_prose, listed, truth_table
from boxwright.blackboxes.reasoning.kumo.books.wide import WideReport, read_widely
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from tests.blackboxes.reasoning.kumo.test_wide_books import drawn

APPENDICITIS, SCARLET, COLITIS, MONO = TRUTHS = [
    "Appendicitis",
    "Scarlet fever",
    "Ulcerative colitis",
    "Infectious mononucleosis",
]


def _states(*states: tuple[object, list[str]]) -> dict[str, object]:
    kind = "str" if isinstance(states[0][0], str) else "float"
    return {"type": kind, "states": [{"value": value, "rules_out": out} for value, out in states]}


CLINIC = Instance.model_validate(
    {
        "truths": TRUTHS,
        "actions": ["Lymph nodes", "Platelets (per nl)", "Belly pain", "Germ found", "White blood cells (per nl)"],
        "observations": {},
        "seed": 0,
        "valid_truth": SCARLET,
        "outcomes": {
            "Lymph nodes": _states(
                ("swollen all over", [APPENDICITIS]), ("swollen at neck", []), ("none felt", [MONO])
            ),
            "Platelets (per nl)": _states(([5, 60], [APPENDICITIS]), ([60, 150], []), ([150, 700], [])),
            "Belly pain": _states(
                ("right lower side", []),
                ("right upper side", [COLITIS]),
                ("flank, worse on tapping", [COLITIS]),
                ("none", [APPENDICITIS]),
            ),
            "Germ found": _states(("bacterium", []), ("virus", [SCARLET]), ("parasite", [SCARLET])),
            "White blood cells (per nl)": _states(([1, 3.5], [APPENDICITIS]), ([3.5, 11], []), ([11, 60], [])),
        },
    }
)
"""Outcomes with commas and an outcome `none`, of which each action has its own words."""
BY_ACTION = """# Guide to the tests

## Lymph nodes

- Swollen all over: rules out Appendicitis.
- Swollen at neck: rules out nothing.
- None felt: rules out Infectious mononucleosis.

## Platelets (per nl)

- 5 to 60: rules out Appendicitis.
- 60 to 700: rules out nothing.

## Belly pain

- Right lower side: rules out nothing.
- Right upper side: rules out Ulcerative colitis.
- Flank, worse on tapping: rules out Ulcerative colitis.
- None: rules out Appendicitis.

## Germ found

- Bacterium: rules out nothing.
- Virus: rules out Scarlet fever.
- Parasite: rules out Scarlet fever.

## White blood cells (per nl)

- 1 to 3.5: rules out Appendicitis.
- 3.5 to 60: rules out nothing.
"""
TITLE = "# Guide to the tests\n"


def _entries(truth: str) -> list[tuple[str, str]]:
    return [
        (action, label_in_prose(state))
        for action in CLINIC.actions
        for state in (CLINIC.outcomes or {})[action].states
        if truth in state.rules_out
    ]


def _lists(opening: str, entry: str = "- {a}: {o}") -> str:
    """A list for each truth, with this opening and these entries."""
    found = [TITLE]
    for truth in TRUTHS:
        bullets = "\n".join(entry.format(a=action, o=label) for action, label in _entries(truth))
        found.append(f"{opening.format(t=truth)}\n{bullets}\n")
    return "\n".join(found)


def _rows(head: str, joined: str = "; ") -> str:
    """A row of a table for each truth."""
    rows = [f"| {truth} | {joined.join(f'{a}: {o}' for a, o in _entries(truth))} |" for truth in TRUTHS]
    return "\n".join([TITLE, head, "|---|---|", *rows, ""])


def test_the_clinic_s_book_by_action_is_right() -> None:
    assert read_widely(CLINIC, BY_ACTION).checked


@pytest.mark.parametrize(
    "opening",
    [
        "**{t}** is ruled out when:",
        "{t} is excluded if:\n",
        "**{t} is ruled out by:**",
        "### {t}\n\nExcluded if:\n",
        "### {t}\n\nRuled out when:",
        "### {t}\n\nIt is ruled out by any of the following findings:\n",
        "### {t}\n{t} is excluded if:",
        "### {t}\n\nIt is a disease.\nRuled out when:",
        "### {t}\n\nIt is a disease. It is excluded when one of these results is seen:\n",
        "### What rules out {t}\n",
        "### {t} is excluded by:\n",
    ],
)
def test_a_list_by_truth_is_read_below_its_opening(opening: str) -> None:
    book = _lists(opening)
    assert read_widely(CLINIC, book).checked, book


@pytest.mark.parametrize(
    "entry",
    [
        "- {a}: {o};",
        "- **{a}**: {o}, or",
        "- {a} {o}",
        "- {a} is {o}",
        "- {a} are found to be {o}.",
        "1. {a} shows {o}",
        "- A result of {o} in {a}",
    ],
)
def test_an_entry_of_a_list_by_truth_has_one_of_a_few_forms(entry: str) -> None:
    report = read_widely(CLINIC, _lists("**{t}** is ruled out when:", entry))
    assert report.checked


def test_lists_below_a_bullet_in_a_sentence_or_in_a_table_are_read() -> None:
    nested = _lists("- **{t}** is ruled out when:", "  - {a}: {o}")
    below = _lists("- **{t}**\n  - Ruled out by:", "    - {a}: {o}")
    said = [f"{t} is ruled out by: {'; '.join(f'{a}: {o}' for a, o in _entries(t))}." for t in TRUTHS]
    for book in (nested, below, "\n\n".join([TITLE, *said])):
        assert read_widely(CLINIC, book).checked, book
    for head, joined in (
        ("| Truth | Ruled out by |", "; "),
        ("| Condition | Excluded by |", ", "),
        ("| Disease | Ruled out if |", "<br>"),
        ("| Disease | Ruled out by the following findings |", " or "),
    ):
        assert read_widely(CLINIC, _rows(head, joined)).checked, head


@pytest.mark.parametrize(
    "behind", ["\n- only in the tropics", "\n\n  only in the tropics", "\n\nUnless there is fever."]
)
def test_what_goes_on_below_a_list_in_a_sentence_keeps_the_book_from_being_checked(behind: str) -> None:
    """It is read like any sentence then, and a list of several actions is not found."""
    said = [f"{t} is ruled out by: {'; '.join(f'{a}: {o}' for a, o in _entries(t))}." for t in TRUTHS]
    book = "\n\n".join([TITLE, *said])
    assert read_widely(CLINIC, book).checked
    report = read_widely(CLINIC, book.replace(said[0], f"{said[0]}{behind}"))
    assert not report.agrees and len([rule for rule in report.right if rule.truth == 0]) < 4
    assert not read_widely(CLINIC, book.replace(said[1], f"{said[1]}{behind}")).checked


def test_sentences_below_a_heading_that_opens_a_list_are_read_as_before() -> None:
    book = _lists("### What rules out {t}\n", "- If {a} shows {o}, it is ruled out.")
    assert read_widely(CLINIC, book).agrees


@pytest.mark.parametrize("form", [listed, truth_table])
def test_a_truth_that_nothing_rules_out_has_an_empty_list(form: Callable[[Instance], str]) -> None:
    for game in drawn("medical", 3):
        book, spared = form(game), game.truths[0]
        tables = {
            action: outcomes.model_copy(
                update={
                    "states": [
                        state.model_copy(update={"rules_out": [t for t in state.rules_out if t != spared]})
                        for state in outcomes.states
                    ]
                }
            )
            for action, outcomes in (game.outcomes or {}).items()
        }
        without = game.model_copy(update={"outcomes": tables})
        assert read_widely(game, book).checked and read_widely(without, form(without)).checked
        report = read_widely(game, form(without))
        assert report.contradicted == {rule for rule in report.wanted if rule.truth == 0} and not report.agrees


RIGHT = _lists("### {t}\n\nRuled out when:\n")
NAMED = _lists("**{t}** is ruled out when:")
TABLE = _rows("| Truth | Ruled out by |")
VIRUS, NODES = "- Germ found: virus", "- Lymph nodes: swollen all over"


def _planted(right: str, said: str, wrong: str) -> str:
    assert right.count(said) >= 1 and read_widely(CLINIC, right).checked
    return right.replace(said, wrong, 1)


WRONG = {
    "exchanged truths": (NAMED, "**Scarlet fever** is", "**Ulcerative colitis** is"),
    "exchanged headings": (RIGHT, "### Scarlet fever", "### Appendicitis"),
    "an entry of another list": (RIGHT, VIRUS, f"{VIRUS}\n- Lymph nodes: none felt"),
    "another outcome": (RIGHT, VIRUS, "- Germ found: bacterium"),
    "an outcome that there is not": (RIGHT, VIRUS, "- Germ found: fungus"),
    "an outcome of another action": (RIGHT, VIRUS, "- Belly pain: virus"),
    "a moved bound": (RIGHT, "5 to 60", "5 to 70"),
    "a bound of the next range": (RIGHT, "5 to 60", "5 to 150"),
    "another unit": (RIGHT, "(per nl): 5 to 60", "(per nl): 5 to 60 per ml"),
    "another unit in the name": (RIGHT, "Platelets (per nl)", "Platelets (per ml)"),
    "not, with a truth": (NAMED, "**Scarlet fever** is ruled out", "**Scarlet fever** is not ruled out"),
    "not, below a heading": (RIGHT, "Ruled out when:", "Not ruled out when:"),
    "it is not": (RIGHT, "Ruled out when:", "It is not ruled out when:"),
    "never": (NAMED, "is ruled out when:", "is never ruled out when:"),
    "unless": (NAMED, "is ruled out when:", "is ruled out unless:"),
    "except": (RIGHT, "Ruled out when:", "Ruled out except when:"),
    "only": (RIGHT, "Ruled out when:", "Ruled out only when:"),
    "rarely": (NAMED, "is ruled out when:", "is rarely ruled out when:"),
    "may be": (NAMED, "is ruled out when:", "may be ruled out when:"),
    "probably": (RIGHT, "Ruled out when:", "Probably ruled out when:"),
    "in children": (RIGHT, "Ruled out when:", "Ruled out in children when:"),
    "all of": (RIGHT, "Ruled out when:", "Ruled out when all of the following are seen:"),
    "both of": (NAMED, "is ruled out when:", "is ruled out by both of these:"),
    "none of": (NAMED, "is ruled out when:", "is ruled out by none of these:"),
    "the opposite opening": (RIGHT, "Ruled out when:", "Confirmed when:"),
    "an opening that keeps": (RIGHT, "Ruled out when:", "Possible when:"),
    "these do not": (RIGHT, "Ruled out when:", "These do not rule it out:"),
    "an introduction": (RIGHT, "Ruled out when:", "The following lists are not true.\n\nRuled out when:"),
    "an introduction with a colon": (NAMED, "**Appendicitis** is", "These do not rule out:\n\n**Appendicitis** is"),
    "a joke": (NAMED, "**Appendicitis** is", "A joke:\n\n**Appendicitis** is"),
    "a heading that denies": (RIGHT, "### Appendicitis", "## What does not rule out a disease\n\n### Appendicitis"),
    "a heading that keeps": (RIGHT, "### Appendicitis", "## Consistent findings\n\n### Appendicitis"),
    "a list under another truth": (RIGHT, "Ruled out when:", "**Scarlet fever** is ruled out when:"),
    "another truth between": (RIGHT, "Ruled out when:", "It is like Scarlet fever.\n\nIt is ruled out when:"),
    "a nested entry": (RIGHT, VIRUS, f"- Belly pain: none\n  {VIRUS}"),
    "nested entries": (RIGHT, "\n- Germ found: parasite", "\n  - Germ found: parasite"),
    "a fence around the entries": (RIGHT, f"\n{NODES}", f"\n```\n{NODES}"),
    "a fence around an entry": (RIGHT, f"{VIRUS}\n", f"```\n{VIRUS}\n```\n"),
    "a fence around the list": (NAMED, "**Scarlet fever** is", "```\n**Scarlet fever** is"),
    "a fence with a language": (NAMED, "**Scarlet fever** is", "```text\n**Scarlet fever** is"),
    "a negated entry": (RIGHT, VIRUS, "- Germ found: no virus"),
    "an entry with not": (RIGHT, NODES, "- Lymph nodes: not swollen all over"),
    "an entry that is missing": (RIGHT, VIRUS, "- Germ found: virus missing"),
    "an entry with a condition": (RIGHT, VIRUS, f"{VIRUS}, unless there is fever"),
    "an entry with a hedge": (RIGHT, VIRUS, f"{VIRUS} (sometimes)"),
    "an entry with a second sentence": (RIGHT, VIRUS, f"{VIRUS}. This is disputed"),
    "an entry that asks": (RIGHT, VIRUS, f"{VIRUS}?"),
    "entries taken together": (RIGHT, VIRUS, f"{VIRUS}, Lymph nodes: none felt"),
    "entries joined by and": (RIGHT, f"{VIRUS}\n- ", f"{VIRUS} and "),
    "and at the end": (RIGHT, VIRUS, f"{VIRUS}; and"),
    "an entry struck out": (RIGHT, VIRUS, "- ~~Germ found: virus~~"),
    "an indented paragraph": (RIGHT, "parasite\n", "parasite\n\n  in the tropics.\n"),
    "a sentence behind": (RIGHT, "parasite\n", "parasite\n\nThese do not rule it out.\n"),
    "a condition behind": (RIGHT, "parasite\n", "parasite\n\nUnless there is fever.\n"),
    "a denial behind": (RIGHT, "parasite\n", "parasite\n\nNone of these rules it out.\n"),
    "a row of another truth": (TABLE, "| Scarlet fever |", "| Ulcerative colitis |"),
    "a head that denies": (TABLE, "| Ruled out by |", "| Not ruled out by |"),
    "a head that hedges": (TABLE, "| Ruled out by |", "| Sometimes ruled out by |"),
    "a head with the reverse": (TABLE, "| Truth | Ruled out by |", "| Ruled out | Truth |"),
    "a head of all": (TABLE, "| Ruled out by |", "| Ruled out by all of |"),
    "a cell that denies": (TABLE, "Germ found: virus", "not Germ found: virus"),
    "a cell with and": (TABLE, "virus; Germ", "virus and Germ"),
    "a cell with two truths": (TABLE, "| Scarlet fever |", "| Scarlet fever, Appendicitis |"),
    "a cell with a hedge": (TABLE, "| Scarlet fever |", "| Scarlet fever (mostly) |"),
    "a moved bound in a cell": (TABLE, "5 to 60", "15 to 60"),
    "a table in a fence": (TABLE, "| Truth |", "```\n| Truth |"),
    "a heading of myths": (RIGHT, "### Appendicitis", "## Common myths\n\n### Appendicitis"),
    "a heading of what is withdrawn": (NAMED, "**Appendicitis** is", "## Withdrawn rules\n\n**Appendicitis** is"),
    "a heading of what leaves": (RIGHT, "### Appendicitis", "## What leaves a disease possible\n\n### Appendicitis"),
    "any of these missing": (NAMED, "ruled out when:", "ruled out if any of these is missing:"),
    "any but": (NAMED, "ruled out when:", "ruled out by any result except:"),
    "two truths": (NAMED, "**Scarlet fever** is", "**Scarlet fever** and **Appendicitis** are"),
    "a heading with not": (RIGHT, "### Scarlet fever", "### Not Scarlet fever"),
    "a heading that asks": (RIGHT, "### Scarlet fever", "### Scarlet fever?"),
    "over a range": (RIGHT, "5 to 60", "over 5 to 60"),
    "a range or more": (RIGHT, "5 to 60", "5 to 60 or more"),
    "a footnote": (RIGHT, "parasite\n", "parasite*\n\n\\* not in this game.\n"),
    "a quotation": (RIGHT, "Ruled out when:", "> Ruled out when:"),
    "a question": (NAMED, "**Scarlet fever** is ruled out when:", "Is **Scarlet fever** ruled out when:"),
    "the past": (NAMED, "**Scarlet fever** is ruled", "**Scarlet fever** was ruled"),
    "a rumour": (NAMED, "**Scarlet fever** is ruled", "Some say **Scarlet fever** is ruled"),
    "a list below an action": (NAMED, "**Appendicitis** is", "## Lymph nodes\n\n**Appendicitis** is"),
    "lists of what does not": (
        RIGHT,
        TITLE,
        f"{TITLE}\nIn the lists below, findings that do not rule out are given.\n",
    ),
    "lists the other way": (RIGHT, TITLE, f"{TITLE}\nRead every list below the other way round.\n"),
    "lists that are swapped": (RIGHT, TITLE, f"{TITLE}\nThe lists are swapped between neighbours.\n"),
    "lists taken together": (NAMED, TITLE, f"{TITLE}\nThe findings in each list have to be seen together.\n"),
    "all of these behind": (RIGHT, "parasite\n", "parasite\n\nAll of these must be seen.\n"),
    "a misprint behind": (RIGHT, "parasite\n", "parasite\n\nThe first one is a misprint.\n"),
    "sometimes behind": (RIGHT, "parasite\n", "parasite\n\nSometimes.\n"),
    "rows that are wrong": (TABLE, "none felt |\n", "none felt |\n\nRows with a number are wrong.\n"),
    "a row that is invalid": (TABLE, "none felt |\n", "none felt |\n\nThe second row is invalid.\n"),
    "a table of what keeps": (TABLE, "| Truth |", "The table lists what keeps each disease possible.\n\n| Truth |"),
    "a table introduced": (TABLE, "| Truth |", "None of this is true:\n\n| Truth |"),
}


@pytest.mark.parametrize("kind", list(WRONG))
def test_no_wrong_list_by_truth_passes(kind: str) -> None:
    report = read_widely(CLINIC, _planted(*WRONG[kind]))
    assert not report.agrees


@pytest.mark.parametrize("kind", list(WRONG))
def test_a_wrong_list_beside_right_rules_does_not_pass_either(kind: str) -> None:
    """Every rule is found by action; the wrong list stands behind."""
    right, said, wrong = WRONG[kind]
    behind = right.replace(said, wrong, 1).replace(TITLE, "## Summary\n")
    assert read_widely(CLINIC, f"{BY_ACTION}\n{right.replace(TITLE, '## Summary')}").checked
    assert not read_widely(CLINIC, f"{BY_ACTION}\n{behind}").checked, behind


COLITIS_RULE = "- Right upper side: rules out Ulcerative colitis."
CELLS = "- 1 to 3.5: rules out Appendicitis."
GERMS = "- Virus: rules out Scarlet fever.\n- Parasite: rules out Scarlet fever."
SECTION = """## Germ found

- Bacterium: rules out nothing.
- Virus: rules out Scarlet fever.
- Parasite: rules out Scarlet fever.

"""


def _with(said: str, instead: str) -> WideReport:
    assert BY_ACTION.count(instead) == 1
    return read_widely(CLINIC, BY_ACTION.replace(instead, said))


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("- Right upper side: inconsistent with Ulcerative colitis.", COLITIS_RULE),
        ("- **Right upper side**: not compatible with Ulcerative colitis.", COLITIS_RULE),
        ("- Right upper side:\n  - Inconsistent with Ulcerative colitis.", COLITIS_RULE),
        ("White blood cells from 1 to 3.5 rule out appendicitis.\n", CELLS),
        ("White blood cells between 1 and 3.5 rule out appendicitis.\n", CELLS),
        ("When a virus or a parasite is found, scarlet fever is excluded.\n", GERMS),
    ],
)
def test_these_rules_have_a_known_form(said: str, instead: str) -> None:
    assert _with(said, instead).checked


@pytest.mark.parametrize(
    ("said", "instead", "lost"),
    [
        ("- Right upper side: not inconsistent with Ulcerative colitis.", COLITIS_RULE, 1),
        ("- Right upper side: consistent with Ulcerative colitis.", COLITIS_RULE, 1),
        ("- Right lower side: inconsistent with Ulcerative colitis.", COLITIS_RULE, 1),
        ("- Right upper side: rarely inconsistent with Ulcerative colitis.", COLITIS_RULE, 1),
        ("- Right upper side: inconsistent with Scarlet fever.", COLITIS_RULE, 1),
        ("- Left upper side: inconsistent with Ulcerative colitis.", COLITIS_RULE, 1),
        ("- Right upper side: inconsistent with everything but Ulcerative colitis.", COLITIS_RULE, 1),
        ("White blood cells from 1 to 4.5 rule out appendicitis.\n", CELLS, 1),
        ("White blood cells from 1 to 3.5 do not rule out appendicitis.\n", CELLS, 1),
        ("White blood cells from 1 to 3.5 rarely rule out appendicitis.\n", CELLS, 1),
        ("White blood cells from 1 to 3.5 per ml rule out appendicitis.\n", CELLS, 1),
        ("White blood cells not from 1 to 3.5 rule out appendicitis.\n", CELLS, 1),
        ("White blood cells from 3.5 to 11 rule out appendicitis.\n", CELLS, 1),
        ("When neither a virus nor a parasite is found, scarlet fever is excluded.\n", GERMS, 2),
        ("When a virus or a parasite is missing, scarlet fever is excluded.\n", GERMS, 2),
        ("Unless a virus or a parasite is found, scarlet fever is excluded.\n", GERMS, 2),
        ("When a virus or a parasite is found, scarlet fever is rarely excluded.\n", GERMS, 2),
        ("When a virus or a bacterium is found, scarlet fever is excluded.\n", GERMS, 1),
        ("- Absence of a virus: rules out Scarlet fever.\n- Without the parasite: rules out Scarlet fever.", GERMS, 2),
        ("- Virus: Scarlet fever is ruled out (disputed).\n- Parasite: rules out Scarlet fever.", GERMS, 1),
    ],
)
def test_what_these_forms_do_not_say_is_not_found(said: str, instead: str, lost: int) -> None:
    report = _with(said, instead)
    assert not report.agrees and len(report.wanted - report.right) == lost


@pytest.mark.parametrize(
    ("said", "right", "agrees"),
    [
        ("When a virus or a parasite is found, scarlet fever is excluded.", 9, True),
        ("A virus or a parasite rules out scarlet fever.", 9, True),
        ("When a virus is found, scarlet fever is excluded.", 7, False),
        ("When a virus or none is found, scarlet fever is excluded.", 7, False),
        ("When a virus and a flank, worse on tapping, are found, scarlet fever is excluded.", 7, False),
        ("When neither a virus nor a parasite is found, scarlet fever is excluded.", 7, False),
        ("When a virus or a parasite is missing, scarlet fever is excluded.", 7, False),
    ],
)
@pytest.mark.parametrize("before", ["", "If the belly pain is none, appendicitis is excluded. "])
def test_outcomes_that_only_one_action_has_mean_it_in_running_prose(
    before: str, said: str, right: int, agrees: bool
) -> None:
    """The outcome of the sentence before is not meant, and of one outcome alone nobody knows whose it is."""
    assert BY_ACTION.count(SECTION) == 1
    rest = BY_ACTION.replace(SECTION, "").removeprefix(TITLE)
    report = read_widely(CLINIC, f"{TITLE}\n{before}{said}\n{rest}")
    assert len(report.right) == right and report.agrees == agrees
    assert set(report.found) <= report.wanted
    assert agrees or report.unclear


def test_below_an_action_s_heading_outcomes_of_another_action_are_unclear() -> None:
    said = "- Flank, worse on tapping: rules out Ulcerative colitis."
    pain = "If the pain is in the flank, worse on tapping, ulcerative colitis is excluded."
    report = _with(f"{pain} A virus rules out scarlet fever.\n", said)
    assert set(report.found) <= report.wanted and "it does not name the action and its outcome" in dict(report.unclear)
