"""Reading an answer: a set of letters, in every form in which one is clearly written, and nothing guessed.

What is special to sets of letters is here; how answers are marked and wrapped is `blackboxes/replies.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from boxwright.blackboxes.clear import names_two, two_answers
from boxwright.blackboxes.faults import InvalidReply
from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import LETTERS
from boxwright.blackboxes.replies import read_reply
from boxwright.blackboxes.stated import lines_of

MARKER = "ANSWER"
_FILLING = re.compile(
    r"\b(?:options?|letters?|choices?|statements?|answers?|and|only|both|all of|the|are|is)\b"
    r"|选项|选择|正确的是|和|与|及|以及|选|都|[\s,，、;；&+/|.。()（）\[\]【】{}*_`$\"“”'’:：-]|\\(?:boxed|text|mathrm|mathbf)",
    re.IGNORECASE,
)
_ONE = re.compile(r"^\W*([A-Za-z])(?:[.:)）、．]\s*|\s?[(（]|\s[-–—]\s)(.+)$")
_NUMBERED = re.compile(r"\(?([a-z])[.)]\s+([A-Z])\b(?!\.)\W*")
"""`(a) B`: a letter that may number the line, or be an answer beside the other."""
_DASH = re.compile(r"\s[–—]\s")
_SET = r"[*_`(]*+[A-Z](?:[*_`)]*+(?>\s?(?:[,，、&]|(?:,\s)?and|和|与|及)\s?|\s)?+[*_`(]*+[A-Z])*+[*_`)]*+"
_IN_WORDS = re.compile(
    rf"(?:.*[。.，,：:]\s?)?\W*+(?:(?:因此|所以|故|应|本题)[，,]?)*+(?:选择?|结论(?:是|为)?|(?:的?(?:正确|符合))?的?(?:选项|答案)(?:应?选|是|为)?)\s?[:：]?\s*(?P<zh>{_SET})[。.]?|"
    rf"\W*+(?i:(?:(?:so|hence|thus|therefore),?\s)?(?:the\s)?(?:correct|right)\s(?:answer|choice|option|statement)s?(?:\s(?:is|are):?|\s?:))[*_]*+\s*(?P<en>{_SET})(?:[*_.]*|[.:]\s[^.\n]*[*_.]*)|"
    rf"\W*+(?i:(?:(?:so|hence|thus|therefore),?\s)?(?:only\s|both\s)?(?:options?\s)?)(?P<are>{_SET})\s(?:is|are)\s(?:the\s)?(?:correct|right)"
    r"(?:\s(?:answer|choice|option)s?)?[*_.]*"
)
"""`故选：AC`, `The correct options are A and C.`, `Options A and C are correct.`: a last line."""
_RANGE = re.compile(r"\b[A-Z]\s?(?:[-–—]|\.{2,3}|…)\s?[A-Z]\b")
_SLASH = re.compile(r"[A-Z]\s?[/|]\s?[A-Z]\b")
_LISTED = re.compile(r"[A-Z]\s?(?:[,，、;&+]|and|和)\s?[A-Z]\b")
_BETWEEN = re.compile(r"[\n;；]|,\s|，|\sand\s")
_TICKED = re.compile(
    r"\W*([A-Z])\b(?:.*[\s:：(])?[\s:：*_(]*(?:(?P<right>[✓✔☑✅]|true|correct|right|yes|正确|对|真)|(?P<wrong>[✗✘✖❌❎]|false|incorrect|wrong|no|错误|错|假))[\ufe0f\s.。*_)]*",
    re.IGNORECASE,
)
"""`B. Ben ✅`, `C: false`: a line of a list that says of each letter whether it is right."""


def read_letters(reply: str, options: Mapping[str, str], missing: str, refused: str) -> str:
    """Return the letters of a reply, in order. Raises: InvalidReply with the reason for players.

    `options` are the letters with their texts; `missing` and `refused` the reasons where nothing is stated, or no set
    of these letters.
    """

    def read(text: str) -> str:
        if ticked := _ticked(text, options):
            return ticked
        if names_two(text) or any(_at_odds(part, options) for part in _BETWEEN.split(text)):
            raise two_answers()
        if _in_groups(text, options) or _NUMBERED.fullmatch(text.strip()):
            raise two_answers()
        found = letters_of(text, options)
        if found is None:
            raise InvalidReply(refused)
        return found

    try:
        return read_reply(reply, MARKER, read, missing)
    except InvalidReply as fault:
        said = _IN_WORDS.fullmatch(next(reversed(lines_of(reply)), ""))
        if said is None or str(fault) != missing:
            raise
        return read(said["zh"] or said["en"] or said["are"])


def _ticked(text: str, options: Mapping[str, str]) -> str | None:
    """Return the letters said to be right in a list that says so of each, or not, once; None for anything else."""
    lines = [line for line in re.split(r"[\n;；,，]", text) if line.strip()]
    said = [found for line in lines if (found := _TICKED.fullmatch(line))]
    if len(said) < len(lines) or sorted(each[1].upper() for each in said) != sorted(options):
        return None
    return "".join(sorted(each[1].upper() for each in said if each["right"]))


def _in_groups(text: str, options: Mapping[str, str]) -> bool:
    """Whether letters stand in groups or as a range, `AC / B`, `A-C`: it is not told whether all are meant."""
    if _RANGE.search(text) or (_SLASH.search(text) and _LISTED.search(text)):
        return True
    parts = _FILLING.sub(" ", _DASH.sub(" ", text)).split()
    if not all(part.isascii() and part.isupper() and set(part) <= set(options) for part in parts):
        return False
    longest = max(parts, key=len, default="")
    return len(parts) > 1 and len(longest) > 1 and set(longest) != set("".join(parts))


def letters_of(text: str, options: Mapping[str, str]) -> str | None:
    """Return the letters that an answer names, in order; None if it is not a set of these letters and nothing else.

    An answer may repeat the text of its option, or those of its options, a line each.
    """
    parts = _BETWEEN.split(text.strip())
    lines = [_option(part, options) for part in parts if part.strip()]
    if lines and None not in lines:
        return "".join(sorted({letter for letter in lines if letter}))
    rest = _FILLING.sub(" ", text).split()
    if not rest or any(not part.isascii() or not part.isalpha() for part in rest):
        return None
    if not all(_is_letters(part, len(rest) == 1) for part in rest):
        return None
    named = {letter for part in rest for letter in part.upper()}
    return "".join(sorted(named)) if named <= set(options) else None


def _option(line: str, options: Mapping[str, str]) -> str | None:
    """Return the letter of an option that is written out: `Ben`, `B. Ben`."""
    for letter, shown in options.items():
        if _plain(line) == _plain(shown):
            return letter
    letter, said = _with_text(line)
    return letter if letter in options and _plain(options[letter]) in said else None


def _at_odds(line: str, options: Mapping[str, str]) -> bool:
    """Whether a letter stands with the text of another option: `A. Ben`."""
    _, said = _with_text(line)
    return _option(line, options) is None and any(_plain(shown) in said for shown in options.values())


def _with_text(line: str) -> tuple[str, tuple[str, ...]]:
    """Return the letter and the texts that may be meant, of `A. Ben` and `A (Ben)`; nothing of anything else."""
    one = _ONE.match(line.strip())
    text = _plain(one[2]) if one else ""
    return (one[1].upper(), (text, text.rstrip(")）"))) if one else ("", ())


def _plain(text: str) -> str:
    return text.strip().rstrip(".。*`").casefold()


def _is_letters(part: str, alone: bool) -> bool:
    """Whether a run of letters names options: capitals, one letter, or small letters in order (`ac`, but not `bad`)."""
    if len(part) == 1 or part == part.upper():
        return len(part) <= len(LETTERS)
    return alone and part == "".join(sorted(set(part)))


def agreement(given: str, right: str) -> float:
    """Return the F1 of the chosen letters against the right ones, in [0, 1]."""
    both = len(set(given) & set(right))
    return 2 * both / (len(set(given)) + len(set(right))) if both else 0.0
