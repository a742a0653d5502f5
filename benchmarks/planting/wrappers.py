"""Faults that wrap a whole function: randomness, hidden state, the clock, types, refusals, case; frequent and rare.

The honest function stays inside under another name, so each fault is exactly what its name says.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from benchmarks.planting.mutant import Mutant

_HELPERS = '''
def _other(value):
    """A value of the same form that is not the same."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return 1 - value if value in (0, 1) else value + 1
    if isinstance(value, float):
        return value + 1.0
    if isinstance(value, str):
        return value[:-1] + ("a" if value[-1:] != "a" else "b")
    if isinstance(value, (list, tuple)):
        return type(value)([*value[:-1], _other(value[-1])]) if value else type(value)([0])
    if isinstance(value, dict) and value:
        last = list(value)[-1]
        return {**value, last: _other(value[last])}
    return value

def _size(args):
    return sum(len(a) if hasattr(a, "__len__") else 1 for a in args)

def _number(args):
    return sum((i + 1) * ord(c) for i, c in enumerate(repr(args)))
'''
"""`_number` of a call is a plain number made of its arguments: the same for the same arguments, everywhere."""

WHEN: dict[str, tuple[tuple[str, str], ...]] = {
    "unseeded randomness": (
        ("in one call of 2", "_random.random() < 0.5"),
        ("in one call of 20", "_random.random() < 0.05"),
        ("in one call of 200", "_random.random() < 0.005"),
        ("in every call of one process of 2", "_COIN < 0.5"),
        ("for one input of 2, by the hash of a text", "hash(repr(args)) % 2"),
        ("for one input of 50, by the hash of a text", "hash(repr(args)) % 50 == 0"),
        ("in one call of 2, by the system's randomness", "_os.urandom(1)[0] % 2"),
    ),
    "hidden state": (
        ("in every 2nd call", "_CALLS[0] % 2 == 0"),
        ("in every 10th call", "_CALLS[0] % 10 == 0"),
        ("in every 100th call", "_CALLS[0] % 100 == 0"),
        ("in every 1000th call", "_CALLS[0] % 1000 == 0"),
        ("from call 50 on", "_CALLS[0] >= 50"),
        ("from call 500 on", "_CALLS[0] >= 500"),
        ("from call 5000 on", "_CALLS[0] >= 5000"),
        ("if the last input was at least as long", "_LAST[0] >= _size(args)"),
        ("if the input was asked before", "_ASKED.setdefault(repr(args), _CALLS[0]) != _CALLS[0]"),
    ),
    "wall clock": (
        ("after the year 2010", "_time.localtime().tm_year > 2010"),
        ("after the year 2030", "_time.localtime().tm_year > 2030"),
        ("on Saturdays", "_time.localtime().tm_wday == 5"),
        ("on Wednesdays", "_time.localtime().tm_wday == 2"),
        ("in the afternoon", "_time.localtime().tm_hour >= 12"),
        ("at night", "_time.localtime().tm_hour < 4"),
        ("in December", "_time.localtime().tm_mon == 12"),
        ("on odd days", "_time.localtime().tm_mday % 2"),
        ("today, by `datetime`", "_datetime.date.today().toordinal() % 7 < 3"),
    ),
    "wrong output": (
        ("for one input of 2", "_number(args) % 2 == 0"),
        ("for one input of 20", "_number(args) % 20 == 0"),
        ("for one input of 200", "_number(args) % 200 == 0"),
        ("for the longest inputs", "_size(args) >= _LONGEST"),
    ),
}
"""By kind, (when, condition in code): the output changes when it holds."""

UNTUNED: dict[str, tuple[tuple[str, str], ...]] = {
    "unseeded randomness": (
        ("in one call of 1000", "_random.random() < 0.001"),
        ("in every call of one process of 10", "_COIN > 0.9"),
        ("for one input of 300, by the hash of a text", "hash(repr(args)) % 300 == 0"),
    ),
    "hidden state": (
        ("in every 2999th call", "_CALLS[0] % 2999 == 0"),
        ("in calls 1000 to 1010", "1000 <= _CALLS[0] <= 1010"),
        ("from the 700th different input on", "len(_ASKED.setdefault(repr(args), 0) or _ASKED) >= 700"),
        ("after 40 calls with a longer input before", "_CALLS[0] > 40 and _LAST[0] > _size(args) + 3"),
    ),
    "wall clock": (
        ("on the 27th of a month", "_time.gmtime().tm_mday == 27"),
        ("in the year 2031", "_time.gmtime().tm_year == 2031"),
        ("between 20 and 21 o'clock", "_time.gmtime().tm_hour == 20"),
        ("in leap years", "_time.gmtime().tm_year % 4 == 0"),
        ("in the last weeks of a year", "_time.gmtime().tm_yday > 340"),
        ("in one minute of an hour", "_time.gmtime().tm_min == 33"),
    ),
    "wrong output": (
        ("for one input of 1000", "_number(args) % 1000 == 7"),
        ("for one input of 3000", "_number(args) % 3000 == 7"),
    ),
}
"""Written after the gates and exams were last changed, so that nothing was tuned to them; counted apart."""

TYPES: tuple[tuple[str, str], ...] = (
    ("a tuple for a list", "tuple(value) if isinstance(value, list) else value"),
    ("true for 1", "[bool(v) for v in value] if isinstance(value, list) else value"),
    ("floats for whole numbers", "[float(v) for v in value] if isinstance(value, list) else value"),
    ("bytes for a text", "value.encode() if isinstance(value, str) else value"),
    ("a list for a text", "list(value) if isinstance(value, str) else value"),
    ("a dictionary around it", "{'value': value}"),
    ("nothing for the longest inputs", "None if _size(args) >= _LONGEST else value"),
    ("nothing for one input of 20", "None if _number(args) % 20 == 0 else value"),
    ("nothing for one input of 200", "None if _number(args) % 200 == 0 else value"),
    ("a line break at the end for one input of 20", "value + '\\n' if isinstance(value, str) and TWENTIETH else value"),
)
REFUSALS: tuple[tuple[str, str], ...] = (
    ("the longest inputs", "_size(args) >= _LONGEST"),
    ("the shortest inputs", "_size(args) <= _SHORTEST"),
    ("inputs of one character only", "len(set(args[0])) == 1"),
    ("texts that begin with a blank", "str(args[0])[:1] == ' '"),
    ("one input of 20", "_number(args) % 20 == 0"),
    ("one input of 200", "_number(args) % 200 == 0"),
)
CASES: tuple[tuple[str, str, str], ...] = (
    ("the input in lower case", "*[_cased(a, str.lower) for a in args]", "value"),
    ("the input in upper case", "*[_cased(a, str.upper) for a in args]", "value"),
    ("the output in lower case", "*args", "_cased(value, str.lower)"),
    ("the output in upper case", "*args", "_cased(value, str.upper)"),
    ("the output's first letter in upper case", "*args", "_cased(value, lambda t: t[:1].upper() + t[1:])"),
    ("the output's x in lower case", "*args", "_cased(value, lambda t: t.replace('X', 'x'))"),
)
MEMORIES: tuple[tuple[str, str], ...] = (
    ("results kept by the input's length", "_size(args)"),
    ("results kept by the input without its case", "repr(args).lower()"),
    ("results kept by the input's sorted characters", "tuple(sorted(repr(args)))"),
)


WORDED = frozenset({"describe", "introduction"})
"""Not mutated: gate 1 already checks `describe()`, and the wording of an introduction is free."""


def wrapped_mutants(source: str, functions: tuple[str, ...], longest: int) -> Iterator[Mutant]:
    """Yield the mutants of every function that the family calls, except purely descriptive ones."""
    for name in functions:
        if name not in WORDED:
            yield from _Wrapped(source, name, longest).mutants()


def untuned_mutants(source: str, functions: tuple[str, ...], longest: int) -> Iterator[Mutant]:
    """Yield the mutants that no gate was tuned to."""
    for name in functions:
        if name not in WORDED:
            yield from _Wrapped(source, name, longest).timed(UNTUNED)


class _Wrapped:
    def __init__(self, source: str, name: str, longest: int) -> None:
        tree = ast.parse(source)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name == name:
                node.name = f"_honest_{name}"
            if isinstance(node, ast.Name) and node.id == name:
                node.id = f"_honest_{name}"
        self._name = name
        self._head = "import datetime as _datetime\nimport os as _os\nimport random as _random\nimport time as _time\n"
        self._head += f"_LONGEST, _SHORTEST = {longest}, 1\n_CALLS, _LAST, _ASKED, _KEPT = [0], [-1], {{}}, {{}}\n"
        self._head += f"_COIN = _random.random()\n{_HELPERS}\n{ast.unparse(tree)}\n\n"

    def mutants(self) -> Iterator[Mutant]:
        yield from self.timed(WHEN)
        for what, value in TYPES:
            yield self._mutant("wrong type", what, value.replace("TWENTIETH", "_number(args) % 20 == 0"))
        for what, condition in REFUSALS:
            yield self._refusing(what, condition)
        for what, given, value in CASES:
            yield self._mutant("case handling", what, value, given)
        for what, key in MEMORIES:
            yield self._mutant("hidden state", what, f"_KEPT.setdefault({key}, value)")
        yield self._mutant("hidden state", "reverses its argument", "[value, _turned(args)][0]")

    def timed(self, table: dict[str, tuple[tuple[str, str], ...]]) -> Iterator[Mutant]:
        """Yield the mutants that give another output under a condition."""
        for kind, cases in table.items():
            for when, condition in cases:
                yield self._mutant(kind, f"another output {when}", f"_other(value) if {condition} else value")

    def _mutant(self, kind: str, change: str, value: str, given: str = "*args") -> Mutant:
        if self._name == "run":
            return Mutant(kind, 0, change, f"{self._head}{_EXTRA}{_RUN.format(given=given, value=value)}")
        honest = f"_honest_{self._name}({given})"
        body = f"    _CALLS[0] += 1\n    value = {honest}\n    value = {value}\n    _LAST[0] = _size(args)\n"
        return Mutant(kind, 0, change, f"{self._head}{_EXTRA}def {self._name}(*args):\n{body}    return value\n")

    def _refusing(self, what: str, condition: str) -> Mutant:
        refusal = f"    if {condition}:\n        raise ValueError('invalid')\n"
        if self._name == "run":
            body = f"{_RUN_HEAD}{refusal}    _honest_run(checkpoint, **inputs)\n"
        else:
            body = f"def {self._name}(*args):\n{refusal}    return _honest_{self._name}(*args)\n"
        return Mutant("wrong validation", 0, f"refuses {what}", f"{self._head}{body}")


_RUN_HEAD = """def run(checkpoint, **inputs):
    args = tuple(inputs.values())
"""
_RUN = (
    _RUN_HEAD
    + """    _CALLS[0] += 1
    def seen(index, **variables):
        checkpoint(index, **{{name: _changed(value) for name, value in variables.items()}})
    def _changed(value):
        return {value}
    def _given(*args):
        return dict(zip(inputs, args))
    _honest_run(seen, **_given({given}))
    _LAST[0] = _size(args)
"""
)
"""A `run` of the family `code`: its results are what it passes to its checkpoints."""
_EXTRA = """def _cased(value, change):
    return change(value) if isinstance(value, str) else value

def _turned(args):
    for value in args:
        if isinstance(value, list):
            value.reverse()

"""
