"""`kumo book`, `check-book`, `write-book`: knowledge books by rule or by models, and their checker."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.cli import console
from boxwright.commands.kumo.domains import named_domain
from boxwright.commands.kumo.writing import FILE, OUT, whole_file
from boxwright.commands.shared import budget_option, known_models, open_named, shown, workspace
from boxwright.terminal import echo, echo_json, visible_json

if TYPE_CHECKING:
    from boxwright.blackboxes.reasoning.kumo.books.reader import BookFinding
    from boxwright.blackboxes.reasoning.kumo.books.wide import WideFinding, WideReport
    from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance


@click.command("book")
@click.argument("file", type=FILE)
@click.option("--style", type=click.Choice(["template", "symbolic", "long"]), default="template", show_default=True)
@click.option("--language", type=click.Choice(["en", "zh"]), default="en", show_default=True)
@click.option("--domain", help="The domain (a file or an id); not needed if the lines carry `outcomes`.")
@click.option("--out", type=OUT, help="The file to write.  [default: standard output]")
def book_command(file: Path, style: str, language: str, domain: str | None, out: Path | None) -> None:
    """Write the knowledge book of every instance in FILE without a model, one JSON line each."""
    from boxwright.blackboxes.reasoning.kumo.books.reader import check_book
    from boxwright.blackboxes.reasoning.kumo.books.writer import book_text

    def rows() -> Iterator[str]:
        for number, (where, instance) in enumerate(_instances(file, domain), start=1):
            text = book_text(instance, style, language)
            findings = check_book(instance, text)
            if findings:
                raise BoxwrightError(f"{where}: the book does not pass its checker: {findings[0]}")
            row = {"instance": number, "hash": instance.hash, "style": style, "language": language, "book": text}
            yield json.dumps(row, ensure_ascii=False) + "\n"

    if out is None:
        click.echo(visible_json("".join(rows())), nl=False)  # all of them or nothing
        return
    written = 0
    with whole_file(out) as books:
        for row in rows():
            books.write(row)
            written += 1
    echo(f"{shown(out)}: {plural(written, 'book')}")


@click.command("weak-books")
@click.argument("file", type=FILE)
@click.option("--faults", type=click.IntRange(min=1), default=1, show_default=True, help="Wrong rules in each book.")
@click.option("--language", type=click.Choice(["en", "zh"]), default="en", show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--domain", help="The domain (a file or an id); not needed if the lines carry `outcomes`.")
@click.option("--out", type=OUT, required=True, help="JSON lines for `kumo play --books`.")
def weak_books_command(file: Path, faults: int, language: str, seed: int, domain: str | None, out: Path) -> None:
    """Write books with wrong rules for the instances in FILE: rules left out, said of another truth, or invented.

    To see what a book's faults cost, play the same instances with these books and with right ones.
    """
    from boxwright.blackboxes.reasoning.kumo.books.given import FOLDER
    from boxwright.blackboxes.reasoning.kumo.books.reader import check_book
    from boxwright.blackboxes.reasoning.kumo.books.weak import weak_book

    written = found = 0
    with whole_file(out) as books:
        for where, instance in _instances(file, domain):
            if instance.seed is None:
                raise BoxwrightError(f"{where}: has no `seed`, by which its book is found; add a number")
            text = weak_book(instance, faults, seed, language)
            found += len(check_book(instance, text))
            books.write(json.dumps({"seed": instance.seed, FOLDER: text}, ensure_ascii=False) + "\n")
            written += 1
    echo(f"{shown(out)}: {plural(written, 'book')}, {plural(found, 'finding')} by the checker")


def _instances(file: Path, domain: str | None) -> Iterator[tuple[str, Instance]]:
    """Yield instances with their tables, each with its file and line. Raises: FaultyInstance."""
    from boxwright.blackboxes.reasoning.kumo.instances.files import playable_instances

    return playable_instances(file, named_domain(domain) if domain else None)


@click.command("check-book")
@click.argument("book", type=click.Path(exists=True, path_type=Path))
@click.argument("instances", type=FILE)
@click.option(
    "--instance", type=click.IntRange(min=1), default=1, show_default=True, help="Line of the instance, from 1."
)
@click.option("--every", is_flag=True, help="Check the book of each instance: a line each, and how many there are.")
@click.option("--domain", help="The domain (a file or an id); not needed if the lines carry `outcomes`.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line per finding.")
@click.option("--wide", is_flag=True, help="Look for the rules in natural prose (English).")
@click.option("--readers", metavar="A,B", help="Two models that read the prose, each by itself.")
@click.option("--resume", is_flag=True, help="With --readers: continue the newest unfinished run.")
@budget_option("500k")
def check_book_command(
    book: Path, instances: Path, instance: int, every: bool, domain: str | None, as_json: bool, **given: Any
) -> int:
    """Compare what BOOK rules out with the table of an instance.

    BOOK is a text, or what `kumo play --books` takes for the same file: JSON lines of books (`kumo book --out`, or
    `seed` and `knowledge_book`, as published instances have them), or a folder of seed=N.txt.

    The strict reader understands every sentence that states a rule, or says which one it does not: in a book without
    findings the rules are verified. It is *verified* if it holds nothing else: background is counted, and nobody
    judges it. With --wide, rules are looked for in any wording too; a book in which all are
    found, nothing is objectionable, and every sentence was understood, is *checked*, which is less. With --readers,
    two models that do not know the rules write down what the book says; it is *checked* if both wrote the table and
    objected to nothing. Exit code 1 if there are findings, or background that nobody judges.
    """
    from collections import Counter

    from boxwright.blackboxes.reasoning.kumo.books.given import books_of

    if every and given["readers"]:
        raise BoxwrightError("--every reads without models; leave --readers out")
    known = list(_instances(instances, domain))
    if instance > len(known):
        raise BoxwrightError(f"{instances}: has {plural(len(known), 'instance')}; there is no instance {instance}")
    wanted = known if every else known[instance - 1 : instance]
    many = book.is_dir() or book.suffix == ".jsonl"
    texts = books_of(book, known if many else wanted)
    if not every and texts[wanted[0][0]] is None:
        raise BoxwrightError(f"{book}: has no book of instance {instance}")
    verdicts, doubtful = Counter[str](), False
    for where, one in wanted:
        text = texts[where]
        checked = Checked("", "no book", (), ()) if text is None else _checked(one, text, **given)
        verdicts[checked.verdict] += 1
        doubtful |= text is None or bool(checked.findings or checked.background)
        if as_json:
            for finding in checked.findings:
                row = {"kind": finding.kind, "message": finding.message, "sentence": finding.sentence}
                echo_json(json.dumps({"instance": where, **row} if every else row, ensure_ascii=False))
        elif every:
            echo(f"{where}: {checked.said}{checked.verdict}")
        else:
            for finding in checked.findings:
                echo(finding)
            if checked.background:
                told = plural(len(checked.background), "sentence or title", "sentences and titles")
                echo(f"{told} of background, which no reader judges, from {checked.background[0]!r} on")
            echo(f"{checked.said}{checked.verdict}")
    if every and not as_json:
        counts = "; ".join(f"{number} {verdict}" for verdict, number in verdicts.most_common())
        echo(f"{plural(len(known), 'instance')}: {counts}")
    return int(doubtful)


class Checked(NamedTuple):
    """What a reader says of a book."""

    said: str
    """What was counted, up to the verdict."""
    verdict: str
    findings: Sequence[BookFinding | WideFinding]
    background: Sequence[str]
    """The beginnings of sentences that nobody judges, where the rules are right."""


def _checked(wanted: Instance, text: str, readers: str | None, **given: Any) -> Checked:
    """Compare one book with its instance's table. Raises: BoxwrightError."""
    from boxwright.blackboxes.reasoning.kumo.books.reader import LONGEST_SHOWN, check_book, unjudged
    from boxwright.blackboxes.reasoning.kumo.books.wide import wide_findings
    from boxwright.blackboxes.reasoning.kumo.books.writer import statements_of

    report = _read_by(wanted, text, readers=readers, **given)
    exact = check_book(wanted, text) if report is None or given["wide"] else None
    right = exact == []
    background = [each[:LONGEST_SHOWN] for each in unjudged(wanted, text)] if right else []
    findings = wide_findings(wanted, report) if report and not right else exact or []
    found = f", {len(report.right)} found, {len(report.contradicted)} contradicted" if report else ""
    unread = "" if right or not report else f", {plural(len(report.unread), 'sentence')} not understood"
    level = f"checked by {readers}" if readers else "checked" if report else "verified"
    agrees = "agrees, " if report and report.agrees else ""
    verdict = "verified" if right else f"{agrees}not {level}" if findings else level
    said = f"{plural(len(statements_of(wanted)), 'statement')} in the table{found}{unread}"
    said += f", {plural(len(findings), 'finding')} in the book: "
    return Checked(said, "rules verified, not the background" if background else verdict, findings, background)


def _read_by(
    wanted: Instance, text: str, wide: bool, readers: str | None, resume: bool, budget: str
) -> WideReport | None:
    """Return what the wide reader or two models found in a book; None for the strict reader. Raises: BoxwrightError."""
    from boxwright.agents.kumo.book_reading import ROLES, read_book
    from boxwright.agents.runs.options import BuildOptions
    from boxwright.blackboxes.reasoning.kumo.books.wide import read_widely
    from boxwright.harness.chat import parse_budget

    if readers is None:
        return read_widely(wanted, text) if wide else None
    names = [name.strip() for name in readers.split(",")]
    if wide or len(names) != 2 or names[0] == names[1]:
        raise BoxwrightError(f"--readers {readers}: name two different models, A,B, and leave --wide out")
    place, money = workspace(), parse_budget(budget)
    specs = known_models(place)
    models = {role: [open_named(name, place, specs, money)] for role, name in zip(ROLES, names, strict=True)}
    return read_book(place, wanted, text, BuildOptions(models=models, resume=resume))


@click.command("write-book")
@click.argument("domain", metavar="DOMAIN")
@click.option("--truths", type=click.IntRange(min=2), default=4, show_default=True)
@click.option("--actions", type=click.IntRange(min=1), default=6, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "--instance",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Number of the instance, from 1.",
)
@click.option("--language", type=click.Choice(["en", "zh"]), default="en", show_default=True)
@click.option("--writer", required=True, help="The model that writes, or `replay` to use the stored recording.")
@click.option("--reviser", help="The model that revises.  [default: the writer]")
@click.option("--rounds", type=click.IntRange(0, 3), default=3, show_default=True, help="Maximum number of reviews.")
@click.option("--strict", is_flag=True, help="With `replay`: fail if a prompt differs from the recorded one.")
@click.option("--resume", is_flag=True, help="Continue the newest unfinished run.")
@click.option("--planted", default="", help="With `relay`: describe what was planted in the replies by hand.")
@budget_option("500k")
def write_book_command(domain: str, writer: str, reviser: str | None, budget: str, **given: Any) -> int:
    """Let models write and revise the book of one instance of an accepted DOMAIN (kumo/<domain>).

    The book is stored only if the checker finds nothing; otherwise its findings are printed, with exit code 5.
    """
    from boxwright.agents.kumo.book_build import BookOrder, write_book
    from boxwright.agents.kumo.book_graph import BookSettings
    from boxwright.agents.runs.options import BuildOptions
    from boxwright.harness.chat import parse_budget
    from boxwright.progress import Progress

    place = workspace()
    keys = ("truths", "actions", "seed", "instance", "language")
    order = BookOrder(domain=domain, **{key: given[key] for key in keys})
    if writer == "replay":
        if reviser:
            raise BoxwrightError("`replay` plays both; leave --reviser out")
        stored = place.own_folder(domain) / "books" / order.place / "recording.jsonl"
        if not stored.is_file():
            raise BoxwrightError(f"{shown(stored)}: there is no recording to replay; write the book with a model once")
        options = BuildOptions(models={}, recording=stored, strict=given["strict"])
    else:
        specs, money = known_models(place), parse_budget(budget)
        named = {"writer": writer, "reviser": reviser or writer}
        models = {role: [open_named(name, place, specs, money)] for role, name in named.items()}
        options = BuildOptions(models=models, resume=given["resume"], planted=given["planted"])
    with Progress(console()) as progress:
        progress.start(order.run)
        result = write_book(place, order, options, BookSettings(rounds=given["rounds"]), progress.report)
        if result.folder is not None:
            progress.say(f"[green]accepted[/] after {plural(len(result.versions), 'version')}: {shown(result.folder)}")
            return 0
        for finding in result.findings:
            progress.fault(finding)
        progress.say(f"[red]{result.ending}[/]; the versions: {shown(result.run)}")
    return 5
