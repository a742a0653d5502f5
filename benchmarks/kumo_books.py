"""The wide reader of KUMO's books: what share of right rules it finds, and whether a planted wrong statement passes.

Run it with `python -m benchmarks.kumo_books DOMAIN ... [--count 20] [--planted 500]`. A DOMAIN is a file or a folder of
them (the five classic themes are used). Right books are written by rule in seven ordinary forms: bullets by action,
tables, sentences by truth, prose with reasons, `inconsistent with`, lists by truth, and a table by truth. Then wrong
statements of ten kinds are planted into such books, and each is read again. `--stored FOLDER` also reads the
model-written books that are stored below a folder of accepted domains, and `--published DOMAIN INSTANCES ...` the
published books of files of instances. `--natural FOLDER` reads the books in `natural_books` and in `guidebooks`, which
sessions of a model wrote who knew no reader (of the second two were given what the authors' prompt asks for, and no
more), for instances of the published FOLDER (`domains`, `instances`) and, for Fantasy, of the shipped domain.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.table import Table

from boxwright.blackboxes.reasoning.kumo.books.given import with_published_books
from boxwright.blackboxes.reasoning.kumo.books.reader import check_book, is_verified
from boxwright.blackboxes.reasoning.kumo.books.shelf import PLACE
from boxwright.blackboxes.reasoning.kumo.books.stored import stored_books
from boxwright.blackboxes.reasoning.kumo.books.wide import WideReport, read_widely
from boxwright.blackboxes.reasoning.kumo.books.writer import label_of
from boxwright.blackboxes.reasoning.kumo.domain.model import OutcomeState, read_domain
from boxwright.blackboxes.reasoning.kumo.instances.files import whole_instances
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate
from boxwright.blackboxes.workspace import SHIPPED


@dataclass(frozen=True)
class Written:
    """Books that a session of a model wrote for published instances of four themes."""

    name: str
    folder: Path
    easy: range
    """Which instances of the published files they are of; of Fantasy as many, drawn with the seed."""
    hard: range
    seed: int


WRITTEN = (
    Written("natural", Path(__file__).parent / "natural_books", range(40, 44), range(40, 42), 77),
    Written("guidebook", Path(__file__).parent / "guidebooks", range(20, 24), range(46, 47), 177),
)
CLASSIC = ("Medical", "Chemical", "Music", "Education", "Fantasy")
OPENING = """# A guide for the curious

This guide describes the candidates, and how tests help to narrow them down. Read it before you begin.

## The candidates
"""
CLOSING = """
## In closing

Used with patience, these tests help to exclude candidates one after another.
"""


def label_in_prose(state: OutcomeState) -> str:
    """Return an outcome's label as a person writes it."""
    return label_of(state).replace("..", " to ").replace("_", " ")


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _states(instance: Instance) -> Iterator[tuple[str, list[tuple[str, list[str]]]]]:
    """Yield each action with its outcomes' labels and what they rule out."""
    for action in instance.actions:
        states = (instance.outcomes or {})[action].states
        yield (
            action,
            [(label_in_prose(state), [t for t in instance.truths if t in state.rules_out]) for state in states],
        )


def given_games(about: str | None) -> list[Instance]:
    """Read a command line that names domains, and return small games of each; `about` is what `--help` says."""
    parser = argparse.ArgumentParser(description=(about or "").splitlines()[0])
    parser.add_argument("domains", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=2, help="games per domain, each in every form")
    given = parser.parse_args()
    return [g for file in given.domains for g in islice(generate(read_domain(file), Sizes(4, 6), 1), given.count)]


def bullets(instance: Instance) -> str:
    """By action, a bullet per outcome."""
    lines = [f"\n### {n}. {t}\nA candidate that may turn up anywhere." for n, t in enumerate(instance.truths, 1)]
    lines.append("\n## Tests")
    for n, (action, outcomes) in enumerate(_states(instance), 1):
        lines.append(f"\n### {n}. {action}\nA common test.")
        lines += [f"- **{label} result:** Rules out {_listed(out)}." for label, out in outcomes if out]
        lines += [f"- **{label} result:** No exclusions." for label, out in outcomes if not out]
    return OPENING + "\n".join(lines) + CLOSING


def tables(instance: Instance) -> str:
    """By action, a table."""
    lines = ["\n".join(f"- {truth}" for truth in instance.truths)]
    for action, outcomes in _states(instance):
        lines += [f"\n## {action}\n", "| Outcome | Ruled out |", "|---|---|"]
        lines += [f"| {label} | {', '.join(out) or 'none'} |" for label, out in outcomes]
    return OPENING + "\n".join(lines) + CLOSING


def by_truth(instance: Instance) -> str:
    """By truth, what rules it out."""
    lines = []
    for truth in instance.truths:
        lines.append(f"\n### {truth}\n")
        for action, outcomes in _states(instance):
            lines += [f"- Excluded when {action} shows {label}." for label, out in outcomes if truth in out]
    return OPENING + "\n".join(lines) + CLOSING


def listed(instance: Instance) -> str:
    """By truth, a list of what rules it out, opened once."""
    lines = []
    for truth in instance.truths:
        lines.append(f"\n### {truth}\n\nRuled out when:\n")
        found = [f"- {a}: {label}" for a, outcomes in _states(instance) for label, out in outcomes if truth in out]
        lines += found or ["- None"]
    return OPENING + "\n".join(lines) + CLOSING


def truth_table(instance: Instance) -> str:
    """All rules in one table, by truth."""
    lines = ["| Candidate | Ruled out by |", "|---|---|"]
    for truth in instance.truths:
        found = [f"{a}: {label}" for a, outcomes in _states(instance) for label, out in outcomes if truth in out]
        lines.append(f"| {truth} | {'; '.join(found) or 'none'} |")
    return OPENING + "\n" + "\n".join(lines) + "\n" + CLOSING


def prose(instance: Instance) -> str:
    """Sentences with reasons."""
    lines = []
    for action, outcomes in _states(instance):
        lines.append(f"\n### {action}\n\nThis test is quick and cheap.")
        lines += [
            f"If it comes back as {label}, then {_listed(out)} must be excluded, because that finding does not fit."
            for label, out in outcomes
            if out
        ]
    return OPENING + "\n".join(lines) + CLOSING


def inconsistent(instance: Instance) -> str:
    """Sentences that name everything themselves, without headings."""
    lines = [
        f"A result of {label} in the {action} is inconsistent with {_listed(out)}."
        for action, outcomes in _states(instance)
        for label, out in outcomes
        if out
    ]
    return OPENING + "\n\n".join(lines) + CLOSING


FORMS: Mapping[str, Callable[[Instance], str]] = {
    form.__name__: form for form in (bullets, tables, by_truth, prose, inconsistent, listed, truth_table)
}


def _false(instance: Instance, draw: random.Random) -> tuple[str, str, str]:
    """Return an action, an outcome's label, and a truth that this outcome does not rule out."""
    found = [
        (action, label, truth)
        for action, outcomes in _states(instance)
        for label, out in outcomes
        for truth in instance.truths
        if truth not in out
    ]
    return draw.choice(found)


def _retold(instance: Instance, draw: random.Random, change: str) -> Instance | None:
    """Return the instance with one rule changed: another truth, or a moved bound. None if it has no such rule."""
    ranges = change == "bound"
    table = {action: outcomes.model_copy(deep=True) for action, outcomes in (instance.outcomes or {}).items()}
    places = [
        (action, i)
        for action, outcomes in table.items()
        for i, state in enumerate(outcomes.states)
        if isinstance(state.value, list) == ranges or not ranges
        if 0 < len(state.rules_out) < len(instance.truths)
    ]
    if not places:
        return None
    action, i = draw.choice(places)
    state = table[action].states[i]
    if isinstance(state.value, list) and ranges:
        low, high = state.value
        changed = state.model_copy(update={"value": [low, round(high + (high - low) / 4 + 1, 3)]})
    else:
        out = draw.choice(state.rules_out)
        other = draw.choice([t for t in instance.truths if t not in state.rules_out])
        changed = state.model_copy(update={"rules_out": [other if t == out else t for t in state.rules_out]})
    table[action].states[i] = changed
    return instance.model_copy(update={"outcomes": table})


def _inserted(text: str, sentence: str, draw: random.Random, introduction: bool = False) -> str:
    """Return a text with a sentence as a paragraph of its own: before the candidates, or at any blank line after."""
    if introduction:
        return text.replace("\n## The candidates", f"\n{sentence}\n\n## The candidates", 1)
    begun = text.index("## The candidates")
    places = [found.start() for found in re.finditer(r"\n\n", text) if found.start() > begun]
    at = draw.choice(places)
    return f"{text[:at]}\n\n{sentence}{text[at:]}"


_NEGATED = (
    ("Rules out", "Does not rule out"),
    ("Excluded when", "Not excluded when"),
    ("must be excluded", "must not be excluded"),
    ("is inconsistent with", "is not inconsistent with"),
    ("Ruled out when:", "Not ruled out when:"),
    ("| Ruled out by |", "| Not ruled out by |"),
)
TURNED = (
    "Where this guide says that something is ruled out, it means that it is confirmed.",
    "Please note that every rule below is to be read as its opposite.",
    "The word excluded stands for the contrary here: what is excluded is certain.",
    "The exclusions listed below are swapped between neighbouring candidates.",
)


def _sentences(action: str, label: str, truth: str, draw: random.Random) -> Mapping[str, tuple[str, bool]]:
    """Return a wrong sentence of each kind that is one, and whether it stands in the introduction."""
    rule = f"If {action} shows {label}, {truth} is ruled out."
    always = f"In {action}, {label} always proves {truth}."
    meter = f"The instrument used for {action} shows {draw.randint(2, 9)} more than there is, so deduct that first."
    return {
        "always proves": (always, False),
        "reversed meaning": (draw.choice(TURNED), True),
        "invented example": (f"For example, {rule[0].lower()}{rule[1:]}", False),
        "shows too much": (meter, False),
        "code fence": (f"```\n{rule}\n```", False),
        "introduction": (rule, True),
    }


def planted(kind: str, form: str, instance: Instance, draw: random.Random) -> str | None:
    """Return a book with one wrong statement of a kind; None where the form or the game has no place for it."""
    text = FORMS[form](instance)
    action, label, truth = _false(instance, draw)
    if kind in ("exchanged truths", "moved bounds"):
        changed = _retold(instance, draw, "bound" if kind == "moved bounds" else "truth")
        return None if changed is None else FORMS[form](changed)
    if kind == "negation":
        for said, denied in _NEGATED:
            places = [found.start() for found in re.finditer(re.escape(said), text)]
            if places:
                at = draw.choice(places)
                return text[:at] + denied + text[at + len(said) :]
        return None
    if kind == "other units":
        ranges = re.findall(r"\d to -?\d[\d.]*(?=[ ,.:|])", text)
        if len(set(ranges)) < 2:
            return None
        picked = draw.choice(ranges)
        return text.replace(picked, f"{picked} furlongs", 1).replace("Read it", "All numbers are in inches. Read it")
    sentence, introduction = _sentences(action, label, truth, draw)[kind]
    return _inserted(text, sentence, draw, introduction)


_RANGE = re.compile(r"(?<![\w.])(-?\d+(?:\.\d+)?)(?=\s*(?:\w+ )?(?:-|–|to|and|,)\s*-?\d)")


def spoiled(kind: str, text: str, instance: Instance, draw: random.Random) -> str | None:
    """Return a book written by a model or a person with one wrong statement of a kind; None where it has no place."""
    names = "|".join(re.escape(name) for name in instance.truths)
    rule = rf"\b(?:[Rr]ul(?:es?|ing) out|[Ee]xcludes) (?P<after>{names})|(?P<before>{names}) (?:is|are) ruled out"
    if kind in ("exchanged truths", "negation"):
        told = _drawn(list(re.finditer(rule, text)), draw)
        return told and _retold_at(kind, text, told, instance, draw)
    if kind == "moved bounds":
        told = _drawn([m for m in _RANGE.finditer(text) if re.search(rule, _line(text, m.start()))], draw)
        return told and f"{text[: told.start()]}{float(told[1]) - 0.7:g}{text[told.end() :]}"
    if kind == "other units":
        ranged = re.search(r"\d ?(?:-|–|to) ?\d", text)
        return _between(text, "All numbers are in inches.", draw, first=True) if ranged else None
    sentence, introduction = _sentences(*_false(instance, draw), draw)[kind]
    return _between(text, sentence, draw, first=introduction)


def _retold_at(kind: str, text: str, told: re.Match[str], instance: Instance, draw: random.Random) -> str | None:
    """Return a text with another truth in a rule, or with the rule denied."""
    part = "after" if told["after"] else "before"
    if kind == "negation":
        denied = f"does not rule out {told[part]}" if part == "after" else f"{told[part]} is not ruled out"
        return f"{text[: told.start()]}{denied}{text[told.end() :]}"
    others = [truth for truth in instance.truths if truth not in _line(text, told.start())]
    return f"{text[: told.start(part)]}{draw.choice(others)}{text[told.end(part) :]}" if others else None


def _drawn(found: list[re.Match[str]], draw: random.Random) -> re.Match[str] | None:
    return draw.choice(found) if found else None


def _line(text: str, at: int) -> str:
    return text[text.rfind("\n", 0, at) + 1 :].split("\n", 1)[0]


def _between(text: str, sentence: str, draw: random.Random, first: bool) -> str:
    """Return a text with a paragraph at its first blank line after the title, or at any."""
    places = [found.start() for found in re.finditer(r"(?<=\S)\n\n(?=\S)", text)]
    at = places[0] if first else draw.choice(places)
    return f"{text[:at]}\n\n{sentence}{text[at:]}"


KINDS = (
    "exchanged truths",
    "moved bounds",
    "negation",
    "always proves",
    "reversed meaning",
    "invented example",
    "other units",
    "shows too much",
    "code fence",
    "introduction",
)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("domains", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=20, help="right books per domain and form")
    parser.add_argument("--planted", type=int, default=500)
    parser.add_argument("--stored", type=Path)
    parser.add_argument("--published", nargs="+", type=Path, help="a domain, then files of instances with books")
    parser.add_argument("--natural", type=Path, help="the published folder, for the written books")
    given = parser.parse_args()
    files = [file for place in given.domains for file in ([place] if place.is_file() else _classic(place))]
    drawn = [i for file in files for i in islice(generate(read_domain(file), Sizes(4, 6), 1), given.count)]
    drawn += [i for file in files for i in islice(generate(read_domain(file), Sizes(12, 16), 1), given.count // 4)]
    right = Table(
        "books", "number", "rules", "found", "agree", "checked", "rules verified", "verified", title="right books"
    )
    for name, form in FORMS.items():
        _add(right, name, [(instance, form(instance)) for instance in drawn])
    natural: list[tuple[Instance, str]] = []
    if given.stored:
        natural += (stored := list(_stored(given.stored)))
        _add(right, "model-written, stored", stored)
    if given.published:
        domain, *instances = given.published
        published = [book for file in instances for book in _published(domain, file)]
        natural += published
        _add(right, "published", published)
    if given.natural:
        for books in WRITTEN:
            for theme in ("chemical", "music", "education", "fantasy"):
                written = list(_written(books, given.natural, theme))
                natural += written
                _add(right, f"{books.name}, {theme}", written)
    console = Console(width=120)
    console.print(right)
    console.print(_wrong("books by rule", given.planted, partial(_one_by_rule, drawn)))
    accepted = [(instance, text) for instance, text in natural if read_widely(instance, text).agrees]
    if accepted:
        title = f"{len(accepted)} natural books that agree"
        console.print(_wrong(title, given.planted, partial(_one_natural, accepted)))


def _written(books: Written, folder: Path, theme: str) -> Iterator[tuple[Instance, str]]:
    """Yield the written books of a theme: of easy instances, then of hard ones."""
    if theme == "fantasy":
        domain = read_domain(SHIPPED / "blackboxes" / "accepted" / "kumo" / "fantasy_beasts" / "domain.json")
        counts = ((Sizes(4, 6), len(books.easy)), (Sizes(12, 16), len(books.hard)))
        instances = [i for sizes, count in counts for i in islice(generate(domain, sizes, books.seed), count)]
    else:
        name = f"{theme.capitalize()}Env"
        domain = read_domain(folder / "domains" / f"{name}.json")
        instances = []
        for size, wanted in (("easy", books.easy), ("hard", books.hard)):
            file = folder / "instances" / f"{name}.{size}.jsonl"
            instances += [i for _, i in islice(whole_instances(file, domain), wanted.start, wanted.stop)]
    for number, instance in enumerate(instances, 1):
        yield instance, (books.folder / f"{theme}-{number}.txt").read_text(encoding="utf-8")


def _classic(folder: Path) -> list[Path]:
    return [file for theme in CLASSIC if (file := folder / f"{theme}Env.json").is_file()]


def _stored(folder: Path) -> Iterator[tuple[Instance, str]]:
    for accepted in sorted(folder.iterdir()):
        for book in stored_books(accepted):
            found = PLACE.fullmatch("/".join(book.parts[-2:]))
            if found is None:
                raise SystemExit(f"{book}: its folder does not say which instance it is of")
            truths, actions, seed, number = map(int, found.groups()[:4])
            drawn = generate(read_domain(accepted / "domain.json"), Sizes(truths, actions), seed)
            yield next(islice(drawn, number - 1, None)), (book / "book.md").read_text("utf-8")


def _published(domain: Path, instances: Path) -> Iterator[tuple[Instance, str]]:
    for _, instance in with_published_books(instances, whole_instances(instances, read_domain(domain))):
        yield instance.with_outcomes(read_domain(domain)), instance.knowledge_book or ""


def _add(table: Table, name: str, books: list[tuple[Instance, str]]) -> None:
    reports: list[WideReport] = [read_widely(instance, text) for instance, text in books]
    exactly = [not check_book(instance, text) for instance, text in books]
    rules, found = sum(len(r.wanted) for r in reports), sum(len(r.right) for r in reports)
    agree, checked = sum(report.agrees for report in reports), sum(report.checked for report in reports)
    verified = sum(is_verified(instance, text) for instance, text in books)
    counted = ((found, rules), *((n, len(books)) for n in (agree, checked, sum(exactly), verified)))
    shares = [f"{100 * n / max(1, of):.1f} %" for n, of in counted]
    table.add_row(name, str(len(books)), str(rules), *shares)


def _one_by_rule(drawn: list[Instance], kind: str, draw: random.Random) -> tuple[Instance, str] | None:
    form, instance = draw.choice(list(FORMS)), draw.choice(drawn)
    text = planted(kind, form, instance, draw)
    return None if text is None or text == FORMS[form](instance) else (instance, text)


def _one_natural(books: list[tuple[Instance, str]], kind: str, draw: random.Random) -> tuple[Instance, str] | None:
    instance, text = draw.choice(books)
    wrong = spoiled(kind, text, instance, draw)
    return None if wrong is None or wrong == text else (instance, wrong)


def _wrong(title: str, wanted: int, one: Callable[[str, random.Random], tuple[Instance, str] | None]) -> Table:
    draw, made, agreed, passed = random.Random(1), Counter[str](), Counter[str](), Counter[str]()
    for kind in KINDS:
        for _ in range(20 * wanted):
            if made[kind] >= wanted // len(KINDS):
                break
            if book := one(kind, draw):
                made[kind] += 1
                report = read_widely(*book)
                agreed[kind] += report.agrees
                passed[kind] += report.checked
    table = Table("planted", "books", "agree", "passed as checked", title=f"wrong statements in {title}")
    for kind in KINDS:
        table.add_row(kind, str(made[kind]), str(agreed[kind]), str(passed[kind]))
    table.add_row("all", str(made.total()), str(agreed.total()), str(passed.total()))
    return table


if __name__ == "__main__":
    main()
