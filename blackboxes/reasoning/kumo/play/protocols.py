"""Which conversation plays an instance: our own protocol, the paper's, or the one of probabilistic exclusion."""

from __future__ import annotations

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.reasoning.kumo.play.conversation import KumoConversation
from boxwright.blackboxes.reasoning.kumo.play.drawn import DrawnConversation
from boxwright.blackboxes.reasoning.kumo.play.probabilistic import ProbableConversation
from boxwright.blackboxes.reasoning.kumo.play.published import PublishedConversation
from boxwright.blackboxes.reasoning.kumo.play.settings import PlaySettings
from boxwright.blackboxes.types import Plan


def check_protocol(plan: Plan, settings: PlaySettings, *, several: str, unsure: bool) -> None:
    """Check that the protocol of the settings can be played: with `unsure` exclusion, or with several valid truths.

    `several` says what to do about these; empty where there is one. Raises: BoxwrightError.
    """
    if settings.protocol == "own":
        return
    for fault, remedy in (
        (several, f"has one valid truth per game; {several}"),
        (unsure, "has no probabilistic exclusion; leave it out"),
        (plan.shots > 1, "ends with the first prediction; use --shots 1"),
        (plan.turns < 1, "takes actions; give --turns"),
    ):
        if fault:
            raise BoxwrightError(f"--kumo protocol=published: it {remedy}")


def with_promise(settings: PlaySettings, unsure: bool) -> PlaySettings:
    """Return the settings with the promise that players read: the paper's protocol and `unsure` exclusion have none."""
    if unsure or settings.protocol == "published":
        return settings.model_copy(update={"promise": "untold"})
    return settings


def conversation_of(plan: Plan, settings: PlaySettings, instance: Instance, number: int, book: str) -> KumoConversation:
    """Return the conversation on an instance under these settings."""
    settings = with_promise(settings, instance.strength is not None)
    if settings.protocol == "published":
        return PublishedConversation(plan, settings, instance, number, book)
    kind = KumoConversation if instance.strength is None else ProbableConversation
    if settings.predict == "one":
        kind = DrawnConversation
    return kind(load_prompt("players/kumo"), plan, settings, instance, number, book)
