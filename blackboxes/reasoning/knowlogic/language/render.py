"""The text of a question in a language, from its semantic form."""

from __future__ import annotations

from collections.abc import Sequence

from boxwright.blackboxes.prompts import Prompt, load_prompt
from boxwright.blackboxes.reasoning.knowlogic.knowledge.scenario import PLACED, Named
from boxwright.blackboxes.reasoning.knowlogic.language.describe import phrase
from boxwright.blackboxes.reasoning.knowlogic.language.words import listed, sentence, with_number
from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import LETTERS, Puzzle, Question, Saying
from boxwright.blackboxes.reasoning.knowlogic.worlds.scene import Atom, Scene, whoever

GAP = {"en": " ", "zh": ""}
STOP = {"en": ".", "zh": "。"}
ASKS = {"en": "?", "zh": "？"}


def texts() -> Prompt:
    """Return the fixed texts."""
    return load_prompt("players/knowlogic")


def forms_of(scene: Scene, relation: str, positive: bool, language: str) -> tuple[str, ...]:
    """Return the surface forms of a relation, its number filled in; for `placed` with {slot}."""
    scenario = scene.scenario
    if relation.startswith(PLACED):
        return (scenario.placed if positive else scenario.placed_not)[language]
    found = scenario.relations[relation]
    forms = found.forms[language] if positive else found.denials[language]
    return tuple(with_number(form, found.k, language) for form in forms)


def filled(form: str, scene: Scene, atom: Atom, names: Sequence[str], language: str) -> str:
    """Put names, and a slot, into a form."""
    for letter, name in zip("abc", names, strict=False):
        form = form.replace(f"{{{letter}}}", name)
    if atom.relation.startswith(PLACED):
        form = form.replace("{slot}", scene.slots[int(atom.relation.partition(":")[2])].of(language))
    return form


def names_in(scene: Scene, saying: Saying, language: str) -> list[str]:
    """Return what a statement calls its entities."""
    keys = saying.described or ("",) * len(saying.atom.entities)
    return [
        phrase(scene, key, language) if key else scene.entities[entity].of(language)
        for key, entity in zip(keys, saying.atom.entities, strict=True)
        if entity >= 0
    ]


def said(scene: Scene, saying: Saying, language: str) -> str:
    """Return a statement as a sentence."""
    forms = forms_of(scene, saying.atom.relation, saying.atom.positive, language)
    form = forms[saying.wording % len(forms)]
    return sentence(filled(form, scene, saying.atom, names_in(scene, saying, language), language), language)


def asking_form(scene: Scene, relation: str, language: str) -> str:
    """Return the form of a relation that questions are made of: the first that begins with {a}."""
    forms = forms_of(scene, relation, True, language)
    return next((form for form in forms if form.startswith("{a}")), forms[0])


def blank_form(scene: Scene, relation: str, asks: str, language: str) -> str:
    """Return the form of a question with a blank for an entity, or for the one in a slot; {b} and {c} are left."""
    known = scene.scenario.relations.get(relation)
    if asks == "slot" and known is not None and known.which:
        return known.which[language]
    stands = (scene.scenario.who if asks == "entity" else scene.scenario.whoever)[language]
    form = asking_form(scene, relation, language).replace("{a}", stands)
    return form.removesuffix(STOP[language]) + ASKS[language]


def statements_key(scene: Scene, kind: str, language: str) -> str:
    """Return the name of the text that asks for right or wrong statements, in an open world for certain ones."""
    known = "_open" if scene.scenario.world == "open" else ""
    return f"{kind.replace(' ', '_')}{known}_{language}"


def asked(scene: Scene, question: Question, language: str) -> str:
    """Return the question's sentence."""
    prompt, first = texts(), question.options[0]
    if question.form == "statement":
        return prompt.render(statements_key(scene, question.type, language))
    scenario = scene.scenario
    if question.type == "slot precise":
        name = names_in(scene, first, language)[0]
        return sentence(scenario.where[language].replace("{a}", name), language)
    names = names_in(scene, first, language)
    rest = names[1:] if question.form == "entity" else names
    form = blank_form(scene, first.atom.relation, question.form, language)
    return sentence(filled(form, scene, first.atom, ["", *rest], language), language)


def option_text(scene: Scene, question: Question, option: Saying, language: str) -> str:
    """Return an option as it is shown."""
    if question.form == "statement":
        return said(scene, option, language)
    named: Named
    if question.form == "entity":
        named = scene.entities[option.atom.entities[0]]
    elif option.atom.relation.startswith(PLACED):
        named = scene.slots[int(option.atom.relation.partition(":")[2])]
    else:
        named = scene.slots[whoever(option.atom.entities[0])]
    return sentence(named.of(language), language)


def setting(puzzle: Puzzle, language: str) -> str:
    """Return the introduction: the scene, whether anything else is there, and how words are meant."""
    scene = puzzle.scene
    intros = scene.scenario.intro[language]
    intro = intros[puzzle.wording % len(intros)].replace(
        "{names}", listed([entity.of(language) for entity in scene.entities], language)
    )
    intro = intro.replace("{things}", listed([slot.of(language) for slot in scene.slots], language))
    relations = [saying.atom.relation for saying in (*puzzle.clues, *puzzle.question.options)]
    known = scene.scenario.relations
    notes = [known[key].note[language] for key in relations if key in known and known[key].note]
    parts = [sentence(intro, language), scene.scenario.world_says[language], *dict.fromkeys(notes)]
    return GAP[language].join(parts)


def question_text(puzzle: Puzzle, language: str) -> str:
    """Return the whole question: the scene, the clues, what is asked, the options."""
    scene, question = puzzle.scene, puzzle.question
    clues = GAP[language].join(said(scene, clue, language) for clue in puzzle.clues)
    return "\n\n".join(
        part for part in (setting(puzzle, language), clues, options_text(scene, question, language)) if part
    )


def options_text(scene: Scene, question: Question, language: str) -> str:
    """Return what is asked, and the options, a line each."""
    lines = [asked(scene, question, language)]
    shown = [option_text(scene, question, option, language) for option in question.options]
    if question.none:
        shown.append(texts().render(f"none_{language}"))
    lines += [f"{letter}. {text}" for letter, text in zip(LETTERS, shown, strict=False)]
    return "\n".join(lines)
