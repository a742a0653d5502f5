"""The `circuit` family: bits go in, the output bit of every gate comes out, or bits that are derived from the gates."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import chain, product
from operator import and_, or_
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.contracts import functions_of
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.families.circuit.contract import Circuit
from boxwright.blackboxes.families.function import FunctionFamily, no_parameters, read_domain
from boxwright.blackboxes.faults import BadOutput, DescriptionFault
from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.records import TurnRecord
from boxwright.blackboxes.types import Example, Gain, Score

_OTHER_BITS = re.compile(r"\b(?:true|false)\b|\A\s*0b(?=[01])", re.IGNORECASE)
"""`[True, False]`, `0b10`."""
_GROUPED = re.compile(r"[01]{3,}(?:_[01]{3,})+|[01]{3,}_\{?2\}?")
"""`1010_1100`, `1010_2`."""
_BITS = re.compile(r"(?:[01\s,;|`\[\]()]|\\[,;])*")
_NUMBERED = re.compile(
    r"(?:[-•*]\s+)?(?:gate|bit|g)?[ _]?([0-9]{1,3})(?:\s?[:=]\s?|[.)]\s)([01])(?![0-9])[\s,;|]*", re.IGNORECASE
)
_AROUND = re.compile("[\"'{}]")
MAX_LINE = 10_000
"""Characters of a line with a number before each bit."""
WHOLE = 4_096
"""Tests are chosen among all inputs of a domain of at most so many ..."""
DRAWN = 1_000
"""... and of a larger one among so many drawn ones."""
ROUNDS = 20
"""How often each of an episode's tests may be exchanged for another."""


class BitDomain(BaseModel):
    """The field `domain`: how large the circuit is."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    inputs: int = Field(ge=1, le=24)
    """Number of input wires."""
    gates: int | None = Field(None, ge=1, le=200)
    """Number of gates, where the description fixes it."""
    outputs: int | None = Field(None, ge=1, le=200)
    """Number of output bits, where the circuit shows bits derived from its gates in their place."""


@dataclass(frozen=True)
class BitRules:
    """What the family read from a description."""

    domain: BitDomain
    examples: tuple[Example, ...] = field(default=())


@dataclass(frozen=True)
class BitShape:
    """What the module's `describe()` said, checked."""

    inputs: int
    gates: int
    outputs: int
    """Bits of an answer: one per gate, unless the description derives others from them."""


class CircuitFamily(FunctionFamily[BitRules, BitShape]):
    """Lists of bits; an answer is right if every gate is, and the share of right gates is reported beside it."""

    name = "circuit"
    signature = "blackbox(bits)"
    revision = 7
    luck = "Gates that are almost always 0 or 1 leave few different outputs."
    part = "gates"
    functions = functions_of(Circuit)

    def takes_and_returns(self, rules: BitRules) -> str:
        """As Family."""
        gates = f"{rules.domain.gates} gates" if rules.domain.gates else "its gates"
        if rules.domain.outputs:
            derived = plural(rules.domain.outputs, "bit")
            return f"takes {plural(rules.domain.inputs, 'bit')} and returns {derived} that follow from {gates}"
        return f"takes {plural(rules.domain.inputs, 'bit')} and returns the output bit of each of {gates}"

    def read(self, description: Description) -> BitRules:
        """Read domain and examples. Raises: DescriptionFault."""
        no_parameters(description)
        rules = BitRules(read_domain(BitDomain, description))
        examples = self.read_examples(description, rules)
        for index, example in enumerate(examples):
            if len(example.expected) != len(examples[0].expected):
                sizes = f"{len(example.expected)} bits here, {len(examples[0].expected)} in the first example"
                raise DescriptionFault(sizes, "give as many bits everywhere", ("examples", index, "output"))
        return BitRules(rules.domain, examples)

    def shape(self, box: Box[BitRules]) -> BitShape:
        """Return the checked size of the circuit. Raises: BadOutput, SandboxError."""
        said = box.describe()
        if not isinstance(said, dict) or set(said) != {"inputs", "gates"}:
            raise BadOutput('describe() must return {"inputs": n, "gates": m}')
        if type(said["inputs"]) is not int or type(said["gates"]) is not int:
            raise BadOutput("describe() must give whole numbers")
        domain = box.rules.domain
        if said["inputs"] != domain.inputs:
            raise BadOutput(f"describe() says {said['inputs']} inputs, the description {domain.inputs}")
        if domain.gates is not None and said["gates"] != domain.gates:
            raise BadOutput(f"describe() says {said['gates']} gates, the description {domain.gates}")
        if not 1 <= said["gates"] <= 200:
            raise BadOutput(f"describe() says {said['gates']} gates; 1 to 200 are allowed")
        return BitShape(said["inputs"], said["gates"], domain.outputs or said["gates"])

    def introduction(self, rules: BitRules, shape: BitShape) -> dict[str, object]:
        """Tell players the size."""
        derived = rules.domain.outputs is not None
        return {"inputs": shape.inputs, "gates": shape.gates, "outputs": shape.outputs, "derived": derived}

    def parse_input(self, rules: BitRules, text: str) -> list[int]:
        """Read the input bits. Raises: InvalidReply."""
        return self._parse_bits(text, rules.domain.inputs)

    def parse_output(self, rules: BitRules, shape: BitShape, text: str) -> list[int]:
        """Read one bit per gate. Raises: InvalidReply."""
        return self._parse_bits(text, shape.outputs)

    def _parse_bits(self, text: str, wanted: int) -> list[int]:
        text = _OTHER_BITS.sub(lambda bit: {"true": "1", "false": "0"}.get(bit[0].casefold(), " "), _unnumbered(text))
        text = re.sub(r"_(?:\{?2\}?)?", " ", text) if _GROUPED.fullmatch(text.strip()) else text
        if not _BITS.fullmatch(text):
            raise self.refuse("bits", wanted=wanted)
        bits = [int(c) for c in text if c in "01"]
        if len(bits) != wanted:
            raise self.refuse("count", wanted=wanted, found=len(bits))
        return bits

    def render(self, rules: BitRules, value: Any) -> str:
        """Write bits separated by blanks."""
        return " ".join(str(bit) for bit in value)

    def draw(self, rules: BitRules, rng: random.Random) -> list[int]:
        """Draw bits; half the time with few ones or few zeros, where circuits tend to differ."""
        share = rng.choice((0.5, 0.5, 0.2, 0.8))
        return [int(rng.random() < share) for _ in range(rules.domain.inputs)]

    def draw_test(self, rules: BitRules, rng: random.Random, part: float) -> list[int]:
        """Draw bits, three times in ten at the domain's edges, which some gates need to change."""
        return list(rng.choice(self.corners(rules))) if rng.random() < 0.3 else self.draw(rules, rng)

    def candidates(self, rules: BitRules, rng: random.Random) -> Sequence[list[int]]:
        """Return the whole domain; of a large one drawn inputs."""
        if self.domain_size(rules) <= WHOLE:
            return [list(bits) for bits in product((0, 1), repeat=rules.domain.inputs)]
        drawn = [self.draw_test(rules, rng, 0.0) for _ in range(DRAWN)]
        return [list(row) for row in dict.fromkeys(map(tuple, drawn))]

    def choose(self, among: Sequence[Any], beside: Sequence[Any], count: int, rng: random.Random) -> Sequence[int]:
        """Draw tests, with different outputs first, and exchange some until every gate takes both values.

        Where so few tests cannot show that, as many gates as possible: how much each counts is drawn for each episode,
        so that what one leaves out another asks.
        """
        outputs, fixed = [_number(bits) for bits in among], [_number(bits) for bits in beside]
        had, repeats = Counter(fixed), {}
        for at in rng.sample(range(len(outputs)), len(outputs)):
            repeats[at] = had[outputs[at]]
            had[outputs[at]] += 1
        chosen = sorted(repeats, key=repeats.__getitem__)[:count]
        weights = [1 + rng.random() for _ in range(len(among[0]) if among else 0)]
        can_vary = _varied([*fixed, *outputs])
        for place in chain.from_iterable(rng.sample(range(len(chosen)), len(chosen)) for _ in range(ROUNDS)):
            rest = [*chosen[:place], *chosen[place + 1 :]]
            others = [*fixed, *(outputs[at] for at in rest)]
            if not others or _varied([*others, outputs[chosen[place]]]) == can_vary:
                break
            asked, known = Counter(others), _varied(others)
            still = [gate for gate in range(len(weights)) if not known >> gate & 1]
            gains: dict[tuple[float, int], list[int]] = {}
            for at in repeats.keys() - rest:
                new = outputs[at] ^ others[0]
                gain = sum(weights[gate] for gate in still if new >> gate & 1)
                gains.setdefault((gain, -asked[outputs[at]]), []).append(at)
            chosen[place] = rng.choice(sorted(gains[max(gains)]))
        return chosen

    def sameness(self, truths: Sequence[Any], truth: Any) -> float:
        """Return how often the gates had these values before."""
        if not truths:
            return 0.5
        had = [sum(earlier[gate] == bit for earlier in truths) for gate, bit in enumerate(truth)]
        return float(sum(had)) / (len(truths) * (len(truth) + 1))

    def corners(self, rules: BitRules) -> Sequence[list[int]]:
        """All zeros, all ones, one hot, one cold, alternating."""
        n = rules.domain.inputs
        rows = [[0] * n, [1] * n, [i % 2 for i in range(n)], [(i + 1) % 2 for i in range(n)]]
        rows += [[int(i == hot) for i in range(n)] for hot in range(n)]
        rows += [[int(i != cold) for i in range(n)] for cold in range(n)]
        return [list(row) for row in dict.fromkeys(map(tuple, rows))]

    def outside(self, rules: BitRules) -> Sequence[str]:
        """Too few, too many, not bits, and no query at all."""
        n = rules.domain.inputs
        bits = [" ".join("1" * count) for count in (n - 1, n + 1)]
        strange = ["2" + " 0" * (n - 1), "yes " * n, "0.5 " * n, "one " * n, "-1" + " 0" * (n - 1), "٠" * n]
        return ["", "0" * n, "QUERY:", *(f"QUERY: {text}" for text in [*bits, *strange])]

    def in_domain(self, rules: BitRules, value: Any) -> bool:
        """Whether a value is a list of as many bits as there are inputs."""
        return _is_bits(value) and len(value) == rules.domain.inputs

    def domain_size(self, rules: BitRules) -> int:
        """Two to the number of inputs."""
        return int(2**rules.domain.inputs)

    def gains(self, box: Box[BitRules], turns: Sequence[TurnRecord]) -> Sequence[Gain]:
        """Count truth tables: every table of so many gates is a hypothesis, so a new input tells a bit per gate."""
        found, asked = [], set[str]()
        for turn in turns:
            gates, query = float(len(turn.value)), str(turn.query)
            most = gates if len(asked) < self.domain_size(box.rules) else 0.0
            told = 0.0 if query in asked else gates
            asked.add(query)
            found.append(Gain(told, told, most))
        return found

    def check_output(self, rules: BitRules, shape: BitShape | None, value: Any) -> None:
        """Check that an output is one bit per gate, or the bits derived from them. Raises: BadOutput."""
        if not _is_bits(value):
            raise BadOutput("must return a list of the integers 0 and 1")
        wanted = shape.outputs if shape else rules.domain.outputs or rules.domain.gates
        if wanted is not None and len(value) != wanted:
            shown = plural(wanted, "derived bit" if rules.domain.outputs else "gate")
            raise BadOutput(f"returned {plural(len(value), 'bit')} for {shown}")

    def guess_output(self, rules: BitRules, shape: BitShape, value: Any, rng: random.Random) -> list[int]:
        """Draw the bits of an answer."""
        return [rng.randint(0, 1) for _ in range(shape.outputs)]

    def compare(self, rules: BitRules, truth: Any, answer: Any) -> Score:
        """Compare all gates; the number of right ones goes into the detail."""
        right = sum(t == a for t, a in zip(truth, answer, strict=True))
        whole = right == len(truth)
        return Score(answer, whole, float(whole), {"gates_right": right, "gates": len(truth)})


def _unnumbered(text: str) -> str:
    """Return the bits alone where each has its number before it, all in order: `g1 = 0, g2 = 1`."""
    if len(text) > MAX_LINE:
        return text
    text = _AROUND.sub("", text) if _NUMBERED.search(_AROUND.sub("", text)) else text
    found = _NUMBERED.findall(text)
    in_order = [int(number) for number, _ in found] == list(range(1, len(found) + 1))
    return " ".join(bit for _, bit in found) if found and in_order and not _NUMBERED.sub("", text).strip() else text


def _number(bits: Sequence[int]) -> int:
    """Return bits as one number, the first as its lowest."""
    return sum(bit << place for place, bit in enumerate(bits))


def _varied(outputs: Sequence[int]) -> int:
    """Return the bits that are not the same in all of these numbers."""
    return reduce(or_, outputs, 0) & ~reduce(and_, outputs, -1)


def _is_bits(value: Any) -> bool:
    return isinstance(value, list) and all(type(bit) is int and bit in (0, 1) for bit in value)
