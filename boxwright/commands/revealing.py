"""`reveal`: publishes the key of sealed tests or siblings, and checks that they were drawn under it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
    """Publish the key of the sealed tests, or of the sealed siblings, in RUN, and check it.

    KEYFILE is stored in RUN for all to see, if it is a key that RUN committed to. Without KEYFILE the keys that were
    revealed before are checked again, by whoever has RUN: the commitments, and everything drawn again under the keys.
    """
    from boxwright.harness.evaluation.sealing import commitment, read_key
    from boxwright.harness.evaluation.store import Store

    with ExitStack() as stack:
        store = stack.enter_context(closing(Store.open(folder)))
        settings = store.settings
        siblings = dict(_sealed_siblings(settings.get("facts", {})))
        sealed = {s for s in [settings.get("sealed"), *(s["sealed"] for s in siblings.values())] if s}
        if not sealed:
            raise BoxwrightError(f"{folder}: nothing in it is sealed; there is nothing to reveal")
        keys = dict(settings.get("revealed", {}))
        if keyfile:
            key = read_key(keyfile)
            keys = {commitment(key): key}
        if not keys:
            raise BoxwrightError(f"{folder}: its key has not been revealed; name the key file")
        if wrong := [k for c, k in keys.items() if c not in sealed or commitment(k) != c]:
            named = shown(keyfile) if keyfile else f"the key that was revealed ({wrong[0]})"
            raise BoxwrightError(f"{named}: is not a key that {folder} committed to ({', '.join(sorted(sealed))})")
        if keyfile:
            stack.enter_context(held(folder))
            store.reveal(keys)
        opened = stack.enter_context(launcher(sandbox, unsafe, settings["boxes"]))
        for sealed_as, key in keys.items():
            echo(f"key {key}\ncommitment {sealed_as}: the SHA-256 of `sealed v1 KEY`")
            _check_siblings({box: s for box, s in siblings.items() if s["sealed"] == sealed_as}, key, opened)
            if settings.get("sealed") == sealed_as:
                echo(f"{plural(_drawn_again(store, opened), 'episode')}: the tests are those that the key draws")
    return 0


def _sealed_siblings(facts: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the sealed siblings that were played, with what the results commit to: also those that were exchanged."""
    for box, told in facts.items():
        for name, known in ((box, told), (f"{box}'s sibling", told.get("sibling", {}))):
            if seal := known.get("sealed"):
                yield name, {**seal, "code": known["code"]}


def _check_siblings(siblings: Mapping[str, Mapping[str, Any]], key: str, opened: Launcher) -> None:
    """Draw the siblings again under the key, from their originals. Raises: BoxwrightError where one differs."""
    from boxwright.blackboxes.seeds import digest
    from boxwright.harness.siblings import make, original

    for name, told in siblings.items():
        made = make(original(workspace(), told["sibling_of"]), told["number"], opened, key)
        if digest(made.source) != told["code"]:
            raise BoxwrightError(
                f"{name}: is not what the key draws from {told['sibling_of']}, or that has changed since"
            )
        echo(f"{name}: is what the key draws from {told['sibling_of']}, number {told['number']}")


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
