"""Code expression: the player's shot is a program, run in a sandbox session of its own and compared with the box.

The session gets only the program and, one at a time, inputs: no truth, no description, none of the
box's code. Whatever the program does there, the result is a share of right outputs and reasons for the wrong ones.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.environment import RIGHT, Opened
from boxwright.blackboxes.families.expression import Expression, Expressive, Trial
from boxwright.blackboxes.faults import BadOutput, BoxwrightError
from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.types import Ask, Conversation, Plan, Refusal, Sample, Score, Shot, Turn
from boxwright.harness.chat.fences import fenced, program_of
from boxwright.harness.finding import from_error, show
from boxwright.sandbox import Launcher, Limits, Module, Reply, SandboxError, library

REVISION = 15
"""Incremented when the way programs are requested, run or scored changes."""
LIMITS = Limits(load_seconds=5.0, call_seconds=2.0, cpu_seconds=60, memory_mb=512)
"""The limits of one session of a program."""
PROGRAM_SECONDS = 60.0
"""Time limit of all sessions of one program together; inputs not asked by then count as wrong."""
SESSIONS = 4
"""Maximum number of sessions for a program that dies; inputs not asked by then count as wrong."""
FUNCTION = "blackbox"
MAX_REASONS = 8
"""Maximum number of reasons recorded for one program."""


@dataclass
class Verdict:
    """The result of one program."""

    right: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    """Number of inputs by reason."""
    parts: Counter[str] = field(default_factory=Counter)
    """Totals of the parts that the family counts, e.g. gates."""
    unasked: int = 0
    """Inputs that were not asked, because the program was stopped; they count as wrong."""
    first: dict[str, str] = field(default_factory=dict)
    """The first input with a wrong output, what was returned and what was expected."""

    def miss(self, reason: str, count: int = 1) -> None:
        """Count outputs that are wrong for a reason."""
        known = reason in self.wrong or len(self.wrong) < MAX_REASONS
        self.wrong[reason if known else "other reasons"] += count


def judge_program(launcher: Launcher, source: str, trials: Sequence[Trial], asked: Expression) -> Verdict:
    """Run a program on every trial. Raises: SandboxUnavailable, never anything that the program causes."""
    verdict, done, deadline = Verdict(parts=_parts(trials, asked)), 0, time.monotonic() + PROGRAM_SECONDS
    for _ in range(SESSIONS):
        if done == len(trials) or time.monotonic() > deadline:
            break
        try:
            session = launcher.open(Module(source), LIMITS)
        except SandboxError as error:
            verdict.miss(_words(error), len(trials) - done)
            return verdict
        try:
            if FUNCTION not in session.functions:
                verdict.miss(f"defines no function {FUNCTION}", len(trials) - done)
                return verdict
            for reply in session.call_many(FUNCTION, [trial.args for trial in trials[done:]]):
                _count(verdict, trials[done], reply, asked)
                done += 1
                if not session.alive or time.monotonic() > deadline:
                    break
        finally:
            session.close()
    if done < len(trials):
        late = time.monotonic() > deadline
        reason = f"not asked: {PROGRAM_SECONDS:g} seconds were over" if late else f"not asked: it died {SESSIONS} times"
        verdict.unasked = len(trials) - done
        verdict.miss(reason, verdict.unasked)
    return verdict


def _parts(trials: Sequence[Trial], asked: Expression) -> Counter[str]:
    """Return the counts of a program without any right part: 0 of all."""
    parts: Counter[str] = Counter()
    for trial in trials:
        whole = asked.judge(trial.truth, trial.truth).detail
        parts.update({name: 0 if name.endswith(RIGHT) else n for name, n in whole.items()})
    return parts


def _count(verdict: Verdict, trial: Trial, reply: Reply, asked: Expression) -> None:
    if reply.error is not None:
        verdict.miss(_words(reply.error))
        return
    try:
        score = asked.judge(trial.truth, reply.value)
    except BadOutput as error:
        verdict.miss(f"wrong type or shape: {error}")
        return
    verdict.right += score.right
    verdict.parts.update({name: n for name, n in score.detail.items() if name.endswith(RIGHT)})
    if not score.right:
        verdict.miss("another output")
        if not verdict.first:
            shown = {"input": list(trial.args), "got": reply.value, "expected": trial.truth}
            verdict.first = {name: show(value) for name, value in shown.items()}


def _words(error: SandboxError) -> str:
    return from_error("program", error).message


def with_programs(opened: Opened, plan: Plan, conversation: Conversation) -> Conversation:
    """Return a conversation whose answers are programs. Raises: BoxwrightError where a box has no function."""
    if not isinstance(opened, Box) or not isinstance(opened.family, Expressive):
        raise BoxwrightError(f"{opened.id}: it has no function that a program could replace")
    expression = opened.family.expression(opened, plan, conversation)
    return ProgramConversation(opened.launcher, plan, conversation, expression)


class ProgramConversation:
    """A conversation whose exploration is the family's own and whose one test sample is the program."""

    def __init__(self, launcher: Launcher, plan: Plan, conversation: Conversation, expression: Expression) -> None:
        self.launcher, self.plan, self.expression = launcher, plan, expression
        self._conversation = conversation
        self.prompt = load_prompt("players/program")
        rules = self.prompt.render(
            "rules",
            samples=plan.samples,
            shots=plan.shots,
            call_seconds=f"{LIMITS.call_seconds:g}",
            program_seconds=f"{PROGRAM_SECONDS:g}",
            memory=LIMITS.memory_mb,
            sessions=SESSIONS,
            library=", ".join(library.TOLD),
        )
        self.introduction = self.expression.introduction(rules)

    def turn(self, number: int) -> Turn:
        """The family's own turn."""
        return self._conversation.turn(number)

    def samples(self) -> Iterator[Sample]:
        """The program."""
        yield ProgramSample(self, self.expression.trials())

    def skips(self) -> Sequence[Any]:
        """Explored inputs that were skipped."""
        return self.expression.skips


class ProgramSample:
    """One program, on all trials."""

    truth = None

    def __init__(self, conversation: ProgramConversation, trials: Sequence[Trial]) -> None:
        self.conversation, self.trials = conversation, trials
        self.question = {"program": conversation.expression.signature, "inputs": len(trials)}

    def shot(self, number: int) -> Shot:
        """One program; its value is the share of right outputs, and it is right if all are."""
        conversation = self.conversation
        prompt, plan, asked = conversation.prompt, conversation.plan, conversation.expression
        text = prompt.render("answer", shot=number, shots=plan.shots, signature=asked.signature)
        reply = yield Ask(text, "program", ProgramBaseline(asked))
        while (program := program_of(reply, FUNCTION)) is None:
            reply = yield Refusal(prompt.render("refuse_program", function=FUNCTION))
        verdict = judge_program(conversation.launcher, program, self.trials, asked)
        detail: dict[str, Any] = {
            **verdict.parts,
            "inputs": len(self.trials),
            "explored": asked.repeated,
            "inputs_right": verdict.right,
            "inputs_not_asked": verdict.unasked,
            "wrong": dict(verdict.wrong),
            "first_wrong": verdict.first,
        }
        share = verdict.right / len(self.trials)
        return Score(program, verdict.right == len(self.trials), share, detail)


class ProgramBaseline:
    """Programs of players that need no model."""

    def __init__(self, asked: Expression) -> None:
        self._expression = asked

    def truth(self) -> str:
        """The box itself: anything but 100 % means that box, sandbox or comparison is broken."""
        return fenced(self._expression.oracle())

    def guess(self, rng: random.Random) -> str:
        """Always the same random output of the right form."""
        return fenced(self._expression.guess(rng))

    def constant(self) -> str:
        """Always the box's commonest output."""
        return fenced(self._expression.constant())

    def echo(self) -> str:
        """The input, returned unchanged."""
        return fenced(self._expression.echo())
