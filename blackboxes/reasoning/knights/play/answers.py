"""Reading an answer: who is what. The last conclusion counts, and everybody must get exactly one role in it.

How answers are marked and stated is `blackboxes/replies.py` (`ANSWER:`, `CONCLUSION:`, `\\boxed{}`). The marked lines
count if they give everybody a role, else all that follows the last marker; without a marker, the last paragraph that
gives anybody one. Read word by word are names, role words, negations, exceptions and hedges. What is left must be known
to say nothing (`_IDLE`): any other word or number may change what the roles mean (`swapped`, `previously`), and is a
hedge. Whoever gets both roles, or one only perhaps, has no role, and nobody is read in the player's favour: such an
answer is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from boxwright.blackboxes.courtesy import is_courtesy
from boxwright.blackboxes.reasoning.knights.language.words import Roles
from boxwright.blackboxes.reasoning.knights.puzzles.statements import World
from boxwright.blackboxes.stated import (
    last_marked,
    rest_from_mark,
    unmarked,
    without_thoughts,
)
from boxwright.blackboxes.taken_back import denies
from boxwright.blackboxes.wrappings import COMMANDS, STRUCK_OUT, forms_with_asides

MARKERS = ("ANSWER", "CONCLUSION", "最终答案", "答案", "最终结论", "结论")
_NOT = r"[≠¬]|\bneg\b|\bcancel\b|n['’]t\b|\bnot\b|\bnever\b|\bno\b|\bfalse\b|\bcannot\b|\buntrue\b|并非|不可能|不是|不"
_HEDGE = (
    r"\A\W*(?:no\W+)?(?:wait|actually|oops|correction)\b|\bor\b|\beither\b|\bneither\b|\bnor\b|\bmaybe\b|\bperhaps\b|\bpossibly\b|\bmight\b|\bmay\b|\bcould\b|\bif\b|"
    r"\bunless\b|\bwhether\b|\bsuppos(?:e|ing)\b|\bassum(?:e|ing)\b|\bunknown\b|\bunclear\b|\bundetermined\b|"
    r"\bprobably\b|\blikely\b|\bpresumably\b|\bhardly\b|\banything but\b|\bopposite\b|大概|"
    r"\b(?:not|n't)\s(?:be\s)?(?:certain|clear|determined|known|sure)\b|\bcan(?:not|'t)\s(?:be\s(?:determined|known)|decide|know|say|tell)\b|"
    r"\bambiguous\b|\bcan be\b|\?|？|或|可能|也许|如果|假设|要么|无法|矛盾|"
    r"\bcontradict\w*|\bimpossible\b|\bruled out\b|\bviolat\w+|\binconsistent\b|\bfails?\b|\bwork(?:s|ed)?\b|"
    r"\breject\w*|\bdiscarded\b|\bdismissed\b|\bhypothes\w+|\bcase\b|\bconsider(?:ing)?\b|\bimagin\w+|\blet\b(?!\sme\b|'s\b)|\bdoubt(?:s|ful)?\b|\btry(?:ing)?\b|"
    r"\bnot both\b|\b(?:one|two|three|four|five)\s(?:of|among)\b|\bamong\b|\bsame\b|\bdifferent\b|\brespectively\b|"
    r"\bin (?:the |this )?order\b|\bof\b[^,.;]{1,60},\s*only\b|\bunlikely\b|中有|中的?一个|"
    r"\bwould be (?:false|incorrect|wrong)\b|\A\s*say\b|\b(?:says|said|(?:claim|state)(?:s|d|ed)?)\b(?!\sso\b)"
)
_DENIED = (
    r"(?P<what>[,;—–-]\s*(?:(?:but|no|yet)\b,?\s)?(?:that|this|it)\s)?\b(?:is|are|was)\s"
    r"(?:wrong|incorrect|mistaken)(?=\W*\Z)"
)
"""At the end of a sentence, about a role right before it or about all of it: `Jack: knight, but that is wrong`."""
_EVERYONE = r"\beveryone\b|\beverybody\b|\ball\b|\bthey all\b|所有人|每个人|全都|大家"
_OTHERS = r"\b(?:everyone|everybody|all)\s+else\b|\b(?:the\s+)?(?:others?|rest|remaining)\b|其他人|其余"
_EXCEPT = (
    r"\bexcept(?:\s+for)?\b|\bapart\s+from\b|\bother\s+than\b|\bexcluding\b|\bsave\s+for\b|"
    r"(?<=\beveryone\s)but\b|(?<=\beverybody\s)but\b|(?<=\ball\s)but\b|除了|除"
)
_NOBODY = r"\bno[\s-]?one\b|\bnobody\b|\bnone\b|没有人"
_BUT = r"\bbut\b|\brather\b|\binstead\b|而是"
_HONEST = (
    *("truth-teller", "truth-tellers", "truthteller", "truth teller", "truthful"),
    *("tells the truth", "tell the truth", "telling the truth"),
)
_LYING = ("liar", "liars", "lies", "lie", "lying")
_WORD = r"(?:(?!n['’]t\b)[a-z\u00c0-\u024f])+|因此|所以|综上|其中|一个|一名|[^\W\d_]|\d+"
"""Any other word, up to the `n't` of `isn't`; a sign of Chinese; a number."""
_IDLE_WORDS = """
a an the and also as both each s is are be must has have to being should will that there what which who while whereas
only just of on in one two three four five six seven eight nine ten eleven twelve so thus therefore hence then finally
now this it these they i am m we my our us believe say think answer conclusion final guess output solution result
resulting text assignment name names person people islander role roles type above see from end everything falls into
place follows fit fits hold holds correct right true unique with certain certainly clearly confidence confident
consistent definitely high indeed sure surely any doubt question without done qed quoted verified checked confirmed
identified because since by based given computed found obtained explanation reason reasoning why pattern rule
rules statement statements step steps turns twice
因此 所以 综上 其中 一个 一名 是 为 和 与 及 且 而 则 也 都 均 的 身 份 名 字 角 色 按 规
"""
_IDLE = frozenset(_IDLE_WORDS.split())
"""Words that say nothing of a role beside which they stand: fillers, headings, how sure the answer is, and why."""
_NUMBERING = re.compile(r"(?m)^[\W_]*\d{1,3}(?=\s?[.):|])|(?<=\s)\d{1,3}(?=[.)]\s+\w)|(?<=\()\d{1,3}(?=\)\s+\w)")
_MARKUP = re.compile(
    rf"`{{3,}}\w*|{COMMANDS}\{{|\\(?:begin|end)\{{\w+\}}(?:\{{[lcr|]*\}})?|\\(?:q?quad|blacksquare|square|checkmark|qed)\b|"
    r"</?(?:b|i|em|strong|u|p|br|code|span|div|mark|h[1-6]|li)\s?/?>|<\|[^|<>\n]{1,30}\|>|&nbsp;|\\n(?!\w)|[*_`\\{}$]",
    re.IGNORECASE,
)
_SURELY = re.compile(
    r"\b(?:no|without(?:\s(?:a|any))?)\s(?:doubt|question)\b|\brule\s(?:says|(?:that\s)?was\s(?:applied|found)|\d{1,2})\b|"
    r"(?<![\w.])(?:(?:[5-9]\d|100)(?:\.\d+)?\s?%|0\.[5-9]\d*)",
    re.IGNORECASE,
)
"""`No doubt: ...` negates nothing; the rule says so; it is more likely than not."""
_EXAMPLE = re.compile(
    r"\b(?:e\.g\.|for\s(?:example|instance)|example|like|such\sas)\W*(?:the\s)?(?:answer|conclusion)\b[^\n]*",
    re.IGNORECASE,
)
"""What only shows how an answer looks."""
_SENTENCE = re.compile(r"[\n;；。!！]+|\.(?=\s|$)")
_NOT_SO = re.compile(
    r"\W*(?:(?:it|the\s(?:answer|conclusion))\sis\s)?(?:never|not)(?:\s?[:：]|\s(?!all\b)\w+(?:\sis\b|\s?[:：=]))|\W*答案(?:并)?不是",
    re.IGNORECASE,
)
"""`Not: Jack is a knight, ...`, `The answer is not Jack is a knight ...`."""
_SHOWN_AS = str.maketrans({"＊": "*", "　": " ", "\u00a0": " ", "’": "'", "“": '"', "”": '"', "｜": "|"})


@dataclass
class Reading:
    """What an answer says of everybody."""

    said: list[set[bool]]
    """Per person the roles that the answer gives."""
    doubtful: set[int] = field(default_factory=set)
    """People whose role it leaves open."""
    says_more: bool = False
    """Whether more than roles is said in it, which may change what they mean."""

    @property
    def missing(self) -> list[int]:
        """People of whom it says nothing."""
        return [who for who, roles in enumerate(self.said) if not roles and who not in self.doubtful]

    @property
    def says_anything(self) -> bool:
        """Whether anybody is given a role, if only perhaps."""
        return any(self.said) or bool(self.doubtful)

    @property
    def says_both(self) -> bool:
        """Whether it gives somebody both roles: it states two answers."""
        return any(len(roles) > 1 for roles in self.said)

    @property
    def roles(self) -> list[bool | None]:
        """Per person the one role; None for none, both, or a doubtful one."""
        return [
            next(iter(roles)) if len(roles) == 1 and who not in self.doubtful else None
            for who, roles in enumerate(self.said)
        ]

    def share(self, truth: World) -> float:
        """Return the share of people who got their role."""
        return sum(role is known for role, known in zip(self.roles, truth, strict=True)) / len(truth)

    def note(self, people: Sequence[int], knight: bool) -> None:
        """Give people a role."""
        for who in people:
            self.said[who].add(knight)

    def add(self, other: Reading) -> None:
        """Give everybody the roles, too, that another answer gives."""
        for mine, more in zip(self.said, other.said, strict=True):
            mine |= more


def read_answer(reply: str, names: Sequence[str], roles: Roles) -> Reading | None:
    """Read a reply; None if it gives nobody a role, or denies beside it what it gave (`is_denied`)."""
    shown = reply.translate(_SHOWN_AS)
    marked = _marked(shown)
    parts = marked or _unmarked(shown)
    if parts and _is_denied(parts[0]):
        return None
    readings = [_read_whole(part, names, roles) for part in parts]
    if marked and not readings[0].says_anything and (below := _unmarked(parts[-1])):
        marked, readings = [], [_read_whole(part, names, roles) for part in below]
    if readings:
        found = next((reading for reading in readings if None not in reading.roles), readings[-1])
        for other in () if marked else readings:
            if other.said != found.said:
                found.add(other)
        return found if found.says_anything else None
    heads = rf"[\W_]*(?:{'|'.join(re.escape(roles.of(knight).many) for knight in (True, False))})[*_`]*\s?[:：]"
    last = re.sub(rf"\n\s*\n(?={heads})", "\n", _EXAMPLE.sub("", without_thoughts(shown)), flags=re.IGNORECASE)
    paragraphs = re.split(r"\n\s*\n", last)
    told = (_read(part, names, roles) for part in reversed(paragraphs) if not _NOT_SO.match(part))
    return next((reading for reading in told if reading.says_anything), None)


def is_denied(reply: str) -> bool:
    """Whether a reply denies its conclusion beside it."""
    shown = reply.translate(_SHOWN_AS)
    parts = _marked(shown) or _unmarked(shown)
    return bool(parts) and _is_denied(parts[0])


def _is_denied(part: str) -> bool:
    """Whether an answer is struck out, or what stands beside it says that it is none."""
    return bool(STRUCK_OUT.search(part) or _NOT_SO.match(part)) or any(
        denies(aside) for _, asides in forms_with_asides(part) for aside in asides
    )


def _marked(reply: str) -> list[str]:
    """Return the last marked conclusion: its own lines, and all that follows the marker."""
    said = last_marked(reply, MARKERS)
    rest = rest_from_mark(reply, MARKERS)
    return [*([max(said.texts, key=len)] if said else ()), *([] if rest is None else [rest])]


def _unmarked(reply: str) -> list[str]:
    """Return what a reply concludes without a marked line: all of it counts."""
    return list(dict.fromkeys(unmarked(reply, MARKERS[0])))


def _read(text: str, names: Sequence[str], roles: Roles) -> Reading:
    found = Reading([set() for _ in names])
    text = _MARKUP.sub(" ", _NUMBERING.sub(" ", _SURELY.sub(" ", text)))
    header: list[int] = []
    for sentence in _SENTENCE.split(text):
        if is_courtesy(sentence):
            continue
        tokens = list(_tokens(sentence, tuple(names), roles))
        kinds = {kind for kind, _ in tokens}
        if "|" in sentence and kinds == {"name"}:
            header = [int(value) for _, value in tokens]
        elif "|" in sentence and kinds == {"role"} and len(tokens) == len(header):
            for who, (_, knight) in zip(header, tokens, strict=True):
                found.note([who], bool(knight))
        else:
            _Sentence(found, len(names)).take(tokens)
    return found


def _read_whole(text: str, names: Sequence[str], roles: Roles) -> Reading:
    """Read what states an answer, all of which counts: what more it says leaves every role open."""
    found = _read(text, names, roles)
    if found.says_more:
        found.doubtful |= {who for who, given in enumerate(found.said) if given}
    return found


def _tokens(sentence: str, names: tuple[str, ...], roles: Roles) -> Iterator[tuple[str, int]]:
    """Yield (kind, value) for every word that matters; value is a person, or 1 for a truth-teller's word."""
    pattern, meanings = _pattern(names, roles)
    role_ends = None
    for match in pattern.finditer(sentence):
        kind = match.lastgroup or ""
        if kind == "word":
            token = meanings[match.group().casefold()]
            role_ends = match.end() if token[0] == "role" else None
            yield token
        elif kind == "other":
            if match.group().casefold() not in _IDLE:
                yield "hedge", 0
        elif kind != "denied":
            yield kind, 0
        elif match["what"] or (role_ends and not sentence[role_ends : match.start()].strip()):
            yield "hedge", 0


@lru_cache(maxsize=256)
def _pattern(names: tuple[str, ...], roles: Roles) -> tuple[re.Pattern[str], Mapping[str, tuple[str, int]]]:
    meanings: dict[str, tuple[str, int]] = {name.casefold(): ("name", who) for who, name in enumerate(names)}
    for knight in (True, False):
        role = roles.of(knight)
        synonyms = _HONEST if knight else _LYING
        for word in (role.one, role.many, *synonyms):
            meanings[word.casefold()] = ("role", int(knight))
    words = "|".join(_bounded(word) for word in sorted(meanings, key=len, reverse=True))
    pattern = (
        f"(?P<word>{words})|(?P<others>{_OTHERS})|(?P<nobody>{_NOBODY})|(?P<everyone>{_EVERYONE})|(?P<hedge>{_HEDGE})|"
        f"(?P<except>{_EXCEPT})|(?P<denied>{_DENIED})|"
        f"(?P<not>{_NOT})|(?P<but>{_BUT})|"
        rf"(?P<strange>[:：=]\s*[\"'“(\[{{<*_]*+(?!(?:an?|the)\s|{words}|{_HEDGE}|{_NOT})[^\s,;:：=]{{1,20}}\s*(?=[,;，；]|\Z))|"
        f"(?P<other>{_WORD})"
    )
    return re.compile(pattern, re.IGNORECASE), meanings


def _bounded(word: str) -> str:
    escaped = re.escape(word)
    return rf"(?<![\w-]){escaped}(?!\w|-\w)" if word.isascii() else escaped


_GROUPS = ("everyone", "others", "nobody")


def _excepted(tokens: Sequence[tuple[str, int]]) -> list[int]:
    """Return the people whose names stand right behind `except`."""
    found, after = [], False
    for kind, value in tokens:
        after = kind == "except" or (after and kind == "name")
        if after and kind == "name":
            found.append(value)
    return found


@dataclass
class _Sentence:
    """Goes through one sentence: names wait for their role, or a role for its names."""

    found: Reading
    people: int
    subject: list[int] = field(default_factory=list)
    complete: bool = False
    """Whether the subject got a role already; another name begins a new subject."""
    heading: bool | None = None
    """The role whose names follow, as in `Knights: ...`."""
    headed: bool = False
    """Whether a name followed it."""
    listed: bool = False
    """Whether roles stand in a row before the names: `knight, knave (Jack, Mary)` gives nobody one for certain."""
    negated: bool = False
    apart: list[int] = field(default_factory=list)
    """Whom the sentence excepts: from everybody, who then have the other role."""
    grouped: bool = False
    """Whether the subject is everybody but these."""
    excepting: bool = False
    """Whether the names that come next are excepted, and no subject."""
    single: bool = False
    """Whether it gives one person one role: `It is false that Jack is a knave`."""

    def take(self, tokens: Sequence[tuple[str, int]]) -> None:
        """Take the whole sentence; a hedge makes everybody in it doubtful, or else all that is said."""
        mentioned: set[int] = set()
        hedged = False
        self.apart = _excepted(tokens)
        self.single = sorted(kind for kind, _ in tokens if kind in ("name", "role", *_GROUPS)) == ["name", "role"]
        if not any(kind in _GROUPS for kind, _ in tokens):
            self.found.doubtful |= set(self.apart)
        for kind, value in tokens:
            self.excepting = self.excepting and kind == "name"
            if kind == "name" and self.excepting:
                mentioned.add(value)
            elif kind == "except":
                self.excepting = not self.complete
            elif kind == "name":
                mentioned.add(value)
                self._name(value)
            elif kind in _GROUPS:
                self._group(kind)
                mentioned.update(self.subject)
            elif kind == "role":
                self._role(bool(value))
            elif kind == "not":
                self.negated = not self.negated
            elif kind == "but":
                self.negated = False
            elif kind == "strange":
                self.found.doubtful.update(() if self.complete else self.subject[-1:])
                self.subject = self.subject if self.complete else self.subject[:-1]
            else:
                hedged = True
        hedged |= self.negated
        if hedged and mentioned and any(kind == "role" for kind, _ in tokens):
            self.found.doubtful |= mentioned
        else:
            self.found.says_more |= hedged

    def _name(self, who: int) -> None:
        if self.negated and not self.single:  # `Jack, not Mary, is ...`: nothing that can be read for certain
            self.found.doubtful |= {*self.subject, who}
        if self.listed:
            self.found.doubtful.add(who)
            return
        if self.heading is not None:
            self.found.note([who], self.heading)
            self.headed = True
            return
        if self.complete:
            self.subject, self.complete, self.negated = [], False, False
        self.subject.append(who)

    def _group(self, kind: str) -> None:
        everybody = [who for who in range(self.people) if who not in self.apart]
        self.negated ^= kind == "nobody"
        self.subject = [who for who in everybody if kind != "others" or not self.found.said[who]]
        self.grouped = True
        self.complete = False

    def _role(self, knight: bool) -> None:
        knight, self.negated = knight ^ self.negated, False
        if self.subject:
            self.found.note(self.subject, knight)
            self.found.note(self.apart if self.grouped else (), not knight)
            self.complete, self.grouped = True, False
        else:
            self.listed |= self.heading not in (None, knight) and not self.headed
            self.heading, self.headed = knight, False
