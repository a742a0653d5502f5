"""The `physics` family: a time goes in, the positions of all bodies come out."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from typing import Any, TypeGuard

from pydantic import BaseModel, ConfigDict, Field

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.contracts import functions_of
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.families.chance import constant_level, played_tests
from boxwright.blackboxes.families.fields import example_fields, read_parameters
from boxwright.blackboxes.families.function import HABIT_DRAWS, FunctionFamily, read_domain
from boxwright.blackboxes.families.physics.contract import Physics
from boxwright.blackboxes.faults import BadOutput, DescriptionFault
from boxwright.blackboxes.powers import with_exponents
from boxwright.blackboxes.seeds import derive, stream
from boxwright.blackboxes.types import Call, Example, Score
from boxwright.sandbox import values

MAX_ANSWER = 10_000
"""Characters of an answer's line."""
MOST_STEPS = 10**15
"""A time counted in its last decimal lies below this number: a double holds 15 digits exactly."""
_TIME = re.compile(
    r"(?:t\s?[=:]\s?)?([+-]?(?:[0-9]{1,15}(?:\.[0-9]{0,15})?|\.[0-9]{1,15}))\s?(?:s|sec|seconds?)?", re.IGNORECASE
)
_NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_GAP = r"(?:\s*+,\s*+|\s++)"
_ENTRY = re.compile(
    rf"""(?:["']?([A-Za-z_][A-Za-z0-9_]*+)["']?\s*+(?:[:=≈]|->|→|at\b)?\s*+)?[(\[{{⟨]?\s*+"""
    rf"""({_NUMBER}){_GAP}({_NUMBER}){_GAP}({_NUMBER})(?:\s*+[)\]}}⟩])?"""
)
_TYPESETTING = re.compile(r"\\(?:left|right|[,;! ]|[()\[\]])|\*\*|[`$]")
_IN_COMMAND = re.compile(r"\\(?:text|math)(?:bf|it|rm|tt)?\{([^{}]*)\}")
_AXIS = re.compile(
    r"""\b[xyz]\s?[=:≈]\s?(?=[+-]?[.0-9])|["'][xyz]["']\s?:\s?|\(\s?x,\s?y,\s?z\s?\)\s?[=:≈]\s?(?=[(\[+.0-9-])""",
    re.IGNORECASE,
)
_HEAD = re.compile(
    r"^[^\S\n]*+\|[^|\n]*\|\s*x[^|\n]*\|\s*y[^|\n]*\|\s*z[^|\n]*\|[^\S\n]*+$|^[^\S\n]*+\|[^|\n]*\|\s*(?:positions?|coordinates)[^|\n]*\|[^\S\n]*+$|"
    r"^[^\S\n]*+\|[ \t|:-]+\|[^\S\n]*+$",
    re.IGNORECASE | re.MULTILINE,
)
_ROW = re.compile(r"^[^\S\n]*+\|\s*(\w+)\s*\|([^|\n]+)\|([^|\n]+)\|([^|\n]+)\|[^\S\n]*+$", re.MULTILINE)
_ROW_OF_TWO = re.compile(r"^[^\S\n]*+\|\s*(\w+)\s*\|([^|\n]+)\|[^\S\n]*+$", re.MULTILINE)
"""The head of a table, and a body's row: three numbers, or its position in one cell."""
_NUMBERED = re.compile(
    r"\b([A-Za-z]+)[ #-]{1,2}([0-9]{1,2})(?=[\"']?\s*+(?:[:=≈|(\[]|->|→|(?:at|is|position)\b|['’]s\b))"
)
"""`Ball 1: (...)`."""
_VECTOR = re.compile(r"(?:\\vec\s?)?\b[rRp]_\{?([A-Za-z]\w*)\}?(?:\(t\))?(?=\s?[:=])")
"""`r_{ball} = (...)`."""
_ERROR = re.compile(r"(?<=\d)\s?(?:±|\\pm)\s?\d+(?:\.\d+)?(?=\s?[,;)])|(?<=\.\d{4})\(\d{1,2}\)")
"""`1.5 ± 0.1`, `1.5000(3)`."""
_POSITION = re.compile(
    r"\b(?:the\s)?(?:position|coordinates)\sof\s(?:the\s)?|(?:['’]s)?\s(?:position|coordinates)(?=\s?[:=(]|\s(?:at|is|are)\b)|"
    r"\s(?:is|are)(?=\s?[:(]|\s(?:at\b|[\[{0-9+-]))",
    re.IGNORECASE,
)
"""What else is said around a body's name: `The position of ball1 is (...)`, `ball1 is at (...)`."""
_UNIT = re.compile(r"(?<=[0-9.)\]])\s?(?:metres?|meters?|m)\b(?!\s?[:=(\[])", re.IGNORECASE)
_BULLET = re.compile(r"^\s*(?:[-•*]|[0-9]{1,2}[.)])\s+(?=[A-Za-z_\"'])", re.MULTILINE)
_ABOUT = re.compile(r"(?<![xyz]\s)(?<![xyz])[≈~]\s?(?=[+-]?[.0-9])")
"""`(≈1.5, 2, 3)`."""
_ONE_PER_LINE = re.compile(
    r"^\s*+(?:[-•*]\s+)?(\w+)\s?:[^\S\n]*\n\s*(?:[-•*]\s+)?(x\s?[=:≈][^\n]+?),?\n\s*(?:[-•*]\s+)?(y\s?[=:≈][^\n]+?),?\n\s*(?:[-•*]\s+)?(z\s?[=:≈][^\n]+?),?[^\S\n]*$",
    re.IGNORECASE | re.MULTILINE,
)
"""A body's name, and below it `x = 1`, `y = 2`, `z = 3`."""
_BETWEEN = re.compile(r"\s*+(?:[,;|]\s*+)?(?:and\s++)?")
_BINARY = 1e-9
"""The tolerance is widened by this share: an error of exactly the tolerance counts as right despite binary rounding."""
_NAME = re.compile(r"[a-z_][a-z0-9_]{0,39}")


class TimeDomain(BaseModel):
    """The field `domain`: which times are valid, and which bodies there are."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    min_t: float = Field(0.0, ge=-1e12, le=1e12, allow_inf_nan=False)
    """The first time, in seconds."""
    max_t: float = Field(ge=-1e12, le=1e12, allow_inf_nan=False)
    """The last time, in seconds."""
    decimals: int = Field(1, ge=0, le=6)
    """How many decimals a time may have."""
    objects: tuple[str, ...] = Field((), max_length=20)
    """The bodies' names, where the description fixes them."""

    @property
    def steps(self) -> int:
        """How many steps of the last decimal lie between the first and the last time."""
        return int((_exact(self.max_t) - _exact(self.min_t)) * 10**self.decimals)

    def at(self, step: int) -> float:
        """Return the time after so many steps."""
        return float(_exact(self.min_t) + Decimal(step).scaleb(-self.decimals))

    def holds(self, value: Decimal) -> bool:
        """Whether a time lies in the range and on the grid."""
        inside = _exact(self.min_t) <= value <= _exact(self.max_t)
        return inside and value == round(value, self.decimals)

    def words(self) -> str:
        """Describe the domain for players."""
        decimals = {0: "no decimals", 1: "at most 1 decimal"}.get(self.decimals, f"at most {self.decimals} decimals")
        return f"{_number(self.min_t)} to {_number(self.max_t)} seconds, {decimals}"


class Tolerance(BaseModel):
    """The field `parameters`: how far a coordinate may be off and still be right."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    absolute: float = Field(default=0.01, ge=1e-9, allow_inf_nan=False)
    """In the unit of the coordinates."""
    relative: float = Field(default=0.001, ge=0.0, le=0.1, allow_inf_nan=False)
    """As a share of the true coordinate."""

    def around(self, truth: float) -> float:
        """Return how far off a coordinate may be: the larger of the two."""
        return max(self.absolute, self.relative * abs(truth))

    @property
    def decimals(self) -> int:
        """Number of decimals shown: rounding is at most a hundredth of the absolute tolerance."""
        return max(0, math.ceil(-math.log10(self.absolute))) + 2

    def words(self) -> str:
        """Describe the tolerance for players."""
        relative = f", or by no more than {_number(self.relative * 100)} % of the true value where that is more"
        return f"{_number(self.absolute, 9)}{relative if self.relative else ''}"


@dataclass(frozen=True)
class TimeRules:
    """What the family read from a description."""

    domain: TimeDomain
    tolerance: Tolerance
    examples: tuple[Example, ...] = field(default=())


@dataclass(frozen=True)
class Bodies:
    """What the module's `describe()` said, checked."""

    names: tuple[str, ...]


class PhysicsFamily(FunctionFamily[TimeRules, Bodies]):
    """Times in, positions out; an answer is right if every coordinate of every body is within the tolerance."""

    name = "physics"
    signature = "blackbox(t)"
    revision = 6
    luck = "Bodies come to rest, or hardly move: one position is right at many times."
    functions = functions_of(Physics)
    slowest_call = 0.05
    """Seconds; gate 6 refuses a slower box."""

    def takes_and_returns(self, rules: TimeRules) -> str:
        """As Family."""
        bodies = ", ".join(rules.domain.objects) or "every body"
        return f"takes a time ({rules.domain.words()}) and returns the position of {bodies} in three coordinates"

    def read(self, description: Description) -> TimeRules:
        """Read domain, parameters and examples. Raises: DescriptionFault."""
        domain = read_domain(TimeDomain, description)
        for edge in ("min_t", "max_t"):
            exact = _exact(getattr(domain, edge))
            if exact != round(exact, domain.decimals):
                raise DescriptionFault(f"{edge} has more than `decimals` decimals", "round it", ("domain", edge))
            if abs(exact.scaleb(domain.decimals)) > MOST_STEPS:
                fault = f"{edge} with its decimals has more than 15 digits, which no computer's number holds exactly"
                raise DescriptionFault(fault, "ask for fewer decimals", ("domain", edge))
        if domain.steps < 1:
            raise DescriptionFault("max_t is not above min_t", "widen the range", ("domain", "max_t"))
        strange = [name for name in domain.objects if not _NAME.fullmatch(name)]
        if strange or len(set(domain.objects)) != len(domain.objects):
            raise DescriptionFault(
                f"objects: {', '.join(strange) or 'a name appears twice'}",
                "use different names of lower case letters, digits and underscores",
                ("domain", "objects"),
            )
        rules = TimeRules(domain, read_parameters(Tolerance, description))
        return TimeRules(domain, rules.tolerance, self.read_examples(description, rules))

    def read_examples(self, description: Description, rules: TimeRules) -> tuple[Example, ...]:
        """Read the worked examples, which must hold within the tolerance. Raises: DescriptionFault."""
        examples: list[Example] = []
        for index, entry in enumerate(description.front.examples):
            example_fields(entry, {"input", "output"}, "{input: <time>, output: {<object>: [x, y, z]}}", index)
            if not self.in_domain(rules, entry["input"]):
                raise DescriptionFault(
                    f"the example's time {entry['input']!r} is outside the domain ({rules.domain.words()})",
                    "fix the example or widen `domain`",
                    ("examples", index, "input"),
                )
            try:
                self.check_output(rules, None, entry["output"])
            except BadOutput as error:
                raise DescriptionFault(
                    f"the example's output {entry['output']!r} has the wrong form ({error})",
                    "write {<object>: [x, y, z]} with numbers",
                    ("examples", index, "output"),
                ) from error
            if examples and set(entry["output"]) != set(examples[0].expected):
                raise DescriptionFault(
                    f"the bodies are {', '.join(entry['output'])} here, {', '.join(examples[0].expected)} before",
                    "give the same bodies everywhere",
                    ("examples", index, "output"),
                )
            call = Call("blackbox", (float(entry["input"]),))
            examples.append(Example(call, entry["output"], partial(_all_near, rules.tolerance)))
        return tuple(examples)

    def shape(self, box: Box[TimeRules]) -> Bodies:
        """Return the checked names of the bodies. Raises: BadOutput, SandboxError."""
        said = box.describe()
        if not isinstance(said, dict) or set(said) != {"objects"} or not isinstance(said["objects"], (list, tuple)):
            raise BadOutput('describe() must return {"objects": [name, ...]}')
        names = tuple(said["objects"])
        if not 1 <= len(names) <= 20 or not all(isinstance(n, str) and _NAME.fullmatch(n) for n in names):
            raise BadOutput("describe() must name 1 to 20 objects in lower case letters, digits and underscores")
        if len(set(names)) != len(names):
            raise BadOutput("describe() names an object twice")
        wanted = box.rules.domain.objects
        if wanted and set(wanted) != set(names):
            raise BadOutput(f"describe() names {', '.join(names)}; the description {', '.join(wanted)}")
        return Bodies(names)

    def introduction(self, rules: TimeRules, shape: Bodies) -> dict[str, object]:
        """Tell players bodies, times, tolerance and the form of an answer."""
        return {
            "objects": ", ".join(shape.names),
            "bodies": len(shape.names),
            "domain": rules.domain.words(),
            "tolerance": rules.tolerance.words(),
            "form": "; ".join(f"{name}: (x, y, z)" for name in shape.names),
        }

    def parse_input(self, rules: TimeRules, text: str) -> float:
        """Read a time. Raises: InvalidReply."""
        found = _TIME.fullmatch(text.strip())
        if not found or not rules.domain.holds(Decimal(found[1])):
            raise self.refuse("time", domain=rules.domain.words())
        return float(found[1]) + 0.0

    def parse_output(self, rules: TimeRules, shape: Bodies, text: str) -> dict[str, list[float]]:
        """Read three finite coordinates per body: named, in any order, in any brackets. Raises: InvalidReply."""
        form = "; ".join(f"{name}: (x, y, z)" for name in shape.names)
        found = list(_entries(_plain(text)))
        if not found:
            raise self.refuse("positions", form=form)
        if len(shape.names) == 1 and len(found) == 1 and found[0][0] is None:
            found = [(shape.names[0], found[0][1])]
        placed = [(_called(str(name), shape.names), where) for name, where in found]
        if sorted(name for name, _ in placed) != sorted(shape.names):
            raise self.refuse("objects", form=form)
        if not all(math.isfinite(number) for _, where in placed for number in where):
            raise self.refuse("finite")
        return dict(placed)

    def render(self, rules: TimeRules, value: Any) -> str:
        """Write a time, or positions with two decimals more than the tolerance has."""
        if isinstance(value, dict):
            shown = {name: [_number(c, rules.tolerance.decimals) for c in where] for name, where in value.items()}
            return "; ".join(f"{name}: ({', '.join(where)})" for name, where in shown.items())
        return _number(value)

    def draw(self, rules: TimeRules, rng: random.Random) -> float:
        """Draw a time, each with the same probability."""
        return rules.domain.at(rng.randint(0, rules.domain.steps))

    def draw_test(self, rules: TimeRules, rng: random.Random, part: float) -> float:
        """Draw a time in its part of the range, so that late motions are always asked about."""
        return rules.domain.at(int(part * (rules.domain.steps + 1)))

    def corners(self, rules: TimeRules) -> Sequence[float]:
        """First and last times, the middle, and whole seconds."""
        steps = rules.domain.steps
        chosen = [0, steps, 1, steps - 1, steps // 2, steps // 3]
        chosen += [10**rules.domain.decimals * n for n in range(1, 6)]
        return list(dict.fromkeys(rules.domain.at(step) for step in chosen if 0 <= step <= steps))

    def outside(self, rules: TimeRules) -> Sequence[str]:
        """Not a number, not finite, too many decimals, out of range, and no query at all."""
        domain = rules.domain
        texts = ["nan", "inf", "-inf", "1e400", "soon", "1,5", "\u0663", '{"t": 1}', "1 2", "0x10", "\x00", "--1"]
        texts += [_number(domain.min_t - 1), _number(domain.max_t + 1), f"{domain.at(0):.{domain.decimals + 1}f}1"]
        return ["", "1", "QUERY:", *(f"QUERY: {text}" for text in texts)]

    def in_domain(self, rules: TimeRules, value: Any) -> bool:
        """Whether a value is a valid time."""
        return _is_number(value) and rules.domain.holds(_exact(value))

    def domain_size(self, rules: TimeRules) -> int:
        """Number of times."""
        return rules.domain.steps + 1

    def check_output(self, rules: TimeRules, shape: Bodies | None, value: Any) -> None:
        """Check that an output is three finite coordinates per body. Raises: BadOutput."""
        if not isinstance(value, dict) or not value:
            raise BadOutput("must return {object: [x, y, z]}")
        names = shape.names if shape else rules.domain.objects
        if names and set(value) != set(names):
            raise BadOutput(f"must return positions of exactly: {', '.join(names)}")
        for where in value.values():
            if not isinstance(where, (list, tuple)) or len(where) != 3 or not all(map(_is_number, where)):
                raise BadOutput("each position must be a list of three finite numbers")
            for number in where:
                shown = float(_number(number, rules.tolerance.decimals))
                if abs(number - shown) > rules.tolerance.around(number) / 10:
                    raise BadOutput("a coordinate is too large for its tolerance; set `relative`, or use a larger unit")

    def guess_output(self, rules: TimeRules, shape: Bodies, value: Any, rng: random.Random) -> dict[str, list[float]]:
        """Draw coordinates between -10 and 10."""
        return {name: [round(rng.uniform(-10, 10), 2) for _ in range(3)] for name in shape.names}

    def alike(self, rules: TimeRules, one: Any, other: Any) -> bool:
        """Whether two outputs differ by less than a hundredth of the tolerance."""
        if not (_is_positions(one) and _is_positions(other) and set(one) == set(other)):
            return values.equal(one, other)
        pairs = [(a, b) for body in one for a, b in zip(one[body], other[body], strict=True)]
        return all(abs(a - b) <= rules.tolerance.around(a) / 100 for a, b in pairs)

    def compare(self, rules: TimeRules, truth: Any, answer: Any) -> Score:
        """Compare every coordinate with the unrounded truth; the share of right bodies goes into the detail."""
        near = {name: _near(rules.tolerance, where, answer[name]) for name, where in truth.items()}
        right = all(near.values())
        return Score(answer, right, float(right), {"objects_right": sum(near.values()), "objects": len(near)})

    def chance_level(self, box: Box[TimeRules], seed: int) -> float:
        """Return the share of an episode's tests that one answer gets right within the tolerance.

        It is the one that is right most often in other episodes.
        """
        truths = [[test.truth for test in tests] for tests in played_tests(box, seed)]
        return constant_level(truths, partial(_all_near, box.rules.tolerance))

    def habit_level(self, box: Box[TimeRules], seed: int) -> float:
        """Return the share of drawn times that the best constant answer gets right within the tolerance."""
        rng = stream(seed, self.name, "floor")
        times = [self.draw(box.rules, rng) for _ in range(HABIT_DRAWS)]
        outputs = [reply.unwrap() for reply in box.call_many("blackbox", [[t] for t in times])]
        shape = self.shape(box)
        for output in outputs:
            self.check_output(box.rules, shape, output)
        tolerance = box.rules.tolerance
        return max(sum(_all_near(tolerance, truth, answer) for truth in outputs) for answer in outputs) / len(outputs)

    def probes(self, box: Box[TimeRules], seed: int, count: int) -> Sequence[Call]:
        """Return `count` times drawn from the domain, and up to as many of the module's own valid ones."""
        rng = stream(seed, self.name, "probes")
        extra = [v for v in box.extra_inputs(derive(seed, "extra"), count) if self.in_domain(box.rules, v)]
        times = [*(self.draw(box.rules, rng) for _ in range(count)), *map(float, extra)]
        return [Call("describe", ()), *(Call("blackbox", (t,)) for t in times)]

    def direct_call(self, box: Box[TimeRules], value: Any) -> Call:
        """Return the call for one time. Raises: ValueError."""
        if not self.in_domain(box.rules, value):
            raise ValueError(f"the input must be a time: {box.rules.domain.words()}")
        return Call("blackbox", (float(value),))


def _called(name: str, names: Sequence[str]) -> str:
    """Return the body that a name means, which may be written without its underscores: `ball1` for `ball_1`."""
    meant = [each for each in names if each.replace("_", "") == name.replace("_", "")]
    return meant[0] if name not in names and len(meant) == 1 else name


def _entries(text: str) -> Iterator[tuple[str | None, list[float]]]:
    """Read `name: (x, y, z)` entries from one line; yields nothing unless the whole line is made of them."""
    text = text.strip()
    if text.startswith("{") and text.endswith("}"):
        text = text[1:-1].strip()
    entries, at = [], 0
    while at < len(text):
        found = _ENTRY.match(text, at)
        gap = found and _BETWEEN.match(text, found.end())
        if not found or not gap or (gap.end() == found.end() < len(text)):
            return
        name = found[1].lower() if found[1] else None
        entries.append((name, [float(found[i]) + 0.0 for i in (2, 3, 4)]))
        at = gap.end()
    yield from entries


def _plain(text: str) -> str:
    """Return positions without typesetting, axes, units, bullets, a table's lines and signs of other scripts.

    Nothing is left of positions whose axes stand in another order.
    """
    if len(text) > MAX_ANSWER:
        return ""
    text = with_exponents(_IN_COMMAND.sub(r"\1", text.replace("\u2212", "-")))
    text = _ABOUT.sub("", _ONE_PER_LINE.sub(r"\1: \2, \3, \4", _TYPESETTING.sub("", text)))
    text = _NUMBERED.sub(r"\1\2", _HEAD.sub("", _VECTOR.sub(r"\1", _ERROR.sub("", text))))
    text = _POSITION.sub("", _ROW_OF_TWO.sub(r"\1: \2;", _ROW.sub(r"\1: \2, \3, \4;", text)))
    axes = "".join(re.findall("[xyz]", "".join(axis[0].lower() for axis in _AXIS.finditer(text))))
    if axes != "xyz" * (len(axes) // 3):
        return ""
    return _BULLET.sub("", _UNIT.sub("", _AXIS.sub("", text))).strip()


def _exact(number: float) -> Decimal:
    return Decimal(repr(number))


def _number(number: float, decimals: int = 6) -> str:
    return format(round(float(number), decimals) + 0.0, ".15g")


def _is_number(value: Any) -> TypeGuard[float]:
    return type(value) in (int, float) and abs(value) < 1e300  # False for NaN and infinity


def _near(tolerance: Tolerance, truth: Sequence[float], answer: Sequence[float]) -> bool:
    pairs = zip(truth, answer, strict=True)
    return all(
        math.isfinite(a) and abs(a - t) <= tolerance.around(t) * (1 + _BINARY) + 4 * math.ulp(t) for t, a in pairs
    )


def _all_near(tolerance: Tolerance, truth: Mapping[str, Any], answer: Mapping[str, Any]) -> bool:
    return set(truth) == set(answer) and all(_near(tolerance, where, answer[name]) for name, where in truth.items())


def _is_positions(value: Any) -> bool:
    """Whether a value is of the form {body: [x, y, z]}."""
    return isinstance(value, dict) and all(
        isinstance(place, list) and len(place) == 3 and all(isinstance(x, int | float) for x in place)
        for place in value.values()
    )
