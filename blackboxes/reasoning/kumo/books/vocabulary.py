"""The words of a book: patterns that say what a clause claims, and the closed vocabulary of a rule.

Sentences arrive here *masked*: every name of the instance is one private character, so that no word inside a name is
taken for a word of the sentence.

The patterns alone would let unknown phrasings through. So a sentence that states a rule-out is only taken at its word
if nothing is left of it once its names, its outcome and the closed vocabulary are removed. That way a denial, a hedge,
a choice or an extra condition is caught even if nobody thought of its wording. The vocabulary covers the template's
sentences and the model-written books of the collection, with their plain grammatical forms; words with several
meanings appear only within fixed phrases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_I = re.IGNORECASE

MASKS = re.compile("[\ue000-\uf8ff]")
"""The characters that stand for something else in a masked text."""
FIRST_NAME = 0xE000
"""The code point that stands for the first name of an instance; the others follow."""
OUTCOME = "\uf8fd"
"""Stands for the outcome of a clause: a word or a range."""
UNKNOWN = "\uf8ff"
"""Stands for quoted text that is not a name of the instance."""

# What a clause claims.

RULES_OUT = re.compile(r"\brul(?:e|es|ed|ing)\b[^.]{0,400}?\bout\b|\bexclud\w+|\beliminat\w+|排除", _I)
"""The clause rules something out ..."""
DENIES = re.compile(
    r"\b(?:not|never|cannot|nor|neither)\b[^.,\ue000-\uf8ff]{0,20}?(?:\brul\w+|\bexclud\w+|\beliminat\w+)"
    r"|n['’]t\b[^.,\ue000-\uf8ff]{0,20}?(?:\brul\w+|\bexclud\w+|\beliminat\w+)"
    r"|\b(?:rul\w+ (?:out )?|exclud\w+ |eliminat\w+ )(?:nothing|none|no truths?)\b"
    r"|\b(?:nothing|none|no truths?) (?:is|are|can be) "
    r"|\bfail\w* to (?:rule|exclude|eliminate)\b"
    r"|(?:不|未|没|无法|并非|难|别|勿)[^，。；,;\ue000-\uf8ff]{0,4}排除|什么也不",
    _I,
)
"""... unless this matches too: then it states that something is not ruled out."""
KEEPS = re.compile(
    r"\b(?:remains?|remaining|stays?|still|possible|leav(?:es?|ing)|keep(?:s|ing)?|spar(?:es?|ing)"
    r"|(?:consistent|compatible) with)\b|仍|保留|依然",
    _I,
)
"""The clause says what stays possible."""
NOTHING = re.compile(
    r"\b(?:nothing|none|no truths?|any truths?|anything)\b"
    r"|排除任何(?:一个)?真相|没有(?:任何)?真相被|不排除任何|什么也不|没有排除任何",
    _I,
)
"""Together with a denial: the outcome rules out nothing at all."""
CONFIRMS = re.compile(
    r"\b(?:confirm\w*|prove[sdn]?|proof|establish\w*|identif\w+|diagnos\w+|indicat\w+|suggest\w*|points? to|must be"
    r"|is the (?:answer|case|truth|valid))\b|证实|确认|证明|表明|说明|意味着",
    _I,
)
"""The clause says that an outcome shows a truth or points to it."""
NAMES_THE_TRUTH = re.compile(
    r"\bthe (?:truth|answer)s? (?:is|are|remains?|stays?|still)\b|\bthe results? (?:remains?|stays?|(?:is|are) still)\b"
    r"|\bleav\w+ the (?:truth|answer|result)\b|(?:真相|答案)(?:仍|依然|仍然)?(?:为|是)|结果(?:仍|依然|仍然)(?:为|是)",
    _I,
)
"""The clause calls what remains the truth, rather than merely possible."""
PROVES = re.compile(r"\b(?:confirm\w*|prove[sdn]?|proof|establish\w*|must be)\b|证实|确认|证明", _I)
"""The unmistakable part of CONFIRMS: never acceptable in a clause that rules something out."""
_SHOWN_AS = re.compile(
    r"(?:\b(?:show|give|yield|return|read|find|see|get|observe|record|measure|note)s?\b"
    r"|\b(?:show|giv|yield|return|read|find|see|gett|observ|record|measur|not)ing\b|\b(?:has|have|having|is|are|being|be)\b"
    r"|显示为|显示|得到|得出|给出|出现|看到|见到|观察到|测得|为|是)[\s:：,，]*(?:(?:the|an?|both)\s+)?§+"
    r"(?!\s*(?:(?:is|are|be|being|has been|have been|can|can be|both|thus|then|therefore|thereby|also|to be)\s+)*"
    r"(?:ruled|excluded|eliminated|out)\b|\s*(?:均|都|也|可以|可|将|会)*被?排除)",
    _I,
)
"""A verb of showing before truths (`§`) that are not said to be ruled out then."""
_JOINED = re.compile(r"(?<=§)(?:[\s,，、;&/*_]|\b(?:and|the|both|as well as)\b|和|与|以及|及|跟)+(?=§)", _I)
HEDGES = re.compile(
    r"\b(?:not|never|no|neither|nor|unless|without|except|may|might|could|would|should|probably|likely|unlikely|usually"
    r"|often|sometimes|perhaps|possibly|tends?|generally|everything|everyone|every|others?|rest|only|former|latter"
    r"|respectively|similar|same|rather|instead|unlike|apart|besides|aside|opposed|hardly|scarcely|barely|rarely|seem\w*"
    r"|appears? to|almost|nearly|part(?:ly|ially)|helps?|wrong\w*|false\w*|untrue|incorrect\w*|mistake\w*|myth"
    r"|contrary)\b|n['’]t\b"
    r"|\ball (?:the|of|remaining|truths|candidates|possibilities|but)\b"
    r"|除非|并非|没有|可能|也许|通常|往往|大概|其他|其余|所有|仅|只有|除了",
    _I,
)
"""Negations, hedges, quantities, comparisons: with one of these, a clause that rules something out is ambiguous."""
ONLY = re.compile(r"\b(?:only|solely|alone|nothing but|nobody but)\b|只|仅|唯一", _I)
"""Together with KEEPS or LEFT: the clause claims that a single truth remains."""
LEFT = re.compile(r"\b(?:left|certain|sure|answer)\b|剩|答案", _I)
"""The clause calls something what is left, or the answer."""
DENIES_PROOF = re.compile(r"\b(?:not|never|no|cannot|nothing)\b|n['’]t\b|不|没", _I)
"""Background may mention confirming a truth if it denies that this is possible."""
NEGATION = re.compile(r"\b(?:not|never|no|neither|nor|unless|without|except|all)\b|n['’]t\b|[除并没所仅只其]", _I)
"""A name that contains one of these is only recognised in quotation marks."""
CLAUSE_BREAK = re.compile(
    r"[;；]|,?\s*\b(?:but|while|whereas|although|though|however|yet|and (?=leaves?\b|keeps?\b)"
    r"|(?=leaving\b|keeping\b|sparing\b))\b"
    r"|[，,]?(?:但|然而|不过)",
    _I,
)
"""Separates the clauses of a sentence."""

_RULES = (
    r"(?:\b(?:these|the|all|above|below|following|preceding|our|this (?:book|guide|guidebook)['’]?s?)(?: \w+)? "
    r"(?:rules|statements|sentences|exclusions|lines)\b"
    r"|\b(?:rules|statements|sentences|exclusions|lines|everything|anything|all|what \w+(?: \w+)?|said|stated|written|"
    r"given|listed) (?:(?:is|are|was|were) )?(?:\w+ )?(?:above|below|here)\b"
    r"|\bthis (?:book|guide|guidebook|section|list|table)\b|上述|以上|上面|下面|以下|下述|规则|本书|本指南)"
)
_LIMITING = (
    r"(?:\b(?:only|solely|except\w*|exceptions?|unless|ignore|disregard|forget|opposite|reverse[ds]?|invert\w*|swap\w*|"
    r"not|never|no longer|cannot|sometimes|often|usually|mostly|seldom|rarely|may|might|wrong|false|untrue|joke)\b"
    r"|n['’]t\b|只|仅|除非|除外|例外|忽略|相反|不|错|并非|有时|通常|可能)"
)
LIMITED = re.compile(
    rf"{_RULES}.*{_LIMITING}|{_LIMITING}.*{_RULES}"
    r"|\bthe (?:opposite|reverse|contrary) (?:holds?|applies|is (?:true|so|the case|right))\b",
    _I | re.DOTALL,
)
"""The text restricts or revokes the rules of the book (`the rules above hold for ... only`)."""

# The closed vocabulary of a sentence that states a rule-out.

_VERB = r"(?:rul\w+|exclud\w+|eliminat\w+)"
_NONE = r"(?:nothing|none|no truths?|any truths?|anything)(?: at all)?"
_PHRASES = re.compile(
    rf"\bcan (?:therefore |then |thus )?(?:both )?be (?={_VERB})"
    rf"|\b(?:we|you|the player) can (?={_VERB})"
    rf"|\b(?:(?:does|do|did|can|is|are)(?: not|n['’]t)|cannot)(?: be)? (?={_VERB})"
    rf"|\bfail(?:s|ed)? to (?={_VERB})"
    rf"|(?<=\bout ){_NONE}\b|\b{_NONE} (?:can be )?(?=(?:(?:is|are) )?{_VERB}|out\b)"
    rf"|\b(?:exclud|eliminat)\w+ {_NONE}\b"
    r"|\b(?:remains?|stays?|is|are|still)(?: still)? (?:possible|open|in play|candidates?|a candidate)\b"
    r"|\bl(?:ie|ies|ying) (?=(?:anywhere )?(?:between|in|within|from)\b)"
    r"|\b(?:consistent|compatible) with\b|\bas well as\b|\bin (?:this|that|each) case\b|\bcomes? back(?: as)?\b",
    _I,
)
"""Fixed phrases; the only place for words of negation and possibility."""

_ENGLISH = """
a an the this these it both
if when whenever where then thus therefore so hence thereby
is are be been being has have having
rule rules ruled ruling out exclude excludes excluded excluding eliminate eliminates eliminated eliminating
show shows showing shown give gives giving given yield yields yielding yielded return returns returning returned
read reads see sees seeing seen get gets getting observe observes observing observed obtain obtained find found
note noted record recorded measure measured fall falls falling
outcome outcomes result results value values reading readings number numbers measurement measurements figure
observation observations range interval action test truth truths
of in from to between and for by at with as also
remain remains remaining stay stays still leave leaves leaving keep keeps keeping spare spares sparing
"""
ENGLISH_WORDS = frozenset(_ENGLISH.split())
"""The words of a sentence in English that states a rule-out."""
_CHINESE = """
若 如果 假如 当 如 时 则 那么 就 便 故 因此 所以 即 均 都 也 并 将 把 被 由 的 这 此 该 这个 这一 一个 为 是
在 从 到 至 介于 之间 之内 范围 区间 内 结果 数值 读数 测量值 数字 值 行动 真相 得到 得出 显示 显示为 出现
看到 见到 观察到 测得 给出 落在 和 与 及 以及 跟 仍 仍然 依然 保留 仍有可能 有可能 仍可能 可能成立 任何
排除 可以排除 能够排除 可排除 可被排除 可以被排除 不排除 没有排除 未排除 不能排除 无法排除 并不排除 并未排除
不会排除 不被排除 没有被排除 未被排除 任何真相 任何一个真相 没有真相被排除 没有任何真相被排除
什么也不排除 什么也没有排除
"""
CHINESE_WORDS = tuple(_CHINESE.split())
"""Chinese has no spaces: a run of characters is read from the left, longest piece first."""

_CJK = "\u3400-\u4dbf\u4e00-\u9fff"
_PIECES = re.compile("|".join(sorted(map(re.escape, CHINESE_WORDS), key=lambda piece: (-len(piece), piece))))
_TOKEN = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+(?:['’-][^\W_{_CJK}]+)*|\S")
_MARKS = frozenset(".,:;()-–—\"'`*_=→“”‘’«»‹›「」『』、，。；：（）")
"""Punctuation without meaning. Not a slash, a bar or an inequality sign: those say something."""
_INVERTED = re.compile(
    rf"\b(?:if|when|whenever|where)\b[^,;{OUTCOME}]*?\b{_VERB}|(?:若|如果|假如|当)[^，,；{OUTCOME}]*?排除", _I
)
_NAMES = re.compile("[\ue000-\uf8fd](?:['’]s\\b)?")


def unknown_words(text: str) -> list[str]:
    """Return what is outside the vocabulary in a masked sentence without its outcomes: each word once, in order."""
    rest = _PHRASES.sub(" ", _NAMES.sub(" \ue000 ", text))
    return list(dict.fromkeys(_unknown(rest)))


def misplaced(clause: str, truths: str) -> str:
    """Return what makes it doubtful which truths a clause rules out, or an empty text; `truths` are their masks.

    A truth may not be the object of a verb of showing (`shows A and rules out A`), and all stand in one place.
    """
    marked = re.sub(f"[{re.escape(truths)}](?:['’]s\\b)?", "§", clause)
    listed = _JOINED.sub("", re.sub(r"[\"“”«»「」『』]", " ", marked))
    listed = _JOINED.sub("", listed)
    if _SHOWN_AS.search(listed):
        return "it says that a truth is shown; an outcome proves nothing"
    return "it names truths in several places" if len(re.findall("§+", listed)) > 1 else ""


def inverted(text: str) -> bool:
    """Whether the rule-out is the condition instead of the conclusion (`if this rules out A, ...`)."""
    return _INVERTED.search(text) is not None


def _unknown(rest: str) -> Iterator[str]:
    for found in _TOKEN.finditer(rest):
        token = found[0]
        if re.match(f"[{_CJK}]", token):
            yield from _unknown_chinese(token)
        elif token.casefold() not in ENGLISH_WORDS and token not in _MARKS and token != "\ue000":
            yield token


def _unknown_chinese(run: str) -> Iterator[str]:
    at = start = 0
    while at < len(run):
        piece = _PIECES.match(run, at)
        if piece is None:
            at += 1
            continue
        if start < at:
            yield run[start:at]
        at = start = piece.end()
    if start < at:
        yield run[start:]
