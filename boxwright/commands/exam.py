"""`exam`: writes a description's held-back examples from a person's own implementation of the rule."""

from __future__ import annotations

from pathlib import Path

import click

from boxwright.commands.shared import launcher, sandbox_options, shown, workspace
from boxwright.terminal import echo


@click.command("exam")
@click.argument("identifier", metavar="ID")
@click.option(
    "--reference",
    "file",
    required=True,
    type=click.Path(path_type=Path),
    help="A module with the functions of the family's boxes, written without looking at any box. It runs in the "
    "sandbox.",
)
@click.option("--source", help="Where the answers come from, for the exam's first line.  [default: unchanged]")
@click.option("--check", is_flag=True, help="Compare with the existing exam; write nothing.")
@sandbox_options
def exam_command(identifier: str, file: Path, source: str | None, check: bool, sandbox: str, unsafe: bool) -> int:
    """Write the exam of description ID: examples that no model is shown.

    The inputs are drawn from the domain, and the reference answers them. A box is accepted only if it gives the same
    answers. The exit code is 1 if --check finds a difference.
    """
    from boxwright.blackboxes.registry import check_built, sibling_of
    from boxwright.harness.exams import difference, exam_text, open_reference, source_of, write_exam

    place = workspace()
    check_built(identifier)
    description = place.description(identifier)
    named = source or source_of(description, file, place)
    with launcher(sandbox, unsafe) as opened, open_reference(description, file, opened) as reference:
        text = exam_text(reference, named)
    differs = difference(description, text)
    sibling = sibling_of(place, identifier)
    if check:
        rebuild = sibling.remedy if sibling else "rebuild the box"
        remedy = f"; write it with `boxwright exam {identifier} --reference {file}`, then {rebuild}"
        echo(f"{differs}{remedy}" if differs else f"{identifier}: the exam agrees with the reference")
        return 1 if differs else 0
    path = write_exam(place, description, text)
    echo(f"{shown(path)}: {len(text.splitlines()) - 1} examples" + ("" if differs else ", as before"))
    if differs and place.accepted_folder(identifier) is not None:
        echo(f"next: {sibling.remedy if sibling else f'boxwright build {identifier}'}")
    return 0
