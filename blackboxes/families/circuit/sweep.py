"""The sweep of a circuit: all inputs; of a large one, few ones, few zeros, both halves alike, drawn ones."""

from __future__ import annotations

from itertools import product
from random import Random

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families import function_sweep
from boxwright.blackboxes.families.circuit.family import BitRules
from boxwright.blackboxes.families.structured import shaped
from boxwright.blackboxes.sweep import SMALL, Steps
from boxwright.blackboxes.types import Call


def sweep(box: Box[BitRules], rng: Random) -> Steps:
    """Ask bits for as long as they are wanted."""
    wires = box.rules.domain.inputs
    if 2**wires <= SMALL:
        return function_sweep.of_whole_domain(box, map(list, product((0, 1), repeat=wires)), rng)
    ones = [[int(i == place) for i in range(wires)] for place in range(wires)]
    listed = [*ones, *([1 - bit for bit in row] for row in ones)]
    return function_sweep.of_inputs(box, listed, lambda: shaped([0, 1], wires, rng), rng)


def near(box: Box[BitRules], call: Call, rng: Random) -> Call:
    """Turn one to three bits over."""
    bits = list(call.args[0])
    for place in rng.sample(range(len(bits)), min(len(bits), rng.randint(1, 3))):
        bits[place] = 1 - bits[place]
    return Call(call.function, (bits,))
