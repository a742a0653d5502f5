"""The wide reader: looks for each rule of the table in a book written as people write, and says what it found.

It knows headings, nested bullets, tables, lists by truth, and many ways to say that something is ruled out. A rule is
*found*, *contradicted*, or neither. A book is *checked* if every rule is found and nothing else in it worries the
reader: rule-outs that are not in the table, doubt, denial, claims of proof, conditions, sentences about how to read
the rules. That is less than *verified*, which only the strict reader says: it understands every sentence, this one
does not. It reads English.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from boxwright.blackboxes.reasoning.kumo.books.layout import Block, blocks_of, sentences_of, table_units
from boxwright.blackboxes.reasoning.kumo.books.spotting import Spotted, Spotter
from boxwright.blackboxes.reasoning.kumo.books.writer import Statement, label_of, statements_of, tables_of
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance

_I = re.IGNORECASE
EXCLUDES = re.compile(
    r"\brul(?:e|es|ed|ing)[\s-]+out\b|\brules?\s+\S+(?:\s\S+){0,12}?\s+out\b|\bexclu(?:d\w+|sions?)\b|\beliminat\w+"
    r"|\b(?:inconsistent|incompatible|not (?:consistent|compatible)) with\b|\bdiscard\w*"
    r"|\bdismiss\w*|\bcross\w* off\b"
    r"|\bno longer (?:possible|a candidate|candidates)\b|\bstruck (?:off|out)\b"
    r"|\bremoved? from (?:the list|consideration)\b"
    r"|\bcannot be (?:the (?:answer|truth|cause)|right|correct|true)\b|\bout of the question\b|\bimpossible\b",
    _I,
)
"""A sentence says that something is ruled out ..."""
_VERB = r"(?:rul\w+|exclu\w+|eliminat\w+|discard\w*|dismiss\w*|inconsistent|incompatible|impossible)"
DENIES = re.compile(
    rf"\b(?:not|never|cannot|nor|neither|without|fails? to|instead of)\b[^.;:]{{0,30}}?{_VERB}"
    rf"|n['’]t\b[^.;:]{{0,30}}?{_VERB}|\b(?:not|never|n['’]t)\s+(?:be\s+)?(?:inconsistent|incompatible|impossible)",
    _I,
)
"""... unless it denies it ..."""
NOTHING = re.compile(
    r"\b(?:nothing|none|no (?:\w+ ){0,3}(?:exclusions?|rule-?outs?|is ruled|are ruled|is excluded"
    r"|are excluded|is eliminated"
    r"|are eliminated)|(?:rules?|ruling) out no\b|exclud\w+ no\b|eliminat\w+ no\b"
    r"|not (?:\w+ ){0,2}rule out (?:any|listed)"
    r"|no rule-?out|not specified for ruling out)\b",
    _I,
)
"""... or says that nothing is ruled out."""
KEEPS = re.compile(r"\b(?:remains?|stays?|still|possible|plausible|consistent with|compatible with|in play)\b", _I)
CLAIMS = re.compile(
    r"\b(?:confirm\w*|prove[sdn]?|proof|establish\w*|diagnos(?:e|es|ed|tic of)|indicat(?:e|es|ed"
    r"|ing)|suggest\w*|points? to"
    r"|must be (?!(?:ruled|excluded|eliminated|discarded|dismissed|struck|removed|crossed))"
    r"|guarantee\w*|certain(?:ly)? (?:is|the)"
    r"|is the (?:answer|truth|valid))\b",
    _I,
)
"""A sentence says that an outcome shows a truth."""
PROVES = re.compile(
    r"\b(?:confirm\w*|prove[sdn]?|proof|guarantee\w*|must be the|is (?:always )?the (?:answer|truth"
    r"|valid\w*|right))\b",
    _I,
)
"""The same, without doubt."""
DOUBTS = re.compile(
    r"\b(?:may|might|could|possibly|probably|likely|unlikely|usually|often|sometimes|perhaps|tends?"
    r"|generally|mostly|rarely"
    r"|almost|partly|seem\w*|appears?|suspect\w*|believed|maybe|not necessarily|in some cases|in most cases)\b",
    _I,
)
CONDITIONS = re.compile(
    r"\b(?:unless|except\w*|provided|only (?:if|when|where|for|in)|as long as|together with|in combination|both tests"
    r"|depending|otherwise|others?|the rest|everything else|all but|whichever|opposite|respectively|former|latter)\b",
    _I,
)
TURNS = re.compile(
    r"\b(?:opposite|revers\w+|invert\w+|swap\w*|exchang(?:e[sd]|ing)"
    r"|(?:^|\b(?:to|and|please)\s)exchange|contrary|ignor\w+|disregard\w*|instead"
    r"|actually|in fact|mistake\w*"
    r"|wrong\w*|incorrect\w*|false|untrue|joke|error|misprint|typo|read as|is to be read"
    r"|(?<!the )means?(?! of)|meant|meaning|interpret(?:ed)? as"
    r"|understood as|count(?:s|ed)? as|taken? (?:as|to)|too (?:high|low|much|little|many|few)"
    r"|subtract\w*|add(?:ed|ing)?\b"
    r"|offset|calibrat\w+|shift\w*|double[ds]?|halv\w+|multipl\w+|divid\w+|convert\w*|fahrenheit"
    r"|kelvin|celsius|percent"
    r"|shows? (?:more|less|twice|half)|reads? (?:more|less|high|low|twice)|deduct(?:s|ed|ing|ible)?\b|correct(?:ed"
    r"|ion)|adjust\w*|differs?)\b",
    _I,
)
"""A sentence says how rules or readings are to be understood."""
DESCRIBES = (
    re.compile(r"\bdivid(?:e|es|ed)\b(?: \w+){0,8}? by (?:the|its|what|an?)\b", _I),
    re.compile(r"\bcount(?:s|ed)? as (?:zero|one|lines?)\b", _I),
)
"""What a description of a test, or of a truth, may say although TURNS objects to its words ..."""
DEFINES = re.compile(
    r"^\W*the truth\s+§\s+means that\b(?!.*\b(?:rul\w+|exclu\w+|eliminat\w+|readings?|outcomes?|listed)\b)", _I
)
"""The definition of a truth, which says nothing about rules."""
OF_READINGS = re.compile(
    r"\b(?:readings?|results?|values?|numbers?|figures?|ranges?|outcomes?|rul\w+|exclu\w+|eliminat\w+|listed|below|above)\b",
    _I,
)
"""... unless it is about readings or rules."""
MEASURED_IN = (
    (re.compile(r"\b(?:degrees )?celsius\b", _I), ("°c", "celsius")),
    (re.compile(r"\bper ?cent\b", _I), ("%", "percent", "per cent")),
)
"""Units in words, which a description may say where the action's name has the same unit."""
UNITS = re.compile(
    r"\b(?:numbers|values|figures|readings|ranges|units)\b[^.]{0,30}\b(?:are|is|given|stated|expressed)\b[^.]{0,20}\bin\b",
    _I,
)
"""A sentence says in which units all numbers are."""
RULES = re.compile(
    r"\b(?:rul\w+|exclu\w+|eliminat\w+|outcomes?|results?|readings?|guide\w*|book|below|above|listed)\b", _I
)
REASON = re.compile(r"[,;(]?\s*\b(?:because|since|given that|due to|owing to|as (?:it|they|this|these|the|such)\b)", _I)
SHOWN = 200
"""Characters of a sentence that a finding quotes."""


@dataclass(frozen=True)
class WideFinding:
    """What keeps a book from being checked."""

    kind: str
    """`not found`, `contradicted`, `invented`, or `unclear`."""
    message: str
    sentence: str = ""

    def __str__(self) -> str:
        shown = " ".join(self.sentence.split())[:SHOWN]
        return f"{self.kind}: {self.message}" + (f" (in: {shown})" if shown else "")


@dataclass
class WideReport:
    """What the wide reader found in one book."""

    wanted: frozenset[Statement]
    """The rules of the table."""
    found: dict[Statement, str] = field(default_factory=dict)
    """Each rule-out that the book states, and the sentence; also those that are not in the table."""
    denied: dict[Statement, str] = field(default_factory=dict)
    """Each rule-out that the book denies, and the sentence."""
    unclear: list[tuple[str, str]] = field(default_factory=list)
    """Why a sentence worries the reader, and the sentence."""

    @property
    def right(self) -> frozenset[Statement]:
        """The rules of the table that were found and are not contradicted."""
        return frozenset(self.wanted & set(self.found) - set(self.denied))

    @property
    def contradicted(self) -> frozenset[Statement]:
        """The rules of the table that the book denies."""
        return frozenset(self.wanted & set(self.denied))

    @property
    def checked(self) -> bool:
        """Whether every rule is found and nothing worries the reader. Not a proof: see `check_book` for that."""
        return self.right == self.wanted and set(self.found) <= self.wanted and not self.unclear


def read_widely(instance: Instance, text: str) -> WideReport:
    """Look for every rule of an instance's table in a book. Raises: FaultyBook if the instance carries no outcomes."""
    report = WideReport(statements_of(instance))
    _WideReader(instance, report).read(text)
    return report


def wide_findings(instance: Instance, report: WideReport) -> list[WideFinding]:
    """Return what keeps a book from being checked; empty for a checked one."""
    tables = tables_of(instance)

    def says(s: Statement) -> str:
        outcome = label_of(tables[s.action][s.outcome])
        return f"that {instance.actions[s.action]!r} with outcome {outcome!r} rules out {instance.truths[s.truth]!r}"

    lost = report.wanted - set(report.found) - set(report.denied)
    found = [WideFinding("not found", says(s)) for s in sorted(lost)]
    found += [WideFinding("contradicted", says(s), report.denied[s]) for s in sorted(report.contradicted)]
    invented = sorted(set(report.found) - report.wanted)
    found += [WideFinding("invented", f"{says(s)} is said, and is not so", report.found[s]) for s in invented]
    return found + [WideFinding("unclear", why, sentence) for why, sentence in dict.fromkeys(report.unclear)]


@dataclass
class _Scope:
    """What a heading or a bullet above says for what stands below it."""

    depth: int
    spotted: Spotted
    excludes: bool = False


class _WideReader:
    """Reads one book."""

    def __init__(self, instance: Instance, report: WideReport) -> None:
        self.report = report
        self.spotter = Spotter(instance)
        self.tables = tables_of(instance)
        self.actions = instance.actions
        self.scopes: list[_Scope] = []
        self.units: dict[int, frozenset[str]] = {}
        """The units in which the ranges of an action are given; the empty one for a range without."""

    def read(self, text: str) -> None:
        """Read the whole book."""
        for block in blocks_of(text):
            while self.scopes and self.scopes[-1].depth >= block.depth:
                self.scopes.pop()
            if block.kind == "heading":
                self._heading(block)
            elif block.kind == "table":
                for unit in table_units(block.rows):
                    self._unit(unit, self._inherited())
            else:
                self._paragraph(block)

    def _inherited(self) -> Spotted:
        """Return the action, outcomes and truths that the headings and bullets above name, the nearest ones."""
        inherited = Spotted()
        for scope in self.scopes:
            inherited = inherited.narrowed(scope.spotted)
        return inherited

    def _heading(self, block: Block) -> None:
        spotted = self.spotter.spot(block.text, self._inherited())
        if TURNS.search(spotted.rest) or (CLAIMS.search(spotted.rest) and spotted.truths):
            self.report.unclear.append(("a heading says how rules are to be understood", block.text))
        self.scopes.append(_Scope(block.depth, spotted, EXCLUDES.search(spotted.rest) is not None))

    def _paragraph(self, block: Block) -> None:
        """Read the sentences of a paragraph or bullet; each inherits what the one before named."""
        around = self._inherited()
        excluding = any(scope.excludes for scope in self.scopes if scope.depth > 100)  # only bullets hand it down
        last = around
        for sentence in sentences_of(block.text):
            last = self._unit(sentence, around.narrowed(last.without_truths()), excluding)
        if block.kind == "bullet":
            opens = block.text.rstrip().endswith((":", ":**", "**"))
            self.scopes.append(_Scope(block.depth, last, opens and EXCLUDES.search(block.text) is not None))

    def _unit(self, text: str, around: Spotted, excluding: bool = False) -> Spotted:
        """Read one sentence, and return what it is about."""
        spotted = self.spotter.spot(text, around)
        about = around.narrowed(spotted)
        self._same_units(about, spotted)
        reason = REASON.search(spotted.rest)
        said = spotted.rest[: reason.start()] if reason else spotted.rest
        if reason and EXCLUDES.search(spotted.rest[reason.start() :]):
            said = spotted.rest
        why = self._claim(said, spotted, about, excluding)
        if why:
            self.report.unclear.append((why, text))
        return about

    def _same_units(self, about: Spotted, spotted: Spotted) -> None:
        """Object where the ranges of an action are given in different units, or some without one."""
        if about.action is not None and spotted.units:
            self.units[about.action] = self.units.get(about.action, frozenset()) | spotted.units
            if len(self.units[about.action]) > 1:
                self.report.unclear.append(("the ranges of one action have different units", spotted.text))

    def _claim(self, said: str, spotted: Spotted, about: Spotted, excluding: bool) -> str:
        """Record what a sentence claims; return why it worries the reader, or an empty text."""
        excludes = EXCLUDES.search(said) is not None or (excluding and bool(spotted.truths) and not KEEPS.search(said))
        placed = bool(spotted.truths or spotted.outcomes) or (about.action is not None and about.outcomes)
        if len(spotted.named) > 1 and excludes:
            return "it names two actions"
        if spotted.loose_numbers and (excludes or about.action is not None):
            return "it has numbers that are no outcome of its action"
        if NOTHING.search(said) and (placed or about.action is not None):
            return self._nothing(about, spotted)
        if excludes:
            return self._exclusion(said, spotted, about)
        return self._other(said, spotted, about)

    def _exclusion(self, said: str, spotted: Spotted, about: Spotted) -> str:
        truths = spotted.truths or (about.truths if spotted.outcomes else ())
        if not truths:
            generic = not spotted.outcomes and not spotted.unknown
            return self._generic(said) if generic else "it does not name what is ruled out"
        if about.action is None or not about.outcomes:
            return "it does not name the action and its outcome"
        if worry := self._worry(said, spotted):
            return worry
        keys = [Statement(about.action, o, t) for o in about.outcomes for t in truths]
        into = self.report.denied if DENIES.search(said) else self.report.found
        into.update((key, spotted.text) for key in keys if key not in into)
        return ""

    def _worry(self, said: str, spotted: Spotted) -> str:
        for pattern, why in (
            (DOUBTS, "leaves it open"),
            (CONDITIONS, "makes it depend on something"),
            (CLAIMS, "speaks of proof"),
            (TURNS, "says how it is to be understood"),
        ):
            if found := pattern.search(said):
                return f"the word {found[0]!r} {why}"
        if spotted.unknown:
            return f"{spotted.unknown!r} is no name of this game"
        return "it is a question" if said.rstrip().endswith("?") else ""

    def _generic(self, said: str) -> str:
        """Judge a sentence about ruling out in general."""
        turned = TURNS.search(said)
        return "" if turned is None else f"the word {turned[0]!r}: it says how the rules are to be understood"

    def _nothing(self, about: Spotted, spotted: Spotted) -> str:
        """Record that an outcome, or all outcomes of an action, rule out nothing."""
        if about.action is None:
            return "it says that nothing is ruled out, and not by which action"
        outcomes = about.outcomes or range(len(self.tables[about.action]))
        said = spotted.text
        stated = {(s.action, s.outcome) for s in self.report.found}
        for s in self.report.wanted:
            untold = bool(about.outcomes) or (s.action, s.outcome) not in stated
            if s.action == about.action and s.outcome in outcomes and untold:
                self.report.denied.setdefault(s, said)
        return ""

    def _other(self, said: str, spotted: Spotted, about: Spotted) -> str:
        """Judge a sentence that rules nothing out."""
        in_rules = about.action is not None
        proves = CLAIMS if in_rules and (spotted.truths or about.outcomes) else PROVES if spotted.truths else None
        if proves and proves.search(said) and not DENIES_PROOF.search(said):
            return "it says that an outcome shows something; an outcome proves nothing"
        if in_rules and spotted.truths and about.outcomes:
            return self._kept(said, spotted, about)
        told = self._without_descriptions(said, about)
        if (TURNS.search(told) and (in_rules or RULES.search(told))) or UNITS.search(told):
            return "it says how rules or readings are to be understood"
        before_rules = all(s.action != about.action for s in (*self.report.found, *self.report.denied))
        described = before_rules and len(spotted.outcomes) == 1 and not spotted.quoted and not OF_READINGS.search(told)
        if in_rules and spotted.outcomes and len(said.split()) > LABEL_WORDS and not described:
            return "it says something of an outcome, but not what it rules out"
        return ""

    def _without_descriptions(self, said: str, about: Spotted) -> str:
        """Return a sentence without what only describes a test or a truth: a ratio, the unit of the action's name."""
        if about.action is not None:
            for pattern, spellings in MEASURED_IN:
                same = any(spelling in self.actions[about.action].casefold() for spelling in spellings)
                said = pattern.sub("§", said) if same else said
        said = DEFINES.sub("§", said)
        if OF_READINGS.search(said):
            return said
        for pattern in DESCRIBES:
            said = pattern.sub("§", said)
        return said

    def _kept(self, said: str, spotted: Spotted, about: Spotted) -> str:
        assert about.action is not None
        if not KEEPS.search(said) or DOUBTS.search(said.replace("possible", "")) or "not" in said.split():
            return "it names an outcome and truths, but not that they are ruled out"
        keys = [Statement(about.action, o, t) for o in about.outcomes for t in spotted.truths]
        self.report.denied.update((key, spotted.text) for key in keys)
        return ""


LABEL_WORDS = 6
"""Words around an outcome's name that may introduce what follows."""
DENIES_PROOF = re.compile(r"\b(?:not|never|no|cannot|nothing|nor)\b|n['’]t\b", _I)
