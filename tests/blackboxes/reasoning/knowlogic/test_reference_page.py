"""The reference page is what the shipped knowledge gives."""

from __future__ import annotations

from boxwright.blackboxes.reasoning.knowlogic.knowledge.counting import count_all
from tests.blackboxes.reasoning.knowlogic.reference_page import PAGE, page


def test_the_reference_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


def test_the_knowledge_base_has_at_least_the_papers_sizes() -> None:
    counted = count_all()["all"]
    least = {"entities": 633, "properties": 29, "relations": 109, "scenarios": 11, "rules": 939}
    assert {name: counted[name] for name in least if counted[name] < least[name]} == {}
