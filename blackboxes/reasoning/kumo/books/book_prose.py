"""Reading free prose back into rule-outs: one sentence names an action, an outcome and the truths that it excludes.

The style that is understood: names verbatim (best in quotation marks); the action in the sentence or in the heading
above it; one outcome a sentence, a range of numbers as two numbers; a verb of ruling out, excluding or eliminating
(排除). A clause behind `but`, `while`, `;` ... may say what stays possible. What is hedged, negated, quantified
(`all others`) or names two outcomes is ambiguous: it is reported, never guessed. So is a sentence that states a
rule-out in words beyond the vocabulary of `book_words`, and a truth among the rules that is not ruled out there.
Background stands before the first rule, or between an action's heading and its first rule; nothing else is said later.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from boxwright.blackboxes.reasoning.kumo.books.book_frames import NUMBER, PAIRS, place_of_outcome
from boxwright.blackboxes.reasoning.kumo.books.book_layout import BARE_NAME, HEADING, PLAIN_HEADING, RULED
from boxwright.blackboxes.reasoning.kumo.books.book_reading import BEHIND, MORE_THAN_A_NAME, Place, Reading
from boxwright.blackboxes.reasoning.kumo.books.book_words import LIMITED, OUTCOME, inverted, unknown_words
from boxwright.blackboxes.reasoning.kumo.books.books import tables_of
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance

_I = re.IGNORECASE
EXCLUDE = re.compile(r"\brul(?:e|es|ed|ing)\b[^.]{0,400}?\bout\b|\bexclud\w+|\beliminat\w+|排除", _I)
DENY = re.compile(
    r"\b(?:not|never|cannot|nor|neither)\b[^.,\ue000-\uf8ff]{0,20}?(?:\brul\w+|\bexclud\w+|\beliminat\w+)"
    r"|n['’]t\b[^.,\ue000-\uf8ff]{0,20}?(?:\brul\w+|\bexclud\w+|\beliminat\w+)"
    r"|\b(?:rul\w+ (?:out )?|exclud\w+ |eliminat\w+ )(?:nothing|none|no truths?)\b"
    r"|\b(?:nothing|none|no truths?) (?:is|are|can be) "
    r"|\bfail\w* to (?:rule|exclude|eliminate)\b"
    r"|(?:不|未|没|无法|并非|难|别|勿)[^，。；,;\ue000-\uf8ff]{0,4}排除|什么也不",
    _I,
)
REMAIN = re.compile(
    r"\b(?:remains?|remaining|stays?|still|possible|leav(?:es?|ing)|keep(?:s|ing)?|spar(?:es?|ing)"
    r"|(?:consistent|compatible) with)\b|仍|保留|依然",
    _I,
)
NOTHING = re.compile(
    r"\b(?:nothing|none|no truths?|any truths?|anything)\b"
    r"|排除任何(?:一个)?真相|没有(?:任何)?真相被|不排除任何|什么也不|没有排除任何",
    _I,
)
CONFIRM = re.compile(
    r"\b(?:confirm\w*|prove[sdn]?|proof|establish\w*|identif\w+|diagnos\w+|indicat\w+|suggest\w*|points? to|must be"
    r"|is the (?:answer|case|truth|valid))\b|证实|确认|证明|表明|说明|意味着",
    _I,
)
NAMES_IT = re.compile(
    r"\bthe (?:truth|answer)s? (?:is|are|remains?|stays?|still)\b|\bthe results? (?:remains?|stays?|(?:is|are) still)\b"
    r"|\bleav\w+ the (?:truth|answer|result)\b|(?:真相|答案)(?:仍|依然|仍然)?(?:为|是)|结果(?:仍|依然|仍然)(?:为|是)",
    _I,
)
"""What stays possible is said to be the truth."""
STRONG = re.compile(r"\b(?:confirm\w*|prove[sdn]?|proof|establish\w*|must be)\b|证实|确认|证明", _I)
UNCLEAR = re.compile(
    r"\b(?:not|never|no|neither|nor|unless|without|except|may|might|could|would|should|probably|likely|unlikely|usually"
    r"|often|sometimes|perhaps|possibly|tends?|generally|everything|everyone|every|others?|rest|only|former|latter"
    r"|respectively|similar|same|rather|instead|unlike|apart|besides|aside|opposed|hardly|scarcely|barely|rarely|seem\w*"
    r"|appears? to|almost|nearly|part(?:ly|ially)|helps?|wrong\w*|false\w*|untrue|incorrect\w*|mistake\w*|myth"
    r"|contrary)\b|n['’]t\b"
    r"|\ball (?:the|of|remaining|truths|candidates|possibilities|but)\b"
    r"|除非|并非|没有|可能|也许|通常|往往|大概|其他|其余|所有|仅|只有|除了",
    _I,
)
ONLY = re.compile(r"\b(?:only|solely|alone|nothing but|nobody but)\b|只|仅|唯一", _I)
LEFT = re.compile(r"\b(?:left|certain|sure|answer)\b|剩|答案", _I)
SPEAKS_OF_PROOF = re.compile(r"\b(?:not|never|no|cannot|nothing)\b|n['’]t\b|不|没", _I)
"""With these, a sentence may speak of proving a truth: it denies it."""
NEGATION = re.compile(r"\b(?:not|never|no|neither|nor|unless|without|except|all)\b|n['’]t\b|[除并没所仅只其]", _I)
CLAUSE = re.compile(
    r"[;；]|,?\s*\b(?:but|while|whereas|although|though|however|yet|and (?=leaves?\b|keeps?\b)"
    r"|(?=leaving\b|keeping\b|sparing\b))\b"
    r"|[，,]?(?:但|然而|不过)",
    _I,
)
SENTENCE = re.compile(r"(?<=[.!?。！？])(?=[\s\"”」』»›)*_]|$)|(?<=[。！？])")
FIRST_MARK = 0xE000
NO_TRUTH = "it does not name what is ruled out (names of one or two signs need quotation marks)"
NO_SECTION = (
    "a heading behind rules is no action's name (in quotation marks if it is short); put such a part before the first"
    " rule, or leave it out"
)
RULE_LINE = "\uf8fe"
"""Begins a paragraph for a sentence of the template, which was read elsewhere; its action's place follows."""
UNKNOWN = "\uf8ff"
"""Stands for something in quotation marks that is no name of the instance."""


class ProseReader:
    """Reads the sentences of one instance's book."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.tables = tables_of(instance)
        self.actions = {a.casefold(): i for i, a in enumerate(instance.actions)}
        self._headed = {name.strip(): action for name, action in self.actions.items()}
        self.truths = {t.casefold(): i for i, t in enumerate(instance.truths)}
        labels = [s.value for states in self.tables for s in states if isinstance(s.value, str)]
        self.names = list(dict.fromkeys(n.casefold() for n in [*self.actions, *self.truths, *labels]))
        self._mark_of = {name: chr(FIRST_MARK + i) for i, name in enumerate(self.names)}
        bare = sorted(filter(_stands_alone, {*self.actions, *self.truths}), key=lambda name: (-len(name), name))
        self._bare = re.compile("|".join(_bounded(name) for name in bare) or r"(?!)", _I)

    def read(self, paragraphs: Sequence[str], into: Reading) -> None:
        """Read paragraphs (headings among them), in order."""
        place = Place()
        for paragraph in paragraphs:
            masked = self._mask(paragraph)
            alone = self._alone(masked)
            if paragraph.startswith(RULE_LINE):
                place.stated(int(paragraph.removeprefix(RULE_LINE)), into)
            elif HEADING.fullmatch(paragraph.rstrip()) and (paragraph.lstrip()[0] == "#" or not EXCLUDE.search(masked)):
                self._head(paragraph, masked, place, into)
            elif alone is not None and BARE_NAME.fullmatch(self._without_marks(masked)):
                place.enter(alone, "", into)
            else:
                for sentence in filter(str.strip, SENTENCE.split(masked)):
                    read = _Sentence(self, sentence, place, into)
                    if read.read():
                        place.stated(read.action, into)
        place.enter(None, "", into)

    def _head(self, paragraph: str, masked: str, place: Place, into: Reading) -> None:
        """Begin the section of a heading; note what is wrong with it."""
        whole = paragraph.strip().lstrip("#").strip().casefold()
        whole = whole if whole in self._headed else whole.strip("#* :")
        plain = UNKNOWN not in masked and PLAIN_HEADING.fullmatch(self._without_marks(masked)) is not None
        action = self._headed.get(whole, self._alone(masked) if plain else None)
        why = ""
        if place.begun and action is None:
            nameless = plain and not any(self.marks(masked))
            why = "" if nameless else MORE_THAN_A_NAME if self._only_action(masked) is not None else NO_SECTION
        elif whole not in self._mark_of and whole not in self._headed:
            why = self._claims(masked)
        if why:
            into.unclear.append((why, paragraph))
        loose = paragraph if action is None and not why and self._only_action(masked) is not None else ""
        place.enter(action, loose, into)

    def _claims(self, masked: str) -> str:
        """Return why a heading before the rules says too much, or an empty text."""
        names = set(self.marks(masked))
        rules = EXCLUDE.search(masked) and any(n in self.actions and n not in self.truths for n in names)
        if not names.isdisjoint(self.truths) and (rules or CONFIRM.search(masked) or ONLY.search(masked)):
            return "a heading says something about a truth; say it in a sentence"
        return "a heading limits or takes back what the rules say" if LIMITED.search(masked) else ""

    def _alone(self, masked: str) -> int | None:
        """Return the action of a text that names one and nothing else."""
        only = self._only_action(masked)
        named = all(name in self.actions for name in self.marks(masked)) and UNKNOWN not in masked
        return only if named else None

    def _mask(self, text: str) -> str:
        """Put one private sign in the place of each name; names in quotation marks first."""
        text = re.sub("[\ue000-\uf8ff]", " ", text)
        for pair in PAIRS:
            opening, closing = re.escape(pair[0]), re.escape(pair[1])
            text = re.sub(f"{opening}([^{opening}{closing}]*){closing}", self._masked_quote, text)
        return self._bare.sub(lambda found: self._mark_of[found.group().casefold()], text)

    def _masked_quote(self, found: re.Match[str]) -> str:
        name = found[1].strip()
        for tried in (name, name.rstrip(".,;:。，；：")):
            if tried.casefold() in self._mark_of:
                return self._mark_of[tried.casefold()]
        return f" {name} " if re.match(rf"\W*{NUMBER}", name) else UNKNOWN

    def shown(self, masked: str) -> str:
        """Return a masked text with its names."""
        return "".join(self._name(c) for c in masked).strip()

    def _name(self, sign: str) -> str:
        if sign == UNKNOWN:
            return "(an unknown name)"
        at = ord(sign) - FIRST_MARK
        if not 0 <= at < len(self.names):
            return sign
        name = self.names[at]
        for known, places in ((self.instance.actions, self.actions), (self.instance.truths, self.truths)):
            if name in places:
                return known[places[name]]
        return name

    def marks(self, masked: str) -> Iterator[str]:
        """Yield the names in a masked text, in order."""
        for sign in masked:
            at = ord(sign) - FIRST_MARK
            if 0 <= at < len(self.names):
                yield self.names[at]

    def mark(self, name: str) -> str:
        """Return the private sign of a name."""
        return self._mark_of[name]

    def _without_marks(self, masked: str) -> str:
        return re.sub("[\ue000-\uf8ff]", "", masked)

    def _only_action(self, masked: str) -> int | None:
        found = {self.actions[name] for name in self.marks(masked) if name in self.actions}
        return found.pop() if len(found) == 1 else None


def _stands_alone(name: str) -> bool:
    """Whether a name is known without quotation marks: not so short, and no word that decides what a sentence says.

    A word of doubt is harmless in a name of several words (`wrong hosts entry`); a word of denial never is.
    """
    decides = len(name) <= 2 or any(words.search(name) for words in (EXCLUDE, DENY, REMAIN, CLAUSE))
    return not decides and (not UNCLEAR.search(name) or (" " in name and not NEGATION.search(name)))


def _bounded(name: str) -> str:
    return rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])"


class _Sentence:
    """One sentence: its clauses share action and outcome."""

    def __init__(self, reader: ProseReader, masked: str, place: Place, into: Reading) -> None:
        self.reader, self.masked, self.place, self.into = reader, masked, place, into
        self.action = place.heading
        self.outcome: int | None = None
        self.found = Reading()
        """What the clauses say; taken over at the end."""
        self.named = False
        """Whether it names an outcome in quotation marks or by its range."""
        self.left: list[str] = []
        """The clauses without their outcomes."""

    def read(self) -> bool:
        """Read the sentence; return whether it states a rule-out, or that there is none."""
        why = next((why for clause in CLAUSE.split(self.masked) if (why := self._clause(clause))), "")
        stated = bool(self.found.excluded or self.found.kept)
        if not why and stated:
            why = self._strange()
            if why:
                self.found.excluded.clear()
                self.found.kept.clear()
        if not why and not stated and not self.found.confirmed:
            why = self._beside()
        self._take_over()
        if why:
            self.into.unclear.append((why, self.reader.shown(self.masked)))
        return stated

    def _take_over(self) -> None:
        for key, said in self.found.excluded.items():
            self.into.excluded.setdefault(key, said)
        self.into.kept.update(self.found.kept)
        self.into.confirmed += self.found.confirmed

    def _strange(self) -> str:
        """Return which words of a sentence that states a rule-out are not understood, or an empty text."""
        if UNKNOWN in self.masked:
            return "it names something in quotation marks that is no name of this instance"
        if any(map(inverted, self.left)):
            return "it makes the ruling out a condition"
        words = unknown_words(" ".join(self.left))
        listed = ", ".join(map(repr, words))
        return f"not understood in a sentence that rules out: {listed}; say it without" if words else ""

    def _beside(self) -> str:
        """Return what is wrong with a sentence that states no rule-out, or an empty text."""
        text = self.masked
        names = list(self.reader.marks(text))
        if RULED.fullmatch(text):
            return ""
        if self.place.closed:
            return BEHIND
        if self.place.among and UNKNOWN in text:
            return "it says something in quotation marks among the rules that is no name of this instance"
        self.place.background = self.place.background or self.reader.shown(text)
        if self.named or any(name not in self.reader.actions and name not in self.reader.truths for name in names):
            return 'it names an outcome, but not what it rules out (if nothing, say "rules out nothing", 什么也不排除)'
        if not any(name in self.reader.truths for name in names):
            return "it limits or takes back what the rules say" if LIMITED.search(text) else ""
        if self.place.among:
            return "it names a truth among the rules, but not that an outcome rules it out"
        if ONLY.search(text) and (REMAIN.search(text) or LEFT.search(text)):
            return "it says which truth remains; say which are ruled out"
        if CONFIRM.search(text) and (ONLY.search(text) or not SPEAKS_OF_PROOF.search(text)):
            return "it says that a truth is shown; an outcome proves nothing"
        return ""

    def _clause(self, clause: str) -> str:
        """Read one clause; return why it is unclear, or an empty text."""
        names = list(self.reader.marks(clause))
        actions = {self.reader.actions[n] for n in names if n in self.reader.actions}
        excludes, truths_there = EXCLUDE.search(clause), any(n in self.reader.truths for n in names)
        if len(actions) > 1:
            self.left.append(clause)
            return "it names two actions" if excludes or truths_there else ""
        if actions:
            self.action, self.outcome = actions.pop(), None
        outcomes, used = self._outcomes(clause, names)
        if len(outcomes) > 1 and (excludes or truths_there):
            return "it names two outcomes"
        if outcomes:
            self.outcome = outcomes.pop()
        truths = [self.reader.truths[n] for n in names if n in self.reader.truths and n not in used]
        return self._claim(clause, truths, bool(excludes))

    def _claim(self, clause: str, truths: list[int], excludes: bool) -> str:
        denies, remains = bool(DENY.search(clause)), bool(REMAIN.search(clause))
        keeps = denies or (remains and not excludes)
        confirms = bool(CONFIRM.search(clause))
        said = self.reader.shown(self.masked)
        if excludes and UNKNOWN in clause:
            return "it names something in quotation marks that is no name of this instance"
        if not truths:
            if keeps and NOTHING.search(clause) and self.action is not None and self.outcome is not None:
                self.found.kept[self.action, self.outcome, -1] = said
                return ""
            return NO_TRUTH if excludes and not keeps and self.outcome is not None else ""
        doubt = self._doubt(clause) if excludes and not keeps else ""
        if doubt:
            return doubt
        if not (excludes or keeps or confirms):
            return "it names an outcome and truths, but not that they are ruled out" if self.outcome is not None else ""
        if self.action is None or self.outcome is None:
            which = "action (write `## name` above its rules)" if self.action is None else "outcome"
            if self.action is None and self.place.loose:
                which = "action, and the heading says more than its name; write just the name there"
            return f"it does not name the {which}" if excludes else ""
        keys = [(self.action, self.outcome, truth) for truth in truths]
        if keeps and not denies and NAMES_IT.search(clause):
            self.found.confirmed += [(*key, said) for key in keys]
        elif keeps:
            self.found.kept.update(dict.fromkeys(keys, said))
        elif excludes:
            self.found.excluded.update({key: said for key in keys if key not in self.found.excluded})
        else:
            self.found.confirmed += [(*key, said) for key in keys]
        return ""

    def _doubt(self, clause: str) -> str:
        """Return why a clause that rules something out cannot be taken at its word, or an empty text."""
        if self.masked.rstrip().endswith(("?", "？")):
            return "it is a question"
        if REMAIN.search(clause):
            return "it speaks of ruling out and of what stays possible at once"
        if STRONG.search(clause):
            return "it speaks of proving and of ruling out at once"
        unclear = UNCLEAR.search(clause)
        return "" if unclear is None else f"the word {unclear[0]!r} leaves it open"

    def _outcomes(self, clause: str, names: list[str]) -> tuple[set[int], set[str]]:
        """Return the places of the outcomes that a clause names, and the names that were read as outcomes.

        Notes the clause without them.
        """
        if self.action is None:
            self.left.append(clause)
            return set(), set()
        states = self.reader.tables[self.action]
        words = {s.value.casefold(): n for n, s in enumerate(states) if isinstance(s.value, str)}
        quoted = [n for n in names if n in words and n not in self.reader.actions]
        found = {words[n] for n in quoted}
        if not found and words:
            bare = re.compile("|".join(_bounded(w) for w in sorted(words, key=len, reverse=True)), _I)
            found = {words[m.group().casefold()] for m in bare.finditer(clause)}
            clause = bare.sub(OUTCOME, clause)
        left = clause = _without_units(clause, self.reader.instance.actions[self.action])
        for said, pair in _ranges(clause):
            place = place_of_outcome(states, pair)
            if place is not None:
                found.add(place)
                self.named = True
                left = left.replace(said, OUTCOME + re.sub(rf"{NUMBER}|[~～]", " ", said))
        self.named = self.named or bool(quoted)
        for name in quoted:
            left = left.replace(self.reader.mark(name), OUTCOME)
        self.left.append(left)
        return found, set(quoted)


def _without_units(clause: str, action: str) -> str:
    """Return a clause whose numbers stand without the unit that the action's name gives in brackets."""
    for unit in re.findall(r"\(([^()]+)\)", action):
        if not UNCLEAR.search(unit) and not re.search(r"\bor\b|或", unit):
            clause = re.sub(rf"({NUMBER})\s*(?:°|degrees )?{re.escape(unit)}(?![A-Za-z0-9])", r"\1 ", clause)
    return clause


_RANGE = re.compile(rf"({NUMBER})[^\d.;。；]{{0,16}}?(?:\bto\b|\band\b|[-–—~～至到和,，]|\.\.)\s*({NUMBER})", _I)


def _ranges(clause: str) -> Iterator[tuple[str, tuple[float, float]]]:
    """Yield the pairs of numbers that a clause joins by `to`, `and`, a dash ..., each with its words."""
    for found in _RANGE.finditer(clause):
        try:
            yield found[0], (_number(found[1]), _number(found[2]))
        except ValueError:
            continue


def _number(text: str) -> float:
    return float(text.replace("−", "-").replace(",", ""))
