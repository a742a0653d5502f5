"""Fifty easy and fifty hard instances of every shipped domain, as one digest each: they never change meaning.

`python -m tests.shipped_instances` rewrites the digests; do so only when a domain itself has changed.
"""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate
from boxwright.blackboxes.seeds import digest
from boxwright.blackboxes.workspace import SHIPPED

PAGE = Path(__file__).with_suffix(".json")
SIZES = {"easy": Sizes(4, 6), "hard": Sizes(12, 16)}
COUNT = 50
SEED = 1


def digests(name: str) -> dict[str, str]:
    """Draw a domain's instances, as `boxwright kumo generate` does, and hash their content hashes."""
    path = SHIPPED / "blackboxes" / "accepted" / "kumo" / name / "domain.json"
    domain = Domain.model_validate_json(path.read_text(encoding="utf-8"))
    made = {size: list(islice(generate(domain, sizes, SEED), COUNT)) for size, sizes in SIZES.items()}
    return {size: digest("\n".join(str(i.hash) for i in instances)) for size, instances in made.items()}


def names() -> list[str]:
    """Return the shipped domains."""
    return sorted(path.parent.name for path in SHIPPED.glob("blackboxes/accepted/kumo/*/domain.json"))


if __name__ == "__main__":
    PAGE.write_text(json.dumps({name: digests(name) for name in names()}, indent=1) + "\n", encoding="utf-8")
    print(f"{len(names())} domains, {COUNT} instances of each size: {PAGE.name}")
