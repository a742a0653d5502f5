"""How often games repeat up to names, and what is left of them after some actions: what shared tables would save.

    python -m benchmarks.kumo_repeats DOMAIN ... [--sizes 4/6,12/16] [--count 1000]

Games are drawn as `boxwright kumo golden` draws them, from DOMAINs as JSON, and played by the most informative action.
Optimal play depends neither on the valid truth nor on the outcomes that will be shown, so both are left out of the
comparison, as are truths that are ruled out, and actions that no longer rule out anything.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from boxwright.blackboxes.reasoning.kumo.domain.model import read_domain
from boxwright.blackboxes.reasoning.kumo.instances.game import Game, members
from boxwright.blackboxes.reasoning.kumo.instances.instance import playable
from boxwright.blackboxes.reasoning.kumo.instances.renaming import structure_key
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate
from boxwright.blackboxes.reasoning.kumo.optimal.greedy import greedy_action
from boxwright.blackboxes.seeds import derive


def left_of(game: Game, alive: int, left: int) -> Game:
    """Return the game of the survivors and the actions that can still rule one of them out."""
    truths = members(alive)
    actions = [a for a in members(left) if any(mask & alive for mask in game.states[a])]
    states = tuple(
        tuple(sum(1 << i for i, t in enumerate(truths) if mask >> t & 1) for mask in game.states[a]) for a in actions
    )
    return replace(
        game,
        truths=tuple(game.truths[t] for t in truths),
        actions=tuple(game.actions[a] for a in actions),
        states=states,
        valid=0,
        revealed=tuple(-1 for _ in actions),
    )


def played(game: Game) -> Iterator[tuple[int, int]]:
    """Yield survivors and actions left before each action of the most informative play."""
    assert game.revealed is not None
    alive, left = game.everything, game.all_actions
    while True:
        yield alive, left
        a = greedy_action(game, alive, left, 1)
        if a is None:
            return
        alive, left = alive & ~game.revealed[a], left & ~(1 << a)


def main() -> None:
    """Print a Markdown table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("domains", type=Path, nargs="+", metavar="DOMAIN")
    parser.add_argument("--sizes", default="4/6,12/16")
    parser.add_argument("--count", type=int, default=1000)
    options = parser.parse_args()
    print("| domain | size | after actions | games | survivors, mean | different | largest that repeats |")
    print("|---|---|--:|--:|--:|--:|--:|")
    for domain in map(read_domain, options.domains):
        for size in options.sizes.split(","):
            truths, actions = map(int, size.split("/"))
            drawn = islice(generate(domain, Sizes(truths, actions), derive("golden", 1, 0)), options.count)
            found: dict[int, list[tuple[str, int]]] = {}
            for instance in drawn:
                game = playable(instance, domain, domain.domain)
                for taken, (alive, left) in enumerate(played(game)):
                    rest = left_of(game, alive, left)
                    found.setdefault(taken, []).append((structure_key(rest), len(rest.truths)))
            for taken, rests in found.items():
                seen: dict[str, list[int]] = {}
                for key, survivors in rests:
                    seen.setdefault(key, []).append(survivors)
                largest = max((sizes[0] for sizes in seen.values() if len(sizes) > 1), default=0)
                mean = sum(survivors for _, survivors in rests) / len(rests)
                cells = [domain.domain, size, taken, len(rests), f"{mean:.1f}", len(seen), largest or "–"]
                print(f"| {' | '.join(map(str, cells))} |", flush=True)


if __name__ == "__main__":
    main()
