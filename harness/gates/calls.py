"""Gates 1 to 6: they call the generated functions directly and look at what comes back."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.faults import DescriptionFault
from boxwright.blackboxes.seeds import derive, stream
from boxwright.blackboxes.sweep import Row
from boxwright.blackboxes.types import Call, Example, Plan, Refusal
from boxwright.blackboxes.witness import same
from boxwright.harness.episode import EpisodeFailed, play
from boxwright.harness.finding import Finding, from_error, show, show_call
from boxwright.harness.gates.process_conditions import ELSEWHERE, spread_conditions
from boxwright.harness.gates.settings import GateFailed, GateSettings, refuse_if
from boxwright.harness.gates.speed import slow_calls
from boxwright.harness.gates.spending import spend
from boxwright.harness.gates.sweeps import as_play_asks, misshapen, shape_fault, unsteady
from boxwright.harness.gates.sweeps import rows as sweep_rows
from boxwright.harness.gates.varying import unvaried
from boxwright.harness.players.builtin import BuiltinPlayer
from boxwright.harness.records import EpisodeRecord
from boxwright.sandbox import Launcher, Limits, Module, Reply, values

GLIMPSE = 60
"""Calls that are compared under each further condition of the determinism gate."""
SUPPLIED = "boxwright_"
"""How the names of functions begin that go into the sandbox ahead of a module."""
STRETCH = 24
"""At most so many calls are sorted by function before they are made."""
OTHERS = 3
"""Functions after a family's first are repeated this many times less often."""


def loads(box: Box[Any], settings: GateSettings) -> Mapping[str, Any]:
    """Gate 1: loads within the limits, defines its family's functions, and answers one call in the right shape.

    If its description declares parameters of the rule, its replies hang on a constant for each.
    """
    defined = box.session().functions
    missing = [name for name in box.family.functions if name not in defined]
    refuse_if(
        [Finding(gate="loads", kind="missing", message=f"the module defines no function {name}") for name in missing]
    )
    supplied = [name for name in defined if name.startswith(SUPPLIED)]
    message = "the module defines {}, which is supplied; leave it out"
    refuse_if([Finding(gate="loads", kind="supplied", message=message.format(name)) for name in supplied])
    first = box.family.edges(box.rules)[0]
    finding = shape_fault("loads", box, first, _ask(box, "loads", [first])[0])
    refuse_if([finding] if finding else unvaried(box, settings))
    return {"seed": settings.seed}


def deterministic(box: Box[Any], settings: GateSettings) -> Mapping[str, Any]:
    """Gate 2: fresh processes with different hash seeds, random seeds and clocks agree.

    One other process on every call, and some more, at moments spread over the calendar, on the first few.
    """
    calls = _all_calls(box, settings)
    box.close()
    here = _ask(box, "deterministic", calls)
    for other in (ELSEWHERE, *spread_conditions(settings.seed, settings.conditions)):
        some = calls if other is ELSEWHERE else calls[:GLIMPSE]
        with box.under(other) as elsewhere:
            there = _ask(elsewhere, "deterministic", some)
        refuse_if(
            [
                _differs("deterministic", "a second process gave another answer to the same call", call)
                for call, a, b in zip(some, here, there, strict=False)
                if not same(a, b)
            ]
        )
    return {"calls": len(calls)}


def repeatable(box: Box[Any], settings: GateSettings) -> Mapping[str, Any]:
    """Gate 3: neither the order nor the number of calls matters, and calls do not change their arguments.

    And the same seed with the same replies gives the same transcript.
    """
    calls = _all_calls(box, settings)
    box.close()
    forward = _ask(box, "repeatable", calls, check_arguments=True)
    backward = _ask(box, "repeatable", calls[::-1])[::-1]
    findings = [
        _differs("repeatable", "asked again in another order, the same call gave another answer", call)
        for call, a, b in zip(calls, forward, backward, strict=True)
        if not same(a, b)
    ]
    findings += [
        Finding(
            gate="repeatable",
            kind="arguments",
            message="changed its argument in place; work on a copy",
            call=show_call(call),
        )
        for call, reply in zip(calls, forward, strict=True)
        if reply.changed_arguments
    ]
    refuse_if(findings or _wears_out(box, settings, calls) or _transcripts(box, settings) or unsteady(box, settings))
    return {}


def _wears_out(box: Box[Any], settings: GateSettings, calls: Sequence[Call]) -> list[Finding]:
    """Repeat the same call in one process: this reveals a counter, a growing list, or rare randomness.

    One call of each function that the other gates use; the very first call most often.
    """
    box.close()
    first: dict[str, Call] = {}
    for call in calls:
        first.setdefault(call.function, call)
    message = "asked many times in a row, the same call gave another answer"
    for place, call in enumerate(first.values()):
        times = settings.repeats if place == 0 else settings.repeats // OTHERS
        replies = _answers(box, "repeatable", [call] * times)
        once = next(replies)
        if any(not same(once, reply) for reply in replies):
            return [_differs("repeatable", message, call)]
    return []


def examples(box: Box[Any], settings: GateSettings) -> Mapping[str, Any]:
    """Gate 4: every worked example, every property with a check, and the exam (if there is one) hold."""
    worked = box.family.examples(box.rules)
    refuse_if(_broken_examples(box, worked, "a worked example of the description does not hold"))
    held_back = box.exam.examples if box.exam else ()
    refuse_if(_broken_in_play(box, settings, [*worked, *held_back]))
    refuse_if(_broken_properties(box, settings))
    shuffled = stream(settings.seed, "exam").sample(held_back, len(held_back))
    refuse_if(_broken_examples(box, shuffled, "an example that was held back does not hold"))
    checked = sum(p.check is not None for p in box.description.properties)
    return {"examples": len(worked), "properties": checked, "exam": len(held_back)}


def _broken_examples(box: Box[Any], worked: Sequence[Example], message: str) -> list[Finding]:
    replies = _ask(box, "examples", [e.call for e in worked])
    found = [_broken(box, example, reply, message) for example, reply in zip(worked, replies, strict=True)]
    return [finding for finding in found if finding]


def _broken_in_play(box: Box[Any], settings: GateSettings, known: Sequence[Example]) -> list[Finding]:
    message = "asked as play asks (a fresh session, single calls, pauses), an example does not hold"
    found = [_broken(box, example, reply, message) for example, reply in as_play_asks(box, settings, known)]
    return [finding for finding in found if finding][:1]


def _broken(box: Box[Any], example: Example, reply: Reply, message: str) -> Finding | None:
    finding = shape_fault("examples", box, example.call, reply)
    agrees = example.agrees or values.equal
    if finding is not None or agrees(example.expected, told(example, reply.value)):
        return finding
    return Finding(
        gate="examples",
        kind="wrong",
        message=message,
        call=show_call(example.call),
        got=show(told(example, reply.value)),
        expected=show(example.expected),
    )


def domain(box: Box[Any], settings: GateSettings) -> Mapping[str, Any]:
    """Gate 5: the domain's edges are answered, and what is outside it is refused by the family."""
    edges = box.family.edges(box.rules)
    found = [
        shape_fault("domain", box, call, reply) for call, reply in zip(edges, _ask(box, "domain", edges), strict=True)
    ]
    refuse_if([finding for finding in found if finding])
    plan = Plan(turns=1, shots=1, samples=1, seed=settings.seed)
    chapter = next(iter(box.family.conversations(box, plan)))
    findings = []
    for reply in box.family.outside(box.rules):
        turn = chapter.turn(1)
        next(turn)
        try:
            refused = isinstance(turn.send(reply), Refusal)
        except StopIteration:
            refused = False
        if not refused:
            findings.append(
                Finding(
                    gate="domain", kind="accepted", message="a reply outside the domain was answered", got=show(reply)
                )
            )
    refuse_if(findings)
    return {"edges": len(edges)}


def bounded(box: Box[Any], settings: GateSettings) -> Mapping[str, Any]:
    """Gate 6: sampled and swept calls are answered in the right shape and time; the domain is large enough."""
    calls = box.family.probes(box, derive(settings.seed, "bounded"), settings.probes)
    found = [
        shape_fault("bounded", box, call, reply) for call, reply in zip(calls, _ask(box, "bounded", calls), strict=True)
    ]
    refuse_if([f for f in found if f] or misshapen(box, settings) or slow_calls(box, settings.seed))
    notes: dict[str, Any] = {"calls": len(calls)}
    measures = settings.near_misses or box.family.measure_refuses
    if measures and (measured := box.family.measure(box, settings.turns, derive(settings.seed, "measure"))):
        notes["measured"] = measured
    size = box.family.domain_size(box.rules)
    wanted = settings.turns + settings.samples
    if size is not None and size < wanted:
        notes["small"] = {"size": size, "wanted": wanted, "overlap": wanted - size}
    return notes


def _all_calls(box: Box[Any], settings: GateSettings) -> list[Call]:
    """The edges, the worked examples and drawn calls; their number and their order are drawn too.

    In stretches of drawn lengths one function is called at a time: a run of calls of one function is one request.
    """
    rng = stream(settings.seed, "calls")
    probes = box.family.probes(box, settings.seed, settings.probes + rng.randint(0, settings.probes // 5))
    calls = [*box.family.edges(box.rules), *(e.call for e in box.family.examples(box.rules)), *probes]
    rest, mixed = rng.sample(calls, len(calls)), list[Call]()
    while rest:
        length = rng.randint(1, STRETCH)
        mixed += sorted(rest[:length], key=lambda call: call.function)
        rest = rest[length:]
    return mixed


def _ask(box: Box[Any], gate: str, calls: Sequence[Call], *, check_arguments: bool = False) -> list[Reply]:
    """Return what `_answers` gives. Raises: GateFailed, also where the replies are too heavy to be kept together."""
    return [spend(reply) for reply in _answers(box, gate, calls, check_arguments=check_arguments)]


def _answers(box: Box[Any], gate: str, calls: Sequence[Call], *, check_arguments: bool = False) -> Iterator[Reply]:
    """Make the calls in order; a run of calls of one function goes through one `call_many`.

    Raises: GateFailed at the first reply that killed the session, because each further call could kill another.
    """
    for call, reply in zip(calls, box.replies(calls, check_arguments=check_arguments), strict=True):
        if reply.error is not None and reply.error.kind not in ("raised", "refused"):
            raise GateFailed([from_error(gate, reply.error, call)])
        yield reply


def _differs(gate: str, message: str, call: Call) -> Finding:
    """Name the call, not the answers: clock values or addresses would make every record of the finding differ."""
    return Finding(gate=gate, kind="differs", message=message, call=show_call(call))


def told(example: Example, value: Any) -> Any:
    """The part of a reply that a worked example covers: some fields, or, of a free-form turn, the feedback."""
    if not example.whole and isinstance(example.expected, dict) and isinstance(value, dict):
        return {key: value[key] for key in example.expected if key in value}
    if isinstance(example.expected, str) and isinstance(value, dict) and set(value) == {"state", "feedback"}:
        return value["feedback"]
    return value


def _transcripts(box: Box[Any], settings: GateSettings) -> list[Finding]:
    plan = Plan(turns=4, shots=1, samples=2, seed=derive(settings.seed, "transcript"))
    first, second = _transcript(box, plan), _transcript(box, plan)
    if first == second:
        return []
    return [Finding(gate="repeatable", kind="transcript", message="the same seed and replies gave another transcript")]


def _transcript(box: Box[Any], plan: Plan) -> EpisodeRecord:
    """One episode; if the box failed in it, what was played so far (later gates report the failure)."""
    try:
        return play(box, plan, BuiltinPlayer("random", plan.seed))
    except EpisodeFailed as failed:
        if failed.by_the_box:
            return failed.record
        raise failed.cause from failed


def property_module(description: Description) -> Module:
    """Return a sandbox module with one function per checked property. Raises: DescriptionFault.

    The expressions are the author's, not a model's; they are still only ever evaluated inside the sandbox.
    """
    functions = []
    for index, stated in enumerate(description.properties):
        if stated.check is None:
            continue
        try:
            tree = ast.parse(stated.check.strip(), mode="eval")
        except (SyntaxError, ValueError) as error:
            raise DescriptionFault(
                f"the check {stated.check!r} is no Python expression",
                "write an expression over `input` and `output`",
                ("properties", index, "check"),
            ) from error
        functions.append(f"def holds_{index}(input, output):\n    return bool({ast.unparse(tree)})\n")
    return Module("\n".join(functions))


@contextmanager
def checked_properties(
    description: Description, launcher: Launcher, limits: Limits | None = None
) -> Iterator[Callable[[Sequence[Row]], list[tuple[str, list[Reply]]]]]:
    """Open one sandbox session that tells, of (input, output) rows, each checked property's text and its verdicts."""
    checked = [
        (f"holds_{i}", stated.says) for i, stated in enumerate(description.properties) if stated.check is not None
    ]
    session = launcher.open(property_module(description), limits or Limits())
    try:
        yield lambda rows: [(says, list(session.call_many(function, rows))) for function, says in checked]
    finally:
        session.close()


def _broken_properties(box: Box[Any], settings: GateSettings) -> list[Finding]:
    if not property_module(box.description).source:
        return []
    calls = [c for c in _all_calls(box, settings) if box.family.subject(c) is not None]
    answered = [(c, r) for c, r in zip(calls, _ask(box, "examples", calls), strict=True) if r.error is None]
    family = box.family
    asked = [(call, (family.subject(call), family.stated(call, reply.value))) for call, reply in answered]
    with checked_properties(box.description, box.launcher, box.limits) as verdicts:
        for batch in chain([asked], sweep_rows(box, settings)):
            told = verdicts([row for _, row in batch])
            if broken := [finding for says, held in told for finding in _first_broken(says, batch, held)]:
                return broken
    return []


def _first_broken(says: str, asked: Sequence[tuple[Call, Row]], verdicts: Sequence[Reply]) -> Iterator[Finding]:
    for (call, (_, output)), verdict in zip(asked, verdicts, strict=True):
        if verdict.error is None and verdict.value is True:
            continue
        why = "does not hold" if verdict.error is None else f"could not be checked ({verdict.error})"
        yield Finding(
            gate="examples",
            kind="property",
            message=f"the property {says!r} {why}",
            call=show_call(call),
            got=show(output),
        )
        return
