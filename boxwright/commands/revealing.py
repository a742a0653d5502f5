"""`reveal`: publishes the key of sealed tests, and checks that the tests were drawn under it."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.files import held
from boxwright.blackboxes.plural import plural
from boxwright.commands.shared import launcher, sandbox_options, shown, workspace
from boxwright.terminal import echo

if TYPE_CHECKING:
    from boxwright.harness.evaluation.store import Store
    from boxwright.sandbox import Launcher


@click.command("reveal")
@click.argument("folder", metavar="RUN", type=click.Path(path_type=Path))
@click.argument("keyfile", metavar="[KEYFILE]", required=False, type=click.Path(dir_okay=False, path_type=Path))
@sandbox_options
def reveal_command(folder: Path, keyfile: Path | None, sandbox: str, unsafe: bool) -> int:
    """Publish the key of the sealed tests in RUN, and check it.

    KEYFILE is stored in RUN for all to see, if it is the key that RUN committed to. Without KEYFILE a key that was
    revealed before is checked again, by whoever has RUN: the commitment, and all tests, drawn again under the key.
    """
    from boxwright.harness.evaluation.sealing import commitment, read_key
    from boxwright.harness.evaluation.store import Store

    with ExitStack() as stack:
        store = stack.enter_context(closing(Store.open(folder)))
        settings = store.settings
        if not settings.get("sealed"):
            raise BoxwrightError(f"{folder}: its tests are not sealed; there is nothing to reveal")
        key = read_key(keyfile) if keyfile else settings.get("secret")
        if not key:
            raise BoxwrightError(f"{folder}: its key has not been revealed; name the key file")
        if commitment(key) != settings["sealed"]:
            named = shown(keyfile) if keyfile else "the key that was revealed"
            raise BoxwrightError(f"{named}: is not the key that {folder} committed to ({settings['sealed']})")
        if keyfile:
            stack.enter_context(held(folder))
            store.reveal(key)
        echo(f"key {key}\ncommitment {settings['sealed']}: the SHA-256 of `sealed v1 KEY`")
        opened = stack.enter_context(launcher(sandbox, unsafe, settings["boxes"]))
        drawn = _drawn_again(store, opened)
    echo(f"{plural(drawn, 'episode')}: the tests are those that the key draws")
    return 0


def _drawn_again(store: Store, opened: Launcher) -> int:
    """Play every episode again under the key, but for changed partners; return how many.

    Raises: Diverged where one differs.
    """
    from boxwright.blackboxes.entries import load_entry, open_entry
    from boxwright.harness.evaluation.plan import plans_of
    from boxwright.harness.replayed import replayed
    from boxwright.harness.report.loaded import is_base

    plan_of, place, number = plans_of(store.settings), workspace(), 0
    for key, record in store.records():
        if record.failure or not is_base(key.box):
            continue
        with open_entry(load_entry(place, key.box), opened) as box:
            for _ in replayed(box, plan_of(key), record, str(key)):
                pass
        number += 1
    return number
