"""Reading instance files: commands get only playable instances, each with its exclusion table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
from boxwright.blackboxes.reasoning.kumo.domain.reading import Unreadable, parse_json, read_lines
from boxwright.blackboxes.reasoning.kumo.instances.game import FaultyGame
from boxwright.blackboxes.reasoning.kumo.instances.instance import FaultyInstance, Instance, game_of, parse_instance


def instance_lines(path: Path) -> Iterator[tuple[str, Instance | FaultyInstance]]:
    """Yield (place in the file, the instance or the line's fault) for every non-blank line, one in memory at a time."""
    for number, line in enumerate(read_lines(path), 1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        try:
            yield where, parse_instance(parse_json(line), where)
        except Unreadable as error:
            place = f" (column {error.column})" if error.column is not None else ""
            yield where, FaultyInstance(f"{where}: {error}{place}")
        except FaultyInstance as error:
            yield where, error


def read_instances(path: Path) -> Iterator[tuple[str, Instance]]:
    """Yield (place in the file, instance), as written. Raises: FaultyInstance at the first bad line."""
    for where, found in instance_lines(path):
        if isinstance(found, FaultyInstance):
            raise found
        yield where, found


def checked_instances(path: Path, domain: Domain | None) -> Iterator[tuple[str, Instance | FaultyInstance]]:
    """Yield (place in the file, the instance with its table, or why the line cannot be played)."""
    for where, found in instance_lines(path):
        yield where, found if isinstance(found, FaultyInstance) else _checked(where, found, domain)


def _checked(where: str, instance: Instance, domain: Domain | None) -> Instance | FaultyInstance:
    try:
        full = instance.with_outcomes(domain)
        faults = structure_faults(full) + _other_domain(instance, domain)
    except FaultyInstance as error:
        return FaultyInstance(f"{where}: {error}")
    if faults:
        more = f" (and {plural(len(faults) - 1, 'more fault')})" if len(faults) > 1 else ""
        return FaultyInstance(f"{where}: {faults[0]}{more}")
    return full


def playable_instances(path: Path, domain: Domain | None) -> Iterator[tuple[str, Instance]]:
    """Yield (place in the file, instance with its table) for a file whose instances can all be played.

    Raises: FaultyInstance with the line, once it comes to it; also for a file without instances.
    """
    empty = True
    for where, found in checked_instances(path, domain):
        if isinstance(found, FaultyInstance):
            raise found
        empty = False
        yield where, found
    if empty:
        raise FaultyInstance(f"{path}: holds no instance")


def whole_instances(path: Path, domain: Domain | None) -> list[tuple[str, Instance]]:
    """Return all that `playable_instances` yields. Raises: as it does."""
    return list(playable_instances(path, domain))


def structure_faults(instance: Instance) -> list[str]:
    """Return why an instance that includes its outcomes cannot be played, or that it was modified."""
    for kind, names in (("truths", instance.truths), ("actions", instance.actions)):
        if not names:
            return [f"the instance lists no {kind}; list some"]
    try:
        game_of(instance)
    except (FaultyInstance, FaultyGame) as error:
        return [str(error)]
    return [*_valid(instance), *_shown(instance), *filter(None, [instance.changed])]


def _valid(instance: Instance) -> Iterator[str]:
    valid = instance.valid
    if instance.valid_truth is None:
        return
    if instance.strength is not None and len(valid) > 1:
        yield "probabilistic exclusion (`strength`) is defined for one valid truth"
    if not valid:
        yield "`valid_truth` is empty; name the valid truth, or leave the field out"
    elif len(set(valid)) != len(valid):
        yield "`valid_truth` names a truth twice; once is enough"
    elif len(valid) >= len(instance.truths):
        yield f"{len(valid)} valid of {len(instance.truths)} truths leaves nothing to rule out"


def _shown(instance: Instance) -> Iterator[str]:
    table, shown = instance.outcomes or {}, instance.observations
    for action in instance.actions if shown is not None else ():
        assert shown is not None
        if not any(state.matches(shown[action]) for state in table[action].states):
            known = ", ".join(repr(state.label) for state in table[action].states)
            whole = " (a whole range; a number in it is shown)" if isinstance(shown[action], list) else ""
            yield f"action {action!r} shows {shown[action]!r}{whole}, which is none of its outcomes ({known})"


def _other_domain(written: Instance, domain: Domain | None) -> list[str]:
    """Compare an instance's own table with the domain that was given for it."""
    if domain is None or written.outcomes is None:
        return []
    if written.model_copy(update={"outcomes": None}).with_outcomes(domain).outcomes == written.outcomes:
        return []
    return [f"its outcomes are not those of {domain.domain}; name its own domain, or none"]
