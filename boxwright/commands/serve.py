"""`mcp`, `serve`, `openenv`: our environments for players that call us."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.commands.browsing import free_address, serve_run
from boxwright.commands.shared import environment_options, given_options, launcher, sandbox_options, shown
from boxwright.terminal import echo


@click.command("mcp")
@click.option("--boxes", default="*", show_default=True, help="Ids or patterns, separated by commas.")
@click.option("--turns", default=10, show_default=True, help="T: queries of the exploration.")
@click.option("--shots", default=1, show_default=True, help="S: answers per test sample.")
@click.option("--samples", default=8, show_default=True, help="K: test samples.")
@click.option("--seed", type=int, help="Fix the seed: clients cannot choose it, and begin run 1, run 2 ...")
@click.option("--episodes", type=click.IntRange(1), help="How many episodes may begin; needs --seed.")
@click.option(
    "--limit", type=click.IntRange(1), default=64, show_default=True, help="Episodes that may be open at once."
)
@click.option(
    "--idle",
    type=click.FloatRange(0, min_open=True),
    default=1_800.0,
    show_default=True,
    help="Seconds after which an idle episode is dropped.",
)
@click.option("--http", "address", metavar="HOST:PORT", help="Serve streamable HTTP there (path /mcp), not stdio.")
@click.option("--out", type=click.Path(path_type=Path), help="Append a line of JSON per finished episode to this file.")
@environment_options
@sandbox_options
def mcp_command(
    boxes: str,
    turns: int,
    shots: int,
    samples: int,
    seed: int | None,
    episodes: int | None,
    limit: int,
    idle: float,
    address: str | None,
    out: Path | None,
    sandbox: str,
    unsafe: bool,
    **options: tuple[str, ...],
) -> None:
    """Serve environments to agents by the Model Context Protocol: the tools start, query, answer, status and drop."""
    from boxwright.blackboxes.extras import need

    need("mcp")
    from boxwright.harness.serve.host import Host
    from boxwright.harness.serve.mcp_server import make_server
    from boxwright.harness.serve.results import ResultLines

    if episodes is not None and seed is None:
        raise BoxwrightError("--episodes needs --seed, or clients could begin the same episode again under other names")
    where = free_address(address, "--http") if address else None
    settings: dict[str, Any] = {"turns": turns, "shots": shots, "samples": samples, "options": given_options(options)}
    keep = ResultLines(out) if out else None
    with (
        launcher(sandbox, unsafe) as opened,
        Host(boxes, launcher=opened, limit=limit, idle=idle, on_over=keep, **settings) as host,
    ):
        server = make_server(host, seed=seed, episodes=episodes)
        echo(f"boxwright: {plural(len(host.ids), 'environment')}, sandbox {opened.level}", err=True)
        if where:
            echo(f"boxwright: http://{where[0]}:{where[1]}/mcp", err=True)
            server.run("streamable-http", host=where[0], port=where[1])
        else:
            server.run()


@click.command("serve")
@click.argument("runs", nargs=-1, metavar="[RUN...]", type=click.Path(path_type=Path))
@click.option("--openenv", is_flag=True, help="Serve environments by OpenEnv's protocol.")
@click.option("--boxes", default="*", show_default=True, help="Ids or patterns, separated by commas.")
@click.option("--turns", default=10, show_default=True, help="T: queries of the exploration.")
@click.option("--shots", default=1, show_default=True, help="S: answers per test sample.")
@click.option("--samples", default=8, show_default=True, help="K: test samples.")
@click.option(
    "--sessions", type=click.IntRange(1), default=64, show_default=True, help="Clients that may be connected at once."
)
@click.option("--at", "address", default="127.0.0.1:8000", show_default=True, metavar="HOST:PORT")
@sandbox_options
def serve_command(
    runs: tuple[Path, ...],
    openenv: bool,
    boxes: str,
    turns: int,
    shots: int,
    samples: int,
    sessions: int,
    address: str,
    sandbox: str,
    unsafe: bool,
) -> None:
    """Serve the page of RUN while it goes on; or, with --openenv, environments to training frameworks.

    The page shows truths and hidden rules: serve it to yourself, not to players.
    """
    if openenv is bool(runs):
        raise BoxwrightError("name the results to serve as a page (serve RUN), or --openenv to serve environments")
    if runs:
        serve_run(runs, address)
        return
    from boxwright.blackboxes.extras import need

    need("openenv")
    import uvicorn

    from boxwright.harness.serve.host import Host
    from boxwright.harness.serve.openenv_app import make_app

    where = free_address(address, "--at")
    with (
        launcher(sandbox, unsafe) as opened,
        Host(boxes, launcher=opened, limit=sessions, turns=turns, shots=shots, samples=samples) as host,
    ):
        echo(f"boxwright: {len(host.ids)} environments at http://{address}, sandbox {opened.level}", err=True)
        uvicorn.run(make_app(host, sessions=sessions), host=where[0], port=where[1], log_level="warning")


@click.command("openenv")
@click.argument("identifiers", nargs=-1, required=True, metavar="ID...")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The folder to write.")
@click.option("--turns", default=10, show_default=True, help="T: queries of the exploration.")
@click.option("--shots", default=1, show_default=True, help="S: answers per test sample.")
@click.option("--samples", default=8, show_default=True, help="K: test samples.")
def openenv_command(identifiers: tuple[str, ...], out: Path, turns: int, shots: int, samples: int) -> None:
    """Write the folder that an OpenEnv hub expects, with these environments."""
    from boxwright.harness.export.openenv_folder import write_folder
    from boxwright.harness.serve.host import shipped_ids

    ids = shipped_ids(identifiers)
    write_folder(ids, out, turns=turns, shots=shots, samples=samples)
    echo(f"{shown(out)}: {', '.join(ids)}")
