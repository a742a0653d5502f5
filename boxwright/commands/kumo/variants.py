"""`kumo probabilistic`: games in which an outcome rules out with a stated probability."""

from __future__ import annotations

import math
from itertools import islice
from pathlib import Path

import click

from boxwright.cli import console
from boxwright.commands.kumo.domains import sound_domain
from boxwright.commands.kumo.writing import instance_lines_of, picture_beside, write_picture, write_whole
from boxwright.commands.shared import shown


@click.command("probabilistic")
@click.argument("name", metavar="DOMAIN")
@click.option("--strength", type=float, default=0.9, show_default=True, help="How surely an outcome rules out.")
@click.option("--truths", type=int, default=4, show_default=True)
@click.option("--actions", type=int, default=12, show_default=True)
@click.option("--count", type=click.IntRange(min=1), default=50, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True)
def probabilistic_command(
    name: str, strength: float, truths: int, actions: int, count: int, seed: int, out: Path
) -> None:
    """Draw certified instances of probabilistic exclusion, and play them by Bayes (docs/kumo.md).

    `kumo book` writes their books; `kumo play` lets models play them.
    """
    from rich.table import Table

    from boxwright.blackboxes.reasoning.kumo.instances.probabilistic import SURE, draw, play
    from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import bars

    picture = picture_beside(out)
    table = Table("strength", "stops at", "games", "right", "mean actions", box=None)
    means: dict[str, float] = {}
    games = list(islice(draw(sound_domain(name), Sizes(truths, actions), seed, strength), count))
    for sure in (0.6, 0.75, SURE):
        stops = f"{sure:.0%}"
        played = [play(game, sure) for game in games]
        right = sum(p.right for p in played) / count
        means[stops] = math.fsum(p.actions for p in played) / count
        table.add_row(f"{strength}", stops, str(count), f"{right:.1%}", f"{means[stops]:.2f}")
    write_whole(out, instance_lines_of(games))
    console().print(table)
    write_picture(picture, bars(f"{name}, strength {strength}: mean actions until a truth is so sure", means, "sure"))
    click.echo(f"wrote {shown(out)} and {shown(picture)}")
