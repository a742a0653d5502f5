"""Reads free prose back into rule-outs: one sentence names an action, an outcome and the truths that it excludes.

The style that is understood:

- Names are verbatim, best in quotation marks.
- The action stands in the sentence or in the heading above it.
- A sentence has one outcome; a range is given by its two numbers.
- The verb is to rule out, to exclude or to eliminate (排除).
- A clause after `but`, `while`, `;` ... may say what stays possible.
- Background stands before the first rule, or between an action's heading and its first rule, and nowhere else.

Anything that is hedged, negated, quantified (`all others`), worded beyond the closed vocabulary, or that names two
outcomes is reported as unclear; nothing is guessed. The same goes for a truth that is named among rules without being
ruled out or kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from boxwright.blackboxes.reasoning.kumo.books.claims import (
    ANSWER,
    EXCLUDES,
    GENERALLY,
    GOES_ON,
    LISTS_MEAN,
    MISREAD,
    RULES,
    UNTRUSTED,
    WHENEVER,
)
from boxwright.blackboxes.reasoning.kumo.books.plain_chinese import states_a_rule_in_chinese
from boxwright.blackboxes.reasoning.kumo.books.plain_denials import says_nothing_plainly
from boxwright.blackboxes.reasoning.kumo.books.plain_forms import ACTION, EITHER, SIGNS, TRUTH, plainly
from boxwright.blackboxes.reasoning.kumo.books.plain_forms import OUTCOME as SEEN
from boxwright.blackboxes.reasoning.kumo.books.plain_rules import states_a_rule
from boxwright.blackboxes.reasoning.kumo.books.vocabulary import (
    CLAUSE_BREAK,
    CONFIRMS,
    DENIES,
    DENIES_PROOF,
    FIRST_NAME,
    HEDGES,
    KEEPS,
    LEFT,
    LIMITED,
    MASKS,
    NAMES_THE_TRUTH,
    NEGATION,
    NOTHING,
    ONLY,
    OUTCOME,
    PROVES,
    RULES_OUT,
    UNKNOWN,
    inverted,
    misplaced,
    unknown_words,
)
from boxwright.blackboxes.reasoning.kumo.books.writer import QUOTES, outcome_index, tables_of
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance

_I = re.IGNORECASE

BEHIND_RULES = (
    "it stands behind rules and states none; put background before the first rule, or between an action's heading and"
    ' its rules, or leave it out (of an outcome that rules out nothing say "rules out nothing")'
)
MORE_THAN_A_NAME = "a heading says more than its action's name; write just the name"
OPENS = "the template's opening stands at the beginning of a book, and nowhere else"
OF_ANOTHER = "it stands below the heading of another action"
OF_ANOTHER_TRUTH = "it stands below the heading of another truth"
MISPLACED = (OPENS, OF_ANOTHER, OF_ANOTHER_TRUTH)
"""What is found of the template's lines where they do not stand as in the template."""
NO_SECTION = (
    "a heading behind rules is no action's name (in quotation marks if it is short); put such a part before the first"
    " rule, or leave it out"
)
UNUSUAL = (
    'it states a rule in no form that is known; say it as in: The outcome "x" rules out A and B.'
    " (中文：结果为「x」时排除A和B。)"
)
NO_TRUTH = "it does not name what is ruled out (names of one or two signs need quotation marks)"


@dataclass
class Reading:
    """What a book states, as far as understood; actions, outcomes and truths by index."""

    excluded: dict[tuple[int, int, int], str] = field(default_factory=dict)
    """(action, outcome, truth) to the first sentence that rules it out."""
    kept: dict[tuple[int, int, int], str] = field(default_factory=dict)
    """(action, outcome, truth) to the sentence that says it stays possible; truth -1: the outcome rules out nothing."""
    confirmed: list[tuple[int, int, int, str]] = field(default_factory=list)
    """Action, outcome, the truth that the outcome is said to prove, and the sentence."""
    unclear: list[tuple[str, str]] = field(default_factory=list)
    """Why a sentence is not understood, and the sentence."""
    unjudged: list[str] = field(default_factory=list)
    """Titles and sentences that state no rule: nobody judges whether what they say is so."""


# Layout: headings, bullets, paragraphs.

HEADING = re.compile(r"\s*(?:#{1,6}\s+.*|(?:\d+[.)]\s*)?\*\*[^*]+\*\*:?\s*)")
BULLET = re.compile(r"\s*(?:[-*+•]\s+|\d+[.)]\s+)")
_SECTION_WORDS = (
    r"\b(?:actions?|tests?|steps?|checks?|sections?|parts?|chapters?|questions?|results?|measurements?|observations?|rules?"
    r"|outcomes?|readings?|interpreting|the|of|by|and|an?|how|what|it|shows?|tells?|[ivx]+)\b|\b[a-z](?=[.):])"
    r"|[一二三四五六七八九十第项条章节部分篇组行动作检验查测试量观察规则结果与和、（）]"
)
PLAIN_HEADING = re.compile(rf"(?:[\s\d#*_:.,()–—\"“”「」『』：-]|{_SECTION_WORDS})*+", _I)
"""What a heading may hold beside the name of its action, and the whole of a heading without a name after rules."""
BARE_NAME = re.compile(r"\s*(?:\d+[.)])?[\s*_:.()（）：]*")
"""What a line may hold beside the name of an action to count as its heading."""
DECORATION = re.compile(r"[\s=*_.…`|>)）\"”」』—–─═-]*")
"""Rule lines, and the characters that end a sentence."""
SENTENCE_END = re.compile(r"(?<=[.!?。！？])(?=[\s\"”」』»›)*_]|$)|(?<=[。！？])")


@dataclass(frozen=True)
class RuleLine:
    """Placeholder for a line in fixed form that was already read."""

    action: int | None
    """The action that it is about, if the instance has it."""
    text: str = ""
    by_truth: bool = False
    """Whether it stands below the heading of a truth, and may be about any action."""


@dataclass(frozen=True)
class OpeningLine:
    """Placeholder for a line of the template's opening."""

    text: str


def _paragraphs(lines: Iterable[str | OpeningLine | RuleLine]) -> Iterator[str | OpeningLine | RuleLine]:
    """Join the lines of each paragraph; a heading, a bullet, a blank line and a rule line end the one before."""
    joined: list[str] = []
    for line in lines:
        if joined and isinstance(line, str) and line.strip() and not _begins_paragraph(line):
            joined.append(line.strip())
            continue
        if joined:
            yield " ".join(joined)
            joined = []
        if not isinstance(line, str):
            yield line
        elif HEADING.fullmatch(line.rstrip()):
            yield _without_bullet(line)
        elif line.strip():
            joined = [_without_bullet(line)]
    if joined:
        yield " ".join(joined)


def _begins_paragraph(line: str) -> bool:
    return HEADING.fullmatch(line.rstrip()) is not None or BULLET.match(line) is not None


def _without_bullet(line: str) -> str:
    bullet = BULLET.match(line)
    return line[bullet.end() :] if bullet else line


# Names: masked by one private character each.


class _Names:
    """The names of an instance, ignoring case."""

    def __init__(self, instance: Instance) -> None:
        self.actions = {action.casefold(): i for i, action in enumerate(instance.actions)}
        self.truths = {truth.casefold(): i for i, truth in enumerate(instance.truths)}
        labels = [s.value for states in tables_of(instance) for s in states if isinstance(s.value, str)]
        known = dict.fromkeys(name.casefold() for name in [*self.actions, *self.truths, *labels])
        self.mask_of = {name: chr(FIRST_NAME + i) for i, name in enumerate(known)}
        self._name_of = {mask: name for name, mask in self.mask_of.items()}
        spelling = {name.casefold(): name for name in [*instance.truths, *instance.actions]}
        self._shown = str.maketrans({mask: spelling.get(name, name) for name, mask in self.mask_of.items()})
        self._shown[ord(UNKNOWN)] = "(an unknown name)"
        bare = sorted(filter(_recognised_bare, {*self.actions, *self.truths}), key=lambda name: (-len(name), name))
        self._bare = re.compile("|".join(_bounded(name) for name in bare) or r"(?!)", _I)

    def mask(self, text: str) -> str:
        """Replace each name by its mask: first those in quotation marks, then the others."""
        text = MASKS.sub(" ", text)
        for pair in QUOTES["en"]:
            opening, closing = re.escape(pair[0]), re.escape(pair[1])
            text = re.sub(f"{opening}([^{opening}{closing}]*){closing}", self._masked_quote, text)
        return self._bare.sub(lambda found: self.mask_of[found.group().casefold()], text)

    def _masked_quote(self, found: re.Match[str]) -> str:
        name = found[1].strip()
        for tried in (name, name.rstrip(".,;:。，；：")):
            if tried.casefold() in self.mask_of:
                return self.mask_of[tried.casefold()]
        return f" {name} " if re.match(rf"\W*{NUMBER}", name) else UNKNOWN

    def unmask(self, masked: str) -> str:
        """Return a masked text with its names restored."""
        return masked.translate(self._shown).strip()

    def found_in(self, masked: str) -> list[str]:
        """Return the names in a masked text, in order."""
        return [self._name_of[sign] for sign in masked if sign in self._name_of]

    def only_action(self, masked: str) -> int | None:
        """Return the action that a text names, if it names one action."""
        found = {self.actions[name] for name in self.found_in(masked) if name in self.actions}
        return found.pop() if len(found) == 1 else None

    def lone_action(self, masked: str) -> int | None:
        """Return the action that a text names, if it names one action and nothing else."""
        alone = UNKNOWN not in masked and all(name in self.actions for name in self.found_in(masked))
        return self.only_action(masked) if alone else None


def _recognised_bare(name: str) -> bool:
    """Whether a name counts without quotation marks: not if it is very short or decides what a sentence says.

    A word of doubt does no harm in a name of several words (`wrong hosts entry`); a word of denial always does.
    """
    decides = len(name) <= 2 or any(words.search(name) for words in (RULES_OUT, DENIES, KEEPS, CLAUSE_BREAK))
    return not decides and (not HEDGES.search(name) or (" " in name and not NEGATION.search(name)))


def _bounded(name: str) -> str:
    return rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])"


# The text: sections, headings, sentences.


@dataclass
class _Position:
    """The reader's position in the book."""

    heading: int | None = None
    """The action that the section is about."""
    loose: str = ""
    """The section's heading, if it names an action but says more than its name."""
    rules: bool = False
    """Whether the section has stated rules."""
    background: str = ""
    """The first sentence of the section that states no rule."""
    begun: bool = False
    """Whether the book has stated rules."""
    done: set[int] = field(default_factory=set)
    """The actions with rules, and those with rules below their heading."""

    @property
    def among_rules(self) -> bool:
        """Whether the text is about an action's outcomes."""
        return self.rules or self.heading is not None

    @property
    def closed(self) -> bool:
        """Whether only rules may follow: after rules, until another action's section begins."""
        return self.rules or (self.begun and (self.heading is None or self.heading in self.done))

    def state(self, action: int | None, reading: Reading) -> None:
        """Record that a rule was stated; a heading above it must be just a name."""
        self.rules = self.begun = True
        self.done |= {a for a in (self.heading, action) if a is not None}
        if self.loose:
            reading.unclear.append((MORE_THAN_A_NAME, self.loose))
            self.loose = ""

    def enter(self, heading: int | None, loose: str, reading: Reading) -> None:
        """Begin a section; report the previous one if it followed rules and had text but no rules."""
        if self.begun and not self.rules and self.background:
            reading.unclear.append((BEHIND_RULES, self.background))
        self.heading, self.loose, self.rules, self.background = heading, loose, False, ""


def read_prose(instance: Instance, lines: Sequence[str | OpeningLine | RuleLine], into: Reading) -> None:
    """Add to `into` what the prose among a book's lines says."""
    _Reader(instance, into).read(lines)


class _Reader:
    """Reads one book, paragraph by paragraph."""

    def __init__(self, instance: Instance, reading: Reading) -> None:
        self.reading = reading
        self.position = _Position()
        self.names = _Names(instance)
        self.actions = instance.actions
        self.tables = tables_of(instance)
        self._titles = {name.strip(): action for name, action in self.names.actions.items()}

    def read(self, lines: Sequence[str | OpeningLine | RuleLine]) -> None:
        """Read the whole book."""
        for paragraph in _paragraphs(lines):
            if isinstance(paragraph, RuleLine):
                above = self.position.heading
                if not paragraph.by_truth and None not in (above, paragraph.action) and above != paragraph.action:
                    self.reading.unclear.append((OF_ANOTHER, paragraph.text))
                self.position.state(paragraph.action, self.reading)
            elif isinstance(paragraph, str):
                self._paragraph(paragraph)
            elif self.position.begun or self.position.among_rules:
                self.reading.unclear.append((OPENS, paragraph.text))
        self.position.enter(None, "", self.reading)

    def _paragraph(self, paragraph: str) -> None:
        masked = self.names.mask(paragraph)
        if HEADING.fullmatch(paragraph.rstrip()) and (paragraph.lstrip()[0] == "#" or not RULES_OUT.search(masked)):
            self._heading(paragraph, masked)
            return
        action = self.names.lone_action(masked)
        if action is not None and BARE_NAME.fullmatch(MASKS.sub("", masked)):
            self.position.enter(action, "", self.reading)
            return
        for text in filter(str.strip, SENTENCE_END.split(masked)):
            sentence = _Sentence(self, text)
            if sentence.read():
                self.position.state(sentence.action, self.reading)

    def _heading(self, paragraph: str, masked: str) -> None:
        """Begin the section of a heading, and record the heading's faults."""
        text = paragraph.strip().lstrip("#").strip().casefold()
        text = text if text in self._titles else text.strip("#* :")
        plain = UNKNOWN not in masked and PLAIN_HEADING.fullmatch(MASKS.sub("", masked)) is not None
        action = self._titles.get(text, self.names.lone_action(masked) if plain else None)
        about_action = self.names.only_action(masked) is not None
        why = ""
        if self.position.begun and action is None:
            if not plain or self.names.found_in(masked):
                why = MORE_THAN_A_NAME if about_action else NO_SECTION
        elif text not in self.names.mask_of and text not in self._titles:
            why = self._claim_of_heading(masked)
        if why:
            self.reading.unclear.append((why, paragraph))
        elif action is None and not plain:
            self.reading.unjudged.append(paragraph)
        loose = paragraph if action is None and not why and about_action else ""
        self.position.enter(action, loose, self.reading)

    def _claim_of_heading(self, masked: str) -> str:
        """Return what a heading claims that only a sentence may, or an empty text."""
        names = set(self.names.found_in(masked))
        rules = RULES_OUT.search(masked) and any(n in self.names.actions and n not in self.names.truths for n in names)
        if not names.isdisjoint(self.names.truths) and (rules or CONFIRMS.search(masked) or ONLY.search(masked)):
            return "a heading says something about a truth; say it in a sentence"
        return "a heading limits or takes back what the rules say" if LIMITED.search(masked) else ""


class _Sentence:
    """One sentence; its clauses share the action and the outcome."""

    def __init__(self, reader: _Reader, masked: str) -> None:
        self.names, self.position, self.reading = reader.names, reader.position, reader.reading
        self.action_names, self.tables = reader.actions, reader.tables
        self.masked = masked
        self.shown = self.names.unmask(masked)
        self.action = self.position.heading
        self.outcome: int | None = None
        self.said = Reading()
        """What the clauses state; merged into the book's reading at the end."""
        self.marked_outcome = False
        """Whether an outcome is in quotation marks or given by its range."""
        self.without_outcomes: list[str] = []
        """The clauses without their outcomes."""
        self.quoted: set[str] = set()
        """The names that were read as outcomes."""

    def read(self) -> bool:
        """Read the sentence; return whether it states a rule-out, or that there is none."""
        why = next((why for clause in CLAUSE_BREAK.split(self.masked) if (why := self._clause(clause))), "")
        stated = bool(self.said.excluded or self.said.kept)
        if not why and stated:
            why = self._fault_of_rule()
            if why:
                self.said.excluded.clear()
                self.said.kept.clear()
        if not why and not stated and not self.said.confirmed:
            why = self._fault_of_background()
            if not why and not DECORATION.fullmatch(self.masked):
                self.reading.unjudged.append(self.shown)
        self._take_over()
        if why:
            self.reading.unclear.append((why, self.shown))
        return stated

    def _take_over(self) -> None:
        for key, sentence in self.said.excluded.items():
            self.reading.excluded.setdefault(key, sentence)
        self.reading.kept.update(self.said.kept)
        self.reading.confirmed += self.said.confirmed

    def _fault_of_rule(self) -> str:
        """Return what is not understood in a sentence that states a rule-out, or an empty text."""
        if UNKNOWN in self.masked:
            return "it names something in quotation marks that is no name of this instance"
        if any(map(inverted, self.without_outcomes)):
            return "it makes the ruling out a condition"
        words = unknown_words(" ".join(self.without_outcomes))
        if words:
            return f"not understood in a sentence that rules out: {', '.join(map(repr, words))}; say it without"
        plain = all(_has_form(marked) for clause in self.without_outcomes if (marked := self._marked(clause)).strip())
        return "" if plain else UNUSUAL

    def _marked(self, clause: str) -> str:
        """Return a clause with a sign for each kind of name, as the forms of a rule have it."""
        signs = {ord(OUTCOME): SEEN}
        for name, mask in self.names.mask_of.items():
            of_truth, of_action = name in self.names.truths and name not in self.quoted, name in self.names.actions
            signs[ord(mask)] = EITHER if of_truth and of_action else TRUTH if of_truth else ACTION if of_action else "?"
        return SIGNS.sub("?", clause).translate(signs)

    def _fault_of_background(self) -> str:
        """Return what is wrong with a sentence that states no rule-out, or an empty text."""
        text = self.masked
        if DECORATION.fullmatch(text):
            return ""
        if self.position.closed:
            return BEHIND_RULES
        if self.position.among_rules and UNKNOWN in text:
            return "it says something in quotation marks among the rules that is no name of this instance"
        self.position.background = self.position.background or self.shown
        names = self.names.found_in(text)
        truths = [name for name in names if name in self.names.truths]
        if self.marked_outcome or any(name not in self.names.actions and name not in truths for name in names):
            return 'it names an outcome, but not what it rules out (if nothing, say "rules out nothing", 什么也不排除)'
        if not truths:
            limits = any(each.search(text) for each in (LIMITED, MISREAD, LISTS_MEAN))
            limits = limits or bool(RULES.search(text) and UNTRUSTED.search(text))
            limits = limits or bool(EXCLUDES.search(text) and GENERALLY.search(text))
            return "it limits or takes back what the rules say" if limits else ""
        if ANSWER.search(text) or GOES_ON.search(text) or (len(names) > len(truths) and WHENEVER.search(text)):
            return "it says of a truth whether it is the answer, or what speaks for it"
        if self.position.among_rules:
            return "it names a truth among the rules, but not that an outcome rules it out"
        if ONLY.search(text) and (KEEPS.search(text) or LEFT.search(text)):
            return "it says which truth remains; say which are ruled out"
        if CONFIRMS.search(text) and (ONLY.search(text) or not DENIES_PROOF.search(text)):
            return "it says that a truth is shown; an outcome proves nothing"
        return ""

    def _clause(self, clause: str) -> str:
        """Read one clause; return why it is unclear, or an empty text."""
        names = self.names.found_in(clause)
        actions = {self.names.actions[n] for n in names if n in self.names.actions}
        claims = RULES_OUT.search(clause) is not None or any(n in self.names.truths for n in names)
        if len(actions) > 1:
            self.without_outcomes.append(clause)
            return "it names two actions" if claims else ""
        if actions:
            self.action, self.outcome = actions.pop(), None
        outcomes, quoted = self._outcomes(clause, names)
        if len(outcomes) > 1 and claims:
            return "it names two outcomes"
        if outcomes:
            self.outcome = outcomes.pop()
        return self._claim(clause, [self.names.truths[n] for n in names if n in self.names.truths and n not in quoted])

    def _outcomes(self, clause: str, names: list[str]) -> tuple[set[int], set[str]]:
        """Return the outcomes that a clause names, and the names that were read as outcomes.

        Keeps the clause without them for `unknown_words`.
        """
        if self.action is None:
            self.without_outcomes.append(clause)
            return set(), set()
        states = self.tables[self.action]
        words = {s.value.casefold(): n for n, s in enumerate(states) if isinstance(s.value, str)}
        quoted = [n for n in names if n in words and n not in self.names.actions]
        found = {words[n] for n in quoted}
        if not found and words:
            bare = re.compile("|".join(_bounded(w) for w in sorted(words, key=len, reverse=True)), _I)
            found = {words[m.group().casefold()] for m in bare.finditer(clause)}
            clause = bare.sub(OUTCOME, clause)
        rest = clause = _without_units(clause, self.action_names[self.action])
        for phrase, ends in _ranges(clause):
            outcome = outcome_index(states, ends)
            if outcome is not None:
                found.add(outcome)
                self.marked_outcome = True
                between = re.sub(rf"{NUMBER}|[~～]", " ", phrase)
                rest = rest.replace(phrase, OUTCOME if JOINS.fullmatch(between) else OUTCOME + between)
        self.marked_outcome = self.marked_outcome or bool(quoted)
        for name in quoted:
            rest = rest.replace(self.names.mask_of[name], OUTCOME)
        self.quoted.update(quoted)
        self.without_outcomes.append(rest)
        return found, set(quoted)

    def _claim(self, clause: str, truths: list[int]) -> str:
        """Record what a clause states about truths; return why it is unclear, or an empty text."""
        excludes, denies = RULES_OUT.search(clause) is not None, DENIES.search(clause) is not None
        keeps = denies or (KEEPS.search(clause) is not None and not excludes)
        if excludes and UNKNOWN in clause:
            return "it names something in quotation marks that is no name of this instance"
        if not truths:
            return self._claim_without_truths(clause, excludes, keeps)
        doubt = self._doubt(clause, truths) if excludes and not keeps else ""
        if doubt:
            return doubt
        if not (excludes or keeps or CONFIRMS.search(clause)):
            return "it names an outcome and truths, but not that they are ruled out" if self.outcome is not None else ""
        if self.action is None or self.outcome is None:
            return f"it does not name the {self._missing()}" if excludes else ""
        keys = [(self.action, self.outcome, truth) for truth in truths]
        if keeps and (denies or not NAMES_THE_TRUTH.search(clause)):
            self.said.kept.update(dict.fromkeys(keys, self.shown))
        elif excludes and not keeps:
            self.said.excluded.update(dict.fromkeys(keys, self.shown))
        else:
            self.said.confirmed += [(*key, self.shown) for key in keys]
        return ""

    def _claim_without_truths(self, clause: str, excludes: bool, keeps: bool) -> str:
        if keeps and NOTHING.search(clause) and self.action is not None and self.outcome is not None:
            self.said.kept[self.action, self.outcome, -1] = self.shown
            return ""
        return NO_TRUTH if excludes and not keeps and self.outcome is not None else ""

    def _missing(self) -> str:
        if self.action is not None:
            return "outcome"
        if self.position.loose:
            return "action, and the heading says more than its name; write just the name there"
        return "action (write `## name` above its rules)"

    def _doubt(self, clause: str, truths: list[int]) -> str:
        """Return why a clause that rules something out cannot be accepted, or an empty text."""
        if self.masked.rstrip().endswith(("?", "？")):
            return "it is a question"
        if KEEPS.search(clause):
            return "it speaks of ruling out and of what stays possible at once"
        if PROVES.search(clause):
            return "it speaks of proving and of ruling out at once"
        hedge = HEDGES.search(clause)
        if hedge is not None:
            return f"the word {hedge[0]!r} leaves it open"
        named = (mask for name, mask in self.names.mask_of.items() if self.names.truths.get(name) in truths)
        return misplaced(clause, "".join(named))


def _has_form(marked: str) -> bool:
    """Whether a clause states a rule, or that there is none, in one of the forms that are known."""
    said = plainly(marked)
    return states_a_rule(said) or says_nothing_plainly(said) or states_a_rule_in_chinese(marked)


# Numbers and ranges.

NUMBER = r"[-+−]?\d+(?:[.,]\d+)*(?:[eE][-+]?\d+)?"
JOINS = re.compile(r"\s*(?:to|and|[-–—至到和,，]|\.\.)?\s*", _I)
"""What may stand between the two numbers of a range."""
_RANGE = re.compile(rf"({NUMBER})[^\d.;。；]{{0,16}}?(?:\bto\b|\band\b|[-–—~～至到和,，]|\.\.)\s*({NUMBER})", _I)


def _without_units(clause: str, action: str) -> str:
    """Return a clause whose numbers stand without the unit that the action's name gives in brackets."""
    for unit in re.findall(r"\(([^()]+)\)", action):
        if not HEDGES.search(unit) and not re.search(r"\bor\b|或", unit):
            clause = re.sub(rf"({NUMBER})\s*(?:°|degrees )?{re.escape(unit)}(?![A-Za-z0-9])", r"\1 ", clause)
    return clause


def _ranges(clause: str) -> Iterator[tuple[str, tuple[float, float]]]:
    """Yield each pair of numbers joined by `to`, `and`, a dash ..., with the text that joins them."""
    for found in _RANGE.finditer(clause):
        try:
            yield found[0], (_number(found[1]), _number(found[2]))
        except ValueError:
            continue


def _number(text: str) -> float:
    return float(text.replace("−", "-").replace(",", ""))
