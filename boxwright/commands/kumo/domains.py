"""Domains as commands take them: a file, or the id of an accepted one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.commands.shared import workspace

if TYPE_CHECKING:
    from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
    from boxwright.blackboxes.reasoning.kumo.domain.validator import Fault


def named_domain(name: str) -> Domain:
    """Return a domain by its file, or by the id of an accepted one. Raises: FaultyDomain, UnknownBox."""
    from boxwright.blackboxes.reasoning.kumo.domain.model import parse_domain
    from boxwright.blackboxes.reasoning.kumo.domain.published import read_any_domain
    from boxwright.blackboxes.registry import load

    if Path(name).is_file():
        return read_any_domain(Path(name))
    if not name.startswith("kumo/"):
        raise BoxwrightError(f"{name}: no such file; name a domain's file, or an accepted domain as kumo/<domain>")
    return parse_domain(json.loads(load(workspace(), name).source), name)


def blocking_faults(domain: Domain) -> list[Fault]:
    """Return the faults of a domain that make its games meaningless."""
    from boxwright.blackboxes.reasoning.kumo.domain.validator import find_faults

    return [fault for fault in find_faults(domain) if fault.blocking]


def sound_domain(name: str) -> Domain:
    """Return a domain (a file or an id) that has no blocking fault. Raises: BoxwrightError."""
    from boxwright.blackboxes.reasoning.kumo.domain.model import FaultyDomain

    domain = named_domain(name)
    blocking = blocking_faults(domain)
    if blocking:
        more = f" (and {len(blocking) - 1} more; see `boxwright kumo validate`)" if len(blocking) > 1 else ""
        raise FaultyDomain(f"{name}: {blocking[0]}{more}")
    return domain
