"""`kumo play`: an evaluation on the instances of a file, published or our own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.commands.evaluate import open_players, results_options, run_evaluation
from boxwright.commands.kumo.domains import blocking_faults, named_domain
from boxwright.commands.kumo.writing import safe_name
from boxwright.commands.shared import given_options, known_models, launcher, workspace
from boxwright.terminal import echo

FROM_FILE = ("size", "valid")
"""Settings that each instance brings along."""


@click.command("play")
@click.argument("domain")
@click.argument("instances", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--models", required=True, help="Names separated by commas, or a models file: A,B or models.yaml.")
@click.option("--turns", type=click.IntRange(1, 1000), help="T: actions.  [default: those of the largest instance]")
@click.option("--shots", type=click.IntRange(1, 20), default=1, show_default=True, help="S: predictions per instance.")
@click.option("--runs", type=click.IntRange(1, 1000), default=1, show_default=True, help="Episodes per model.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the builtin players.")
@click.option(
    "--kumo",
    metavar="NAME=VALUE",
    multiple=True,
    help="promise=told|untold, book=..., language=..., regret=SEMANTICS, states=N.",
)
@results_options
def play_command(domain: str, instances: Path, models: str, turns: int | None, out: Path, **given: Any) -> int:
    """Measure models on exactly the instances in INSTANCES (JSON lines) of DOMAIN (a file or an id), in that order.

    Results, `--resume`, `boxwright report` and `export` work as with `boxwright eval`.
    """
    from boxwright.blackboxes.reasoning.kumo.instances.files import whole_instances
    from boxwright.blackboxes.reasoning.kumo.play.given import given_domain
    from boxwright.harness.chat import parse_budget
    from boxwright.harness.evaluation.plan import EvalSettings, Evaluation

    kumo = given_options({"kumo": given.pop("kumo"), "option": ()}).get("kumo", {})
    told = [name for name in FROM_FILE if name in kumo]
    if told or kumo.get("book") == "written":
        wrong = f"{told[0]}={kumo[told[0]]}" if told else "book=written"
        raise BoxwrightError(f"--kumo {wrong}: the instances of the file are played as they are; leave it out")
    whole = named_domain(domain)
    safe_name(whole.domain)
    faults = len(blocking_faults(whole))
    if faults:
        said = "in the domain (`boxwright kumo validate`); each instance is proved by itself"
        echo(f"{domain}: {plural(faults, 'fault')} {said}", err=True)
    box = given_domain(whole, whole_instances(instances, whole))
    place = workspace()
    specs = known_models(place)
    players = open_players(place, specs, models, parse_budget(given.pop("budget")), given["concurrency"])
    how = {name: given.pop(name) for name in ("resume", "as_json", "concurrency")}
    with launcher(given.pop("sandbox"), given.pop("unsafe"), [box.id]) as opened:
        settings = EvalSettings(
            models=tuple(players),
            boxes=(box.id,),
            turns=turns or max(len(instance.actions) for instance in box.instances),
            samples=len(box.instances),
            options={"kumo": kumo} if kumo else {},
            **given,
        )
        evaluation = Evaluation(settings, {box.id: box}, players, opened)
        evaluation.check()
        return run_evaluation(evaluation, specs, out, **how)
