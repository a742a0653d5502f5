"""`draft`: a sentence becomes a description that builds."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boxwright.blackboxes.description import ID_PATTERN
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.cli import console
from boxwright.commands.build_choices import check_planted
from boxwright.commands.shared import (
    budget_option,
    known_models,
    launcher,
    open_named,
    sandbox_options,
    shown,
    workspace,
)
from boxwright.terminal import echo

if TYPE_CHECKING:
    from collections.abc import Callable

    from boxwright.agents.draft.drafting import DraftResult
    from boxwright.agents.draft.note import Note
    from boxwright.agents.runs.options import BuildOptions
    from boxwright.blackboxes.workspace import Workspace
    from boxwright.harness.chat import Budget
    from boxwright.progress import Progress

GIVEN_UP = 5
"""Exit code if the readers never came to agree."""


@click.command("draft")
@click.argument("text", metavar="[TEXT|FILE]", required=False)
@click.option(
    "--as",
    "identifier",
    metavar="FAMILY/NAME",
    default="",
    help="The id; without it the author chooses.",
)
@click.option("--model", help="The model for all roles: a name from models.yaml, openai/NAME, ..., or `replay`.")
@click.option("--author", help="The model for the author.")
@click.option("--reader", help="The model for the readers, or two (A,B).")
@click.option("--answer", "answers", multiple=True, help="Answers the next question: 1, 2 or words; may be repeated.")
@click.option(
    "--yes", is_flag=True, help="Take the author's reading wherever a question is open and no --answer is left."
)
@click.option("--recording", type=click.Path(path_type=Path), help="With `--model replay`: the recording of a draft.")
@click.option("--strict", is_flag=True, help="With `replay`: refuse if a prompt differs from the recorded one.")
@click.option("--resume", is_flag=True, help="Continue an unfinished draft of the same text, e.g. with an --answer.")
@click.option("--run", default="", metavar="RUN", help="Continue this draft, by number (`003`) or folder.")
@click.option("--planted", default="", help="With `relay`: what was planted into the replies by hand.")
@budget_option("500k")
@sandbox_options
def draft_command(text: str | None, sandbox: str, unsafe: bool, **given: Any) -> int:
    """Turn a sentence or two, or the FILE of a rough note, into a description that builds."""
    from boxwright.agents.draft.drafting import draft, recorded_note
    from boxwright.agents.draft.note import read_note
    from boxwright.agents.draft.roles import NeedsAnswer
    from boxwright.harness.chat import BadReply, ModelError, parse_budget
    from boxwright.progress import Progress
    from boxwright.sandbox import SandboxUnavailable

    _check(text, given)
    note = read_note(text) if text is not None else recorded_note(given["recording"])
    if note.remark:
        echo(note.remark)
    place = workspace()
    taken = place.description_files().get(given["identifier"])
    if taken and not given["resume"]:
        raise BoxwrightError(f"{given['identifier']} is described already, in {shown(taken)}; choose another id")
    budget = parse_budget(given["budget"])
    options = _options(place, given, budget)
    with launcher(sandbox, unsafe) as opened, Progress(console()) as progress:
        person = _person(given, progress)
        try:
            result = draft(place, note, opened, options, person, given["identifier"], progress.report)
        except NeedsAnswer as open_question:
            raise NeedsAnswer(f"{open_question}\n{_again(note, given)}") from open_question
        except (BadReply, ModelError, SandboxUnavailable):
            progress.say("stopped; the replies so far are kept, and --resume continues from there")
            raise
    for answer in person.left:
        echo(f"--answer {answer!r} was not needed: no further question was asked")
    return _say(result)


def _check(text: str | None, given: dict[str, Any]) -> None:
    """Check that the options fit together. Raises: BoxwrightError."""
    from boxwright.blackboxes.box import get_family

    replay = given["model"] == "replay"
    if replay != (given["recording"] is not None):
        raise BoxwrightError("a replay needs both `--model replay` and `--recording FILE`")
    if text is None and not replay:
        raise BoxwrightError('say what the black-box does: boxwright draft "..." --model NAME')
    if replay and any(given[name] for name in ("author", "reader", "answers", "yes", "identifier")):
        raise BoxwrightError(
            "`replay` plays all roles and answers as recorded; remove --author, --reader, --answer, --yes, --as"
        )
    if given["strict"] and not replay:
        raise BoxwrightError("--strict only works with `--model replay`")
    if given["identifier"] and not ID_PATTERN.fullmatch(given["identifier"]):
        raise BoxwrightError(
            f"{given['identifier']!r} is not an id; write <family>/<name> in lower case, e.g. encryption/my_cipher"
        )
    if given["identifier"]:
        get_family(given["identifier"].split("/")[0])
    if any(not answer.strip() for answer in given["answers"]):
        raise BoxwrightError("--answer is empty; write 1, 2 or a sentence")


def _options(place: Workspace, given: dict[str, Any], budget: Budget) -> BuildOptions:
    from boxwright.agents.draft.roles import READERS, ROLES
    from boxwright.agents.runs.options import BuildOptions
    from boxwright.harness.chat import resolve

    shared: dict[str, Any] = {
        "strict": given["strict"],
        "resume": given["resume"] or bool(given["run"]),
        "run": given["run"],
    }
    if given["recording"] is not None:
        return BuildOptions(models={}, recording=given["recording"], **shared)
    specs = known_models(place)
    names = {role: [n for n in (given[role] or given["model"] or "").split(",") if n] for role in ROLES}
    missing = [role for role, named in names.items() if not named]
    if missing:
        raise BoxwrightError(f"no model for {', '.join(missing)}; give --model NAME (see models.yaml), or relay/NAME")
    if len(names["author"]) > 1 or len(names["reader"]) > len(READERS):
        raise BoxwrightError("there is one author, and there are two readers: only --reader takes a list, of two")
    check_planted(given, names, specs)
    models = {role: [open_named(name, place, specs, budget) for name in named] for role, named in names.items()}

    def book(role: str, usage: Any) -> None:
        if role in names:
            budget.add(role, usage, resolve(names[role][0], specs))

    return BuildOptions(models=models, planted=given["planted"], book=book, **shared)


def _person(given: dict[str, Any], progress: Progress) -> Any:
    from boxwright.agents.draft.roles import Person

    def ask(question: str) -> str:
        with progress.paused():
            echo(question)
            return str(click.prompt("your answer"))

    there: Callable[[str], str] | None = ask if sys.stdin.isatty() else None
    return Person(given["answers"], accepts=given["yes"], ask=there)


def _again(note: Note, given: dict[str, Any]) -> str:
    models = " ".join(f"--{name} {given[name]}" for name in ("model", "author", "reader") if given[name])
    return (
        "nothing is written until it is answered; run the same command again with --resume and --answer 1, "
        f"--answer 2, --answer WORDS, or --yes for the author's reading ({models})"
    )


def _say(result: DraftResult) -> int:
    from boxwright.harness.explain import explained
    from boxwright.harness.lint import advice

    echo(f"{plural(result.questions, 'question')}, {plural(result.rounds, 'version')}")
    if result.path is None or result.description is None:
        if result.ending == "given up":
            echo(
                f"boxwright: given up; {result.findings[0]}; all versions: {shown(result.run)}",
                err=True,
            )
            return GIVEN_UP
        echo(f"boxwright: {result.ending}: {result.findings[0]}", err=True)
        for line in result.findings[1:]:
            echo(f"  {line}", err=True)
        echo("nothing was written", err=True)
        return 1
    echo(explained(result.description))
    drafted = result.description.front.drafted
    for point in drafted.decided if drafted else ():
        mark = "" if point.point.rstrip().endswith(("?", ":", ".", "!")) else ":"
        echo(f"decided by the {point.by}: {point.point.rstrip()}{mark} {point.answer}")
    for words in advice(result.description):
        echo(f"advice: {words}")
    echo(f"wrote {shown(result.path)}; edit it if you like, then: boxwright build {result.description.id} --model NAME")
    return 0
