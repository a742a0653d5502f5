"""The words that a sentence of a book may be made of, besides names: whatever else it has is not understood.

A sentence that states a rule-out is taken at its word only where nothing is left of it when its names, its outcome and
this vocabulary are removed. So a denial, a hedge, a choice or a further condition is found without being known.
The vocabulary is that of the template's sentences and of the model-written books of the collection, with their plain
grammatical forms; words of several meanings are there only within a fixed phrase.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_I = re.IGNORECASE

_VERB = r"(?:rul\w+|exclud\w+|eliminat\w+)"
_NONE = r"(?:nothing|none|no truths?|any truths?|anything)(?: at all)?"
PHRASES = re.compile(
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
"""Fixed phrases: negation and possibility have a place here and nowhere else."""

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
WORDS = frozenset(_ENGLISH.split())
_CHINESE = """
若 如果 假如 当 如 时 则 那么 就 便 故 因此 所以 即 均 都 也 并 将 把 被 由 的 这 此 该 这个 这一 一个 为 是
在 从 到 至 介于 之间 之内 范围 区间 内 结果 数值 读数 测量值 数字 值 行动 真相 得到 得出 显示 显示为 出现
看到 见到 观察到 测得 给出 落在 和 与 及 以及 跟 仍 仍然 依然 保留 仍有可能 有可能 仍可能 可能成立 任何
排除 可以排除 能够排除 可排除 可被排除 可以被排除 不排除 没有排除 未排除 不能排除 无法排除 并不排除 并未排除
不会排除 不被排除 没有被排除 未被排除 任何真相 任何一个真相 没有真相被排除 没有任何真相被排除
什么也不排除 什么也没有排除
"""
CHINESE = tuple(_CHINESE.split())
"""Read from the left, the longest first; what no piece begins with is not understood."""

_CJK = "\u3400-\u4dbf\u4e00-\u9fff"
_PIECES = re.compile("|".join(sorted(map(re.escape, CHINESE), key=lambda piece: (-len(piece), piece))))
_TOKEN = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+(?:['’-][^\W_{_CJK}]+)*|\S")
_MARKS = frozenset(".,:;()-–—\"'`*_=→“”‘’«»‹›「」『』、，。；：（）")
"""Signs that say nothing; a slash, a bar or an inequality sign says something."""
OUTCOME = "\uf8fd"
"""Stands for a clause's outcome: a word or a range."""
_INVERTED = re.compile(
    rf"\b(?:if|when|whenever|where)\b[^,;{OUTCOME}]*?\b{_VERB}|(?:若|如果|假如|当)[^，,；{OUTCOME}]*?排除", _I
)
_NAMES = re.compile("[\ue000-\uf8fd](?:['’]s\\b)?")

RULES = (
    r"(?:\b(?:these|the|all|above|below|following|preceding|our|this (?:book|guide|guidebook)['’]?s?)(?: \w+)? "
    r"(?:rules|statements|sentences|exclusions|lines)\b"
    r"|\b(?:rules|statements|sentences|exclusions|lines|everything|anything|all|what \w+(?: \w+)?|said|stated|written|"
    r"given|listed) (?:(?:is|are|was|were) )?(?:\w+ )?(?:above|below|here)\b"
    r"|\bthis (?:book|guide|guidebook|section|list|table)\b|上述|以上|上面|下面|以下|下述|规则|本书|本指南)"
)
LIMITING = (
    r"(?:\b(?:only|solely|except\w*|exceptions?|unless|ignore|disregard|forget|opposite|reverse[ds]?|invert\w*|swap\w*|"
    r"not|never|no longer|cannot|sometimes|often|usually|mostly|seldom|rarely|may|might|wrong|false|untrue|joke)\b"
    r"|n['’]t\b|只|仅|除非|除外|例外|忽略|相反|不|错|并非|有时|通常|可能)"
)
LIMITED = re.compile(
    rf"{RULES}.*{LIMITING}|{LIMITING}.*{RULES}"
    r"|\bthe (?:opposite|reverse|contrary) (?:holds?|applies|is (?:true|so|the case|right))\b",
    _I | re.DOTALL,
)
"""A sentence without a name that takes something back from the rules."""


def unknown_words(text: str) -> list[str]:
    """Return what is not understood of a sentence whose names are private signs and whose outcomes are taken away."""
    rest = PHRASES.sub(" ", _NAMES.sub(" \ue000 ", text))
    return list(dict.fromkeys(_unknown(rest)))


def inverted(text: str) -> bool:
    """Whether what is ruled out stands in the condition (`if this rules out A, ...`)."""
    return _INVERTED.search(text) is not None


def _unknown(rest: str) -> Iterator[str]:
    for found in _TOKEN.finditer(rest):
        token = found[0]
        if re.match(f"[{_CJK}]", token):
            yield from _unknown_chinese(token)
        elif token.casefold() not in WORDS and token not in _MARKS and token != "\ue000":
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
