"""Where the published domains and instances lie, if they do."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from boxwright.blackboxes.reasoning.kumo.domain.model import Domain, read_domain
from boxwright.blackboxes.reasoning.kumo.instances.files import read_instances
from boxwright.blackboxes.reasoning.kumo.instances.game import Game
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance, playable

ROOT = Path(__file__).resolve().parents[4]
PUBLISHED = Path(os.environ.get("BOXWRIGHT_KUMO_PUBLISHED", ROOT.parent / "shared" / "kumo_published"))
needs_published = pytest.mark.skipif(
    not (PUBLISHED / "domains").is_dir(), reason="no published data; set BOXWRIGHT_KUMO_PUBLISHED to its folder"
)


def domain_of(name: str) -> Domain:
    return read_domain(PUBLISHED / "domains" / f"{name}.json")


def instance_list(name: str, size: str) -> list[Instance]:
    return [instance for _, instance in read_instances(PUBLISHED / "instances" / f"{name}.{size}.jsonl")]


def game_list(name: str, size: str) -> list[Game]:
    domain = domain_of(name)
    return [playable(instance, domain, name) for instance in instance_list(name, size)]
