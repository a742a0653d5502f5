"""The wide reader: looks for each rule of the table in a book written as people write, and says what it found.

It knows headings, nested bullets, tables, lists by truth, and many ways to say that something is ruled out. A rule is
*found*, *contradicted*, or neither. A book *agrees* if every rule is found and nothing that the reader knows speaks
against it: rule-outs that are not in the table, doubt, denial, claims of proof, conditions, sentences about how to read
the rules. It is *checked* if, besides, every sentence is accounted for (`account.py`). That is less than *verified*,
which only the strict reader says. It reads English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from boxwright.blackboxes.reasoning.kumo.books.account import (
    NO_FORM,
    NO_RULE,
    in_several_places,
    is_plain_rule,
    is_rule,
    unknown_in_heading,
    unknown_in_label,
    unknown_in_rule,
)
from boxwright.blackboxes.reasoning.kumo.books.by_truth import tells_how_lists_are_meant, turns_lists
from boxwright.blackboxes.reasoning.kumo.books.claims import (
    ANSWER,
    BUT,
    CLAIMS,
    CONDITIONS,
    DEFINES,
    DENIES,
    DENIES_PROOF,
    DESCRIBES,
    DIAGNOSED_BY,
    DOUBTS,
    EXCLUDES,
    GENERALLY,
    GLOSS,
    GOES_ON,
    KEEPS,
    LABELLED,
    LEADING_GLOSS,
    LESS,
    LISTS_MEAN,
    MEANS_THAT,
    MEASURED_IN,
    MISREAD,
    NO_OUTCOME,
    NOTHING,
    OF_READINGS,
    OF_RULES,
    OF_THESE,
    OTHERS,
    PINNED,
    PROVES,
    PROVES_TRUTHS,
    PURPOSE,
    REASON,
    RULES,
    SOME_OUTCOME,
    SUCH_OUTCOMES,
    TAKES_BACK,
    TRAILING_GLOSS,
    TURNS,
    TWICE_DENIED,
    UNITS,
    UNTRUSTED,
    VARIES,
    WHENEVER,
)
from boxwright.blackboxes.reasoning.kumo.books.clauses import crosses, parted
from boxwright.blackboxes.reasoning.kumo.books.fixed_forms import near_openings, template_rule
from boxwright.blackboxes.reasoning.kumo.books.layout import (
    BOLD_HEADING,
    BULLETS,
    Block,
    blocks_of,
    excluded_columns,
    sentences_of,
    table_units,
)
from boxwright.blackboxes.reasoning.kumo.books.plain_denials import denies_all, says_nothing_plainly, speaks_of_more
from boxwright.blackboxes.reasoning.kumo.books.plain_forms import plainly
from boxwright.blackboxes.reasoning.kumo.books.plain_rules import heads_rules
from boxwright.blackboxes.reasoning.kumo.books.plain_sentences import (
    tells_of_a_test,
    tells_of_a_truth,
    tells_of_the_book,
    without_reason,
)
from boxwright.blackboxes.reasoning.kumo.books.plain_words import DENIALS
from boxwright.blackboxes.reasoning.kumo.books.prose import MISPLACED
from boxwright.blackboxes.reasoning.kumo.books.reader import read_book
from boxwright.blackboxes.reasoning.kumo.books.spotting import Spotted, Spotter
from boxwright.blackboxes.reasoning.kumo.books.truth_lists import (
    Entry,
    TruthList,
    TruthLists,
    fenced_lines,
    with_lists,
)
from boxwright.blackboxes.reasoning.kumo.books.vocabulary import ONLY
from boxwright.blackboxes.reasoning.kumo.books.writer import Statement, label_of, statements_of, tables_of
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance

_STRUCK = re.compile(r"[≠¬✗✘✕✖❌❎👎⛔🚫]|!=|~~|</?(?:del|s|strike)>|<!--|-->", re.IGNORECASE)
"""What strikes a text out, hides or denies it."""
_ALTERED = re.compile(
    r"(?:\b(?:anti|ex|near|non|post|pre|pseudo|quasi|sub|un)[-–]\s?|[~!]\s?)[§¤]"
    r"|[§¤][-–](?:free|ish|like|negative|related|type)\b",
    re.IGNORECASE,
)
"""A name that a part of a word, or a sign, makes another one: `non-§`, `~¤`, `§-like`."""
_LED = re.compile(r"(?P<mark>\*\*|__|\*|_)(?P<name>[^*_]{2,80})(?P=mark)[.:]?\s*(?:[–—-]\s+)?")
"""What stands out at the beginning of a paragraph."""
LONGEST_LEAD = 90
"""Characters of a line that may be a heading by itself."""
SHOWN = 200
"""Characters of a sentence that a finding quotes."""
SHOWN_WORDS = 6
"""Words that a finding names as not understood."""


@dataclass(frozen=True)
class WideFinding:
    """What keeps a book from being checked."""

    kind: str
    """`not found`, `contradicted`, `invented`, `unclear`, or `not understood`."""
    message: str
    sentence: str = ""

    def __str__(self) -> str:
        shown = " ".join(self.sentence.split())[:SHOWN]
        return f"{self.kind}: {self.message}" + (f" (in: {shown})" if shown else "")


@dataclass(frozen=True)
class Unread:
    """A sentence that is not accounted for."""

    line: int
    """The line of the book in which it begins, from 1."""
    sentence: str
    words: tuple[str, ...]
    """The words of a rule, a heading or a label that are not understood, or that a sentence has no known form."""


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
    unread: list[Unread] = field(default_factory=list)
    """The sentences that are not accounted for, in order."""

    @property
    def right(self) -> frozenset[Statement]:
        """The rules of the table that were found and are not contradicted."""
        return frozenset(self.wanted & set(self.found) - set(self.denied))

    @property
    def contradicted(self) -> frozenset[Statement]:
        """The rules of the table that the book denies."""
        return frozenset(self.wanted & set(self.denied))

    @property
    def agrees(self) -> bool:
        """Whether every rule is found, and nothing of what the reader understands is wrong or unclear."""
        return self.right == self.wanted and set(self.found) <= self.wanted and not self.unclear

    @property
    def checked(self) -> bool:
        """Whether the book agrees and every sentence is accounted for. Not a proof: see `check_book` for that."""
        return self.agrees and not self.unread


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
    found += [WideFinding("unclear", why, sentence) for why, sentence in dict.fromkeys(report.unclear)]
    return found + [
        WideFinding("not understood", f"line {one.line}, {', '.join(one.words[:SHOWN_WORDS])}", one.sentence)
        for one in report.unread
    ]


@dataclass
class _Scope:
    """What a heading or a bullet above says for what stands below it."""

    depth: int
    spotted: Spotted
    excludes: bool = False
    line: int = 0
    opens: bool = False
    """Whether it is a bullet that only introduces what follows."""


class _WideReader:
    """Reads one book."""

    def __init__(self, instance: Instance, report: WideReport) -> None:
        self.report = report
        self.instance = instance
        self.spotter = Spotter(instance)
        self.truth_lists = TruthLists(self.spotter)
        self.tables = tables_of(instance)
        self.actions = instance.actions
        self.truths = len(instance.truths)
        self.scopes: list[_Scope] = []
        self.in_bullet = False
        self.first = True
        """Whether a sentence is the first of its paragraph; only this can be a label."""
        self.units: dict[int, frozenset[str]] = {}
        """The units in which the ranges of an action are given; the empty one for a range without."""
        self.lists: dict[int, tuple[int, set[int]]] = {}
        """The truths that are listed or described, by the line of the heading above (or 0), and their first line."""
        self.settled: set[tuple[int, int]] = set()
        """The actions' outcomes of which it was said what they rule out, or that it is nothing."""
        self.on_lists: list[str] = []
        """Sentences that are not understood, and may say how lists are meant."""
        self.by_list = False
        """Whether a list by truth was read."""
        self.told: set[int] = set()
        """The truths that sentences named since the last heading or bullet began."""

    def read(self, text: str) -> None:
        """Read the whole book."""
        lines = [line.strip() for line in text.split("\n")]
        others = [line for line in lines if template_rule(line) is None]
        for line in near_openings(others):
            self.report.unclear.append(("it is nearly the template's opening, and not word for word", line))
        if len(others) < len(lines):
            strictly = read_book(self.instance, text).unclear
            self.report.unclear += [(why, line) for why, line in strictly if why in MISPLACED]
        for line in filter(_STRUCK.search, text.split("\n")):
            self.report.unclear.append(("a mark strikes something out, hides it, or denies it", line))
        blocks = list(self._with_leads(list(blocks_of(text))))
        for block in with_lists(blocks, self.truth_lists, fenced_lines(text)):
            if isinstance(block, Block):
                self._block(block)
            elif not self._truth_list(block):
                for each in block.blocks:
                    self._block(each)
        self._lists_name_all()
        if self.by_list:
            self.report.unclear += [("it may say how lists are to be understood", text) for text in self.on_lists]

    def _enter(self, block: Block) -> None:
        """Leave the scopes in which a block does not stand."""
        block.depth = self._depth(block)
        while self.scopes and self.scopes[-1].depth >= block.depth:
            self.scopes.pop()
        if block.kind == "paragraph":
            self.scopes = [scope for scope in self.scopes if self._holds(scope, block)]

    def _block(self, block: Block) -> None:
        self._enter(block)
        if block.kind == "heading":
            self._heading(block)
        elif block.kind == "table":
            self._table_head(block)
            for number, unit in table_units(block.rows):
                self._unit(unit, self._inherited(), block.line + number)
        else:
            self._paragraph(block)

    def _with_leads(self, blocks: list[Block]) -> Iterator[Block]:
        """Yield the blocks, with headings of their own for what begins a paragraph, or is a bullet, as a heading.

        `**Name.** Text`, `*Name* - text`, a first line `Name`, and `2. Name` above what is no such bullet.
        """
        for number, block in enumerate(blocks):
            if block.kind == "bullet" and self._is_action(block.text):
                below = blocks[number + 1] if number + 1 < len(blocks) else block
                nested = below.kind == "bullet" and below.depth > block.depth
                alone = nested or below.kind == "heading" or self._is_action(below.text)
                yield block if alone else replace(block, kind="heading", depth=BOLD_HEADING)
                continue
            end = self._lead_of(block) if block.kind == "paragraph" else 0
            if not end:
                yield block
                continue
            yield Block("heading", BOLD_HEADING, block.text[:end], indent=block.indent, line=block.line)
            if rest := block.text[end:]:
                starts = [start - end for start in block.starts if start > end]
                yield replace(block, text=rest, line=block.line_of(end), starts=starts)

    def _lead_of(self, block: Block) -> int:
        """Return where the action's name ends that a paragraph begins with, as a heading of its own; 0 for none."""
        lead = _LED.match(block.text)
        if lead and self._is_action(lead["name"]):
            return lead.end()
        first = block.starts[0] if block.starts else len(block.text)
        return first if self._is_action(block.text[:first]) else 0

    def _is_action(self, text: str) -> bool:
        """Whether a short text is the name of an action, and says no more than a heading does."""
        if len(text) > LONGEST_LEAD or not text.strip():
            return False
        spotted = self.spotter.spot(text, Spotted())
        others = spotted.truths or spotted.outcomes or spotted.unknown
        return len(spotted.named) == 1 and not others and not unknown_in_heading(spotted.rest)

    def _depth(self, block: Block) -> int:
        """Return how deep a block stands; a bold heading that is indented under a bullet stands below that one."""
        if block.kind != "heading" or block.depth != BOLD_HEADING:
            return block.depth
        below = any(BULLETS <= scope.depth < BULLETS + block.indent for scope in self.scopes)
        return BULLETS + block.indent - 1 if below else block.depth

    def _holds(self, scope: _Scope, block: Block) -> bool:
        """Whether a paragraph stands below a scope; a bullet that it is not indented under ends before it.

        Unless that bullet is a heading in another dress: it names an action and no outcome, or only opens.
        """
        if scope.depth < BULLETS or block.indent > scope.depth - BULLETS:
            return True
        spotted = scope.spotted
        return bool(spotted.named and not spotted.outcomes) or (scope.opens and not self._is_settled(spotted))

    def _is_settled(self, about: Spotted) -> bool:
        """Whether it was said before what one of these outcomes rules out."""
        return about.action is not None and any((about.action, o) in self.settled for o in about.outcomes)

    def _inherited(self) -> Spotted:
        """Return the action, outcomes and truths that the headings and bullets above name, the nearest ones."""
        inherited = Spotted()
        for scope in self.scopes:
            inherited = inherited.narrowed(scope.spotted)
        return inherited

    def _heading(self, block: Block) -> None:
        self.told = set()
        spotted = self.spotter.spot(block.text, self._inherited())
        if TURNS.search(spotted.rest) or (CLAIMS.search(spotted.rest) and spotted.truths):
            self.report.unclear.append(("a heading says how rules are to be understood", block.text))
        excludes = EXCLUDES.search(spotted.rest) is not None
        claims = (excludes and (spotted.truths or spotted.named)) or (
            spotted.truths and (spotted.named or spotted.outcomes)
        )
        several = len(spotted.named) > 1 or (spotted.named and spotted.outcomes)
        if len(spotted.named) > 1:
            self.report.unclear.append(("a heading names more than one action", block.text))
        words = NO_FORM if claims or several or spotted.unknown else unknown_in_heading(spotted.rest)
        self._not_understood(words, block.text, block.line)
        if spotted.truths:
            self._list(spotted.truths, block.line)
        self.scopes.append(_Scope(block.depth, spotted, excludes, block.line))

    def _table_head(self, block: Block) -> None:
        """Account for the head of a table; one that has a column of what is ruled out needs a known form."""
        head = " ; ".join(block.rows[0])
        above = self._inherited().action
        named = self.spotter.spot(head, self._inherited())
        if above is not None and set(named.named) - {above}:
            self.report.unclear.append(("a table's head names another action than the heading above it", head))
        if excluded_columns(block.rows[0]):
            cells = [plainly(self.spotter.spot(cell, self._inherited()).marked) for cell in block.rows[0]]
            words = [] if heads_rules(cells) else NO_FORM
        else:
            words = unknown_in_heading(named.rest, table=True)
        self._not_understood(words, head, block.line)

    def _paragraph(self, block: Block) -> None:
        """Read the sentences of a paragraph or bullet; each inherits what the one before named."""
        around = self._inherited()
        self.in_bullet = block.kind == "bullet"
        self.told = set() if self.in_bullet else self.told
        excluding = any(scope.excludes and scope.opens for scope in self.scopes)  # only bullets hand it down
        last, place = around, 0
        for sentence in sentences_of(block.text):
            place = block.text.index(sentence, place)
            line = block.line_of(place + len(sentence) - len(sentence.lstrip()))
            last = self._unit(sentence, around.narrowed(last.without_truths()), line, excluding)
            self.first = False
        self.first = True
        if block.kind == "paragraph" and last.named and LABELLED.match(last.rest):
            self.scopes.append(_Scope(BOLD_HEADING - 1, last, line=block.line))
        if block.kind == "bullet":
            opens = block.text.rstrip().endswith((":", ":**", "**"))
            excludes = opens and EXCLUDES.search(block.text) is not None
            self.scopes.append(_Scope(block.depth, last, excludes, block.line, opens))

    def _unit(self, text: str, around: Spotted, line: int, excluding: bool = False) -> Spotted:
        """Read one sentence, rule by rule, and return what it is about."""
        about = around
        for part in parted(text, self.spotter.spot, around):
            about = self._part(part, around.narrowed(about.without_truths()), line, excluding)
        return about

    def _part(self, text: str, around: Spotted, line: int, excluding: bool) -> Spotted:
        """Read a sentence, or one of its rules, and return what it is about."""
        around = self._meant(text, around)
        spotted = self.spotter.spot(text, around)
        self.told.update(spotted.truths)
        about = around.narrowed(spotted)
        words = self._unaccounted(spotted, about, around, excluding, line)
        self._not_understood(words, text, line)
        if words and tells_how_lists_are_meant(spotted.rest):
            self.on_lists.append(text)
        if words and _is_aside(spotted):
            self.report.unclear.append(("a word by itself may take back what stands before it", text))
        if words is NO_RULE:
            self.report.unclear.append(("its words are those of a rule, in an order that may say something else", text))
        if _ALTERED.search(spotted.marked):
            self.report.unclear.append(("what touches a name makes it another one", text))
        self._same_units(about, spotted)
        why = self._claim(_without_reasons(spotted.rest), spotted, about, excluding)
        if why:
            self.report.unclear.append((why, text))
        return about

    def _meant(self, text: str, around: Spotted) -> Spotted:
        """Return what a rule is about that names no action, and outcomes of another one than the sentence before.

        That sentence's outcomes are not meant. Two or more that only one action has, in running prose and in a known
        form of a rule, mean this action.
        """
        spotted, above = self.spotter.spot(text, around), self._inherited()
        mixed = above.action is None and around.action is not None
        inherits = not spotted.named and not above.outcomes and (mixed or not spotted.outcomes)
        if not (inherits and spotted.truths and EXCLUDES.search(text)):
            return around
        others = {a: o for a in range(len(self.actions)) if a != around.action if (o := self._in_words(spotted, a))}
        if not others:
            return around
        if spotted.outcomes:
            return above
        [(action, outcomes), *more] = others.items()
        meant = replace(above, action=action)
        if above.action is None and not more and len(outcomes) > 1 and is_plain_rule(self.spotter.spot(text, meant)):
            return meant
        return replace(around, outcomes=())

    def _in_words(self, spotted: Spotted, action: int) -> tuple[int, ...]:
        """Return the outcomes in words that the rest of a sentence names, taken to be about an action."""
        found = self.spotter.spot(spotted.rest, Spotted(action=action)).outcomes
        return tuple(o for o in found if isinstance(self.tables[action][o].value, str))

    def _truth_list(self, block: TruthList) -> bool:
        """Read a list by truth as a whole; return whether that was done, and record why not if it is unclear."""
        self._enter(block.opener)
        nearest = self.scopes[-1].spotted if self.scopes else None
        above = nearest if nearest is not None and self.told <= set(nearest.truths) else None
        found = self.truth_lists.read(block, self._inherited(), above)
        if found and any(turns_lists(scope.spotted.rest) for scope in self.scopes):
            found = "a heading above a list by truth may turn it"
        if isinstance(found, str):
            said = block.opener.text or " ; ".join(block.opener.rows[0])
            self.report.unclear.append((found, said))
        if not isinstance(found, list):
            return False
        for entry in found:
            self._entry(entry)
        self.by_list = True
        return True

    def _entry(self, entry: Entry) -> None:
        """Record what rules a truth out; where nothing does, all its rules are denied."""
        named = entry.named
        if named.action is None:
            denied = (s for s in self.report.wanted if s.truth == entry.truth)
            self.report.denied.update((s, entry.text) for s in denied if s not in self.report.denied)
            return
        self._same_units(named, named)
        keys = [Statement(named.action, outcome, entry.truth) for outcome in named.outcomes]
        self.report.found.update((key, entry.text) for key in keys if key not in self.report.found)
        self.settled.update((key.action, key.outcome) for key in keys)

    def _list(self, truths: tuple[int, ...], line: int) -> None:
        """Note that truths are listed or described here; what stands below one heading belongs together."""
        above = next((scope for scope in reversed(self.scopes) if not scope.spotted.truths), None)
        self.lists.setdefault(above.line if above else 0, (line, set()))[1].update(truths)
        if any(scope.excludes for scope in self.scopes):
            self._not_understood(["names below a heading of exclusion"], "", line)

    def _lists_name_all(self) -> None:
        """Object to a list of truths that leaves some out: it says something of those that it names."""
        for line, truths in self.lists.values():
            if len(truths) < self.truths:
                self._not_understood(["a list that does not name every truth"], "", line)

    def _not_understood(self, words: list[str], sentence: str, line: int) -> None:
        if words:
            self.report.unread.append(Unread(line, sentence.strip(), tuple(words)))

    def _unaccounted(self, spotted: Spotted, about: Spotted, around: Spotted, excluding: bool, line: int) -> list[str]:
        """Return what is not understood of a sentence, as what it is."""
        rest = spotted.rest
        if spotted.unknown:
            return [repr(spotted.unknown)]
        kept = bool(spotted.truths and about.outcomes) and KEEPS.search(rest) is not None
        begun = any(action == about.action for action, _ in self.settled)
        if spotted.repeated:
            return ["a name that is repeated"]
        if denies_all(spotted, truths=bool(about.truths)):
            meant = self._meant_by_denial(spotted, about) or (about.action is not None and not begun)
            plain = says_nothing_plainly(plainly(without_reason(spotted.marked)))
            return [] if meant and plain else unknown_in_rule(spotted) or NO_FORM
        if kept or is_rule(spotted, excluding and bool(spotted.truths)):
            return unknown_in_rule(spotted, below=excluding)
        if spotted.outcomes or len(spotted.named) > 1:
            elsewhere = bool(spotted.named) and around.action not in (None, spotted.action)
            names_more = bool(spotted.truths) or len(spotted.named) > 1 or in_several_places(rest) or elsewhere
            unlike = names_more or _may_deny(spotted) or not self.first
            return NO_FORM if unlike else unknown_in_label(rest, opens=True)
        if spotted.truths:
            return self._truth_unaccounted(spotted, about, line)
        placed = about.action is not None
        described = placed and not begun and not about.outcomes and tells_of_a_test(rest)
        described |= not placed and bool(around.truths or not self.report.found) and tells_of_a_truth(rest)
        general = not spotted.named and not (placed and EXCLUDES.search(rest) and not ON_THE_BOOK.match(rest))
        told = described or (general and tells_of_the_book(rest))
        label = self.first and not unknown_in_label(rest, opens=bool(about.outcomes))
        return [] if told or label else NO_FORM

    def _truth_unaccounted(self, spotted: Spotted, about: Spotted, line: int) -> list[str]:
        """Return what is not understood of a sentence that names truths, and rules none out."""
        rest = spotted.rest
        if about.action is not None or self.spotter.any_outcome.search(rest):
            return NO_FORM
        self._list(spotted.truths, line)
        if not unknown_in_label(rest, opens=False):
            return [] if self.in_bullet or len(spotted.truths) == self.truths else NO_FORM
        return [] if len(spotted.truths) == 1 and tells_of_a_truth(rest) else NO_FORM

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
            return self._unplaced(said, spotted) and "it names two actions"
        if spotted.loose_numbers and (excludes or about.action is not None):
            return "it has numbers that are no outcome of its action"
        if about == Spotted(spotted.text, spotted.rest, spotted.marked):  # it is about nothing that is named
            if VARIES.search(said):
                return ""
            if SUCH_OUTCOMES.search(said):
                return "it speaks of outcomes that rule nothing out, and does not say which"
        if (nothing := NOTHING.search(said)) and (placed or about.action is not None or excludes):
            return self._nothing(said, nothing.start(), about, spotted)
        if excludes:
            return self._exclusion(said, spotted, about)
        return self._other(said, spotted, about)

    def _exclusion(self, said: str, spotted: Spotted, about: Spotted) -> str:
        truths = spotted.truths or (about.truths if spotted.outcomes else ())
        if not truths:
            if about.action is not None and about.outcomes and DENIES.search(said):
                return self._nothing(said, 0, about, spotted)
            generic = not spotted.outcomes and not spotted.unknown
            return self._generic(said) if generic else "it does not name what is ruled out"
        if about.action is None or not about.outcomes:
            return self._unplaced(said, spotted)
        if worry := self._worry(said, spotted):
            return worry
        if len(EXCLUDES.findall(_LEAD.sub("", said))) > 1:
            return "it speaks of ruling out twice"
        if len(spotted.outcomes) > 1 and len(truths) > 1 and crosses(said):
            return "it names outcomes and truths in turn"
        keys = [Statement(about.action, o, t) for o in about.outcomes for t in truths]
        into = self.report.denied if DENIES.search(said) else self.report.found
        into.update((key, spotted.text) for key in keys if key not in into)
        self.settled.update((about.action, o) for o in about.outcomes)
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
        if NO_OUTCOME.search(said):
            return "it says which outcome there is not"
        if spotted.unknown:
            return f"{spotted.unknown!r} is no name of this game"
        return "it is a question" if said.rstrip().endswith("?") else ""

    def _generic(self, said: str) -> str:
        """Judge a sentence about ruling out in general."""
        turned = TURNS.search(said) or GENERALLY.search(said)
        return "" if turned is None else f"the word {turned[0]!r}: it says how the rules are to be understood"

    def _unplaced(self, said: str, spotted: Spotted) -> str:
        """Judge a sentence that says what can be ruled out, and not by which outcome."""
        stated = {(s.action, s.truth) for s in self.report.wanted}
        by = spotted.named or tuple(range(len(self.actions)))
        enough = all if spotted.named else any
        possible = all(enough((action, truth) in stated for action in by) for truth in spotted.truths)
        some = SOME_OUTCOME.search(said) or OF_THESE.search(said)
        if some and possible and not (spotted.outcomes or TURNS.search(said) or PINNED.search(said)):
            return ""
        return "it does not name the action and its outcome"

    def _nothing(self, said: str, start: int, about: Spotted, spotted: Spotted) -> str:
        """Record that an outcome, an action or all actions rule out nothing, as is said from `start` on."""
        before, after = said[:start], said[start:]
        if about.action is None and (spotted.truths or spotted.outcomes):
            return "it says that nothing is ruled out, and not by which action"
        named = spotted.truths and not (KEEPS.search(said) or ("§" not in after and GLOSS.search(before)))
        if BUT.search(after) or named:
            return "it says that nothing is ruled out, with an exception"
        if PROVES.search(said) or TWICE_DENIED.search(said) or TURNS.search(GLOSS.sub(" ", said)):
            return "it says more than that nothing is ruled out"
        for s in self._denied(said, about, spotted):
            self.report.denied.setdefault(s, spotted.text)
        if about.action is not None:
            told = self._meant_by_denial(spotted, about) or range(len(self.tables[about.action]))
            self.settled.update((about.action, o) for o in told)
        return ""

    def _denied(self, said: str, about: Spotted, spotted: Spotted) -> list[Statement]:
        """Return the rules that are denied by a sentence: those of its outcomes, else of its action, else all."""
        if about.action is None:
            return [s for s in self.report.wanted if not about.truths or s.truth in about.truths]
        of_action = [s for s in self.report.wanted if s.action == about.action]
        if outcomes := self._meant_by_denial(spotted, about):
            return [s for s in of_action if s.outcome in outcomes]
        others = OTHERS.search(said) is not None
        return [s for s in of_action if not (others and (s.action, s.outcome) in self.settled)]

    def _meant_by_denial(self, spotted: Spotted, about: Spotted) -> tuple[int, ...]:
        """Return the outcomes of which a sentence says that they rule out nothing: those that it names.

        If it names none, those that stand above, unless it was said before what they rule out, or it speaks of more.
        """
        if spotted.outcomes or not (spotted.named or self._is_settled(about) or speaks_of_more(spotted.rest)):
            return about.outcomes
        return ()

    def _other(self, said: str, spotted: Spotted, about: Spotted) -> str:
        """Judge a sentence that rules nothing out."""
        in_rules = about.action is not None
        if in_rules and self._repeated(said, spotted, about):
            return ""
        proves = CLAIMS if in_rules and (spotted.truths or about.outcomes) else PROVES if spotted.truths else None
        claimed = DIAGNOSED_BY.sub(" ", said if spotted.outcomes else PURPOSE.sub(" ", said))
        claimed = claimed if spotted.truths else GLOSS.sub(" ", claimed)
        if proves and proves.search(claimed) and not DENIES_PROOF.search(said):
            return "it says that an outcome shows something; an outcome proves nothing"
        if PROVES_TRUTHS.search(said) and not DENIES_PROOF.search(said):
            return "it says that outcomes prove something; an outcome proves nothing"
        if in_rules and spotted.truths and about.outcomes:
            return self._kept(said, spotted, about)
        if worry := self._misleads(spotted, in_rules):
            return worry
        told = self._without_descriptions(said, about)
        if (TURNS.search(told) and (in_rules or RULES.search(told))) or UNITS.search(told):
            return "it says how rules or readings are to be understood"
        before_rules = all(s.action != about.action for s in (*self.report.found, *self.report.denied))
        if GLOSS.search(said) and about.outcomes:
            return "it says something of an outcome, but not what it rules out" if OF_RULES.search(said) else ""
        described = before_rules and len(spotted.outcomes) == 1 and not spotted.quoted and not OF_READINGS.search(told)
        if in_rules and spotted.outcomes and len(said.split()) > LABEL_WORDS and not described:
            return "it says something of an outcome, but not what it rules out"
        return ""

    def _misleads(self, spotted: Spotted, in_rules: bool) -> str:
        """Return why a sentence that rules nothing out would have rules read otherwise, or gives an answer away."""
        said = spotted.rest
        of_rules = in_rules or RULES.search(said) is not None or OF_READINGS.search(said) is not None
        for pattern, holds, why in (
            (MISREAD, True, "it says how rules or readings are to be understood"),
            (UNTRUSTED, of_rules or bool(spotted.named), "it says that rules or tests do not always hold"),
            (LISTS_MEAN, True, "it says what lists of names mean"),
            (ANSWER, bool(spotted.truths), "it says of a truth whether it is the answer"),
            (GOES_ON, bool(spotted.truths), "it names a truth, and not what rules it out"),
            (
                WHENEVER,
                bool(spotted.truths and spotted.named and not spotted.outcomes),
                "it says when a truth is found, and names no outcome",
            ),
        ):
            if holds and pattern.search(said):
                return why
        placeless = spotted.truths and not spotted.named and not in_rules and len(said.split()) <= LABEL_WORDS + 2
        if placeless and self.spotter.any_outcome.search(said):
            return "it names an outcome and a truth, and no action"
        return ""

    def _repeated(self, said: str, spotted: Spotted, about: Spotted) -> bool:
        """Whether a sentence says weakly what was said before: that an outcome speaks against a truth."""
        keys = [
            Statement(about.action, o, t) for o in about.outcomes for t in spotted.truths if about.action is not None
        ]
        return (
            bool(keys)
            and LESS.search(said) is not None
            and not PROVES.search(said)
            and set(keys) <= set(self.report.found)
        )

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
        if ONLY.search(said):
            return "it says that nothing else remains"
        keys = [Statement(about.action, o, t) for o in about.outcomes for t in spotted.truths]
        self.report.denied.update((key, spotted.text) for key in keys)
        return ""


_LEAD = re.compile(r"^[^:§¤]*:")
"""What introduces a rule, as `Exclusion:` does."""
ON_THE_BOOK = re.compile(r"\W*(?:this|the) (?:guide|guidebook|handbook|book)\b", re.IGNORECASE)
"""How a remark on the book begins that may stand below an action."""
ASIDE_WORDS = 2
"""Words of a sentence that only comments on the one before."""
LABEL_WORDS = 6
"""Words around an outcome's name that may introduce what follows."""


def _is_aside(spotted: Spotted) -> bool:
    """Whether a sentence is a word or two that names nothing and takes something back: `Not.`, `Struck out.`"""
    named = spotted.named or spotted.outcomes or spotted.truths or spotted.text.rstrip(" *_`").endswith(":")
    return not named and len(spotted.rest.split()) <= ASIDE_WORDS and TAKES_BACK.search(spotted.rest) is not None


def _may_deny(label: Spotted) -> bool:
    """Whether a label names an outcome that is called `none` or the like, and introduces nothing."""
    words = re.findall(r"\w+", label.text.casefold())
    return not DENIALS.isdisjoint(words) and not label.text.rstrip(" *_`").endswith((":", ";"))


def _without_reasons(rest: str) -> str:
    """Return a sentence without why something is so, and without what an outcome suggests besides."""
    reason = REASON.search(rest)
    if reason and not EXCLUDES.search(rest[reason.start() :]):
        rest = rest[: reason.start()]
    rest = MEANS_THAT.sub("", rest)
    lead = LEADING_GLOSS.match(rest)
    if lead and not any(worry.search(_plain_gloss(lead[0])) for worry in (DOUBTS, PROVES, TURNS, CONDITIONS)):
        rest = rest[lead.end() :]
    trail = TRAILING_GLOSS.search(rest)
    if trail and EXCLUDES.search(rest[: trail.start()]):
        tail = _plain_gloss(trail[0])
        harmless = LESS.search(tail) or ("§" not in tail and not DOUBTS.search(tail))
        if harmless and not any(worry.search(tail) for worry in (PROVES, TURNS, CONDITIONS, EXCLUDES, OF_RULES)):
            rest = rest[: trail.start()]
    return rest


def _plain_gloss(text: str) -> str:
    return GLOSS.sub(" ", text)
