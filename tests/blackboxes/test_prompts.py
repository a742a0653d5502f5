"""Prompts: values are inserted unchanged, plurals are right, and a missing value is an error that names it."""

from __future__ import annotations

import subprocess
import sys
from contextlib import nullcontext

import pytest

from boxwright.blackboxes.families.freeform.comparators import COMPARATORS
from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.prompts import PROMPTS, Prompt, PromptError, load_prompt

NAMES = sorted(path.relative_to(PROMPTS).with_suffix("").as_posix() for path in PROMPTS.rglob("*.md"))


def prompt(text: str) -> Prompt:
    return Prompt("players/toy", 1, {"asked": text})


def test_a_value_stands_as_it_is() -> None:
    value = "<b> & {{ shots }} {% if %} $shots 'é'\n"
    assert prompt("[{{ value }}]\n\n{a: {b: 1}}").render("asked", value=value) == f"[{value}]\n\n{{a: {{b: 1}}}}"


@pytest.mark.parametrize(("shots", "said"), [(0, "0 shots"), (1, "1 shot"), (2, "2 shots"), (1_000, "1,000 shots")])
def test_a_number_takes_the_right_form_of_its_noun(shots: int, said: str) -> None:
    assert prompt('{{ plural(shots, "shot") }}').render("asked", shots=shots) == said == plural(shots, "shot")


def test_a_noun_may_have_a_plural_of_its_own() -> None:
    assert [plural(n, "box", "boxes") for n in (0, 1, 2)] == ["0 boxes", "1 box", "2 boxes"]


@pytest.mark.parametrize("text", ["{{ turns }} {{ shots }}", '{{ plural(shots, "shot") }}'])
def test_a_missing_value_is_named(text: str) -> None:
    with pytest.raises(PromptError, match=r"prompts/players/toy\.md, section asked: 'shots' is undefined"):
        prompt(text).render("asked", turns=1)


def test_an_unknown_section_is_named() -> None:
    with pytest.raises(PromptError, match=r"prompts/players/toy\.md: no section 'told'"):
        prompt("").render("told")


@pytest.mark.parametrize("name", NAMES)
def test_a_prompt_has_no_open_plural_and_no_value_of_another_syntax(name: str) -> None:
    sections = load_prompt(name).sections
    told = {section: text for section, text in sections.items() if not section.startswith("starter")}
    assert not [section for section, text in told.items() if "(s)" in text or "$" in text]
    for section in told:
        with pytest.raises(PromptError) if "{{" in told[section] else nullcontext():
            load_prompt(name).render(section)


def test_loading_prompts_imports_no_template_engine() -> None:
    code = (
        "import sys; from boxwright.blackboxes.prompts import load_prompt, prompt_versions;"
        "prompt_versions(['players/engine']); sys.exit('jinja2' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_the_loop_asks_for_can_be_given() -> None:
    freeform = load_prompt("contracts/freeform").render("contract")
    assert [name for name in COMPARATORS if f"- `{name}`: " not in freeform] == [], "each comparator is defined"
    assert "`introduction() -> str`" not in freeform
    assert "different for different seeds" not in load_prompt("contracts/puzzle").render("contract")
    asked = load_prompt("agents/consensus").sections["decide"]
    assert '(if ambiguous, "neither": none is chosen, the author is asked)' in asked
