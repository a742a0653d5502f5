"""Finding an instance's names in free text: truths, actions, outcomes and ranges, also spelled a little differently."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from boxwright.blackboxes.reasoning.kumo.books.plain_forms import SIGNS
from boxwright.blackboxes.reasoning.kumo.books.writer import tables_of
from boxwright.blackboxes.reasoning.kumo.domain.model import OutcomeState
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance

_I = re.IGNORECASE
NUMBER = r"[-+−]?\d+(?:,\d{3})+(?:\.\d+)?|[-+−]?\d*\.?\d+(?:[eE][-+]?\d+)?"
_NO_UNIT = (
    "and|or|to|through|rul\\w+|is|are|was|in(?=\\s)|on|of|for|then|this|that|it|results?|outcomes?|range|values?|levels?|exclu\\w+"
    "|eliminat\\w+|means?|points?|shows?|gives?|at|by|with|we|you|the|a|an|scores?|inconsistent|must"
    "|can|cannot|help\\w*|will|should|does|do|has|have|as|also|both|between|from|within|above|below|over|under"
)
"""Words after a number that are no unit."""
_UNIT = (
    rf"(?:\s?(?!(?:{_NO_UNIT})\b)(?:%|°\s?[A-Za-z]?(?![A-Za-z])|µ[A-Za-z/]+|[A-Za-zµ]{{1,8}}(?:/[A-Za-zµ0-9²³.]+)?))?"
)
_RANGE = re.compile(
    rf"(?<![\w.])(?P<low>{NUMBER})(?P<unit>{_UNIT})\s*(?:-|–|—|−|~|\bto\b|\band\b|\bthrough\b|\.\.+|…)\s*"
    rf"(?P<high>{NUMBER})(?P<last>{_UNIT})(?![\w])"
    r"(?P<on>\s*(?:or|and)\s+(?:higher|above|more|over|lower|below|less|under)\b(?!\s+(?:than\s+)?[-+−]?\.?\d))?",
    _I,
)
_PAIR = re.compile(
    rf"[(\[]\s*(?P<low>{NUMBER})(?P<unit>{_UNIT})\s*,\s*(?P<high>{NUMBER})(?P<last>{_UNIT})[^)\]\d]{{0,20}}[)\]]", _I
)
"""A range as mathematicians and programs write it: (0, 20)."""
_BELOW = re.compile(
    rf"(?:\b(?:under|below|less than|lower than|up to|at most)|[<≤])\s*(?P<end>{NUMBER})(?P<unit>{_UNIT})(?![\w])", _I
)
_ABOVE = re.compile(
    rf"(?:\b(?:above|over|greater than|higher than|more than|at least)|[>≥])\s*"
    rf"(?P<end>{NUMBER})(?P<unit>{_UNIT})(?![\w])",
    _I,
)
_IS_RULED_OUT = re.compile(
    r"(?:\s*\([^)]*\))?(?:(?:,|\s+and\b|\s+or\b)[^.;:]*?)?\s+(?:is|are|be|been)\s+(?:\w+ly\s+)?"
    r"(?:ruled out|excluded|eliminated)\b",
    _I,
)
_SAID = r"(?:\s*(?:,\s*(?:and|or)?|/|&|\band\b|\bor\b)\s*)"
_VERB = re.compile(r"\brul\w+|\bexclu\w+|\beliminat\w+|\binconsistent\b|\bincompatible\b", _I)
_LONE = re.compile(
    rf"(?<![\w.#(-])(?:{NUMBER})(?![\w)])(?![\s–-]*(?:\d+ )?(?:second|minute|hour|day|week|month|year)s?\b)", _I
)
"""A number that is neither a part of a name nor a time."""
_SEEN = r"(?:detected|found|identified|noted|observed|present|reported|seen|shown)"
_NO = r"\bno\s+(?:(?:evidence|presence|signs?)\s+of\s+)?"
_BEFORE_ABSENT = re.compile(
    rf"(?:\b(?:if|when|whenever|where|shows?|showing|reveals?|with|there\s+(?:is|are))\s+{_NO}"
    rf"|{_NO}|\b(?:absence|lack)\s+of\s+|\bwithout\s+)(?:(?:any|an?|the)\s+)?$",
    _I,
)
_IS_SEEN = re.compile(rf"\s+(?:is|are|was|were)\s+(?:\w+ly\s+)?{_SEEN}\b", _I)
_IS_NOT_SEEN = re.compile(rf"\s+(?:is|are|was|were)\s+not\s+{_SEEN}\b", _I)
_QUOTED = re.compile(r"[\"“«「]([^\"“”«»「」]{1,80})[\"”»」]")
_BRACKETS = re.compile(r"\(((?![A-Z]{2})[^(),]{1,12})\)")
"""What an action's name gives as a unit; an abbreviation is none."""
_PLAIN_WORDS = frozenset(
    ["the", "a", "an", "of", "in", "on", "is", "are", "was", "and", "or", "to", "for", "by", "test", "level"]
)


@dataclass(frozen=True)
class Spotted:
    """What a piece of text names; indices of an instance."""

    text: str = ""
    rest: str = ""
    """The text without its names."""
    marked: str = ""
    """The text with a sign for each name, as the forms of `plain_forms` have it: an action has one of its own."""
    action: int | None = None
    named: tuple[int, ...] = ()
    """The actions that it names."""
    outcomes: tuple[int, ...] = ()
    """Outcomes of the action that it is about."""
    truths: tuple[int, ...] = ()
    unknown: str = ""
    """A text in quotation marks that is no name."""
    units: frozenset[str] = frozenset()
    """Units of its ranges; the empty one for a range without."""
    loose_numbers: bool = False
    """Whether it has numbers that are no outcome."""
    quoted: bool = False
    """Whether it has anything in quotation marks."""
    repeated: bool = False
    """Whether it names an outcome or a truth twice."""

    def narrowed(self, inner: Spotted) -> Spotted:
        """Return what is named where `inner` stands below this: the inner names, else the outer ones."""
        other = inner.action is not None and inner.action != self.action
        return replace(
            inner,
            action=self.action if inner.action is None else inner.action,
            outcomes=inner.outcomes or (() if other else self.outcomes),
            truths=inner.truths or self.truths,
        )

    def without_truths(self) -> Spotted:
        """Return it without its truths."""
        return replace(self, truths=())


class Spotter:
    """Finds the names of one instance."""

    def __init__(self, instance: Instance) -> None:
        self._truths = _aliases(instance.truths)
        self._actions = _aliases(instance.actions)
        small = {form for name in (*instance.truths, *instance.actions) if name[:1].islower() for form in _forms(name)}
        parts = {*self._truths, *self._actions} - {_key(name) for name in (*instance.truths, *instance.actions)}
        self._short = {form for form in parts if " " not in form or form not in small}
        """Spellings that are only a part of a name; in small letters they may be ordinary words."""
        self._names = _pattern([*self._truths, *self._actions])
        self._tables = tables_of(instance)
        self._units = [set(map(_plain_unit, _BRACKETS.findall(action))) for action in instance.actions]
        self._words: list[tuple[dict[str, int], re.Pattern[str]]] = []
        for states in self._tables:
            labels = {i: state.value for i, state in enumerate(states) if isinstance(state.value, str)}
            forms = {form: i for i, label in labels.items() for form in _forms(label)}
            self._words.append((forms, _pattern([*self._truths, *self._actions, *forms])))
        self._tails = list(_tails([*instance.truths, *instance.actions]))
        self._heads = list(_heads(instance.truths))
        said = sorted({form for forms, _ in self._words for form in forms if len(form) > 2})
        self.any_outcome = _pattern(said) if said else re.compile(r"(?!)")
        """The words of any action's outcomes."""
        in_words = [[state.value for state in states if isinstance(state.value, str)] for states in self._tables]
        self._outcome_tails = [list(_tails(labels)) for labels in in_words]
        self._absences = [list(_absences(labels)) for labels in in_words]

    def spot(self, text: str, around: Spotted) -> Spotted:
        """Return what a text names; `around` tells which action it is about if it names none."""
        bare = SIGNS.sub("\ufffd", re.sub(r"\*\*|__|`", "", text)).replace("_", " ")
        plain = self._spelled_out(bare, around.action)
        spotted = self._spot(plain, around.action, text)
        if spotted.named in ((), (around.action,)):
            return spotted
        tried = [self._spot(plain, action, text) for action in spotted.named]
        return min(tried, key=lambda each: len(each.named))  # an action's name may be a part of another one's outcome

    def _spelled_out(self, text: str, about: int | None) -> str:
        """Return a text with shortened names in full.

        `Viral and Fungal Infections`, `Diabetes Type 1 and Type 2`, and where there is an outcome `no growth` and one
        other, `bacterial growth`: `no bacterial growth`.
        """
        for tail, heads, pattern in (*self._tails, *(() if about is None else self._outcome_tails[about])):
            text = pattern.sub(lambda m, tail=tail, heads=heads: heads.sub(rf"\g<0> {tail}", m[1]), text)
        for head, together, shortened in self._heads:
            text = together.sub(head.replace("\\", r"\\") + r" \g<row>", text)
            text = self._with_heads(text, head, shortened, self._names if about is None else self._words[about][1])
        for name, absent in () if about is None else self._absences[about]:
            text = absent.sub(rf"{name}\g<verb>", text)
        return text

    def _with_heads(self, text: str, head: str, shortened: re.Pattern[str], names: re.Pattern[str]) -> str:
        """Return a text with the shared first words before each shortened name that is not itself a name."""
        at = 0
        while found := shortened.search(text, at):
            at = found.start("tail")
            if names.match(text, at) is None:
                text = f"{text[:at]}{head} {text[at:]}"
        return text

    def _spot(self, plain: str, about: int | None, text: str) -> Spotted:
        """Return what a text names, given the action whose outcomes it may name; the longest names are taken first."""
        actions: list[int] = []
        truths: list[int] = []
        outcomes: list[int] = []
        forms, pattern = ({}, self._names) if about is None else self._words[about]

        def take(found: re.Match[str]) -> str:
            name = _key(found[0])
            if found[0][0].islower() and name in self._short and name not in forms:
                return found[0]
            named_as_ruled_out = name in self._truths and (
                _VERB.search(plain, 0, found.start()) is not None or _IS_RULED_OUT.match(plain, found.end()) is not None
            )
            if name in forms and not named_as_ruled_out and _is_absent(plain, found):
                return found[0]
            if name in forms and not named_as_ruled_out:
                outcomes.append(forms[name])
                return " ¤ "
            (truths if name in self._truths else actions).append(self._truths.get(name, self._actions.get(name, 0)))
            return " § " if name in self._truths else " ¶ "

        ranges, marked, units, loose = self._ranges(pattern.sub(take, plain), about)
        rest = marked.replace("¶", "§")
        return Spotted(
            text=text,
            rest=rest,
            marked=re.sub(r" ([§¤¶]) ", r"\1", marked),
            action=actions[-1] if actions else None,
            named=tuple(dict.fromkeys(actions)),
            outcomes=tuple(dict.fromkeys([*outcomes, *ranges])),
            truths=tuple(dict.fromkeys(truths)),
            unknown=next((q[1] for q in _QUOTED.finditer(rest) if re.search(r"[A-Za-z]{2}", q[1])), ""),
            units=units,
            loose_numbers=loose,
            quoted=_QUOTED.search(plain) is not None,
            repeated=any(len(set(named)) < len(named) for named in ([*outcomes, *ranges], truths)),
        )

    def _ranges(self, rest: str, action: int | None) -> tuple[list[int], str, frozenset[str], bool]:
        """Return the ranges of an action that a text names, the text without them, units, and if numbers are left."""
        states = [] if action is None else self._tables[action]
        if action is None or not any(isinstance(state.value, list) for state in states):
            return [], rest, frozenset(), False
        units = self._units[action]
        found: list[int] = []
        measured: set[str] = set()

        def take(match: re.Match[str]) -> str:
            said = {
                unit
                for unit in (_plain_unit(match[g] or "") for g in ("unit", "last") if g in match.re.groupindex)
                if unit
            }
            places = _places(states, match)
            if not places or (units and said - units) or len(said) > 1:
                return match[0]
            found.extend(places)
            measured.add(next(iter(said), ""))
            return " ¤ "

        for pattern in (_PAIR, _RANGE, _BELOW, _ABOVE):
            rest = pattern.sub(take, rest)
        return found, rest, frozenset(measured), (_LONE.search(rest) or _PAIR.search(rest)) is not None


def _places(states: Sequence[OutcomeState], match: re.Match[str]) -> list[int]:
    """Return which ranges of an action a text names: one, several in a row, or all from (up to) a bound."""
    ranges = sorted((state.value, i) for i, state in enumerate(states) if isinstance(state.value, list))
    if match.re in (_BELOW, _ABOVE):
        end, below = _number(match["end"]), match.re is _BELOW
        cut = [n for n in range(1, len(ranges)) if ranges[n - 1][0][1] <= end <= ranges[n][0][0]]
        return [i for _, i in (ranges[: cut[0]] if below else ranges[cut[0] :])] if len(cut) == 1 else []
    low, high = _number(match["low"]), _number(match["high"])
    first = next((n for n, (ends, _) in enumerate(ranges) if ends[0] == low), None)
    last = next((n for n, (ends, _) in enumerate(ranges) if ends[1] == high), None)
    if first is None or last is None or first > last:
        return []
    on = match.groupdict().get("on") or ""
    if on:
        up = re.search(r"higher|above|more|over", on, re.IGNORECASE) is not None
        first, last = (first, len(ranges) - 1) if up else (0, last)
    return [i for _, i in ranges[first : last + 1]]


def _tails(names: Iterable[str]) -> Iterator[tuple[str, re.Pattern[str], re.Pattern[str]]]:
    """Yield what several names end in, a pattern of what stands before it, and one of such a list with one ending."""
    heads: dict[str, list[str]] = {}
    for name in names:
        words = re.sub(r"[\s_]+", " ", name).split(" ")
        for n in range(1, len(words)):
            if all(word.isalpha() for word in words[n:]):
                heads.setdefault(" ".join(words[n:]).casefold(), []).append(" ".join(words[:n]))
    for tail, before in heads.items():
        if len(before) > 1:
            one = "|".join(re.escape(head) for head in sorted(before, key=len, reverse=True))
            listed = rf"(?<![A-Za-z0-9])((?:{one})(?:{_SAID}(?:{one}))+)\s+{re.escape(tail)}s?(?![A-Za-z0-9])"
            yield tail, re.compile(rf"(?<![A-Za-z0-9])(?:{one})(?![A-Za-z0-9])", _I), re.compile(listed, _I)


def _heads(names: Iterable[str]) -> Iterator[tuple[str, re.Pattern[str], re.Pattern[str]]]:
    """Yield what several names begin with, the longest first, and two patterns.

    One is of what follows it in a row (`Types 1 and 2`, `(Type 1 and Type 2)`), one of a name and a shortened one.
    """
    tails: dict[str, dict[str, None]] = {}
    for name in names:
        words = re.sub(r"[\s_]+", " ", name).split()
        for n in range(1, len(words)):
            if all(re.fullmatch(r"\w+(?:-\w+)*", word) for word in words[n:]):
                tails.setdefault(" ".join(words[:n]), {})[r"[\s_-]+".join(map(re.escape, words[n:]))] = None
    for head, after in sorted(tails.items(), key=lambda item: -len(item[0])):
        if len(after) > 1:
            one = rf"(?-i:{'|'.join(sorted(after, key=len, reverse=True))})(?![\w-]|[.,]\d|\s*(?:[–—%°]|to\b))"
            first = r"[\s_-]+".join(map(re.escape, head.split()))
            first = rf"(?<![A-Za-z0-9]){first}"
            row = rf"{one}(?:{_SAID}{one})+"
            yield (
                head,
                re.compile(rf"{first}(?:s[\s_-]+|\s*(?P<open>\()\s*)(?P<row>{row})(?(open)\s*\))", _I),
                re.compile(rf"{first}[\s_-]+{one}[*\"”]*{_SAID}[*\"“]*(?P<tail>{one})", _I),
            )


def _absences(labels: Sequence[str]) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield an outcome `no growth` with a pattern of `no bacterial growth`, where that is the only other outcome."""
    for label, other in permutations(labels, 2) if len(labels) == 2 else ():
        absent, present = _key(label), _key(other)
        if absent.startswith("no ") and f" {present}".endswith(absent.removeprefix("no")):
            words = r"[\s_-]+".join(map(re.escape, present.split(" ")))
            none = rf"(?:{_NO}|\b(?:the\s+)?(?:absence|lack)\s+of\s+|\bwithout\s+)(?:any\s+)?"
            said = rf"{none}{words}(?![A-Za-z0-9])|\b{words}(?P<verb>\s+(?:is|are|was|were))\s+not(?=\s+{_SEEN}\b)"
            yield absent, re.compile(said, _I)


def _is_absent(text: str, found: re.Match[str]) -> bool:
    """Whether a text says that an outcome is not what was found: `if no growth is seen`, `without growth`."""
    if _IS_NOT_SEEN.match(text, found.end()):
        return True
    before = _BEFORE_ABSENT.search(text, 0, found.start())
    if before is None:
        return False
    bare = before[0].casefold().startswith("no")  # "no growth" alone may be a denial of what growth rules out
    return not bare or _IS_SEEN.match(text, found.end()) is not None


def _aliases(names: Iterable[str]) -> dict[str, int]:
    """Return every spelling of each name that belongs to no other one, and the name's index."""
    spelled = [set(_forms(name)) for name in names]
    often = Counter(form for forms in spelled for form in forms)
    return {form: i for i, forms in enumerate(spelled) for form in forms if often[form] == 1}


def _forms(name: str) -> Iterable[str]:
    """Yield the spellings of a name: as it is, with spaces between words, without or only with its brackets."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    yield from {_key(name), _key(spaced)}
    bare = re.sub(r"\s*\([^()]*\)", "", name).strip()
    inside = re.findall(r"\(([A-Za-z0-9-]{2,12})\)", name)
    for form in (bare, *inside):
        if len(form) > 1 and form != name and _key(form) not in _PLAIN_WORDS:
            yield _key(form)
    if re.search(r"[A-Za-z]{3}(?<!s)$", spaced):
        yield _key(spaced) + "s"


def _key(text: str) -> str:
    return re.sub(r"[\s_\-–’'/]+", " ", text.replace("’", "'")).strip().casefold()


def _pattern(forms: list[str]) -> re.Pattern[str]:
    """Return a pattern of any of these spellings, the longest first."""
    pieces = []
    for form in sorted(forms, key=lambda form: (-len(form), form)):
        words = r"[\s_\-–’'/]+".join(map(re.escape, form.split(" ")))
        pieces.append(rf"(?<![A-Za-z0-9]){words}(?![A-Za-z0-9])")
    return re.compile("|".join(pieces) or r"(?!)", _I)


def _number(text: str) -> float:
    return float(text.replace("−", "-").replace(",", ""))


def _plain_unit(text: str) -> str:
    return text.strip().casefold().replace("degrees", "°")
