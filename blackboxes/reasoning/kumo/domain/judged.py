"""How plausible a domain's rules are, as a judge rated them: common knowledge, plausible, or arbitrary.

Rule-outs that are not in the domain are mixed in (*decoys*), and the judge is not told which they are: one that finds
them plausible tells nothing about the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
from boxwright.blackboxes.seeds import stream

COMMON, PLAUSIBLE, ARBITRARY = RATINGS = ("common", "plausible", "arbitrary")
GATE = "plausibility"
"""The name of the judge's entry among a manifest's gates."""
JUDGED = "judged"
"""A domain's folder with its judgement."""
FILE = "judgement.json"
DECOYS = 0.1
"""Decoys per rule-out."""

RuleOut = tuple[str, str, str]
"""An action, the label of its outcome, and the truth that it rules out."""


class Judgement(BaseModel):
    """`judgement.json`: what a judge said of a domain's rules."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    format: int = 1
    domain: str
    """The hash of the domain."""
    model: str
    prompts: dict[str, int]
    rules: dict[str, int]
    """Rating to number of rule-outs."""
    decoys: dict[str, int]
    """The same of the decoys."""
    plausible: tuple[RuleOut, ...]
    arbitrary: tuple[RuleOut, ...]
    """The rule-outs of these ratings; the others are common knowledge."""

    def gate(self) -> dict[str, Any]:
        """Return the entry for a manifest's gates."""
        return {"gate": GATE, "model": self.model, "rules": self.rules, "decoys": self.decoys}


def rule_outs(domain: Domain) -> list[RuleOut]:
    """Return every rule-out of a domain, by action, outcome and truth in its order."""
    return [rule for action in domain.outcomes for rule in _of_action(domain, action, genuine=True)]


def with_decoys(domain: Domain) -> list[RuleOut]:
    """Return every rule-out, and as many others as DECOYS says, in the same order: nothing tells them apart."""
    real = rule_outs(domain)
    others = [rule for action in domain.outcomes for rule in _of_action(domain, action, genuine=False)]
    count = min(len(others), round(DECOYS * len(real)))
    chosen = {*real, *stream("kumo/decoys", domain.hash).sample(others, count)}
    either = (rule for action in domain.outcomes for rule in _of_action(domain, action, genuine=None))
    return [rule for rule in either if rule in chosen]


def _of_action(domain: Domain, action: str, genuine: bool | None) -> list[RuleOut]:
    return [
        (action, state.label, truth)
        for state in domain.outcomes[action].states
        for truth in domain.truths
        if genuine is None or (truth in state.rules_out) == genuine
    ]


def judgement(domain: Domain, model: str, prompts: Mapping[str, int], rated: Mapping[RuleOut, str]) -> Judgement:
    """Return the judgement on a domain, from the rating of every rule-out and decoy."""
    real = rule_outs(domain)
    known = set(real)
    return Judgement(
        domain=domain.hash,
        model=model,
        prompts=dict(prompts),
        rules=_counted(rated[rule] for rule in real),
        decoys=_counted(rating for rule, rating in rated.items() if rule not in known),
        plausible=tuple(rule for rule in real if rated[rule] == PLAUSIBLE),
        arbitrary=tuple(rule for rule in real if rated[rule] == ARBITRARY),
    )


def _counted(ratings: Iterable[str]) -> dict[str, int]:
    counts = Counter(ratings)
    return {rating: counts[rating] for rating in RATINGS}


def stored_judgement(folder: Path, domain: Domain) -> Judgement | None:
    """Return what is stored of a domain in its accepted folder; None if nothing is, or the domain has changed since.

    Raises: BoxwrightError for a file that cannot be read.
    """
    path = folder / JUDGED / FILE
    if not path.is_file():
        return None
    try:
        found = Judgement.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise BoxwrightError(f"{path}: cannot be read; judge the domain again with `boxwright kumo judge`") from error
    return found if found.domain == domain.hash else None


def remark_of(gates: Sequence[Mapping[str, Any]]) -> str:
    """Return what a manifest's gates say about plausibility, in a few words; empty if the domain was not judged."""
    for gate in gates:
        if gate["gate"] == GATE:
            shares = ", ".join(f"{share(gate['rules'], rating)} {rating}" for rating in (PLAUSIBLE, ARBITRARY))
            return f"rules: {shares} (decoys: {share(gate['decoys'], ARBITRARY)} arbitrary), by {gate['model']}"
    return ""


def share(counts: Mapping[str, int], rating: str) -> str:
    """Return the share of a rating in per cent."""
    return f"{100 * counts[rating] / max(1, sum(counts.values())):.1f} %"
