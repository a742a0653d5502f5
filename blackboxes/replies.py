"""How a player's reply is read, the same in every environment: free thought, then one answer that it states.

Players are asked for a marked last line, `ANSWER: X`. A benchmark measures models, not formats, so every form in which
a sensible model states one clear answer is read: marked in other ways, unmarked but unmistakable (`\\boxed{X}`), and
wrapped (quotes, emphasis, a full stop, an aside). An environment says what an answer can be: its `read` gets the text
as written first and then without one wrapping after the other, and the first that can be an answer counts. What cannot
be one is refused with the reason, and so are two different answers. Nothing is guessed from a part of a text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from functools import cache
from itertools import accumulate, chain, filterfalse, islice, pairwise
from typing import Any, NamedTuple, TypeVar

from boxwright.blackboxes.beside import (
    PROSE,
    alone,
    concluded,
    corrects,
    denies,
    heads_elsewhere,
    introduces,
    is_elsewhere,
    is_prose,
    meaningless,
    other_answers,
    preferred,
    reconsidered,
    replaced,
    retracts,
    several,
)
from boxwright.blackboxes.keyed import kind_and_value, value_under
from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.spoken import spoken
from boxwright.blackboxes.words import common_words
from boxwright.blackboxes.wrappings import COMMANDS, forms_with_asides, lines_forms, named, without_emphasis

MAX_REPLY = 100_000
"""Maximum characters: a longer reply is refused unread."""
_Read = TypeVar("_Read")
_TAG = r"</?(?:b|i|em|strong|u|p|br|code|span|div|mark|h[1-6]|li)\s?/?>"
_LEAD = rf"((?:[\s>#*_`~|+•→⇒➡➜=\ufe0f\u200b\ufeff-]|{_TAG})*+(?:\(?(?:\d{{1,3}}|[a-z])[.)]\s)?(?:[\s*_`~]|{_TAG})*+)"
"""Bullets, numbers, headings, quotes and emphasis before a marker."""
_BEFORE = (
    r"(?:(?:因此|所以|故|综上所述|综上)[，,]?\s?)?(?:我的)?(?:(?:最终|最終|正确)的?な?)?"
    r"(?:(?:test|question|turn|sample|shot)\s#?\d{1,4}[\s:,-]{1,3})?(?:(?:so|thus|hence|therefore|okay|ok|now|finally)\b,?\s)?"
    r"(?:(?:after|based\son)\s[^,.:;]{1,60},\s)?(?:(?:i|i['’]d|i\swould)\s(?:believe|conclude|guess|predict|say|think)\s(?:that\s)?)?"
    r"(?:(?:(?:here|this|that)(?:\sis|['’]s)|(?:this|that|which|it)\sgives(?:\s(?:me|us))?)\s)?(?:(?:my|the|our|your)\s)?"
    r"(?:(?:final|best|correct(?:ed)?|revised|updated|amended|new|actual|adjusted|better|calculated|computed|definitive|fixed|improved|predicted|proper|"
    r"resulting|true|ultimate|verified)[\s_-]){0,2}"
)
_OF = (
    r"(?:\s?#?\d{1,4}(?:\sof\s\d{1,4})?(?=\s?[:：])|\s\[(?:final|corrected|revised|updated)\]|"
    r"\s?[(\[](?!(?:alt|another|backup|e\.?g|example|fallback|format|if|incorrect|maybe|naive|never|not|old|option|or|other|possib|previous|second\s(?:choice|guess|option)|wrong|x\b))"
    r"[a-z][^()\[\]:：]{0,40}[)\]]|"
    r"\s(?:to|for)\s(?:(?:this|the)\s)?(?:(?:current|given|last|new|next|unseen)\s)?"
    r"(?:case|input|question|sample|test|turn)(?:\s(?:case|input|question|sample))?(?:\s#?\d{1,4})?|\s(?:corrected|revised|updated|v\.?\s?\d{1,2}))?"
)
"""Which one it is: `ANSWER (corrected): X`, `ANSWER v2: X`, `Answer to question 3: X`, `Answer 3: X`."""
_SO = "therefore|thus|hence|then|indeed|now|instead|clearly|definitely|in\\sfact|really|simply"
_AFTER = rf"((?:[*_`]|{_TAG})*+)"
_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})")
_OPENED = re.compile(r"(?:`{3,}|~{3,})\w*")
"""A block that begins behind the marker."""
_BELOW = re.compile(r"[\s*_`(:]*(?:(?:(?:as|see|shown|given|is)\s)*below|[↓⬇⤵▼👇🔽]+)[\s*_`):.\ufe0f]*", re.IGNORECASE)
"""`see below`, `↓`: the answer is on the next lines."""
_LONGEST_BOXED = 10_000
_LONGEST_SENTENCES = 2_000
"""Characters of a line in which a sentence is looked for."""
_SENTENCE_END = re.compile(
    r"[.!?;:][*_]{0,3}\s+|\bconfidence\s?[:：=]\s?\d{1,3}(?:\.\d+)?\s?%?[*_]{0,3}\s+(?=[*_`(]*[A-Z]{4,}\b)|(?:\s[→⇒—–]|\bget|\bgives?)\s(?=[*_`(]*[A-Z]{4,}\b)|,\s(?:(?:and\s)?(?:so|giving|hence|therefore|thus|which\sgives|yielding)\s)?(?=[*_`(]*[A-Z]{4,})|"
    r"\A(?:so,?\s)?(?:i['’]m|i\sam|i['’]ll|i\swill)\s(?:going|go)\swith\s|\A(?:i\s(?:will\s)?)?submit(?:ting)?:?\s",
    re.IGNORECASE,
)
_MOST_BESIDE = 40
"""Lines below an answer that are read."""
_MOST_CHOICES = 4
_LONG_ENOUGH = 3
"""Characters of an answer that is hardly a word of a sentence about something else."""
_LIKE = 4
"""Where nearly any text is an answer, a row of an explanation is another one if its length differs by less than one
part in so many."""
_BUT_FOR = 2
_RELATION = re.compile(r"[=→⇒|]|->|:\s")
"""`h → i`, `key: 3`: what is said of something, and is hardly an answer."""
_OR_LINE = re.compile(r"\n[\s*_(]*or\b", re.IGNORECASE)
_MOST_FURTHER, _LONGEST_FURTHER = 24, 4_000
"""Lines, and their characters, beyond the first blank line below a marker that may be more of its answer."""
_SINGLE = re.compile(r"""(?:[-*•]\s+|\d{1,3}[.)]\s+)?[`*"']*[\w.+\u2212-]{1,40}[`*"']*[,;]?""")
"""A line with one item of a list."""
_CLOSING = re.compile(
    r"\W*(?:and\s|so\s)?(?:that|this|it|which|these|those|here|hence|thus|therefore)(?:['’]s)?\b[^:：=\d]{0,40}"
    r"\b(?:answer|query|move|guess|action|predict(?:ion)?)s?[\s.!*_]*\Z",
    re.IGNORECASE,
)
"""`This is my final answer.`"""
_POINTS = r"(?:(?:as|see|same\sas|given|shown|stated|is|the)\s)"
_ABOVE = re.compile(rf"\W*(?:{_POINTS}+before|{_POINTS}*above)\W*", re.IGNORECASE)
"""`see above`, `as before`, `above`."""
_FEWEST_IN_LIST = 3
"""So many single items, one below the other, are a list; two may be an answer and another one."""
_GOES_ON = re.compile(r"(?:[,;[({→]|->)\Z")
"""What is written on below."""
_ASSIGNED = re.compile(r"=[^\s=<>]")
"""`=X`, of which X is read where no answer begins so."""
_ITEM = re.compile(r"[-*•]\s")
"""What an item of a list begins with."""
_APART = re.compile(r"-\s+([0-9]{0,30}\.?[0-9]{1,30}).*")
"""A number behind a bullet, or behind its sign."""
_NOT = re.compile(
    r"(?:\b(?:(?:is|was|be)\s(?:not|never)|(?:is|was)n['’]t|can(?:not|['’]t)\sbe)(?:\sequal\sto)?\s?:?\s+|~~)[$*_\s]*\Z",
    re.IGNORECASE,
)
"""What before a box or a tag denies it: `it is not`, `it cannot be`, `~~`."""
_LONGEST_NOT = 24
_SAMPLE = r"(?:\be\.\s?g\.|\bz\.\s?b\.|\bfor\s(?:example|instance)|\bsuch\sas)"
_FOR_EXAMPLE = re.compile(rf"(?:{_SAMPLE}|\b(?:example|format|instance|like|template))[,:]?\s*\Z", re.IGNORECASE)
"""What follows shows a form, and states nothing."""
_EXAMPLE_ALONE = re.compile(rf"(?:.*{_SAMPLE}|\W*(?:an?\s)?example)[\s,:*_`]*", re.IGNORECASE)
"""A line that says so of the next one."""
_BEFORE_EXAMPLE = re.compile(rf"{_SAMPLE}[,:]?[\s$*_`]*\Z", re.IGNORECASE)
"""What says so right before a box, a tag or an object."""
_WRONG = re.compile(
    r"[$*_\s]*(?:(?:is|was)\s(?:wrong|incorrect|not\s(?:correct|right))|\((?:wrong|incorrect|never)\))", re.IGNORECASE
)
"""What does so behind it: `is wrong`, `(never)`."""
_ANOTHER = (
    r"(?:alternatively|(?:another|one\smore)\s(?:answer|candidate|choice|guess|option|possibility)|(?:it|this|that)\s(?:could|may|might)\salso\sbe|"
    r"maybe|or|perhaps|possibly)"
)
_OR_ALONE = re.compile(
    rf"\W*(?:and|or\selse|{_ANOTHER}(?:\W+(?:alternatively|maybe|perhaps|possibly))?)\W*", re.IGNORECASE
)
_ALTERNATIVE_BELOW = re.compile(
    r"\W*(?:(?:as\s)?(?:an?\s|my\s|the\s)?(?:alternate|alternative|backup|fallback|other|second|third)|(?:also|equally|just\sas|less)\s(?:likely|plausible|possible|probable)|"
    r"(?:(?:and|or)\W+)?(?:assuming|if|in\scase|should|under)\b[^:：]{1,60})[^:：]{0,30}(?:[:：]\W*|\sbe\W*)|\W*next\W*",
    re.IGNORECASE,
)
"""`Backup:`, `If that is wrong:` as a line above the last marked one."""
_AS_ALTERNATIVE = re.compile(
    r"[(\[—–-]\s?(?:as\s)?(?:an?\s|my\s)?(?:alternate|alternative|backup|fallback|if\s(?:not|that|wrong)|less\s(?:likely|probable)|second\s(?:choice|guess|option))\b",
    re.IGNORECASE,
)
"""`or` between two marked lines, and `ANSWER: Y (alternative)`."""
_ALTERNATIVELY = re.compile(rf"\W*{_ANOTHER}\b", re.IGNORECASE)
_COUNTED = re.compile(
    r"\W*(?:answer|action|game|guess|move|predict(?:ion)?|query|question|round|shot|test|turn)\s?#?\d{1,2}(?=\s?[:：])|\W*\(?(?:\d{1,2}|[a-d])[.)](?=\s)|\W*(?:after\s(?:that|this)|later|next|then)\b[^:：,]{0,40}(?=[:：,])|\W*(?:answer\s?\(\s?option|alternative|candidate|case|choice|hypothesis|option|possibility|scenario)\s?\w{0,2}(?=\s?[:：.)—–-])|"
    r"\W*(?:first|second|third|1st|2nd|3rd)\s(?:answer|choice|guess|option|possibility|prediction)(?=\s?[:：.)—–-])|"
    r"\W*(?:assuming|had|if|in\scase|should|suppos(?:e|ing)|under|when|were)\b[^:：,]{1,60}(?=[:：,])|\W*(?:otherwise|else)(?=[:：,\s])",
    re.IGNORECASE,
)
"""`ANSWER 2: X`, `Option B: ANSWER: X`, `If it is odd, ANSWER: X`."""
_STEPS = "action|game|move|puzzle|query|question|round|sample|sentence|shot|test|turn"
_ANOTHERS = re.compile(
    r"\W*(?:assistant|ciphertext|environment|feedback|human|observation|opponent|outcome|plaintext|response|result|system|user)"
    r"(?:['’]s\s\w+)?\s?\d{0,2}\W{0,3}[:：]|\W*(?:assistant|environment|human|system|user)\W*\Z|"
    rf"\W*(?:{_STEPS})\s?\d{{1,3}}(?:\s?(?:/|of)\s?\d|\W*\Z)|\W*(?:(?:and|for|now|on\sto)\s)*(?:the\s)?next\s(?:{_STEPS}|one)\b|"
    r"\W*(?:correct|incorrect|right|wrong)\W*\Z",
    re.IGNORECASE,
)
"""`Observation: ...`, `Wrong.`, `Test 4 of 8` between two marked lines: the reply goes on with what nobody has said."""
_SHARE = re.compile(r"(?:\A|[\s(\[])(\d{1,2}(?:\.\d{1,2})?)\s?%[)\]]?[\s.*_`]*\Z")
"""How likely an answer is said to be: `X (60%)`."""
_ALL = 100
_OR_BEHIND = re.compile(r"[$*_\s,;(]*(?:/|or|alternatively|possibly|perhaps|maybe)[\s:,]+([^\n]{1,400})", re.IGNORECASE)
_RULE = re.compile(
    r"\s*(?:\[/\w{1,12}\]|[-=*]{2,}\s?(?i:end|eof|fin)\s?[-=*]{2,}|-{3,}|={3,}|_{3,}|\|?[\s:|-]*-{3,}[\s:|-]*)\s*"
)
"""A line under a heading, or under the head of a table."""
_LONGEST_RULE = 400


_OBJECT_END = re.compile(r"[`.,;)\]\s*]*+(?:(?:or|and)\s+)?(?:\{|\Z)")
"""What may follow an object that states an answer: nothing more on its line, or another object."""
_SENTENCE_ABOUT = re.compile(
    r"\A(?:(?:it|this|that|here)\s)?is\s|"
    r"\A(?:i|we)\s(?:believe|choose|conclude|find|found|get|got|guess|have|obtain|say|suppose|think|would)\s|"
    r"\A(?:(?:it|this|that)\s)?(?:could|may|might|must|should|will|would)\sbe\s|\A(?:hence|so|then|therefore|thus)\s|"
    r"\A(?:i|we)\s(?:can(?:not|['’]t)|do\snot|don['’]t|give\sup|have\sno|pass)(?:\s|\Z)|"
    r"\A(?:cannot|either|maybe|neither|not|perhaps|possibly|probably)\s|\Asee\s(?:above|below)\Z|"
    r"\s(?:although|and\salso|assuming|because|but|cannot|however|if\s(?:it|my|so|the|we)|instead\sof|maybe|otherwise|perhaps|"
    r"rather\sthan|since|unless|vs|whereas|xor)(?:\s|\Z)|"
    r"\A(?:any|every)thing\s(?:but|except)\s|\Asomething\slike\s|"
    r"\sis\s(?:correct|final|impossible|incorrect|it|likely|my|not|our|right|the|what|wrong)(?:\s|\Z)|\s(?:follows|it\sis)\Z|"
    r"\sas\s(?:above|a\sresult|before|expected|required|requested|shown|stated|calculated|computed|derived)\Z|"
    r"\A(?:das|der|die|el|la|le|o|a)\s\w+(?:\s\w+)?\s(?:est|es|ist|é)\s|"
    r"\s(?:for|in|to)\s(?:question|sample|test|turn)\s\d{1,4}\Z",
    re.IGNORECASE,
)
"""Words around an answer, where any words may be one: `it is A`, `A instead of B`."""


_WORDS = (
    "about actually again also analogy and answer apparently appears applied applying approximately are becomes "
    "believe caesar certainly char character characters chars cipher ciphertext clearly comes comments computed "
    "confidence confident continue contradiction contradictions converted correct could decoded definitely "
    "determine determined displayed done dunno encoded encodes encoding encrypted encryption encrypts end enough "
    "errors exactly exception exceptions explanation fairly final finally fits follows for found from further gives "
    "got guess guessing here hope hopefully idea idk impossible indeed information insufficient issues just know "
    "length let letter letters letting likely lowercase mapped mapping message must namely none null obviously okay "
    "only output outputs pattern pending perfectly placeholder plaintext please possibly predict predicted "
    "presumably printed prints probably problems qed reading reads reason reasoning remarks responds result "
    "returned returns reversal reversed rot rule rules same say shift shifted shifting shifts should shows simply "
    "spaces spelled spells still string submit submitted suppose sure surely symbols symmetry tbd tentative "
    "tentatively text thanks the therefore think this thus too trying twice unable unchanged unclear undefined "
    "undetermined units unknown unsure uppercase using value verified which will with word words would yes yields "
    "your"
)
REMARKS = frozenset(_WORDS.split())
"""Words that people say around an answer. Of three letters or more: a ciphertext hardly holds one by chance."""
_NO_ANSWERS = frozenset(
    (
        *("ciphertext", "dunno", "idk", "none", "null", "pending", "placeholder", "plaintext", "tbd"),
        *("unable", "unclear", "undefined", "undetermined", "unknown", "unsure"),
    )
)
"""Those that say alone that there is no answer.

Any letters can be a ciphertext, these too: by chance one text in 8,000 of three letters, and one in 200,000 of four.
It is read in double quotes, as the refusal says. `pass` and `skip` are taken as written: a box may well say so.
"""

_CODED = re.compile(r".[A-Z0-9]")
"""A text that is hardly a word: what an explanation says to come out need not be as long as the answer then."""
_JUDGED = frozenset(("above", "false", "incorrect", "mistaken", "true", "wrong", "yes"))
"""Words of a line about an answer."""
_SAID_OF_ANSWERS = _JUDGED | {
    "again",
    "correct",
    "final",
    "it",
    "likely",
    "no",
    "not",
    "ok",
    "okay",
    "possible",
    "right",
    "so",
}
"""Words that may be an answer, but say in most lines how one is."""


_RESULT = re.compile(
    rf"(?:{_LEAD}(?:(?:so|thus|hence|therefore),?\s)?(?:(?:my|the|our)\s)?(?:(?:final|predicted)\s)?(?:results?|solution|outputs?|ciphertext|encrypted\stext|encoded\stext|gates|positions|response)"
    rf"{_AFTER}\s?[:：=]{_AFTER}|\s*####\s)\s*(?P<said>\S.*)",
    re.IGNORECASE,
)
"""`Result: X`, `**Solution:** X`, `#### X`: the last line of a reply whose answer is marked nowhere."""
_GIVEN = re.compile(r"[\s`]*(?:final_)?answer\((?:answer\s?=)?\s?(?P<said>[\"'\[({+\d-].*)\)[\s`;]*")
"""`final_answer("X")`: how agents give an answer."""
_CALLED = (
    re.compile(
        rf"{_LEAD}(?:ans|final|(?:(?:my|the|our)\s)?(?:(?:final|best)\s)?(?:choice|guess|prediction)|i\spredict|predicted(?:\soutput)?){_AFTER}(?:\s?[:：=]|\sis:?){_AFTER}\s*(?P<said>\S.*)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_LEAD}(?:(?:so|thus|hence|therefore),?\s)?(?:the|my|our)\s(?:final\s)?(?:result|solution|output|ciphertext|(?:hidden|secret)\s\w{{3,12}})\s"
        rf"(?:is|(?:must|should|will|would)\sbe):?\s(?P<said>[\"“'`*]+(?!(?:{'|'.join(sorted(_NO_ANSWERS))})\b).*|"
        r"[\[({+\u2212-]?\d[\d\s.,;\])}]*)",
        re.IGNORECASE,
    ),
    re.compile(r"\s*<(final|output|response|result|solution)>(?P<said>[^<>]+)</\1>\s*", re.IGNORECASE),
    re.compile(
        rf"{_LEAD}(?:so,?\s)?i(?:['’]d|['’]ll|\swill|\swould)?\s(?:answer|go\swith|choose|pick|play|predict|select)(?:\swith)?:?\s(?!(?:any|differently|it|otherwise|that|the|this)\b)(?P<said>\S.*)",
        re.IGNORECASE,
    ),
)
"""`My guess: X`, `The output is "X".`, `The result is 12.`: a last line where nothing else states an answer."""


_IN_OTHER_WORDS: Mapping[str, tuple[str, ...]] = {
    "MOVE": ("ACTION", "ANSWER", "CHOICE", "出招", "选择"),
    "ANSWER": (
        "答案",
        "回答",
        "答え",
        "ANTWORT",
        "RÉPONSE",
        "RESPUESTA",
        "RESPOSTA",
        "RISPOSTA",
        "ОТВЕТ",
        "답",
        "정답",
        "ENDGÜLTIGE ANTWORT",
        "RÉPONSE FINALE",
        "RESPUESTA FINAL",
        "RESPOSTA FINAL",
        "RISPOSTA FINALE",
        "ИТОГОВЫЙ ОТВЕТ",
        "최종 답변",
        "최종 답",
        "答",
    ),
}
"""Other words for a marker, as models write that answer in another language."""


_OBJECT_NAMES = ("output", "prediction", "response", "result")
_LOOSELY = ("ANSWER", "MOVE")
"""Markers of what a reply may state without any: a query must be marked, or be in a form that nothing else has."""
_OUTCOME = re.compile(
    rf"{_LEAD}(?:(?:so|thus|hence|therefore),?\s)?(?:(?:the|my|our)\s(?:(?:expected|final|predicted|resulting)\s)?(?:results?|solution|outputs?|ciphertext|encrypted\stext|response|amount\sto\spay|(?:hidden|secret)\s\w{{3,12}}|(?:only\s)?\w{{3,12}}\sleft|value(?:s)?\sof\s\S{{1,20}})(?:\s(?:at|for|of)\s[^:：=]{{1,60}}?)?\s"
    r"(?:is|are|(?:must|should|will|would)\sbe)|(?:it|the\s(?:black-)?box)\s(?:outputs|returns)):?\s(?P<said>\S.*)",
    re.IGNORECASE,
)
_SHORT = re.compile(rf"{_LEAD}A{_AFTER}\s?[:：]{_AFTER}\s*(?P<said>(?![^\W\d_]\W*\Z)\S.*)")
"""`A: X`; a letter alone is what a letter named A becomes."""
_OTHER_LABEL = re.compile(rf"{_LEAD}(?![QqAa]\b)(?:[^\W\d_]|\d{{1,3}}){_AFTER}\s?[:：=]")
"""`B: 3`: what is said of B."""
_ARTICLE = re.compile(r"(?:\A|[.!?:*#>-]\s{1,3}|\n\s{0,8})A(?=\s(?!(?:and|are|at|gets|has|is|or|to)\b)[a-z])")
_NAME_A = re.compile(r"(?<![\w'’])A(?![\w'’]|-Z|\sto\sZ)")
"""The letter A as a name."""
_ENDING = re.compile(r"(?:able|al|ant|ed|ent|er|est|ful|ible|ic|ing|ish|ive|less|ly|ous)\Z")
"""How words end that say how an output is, and state none: `scrambled`."""
_LOOSE = re.compile(
    rf"{_LEAD}(?:(?:so|thus|hence|therefore)(?:,|:)?|(?:(?:so|thus|hence|therefore),?\s)?(?:(?:it|that|this)(?:\sis|['’]s|\sgives)|i['’]d\ssay|i\ssay):?)"
    r"\s(?P<said>\S.*)",
    re.IGNORECASE,
)
"""`So, X.`, `This gives X.`: a last line of a reply that states no answer elsewhere."""


class InvalidReply(Exception):
    """A reply that an environment cannot read; the player reads the message."""


class Ambiguous(InvalidReply):
    """A text that states two different answers: no other form of it is tried."""


class Statement(NamedTuple):
    """What stands behind a marker."""

    marker: str
    texts: tuple[str, ...]
    """The line, and the lines that follow it directly: the likelier reading first."""
    below: tuple[str, ...] = ()
    """All lines below."""
    further: tuple[str, ...] = ()
    """The line and more and more of the paragraphs below, up to a remark."""


def read_reply(reply: str, marker: str, read: Callable[[str], _Read], missing: str, told: str | None = None) -> _Read:
    """Return what `read` makes of the one answer that a reply states.

    `read` is given texts without their marker and returns the value, or raises InvalidReply with the reason why a text
    is none. `missing` is the reason for a reply that states nothing. `told` is what players read of the box: if it
    names nothing A, a last line `A: X` states an answer. Raises: InvalidReply with the reason for players.
    """
    markers = (marker, *_IN_OTHER_WORDS.get(marker, ()))
    said = last_marked(reply, markers)
    if said is not None:
        value = read_statement(said._replace(marker=marker), read)
        if (other := offered(reply, markers)) and any(_differs(text, read, value) for text in other.texts[:1]):
            raise two_answers()
        return value
    found: list[_Read] = []
    fault = InvalidReply(missing)
    stated = tuple(dict.fromkeys(chain(unmarked(reply, marker), unmarked(reply, "ANSWER") if marker == "MOVE" else ())))
    for text in stated or _called(reply, marker):
        try:
            found.append(first_read((text,), read))
        except Ambiguous:
            raise
        except InvalidReply as error:
            fault = error
    if not found:
        return _loosely(reply, marker, read, fault, told)
    check_unmarked(reply, marker, read, found[0])
    if any(_differ(value, found[0]) for value in found):
        raise two_answers()
    _check_alone(below_unmarked(reply, marker), stated, read, found[0])
    return found[0]


def check_unmarked(reply: str, marker: str, read: Callable[[str], _Read], value: _Read) -> None:
    """Refuse an unmarked answer that a line below takes back. Raises: Ambiguous."""
    below = below_unmarked(reply, marker)
    _check_stands(below)
    if any_other(filter(corrects, below), read, value):
        raise two_answers()


def _loosely(reply: str, marker: str, read: Callable[[str], _Read], fault: InvalidReply, told: str | None) -> _Read:
    """Return what a reply says that is an answer alone, or whose last line says what comes out.

    Where nearly any text is an answer it must be in quotes, or an object's, or hold no word of explanations and be no
    word alone. Raises: the fault.
    """
    lines = [line.strip() for line in without_thoughts(reply).splitlines() if not _is_idle(line)]
    if not lines or marker not in _LOOSELY:
        raise fault
    outcome = _outcome(lines, told)
    texts = [outcome] if outcome else []
    texts += [said["said"].strip()] if (said := _LOOSE.fullmatch(lines[-1])) else []
    whole = " ".join(lines)
    under = value_under(whole, _OBJECT_NAMES)
    texts += [under] if under else [value for _, value in islice(kinds_and_values(reply, (marker.lower(),)), 1)]
    texts += lines if len(lines) == 1 and not under else []
    if marker == "MOVE" and _stands_alone(lines):
        with suppress(InvalidReply):
            return first_read(lines[-1:], read)
    for text in texts:
        with suppress(InvalidReply):
            value = first_read((text,), read)
            if not _is_plain(text, "" if isinstance(value, str) else value):
                continue
            named = text == outcome and _is_no_word(value if isinstance(value, str) else text.strip(" .!"))
            if named or _is_one_of_few(text, read, value) or text[0] in "\"'“`" or _CODED.search(text):
                return value
    raise fault


def _stands_alone(lines: Sequence[str]) -> bool:
    """Whether nothing says that a last line is none: `It is not:` above it, signs around, or a name before it."""
    if is_example(lines, len(lines) - 1):
        return False
    return not re.search(r"[\\<~:：]", lines[-1]) and not _NOT.search(f"{' '.join(lines[:-1])} ")


def _outcome(lines: Sequence[str], told: str | None) -> str | None:
    """Return what the last line says to come out: `The output is X.`, and `A: X` where A can be no name."""
    if said := _OUTCOME.fullmatch(lines[-1]):
        return said["said"].strip()
    said = _SHORT.fullmatch(lines[-1])
    if said is None or told is None or any(map(_OTHER_LABEL.match, lines[:-1])):
        return None
    named = any(_NAME_A.search(_ARTICLE.sub("", text)) for text in (told, "\n".join(lines[:-1])))
    return None if named else said["said"].strip()


def _is_no_word(text: str) -> bool:
    """Whether a text is one token that is no word which might say how an output is."""
    token = text.casefold()
    return not re.search(r"\s", token) and token not in common_words() and not _ENDING.search(token)


def offered(reply: str, markers: Sequence[str]) -> Statement | None:
    """Return the marked line to which the last one is an alternative.

    It is one if `or` stands between, if the last one says so, or if three stand in a row.

    The reply has a marked line.
    """
    lines = without_thoughts(reply).splitlines()
    last, marker, found = next(_marked(lines, markers))
    counted = _COUNTED.match(found.string)
    if counted:
        others = (line for line in lines[:last] if (other := _COUNTED.match(line)) and other[0] != counted[0])
        found_there = (_pattern(marker).fullmatch(line, at) for line in others for at in (0, *_sentences(line)))
        if said := next((each for each in found_there if each and each["text"]), None):
            return _statement(marker, said, ())
    at, before, first = next(_marked(lines[:last], markers), (last, marker, found))
    between = lines[at + 1 : last]
    in_a_row = at == last - 1 and at > 0 and any(_parts(lines, at - 1, each) for each in markers)
    offers = (
        counted
        or in_a_row
        or _share_a_whole(first["text"] or "", found["text"] or "")
        or _OR_ALONE.fullmatch("".join(between))
        or _ALTERNATIVE_BELOW.fullmatch(next(filter(str.strip, reversed(between)), ""))
        or any(map(_ANOTHERS.match, between))
        or _AS_ALTERNATIVE.search(found["text"] or "")
        or _ALTERNATIVELY.match(found.string)
    )
    return _statement(before, first, ()) if offers and at < last else None


def _share_a_whole(*texts: str) -> bool:
    """Whether each answer is said to be right with a chance, and together with one at most."""
    shares = [float(share[1]) for text in texts if (share := _SHARE.search(text))]
    return len(shares) == len(texts) and sum(shares) <= _ALL


def _called(reply: str, marker: str) -> list[str]:
    """Return what a last line calls a guess, or the output, where that is an answer."""
    last = last_line(without_thoughts(reply).splitlines())
    found = [said["said"].strip() for form in _CALLED if (said := form.fullmatch(last))]
    return found if marker in _LOOSELY else []


def _check_stands(below: Iterable[str]) -> None:
    """Refuse an answer that the next line takes back. Raises: Ambiguous."""
    if is_retracted(below):
        raise Ambiguous(load_prompt("players/engine").render("denied"))


def is_retracted(below: Iterable[str]) -> bool:
    """Whether the next line only takes an answer back: further down it may be about something else."""
    return retracts(next(filter(str.strip, below), ""))


def below_unmarked(reply: str, marker: str) -> list[str]:
    """Return the lines below the one where the last unmarked statement ends; none if there is no such statement."""
    text = without_thoughts(reply)
    end = max((end for end, _ in _stated(text, marker)), default=len(text))
    return text[end:].splitlines()[1:]


def first_read(texts: Sequence[str], read: Callable[[str], _Read], further: Sequence[str] = ()) -> _Read:
    """Return what `read` makes of the first text, or form of it, that it can read.

    Where the lines that follow an answer make another one with it, it is not told which is meant; but three and more
    items, each on a line of its own, are one list. `further` are the texts with lines behind a blank one: read where
    the texts are no answer. Raises: InvalidReply.
    """
    if any(_OR_LINE.search(text) for text in texts):
        raise two_answers()
    faults: list[InvalidReply] = []
    for text in texts:
        try:
            value = _first_form(text, read)
        except Ambiguous:
            raise
        except InvalidReply as error:
            faults.append(error)
            continue
        longer = [whole for whole in (*texts, *further) if whole.startswith(f"{text}\n")]
        others = [whole for whole in longer if _reads_otherwise(whole, read, value)]
        if others and _is_one_per_line(others[-1]):
            return _first_form(others[-1], read)
        below = [line for whole in longer if whole in texts for line in whole[len(text) + 1 :].split("\n")]
        if others or any_other(below, read, value):
            raise two_answers()
        return value
    if further:
        with suppress(InvalidReply):
            return first_read(further, read)
    raise faults[0]  # about the marked line


def _is_one_per_line(text: str) -> bool:
    """Whether a text is three items or more, each on a line of its own, and no remark among them."""
    lines = text.split("\n")
    return len(lines) >= _FEWEST_IN_LIST and all(_SINGLE.fullmatch(line) and not _is_remark(line) for line in lines)


def _is_remark(line: str) -> bool:
    return is_prose(line, "") and not re.search(r"\d", line)


def read_statement(said: Statement, read: Callable[[str], _Read]) -> _Read:
    """Return what `read` makes of what is marked, if nothing below takes it back. Raises: InvalidReply."""
    value = first_read(said.texts, read, said.further)
    _check_stands(directly_below(said))
    said = said._replace(below=tuple(about_answer(said.below, said.texts[0])))
    if any_other(chain(stated_below(said), _marked_otherwise(said)), read, value):
        raise two_answers()
    _check_alone(said.below, (*said.texts, *said.further), read, value)
    return value


def about_answer(below: Iterable[str], text: str) -> Iterator[str]:
    """Yield the lines below an answer but those about something else, in which it does not stand again."""
    stated, headed = without_emphasis(text).strip(" ."), False
    for line in below:
        headed = heads_elsewhere(line) or (headed and bool(line.strip()) and listed(line.strip()) != line.strip())
        about_it = listed(line.strip()) == stated if headed else stated in line or not is_elsewhere(line)
        if about_it:
            yield line


def _check_alone(below: Iterable[str], texts: Sequence[str], read: Callable[[str], _Read], value: _Read) -> None:
    """Refuse an answer where a line below is another one alone: `Possibly Y.`; lines of `texts` may be its own.

    Raises: Ambiguous.
    """
    below = list(filterfalse(_is_idle, islice(below, _MOST_BESIDE)))
    stating = (text for text in texts if below and "\n" in text and _states(text, read, value))
    own = {line.strip() for text in stating for line in text.split("\n")}
    below = [line for line in below if line.strip() not in own and not _is_foreign(line, value)]
    if _concludes_otherwise(([*concluded(line), *reconsidered(line), *preferred(line)] for line in below), read, value):
        raise two_answers()
    introduced = False
    for line in below:
        if _is_replaced(line, read, value) or _is_one_of_several(line, read, value):
            raise two_answers()
        forms = alone(line)
        if any(_differs(form, read, value) is False for form in (line, *forms, *_RELATION.split(line)[1:][-1:])):
            continue
        if isinstance(value, str) and len(value) >= _LONG_ENOUGH and re.search(rf"\b{re.escape(value)}\b", line):
            continue  # it says the same answer again
        others = [(form, said) for form in forms if (said := _other_alone(form, read, value))]
        plain = [each for each in others if _is_plain(each[0], value)]
        introducing = introduces(line)
        introduced = introducing or (introduced and bool(plain))
        if not others:
            continue
        form, said = (plain or others)[0]
        few = _is_one_of_few(said, read, value)
        begins = any(each.startswith(form) for each in (line.strip(), listed(line.strip())))
        explains = begins and (introduced or (not few and bool(_RELATION.search(form))))
        if explains and (few or not _is_as_long(form, value)):
            continue
        if not few and (introducing or not plain):  # nearly any text is an answer
            continue
        raise two_answers()


def _is_foreign(line: str, value: Any) -> bool:
    """Whether a line is in letters that an answer has none of: `希望这个回答对您有帮助！`"""
    return str(value).isascii() and not re.search(r"[A-Za-z0-9]", line)


def _concludes_otherwise(
    lines: Iterable[Iterable[tuple[str, ...]]], read: Callable[[str], _Read], value: _Read
) -> bool:
    """Whether the last answer that lines below an answer state, each in one of several forms, is another one.

    Where nearly any text is one, it must be about as long, or hardly a word.
    """
    differ = False
    for said in chain.from_iterable(lines):
        found = {text: _differs(text, read, value) for text in said}
        others = [text for text in said if found[text] and _is_meant(text, read, value)]
        if False in found.values():
            differ = False
        elif others:
            differ = any(_is_one_of_few(text, read, value) or _is_about_as_long(text, value) for text in others)
    return differ


def _is_meant(text: str, read: Callable[[str], _Read], value: _Read) -> bool:
    """Whether a text that reads as an answer is no word of an explanation; a whole name may be made of such words."""
    if _is_plain(text, value):
        return True
    words = set(re.findall(r"[^\W\d_]+", text.casefold()))
    return words.isdisjoint(_SAID_OF_ANSWERS) and _is_one_of_few(text, read, value)


def _is_one_of_few(text: str, read: Callable[[str], _Read], value: _Read) -> bool:
    """Whether not nearly any text is an answer: this one in another order, which means nothing, is none."""
    return not re.search(r"[^\W\d_]", text) or not _reads_otherwise(meaningless(text), read, value)


def _is_replaced(line: str, read: Callable[[str], _Read], value: _Read) -> bool:
    """Whether a line says that another answer stands for this one now."""
    return any(
        any(_differs(text, read, value) is False for text in old) and any(_differs(text, read, value) for text in new)
        for old, new in replaced(line)
    )


def _is_one_of_several(line: str, read: Callable[[str], _Read], value: _Read) -> bool:
    """Whether a line names another answer beside this one: `Two candidates: A and B`, `A or B`."""
    choice = line.strip(" .!*_").split(" or ") if len(line) <= _LONGEST_SENTENCES else []
    told = [_differs(each.strip(), read, value) for each in choice[:_MOST_CHOICES]]
    return {True, False}.issubset(told) or any(_is_other(each, read, value) for each in several(line))


def _states(text: str, read: Callable[[str], _Read], value: _Read) -> bool:
    """Whether a text states this answer, and no other beside it."""
    with suppress(InvalidReply):
        return not _differ(_first_form(text, read), value)
    return False


def _other_alone(text: str, read: Callable[[str], _Read], value: _Read) -> str | None:
    """Return another answer that a text states with nothing beside it, as a text; None if it states none."""
    if not re.search(r"\w", text):
        return None
    try:
        other, asides = _form_and_asides(text, read)
    except InvalidReply:
        return None
    if asides or not _differ(other, value):
        return None
    return other if isinstance(other, str) else text


def _is_plain(text: str, value: Any) -> bool:
    """Whether a text holds no word of explanations but the answer's own."""
    words, own = (re.findall(r"[^\W\d_]+", each.casefold()) for each in (text, str(value)))
    return (PROSE | REMARKS | _JUDGED).isdisjoint(set(words).difference(own))


def _is_as_long(text: str, value: Any, but_for: int = 0) -> bool:
    lengths = [sum(map(str.isalnum, each)) for each in (text, str(value))]
    return abs(lengths[0] - lengths[1]) <= max(but_for, lengths[1] / _LIKE)


def _is_about_as_long(text: str, value: Any) -> bool:
    """Whether a text is about as long as an answer, a short one but for two characters, or is hardly a word."""
    return _is_as_long(text, value, _BUT_FOR) or _CODED.search(text) is not None


def directly_below(said: Statement) -> Sequence[str]:
    """Return the lines below a marked one, and below its answer, if that begins on the next line."""
    lines = [line for line in said.below if line.strip()]
    return lines[1:] if lines and said.texts[0].startswith(lines[0].strip()) else lines


def stated_below(said: Statement) -> Iterator[str]:
    """Yield what stands below a marked line and says of itself that it is an answer, or takes one back."""
    yield from filter(corrects, said.below)
    yield from unmarked("\n".join(said.below), said.marker)


def _marked_otherwise(said: Statement) -> Iterator[str]:
    """Yield what stands below a marked line behind its marker in words of any kind: `Proper ANSWER (now): X`."""
    for line in said.below:
        for found in _anywhere(said.marker).finditer(line[:_LONGEST_SENTENCES]):
            text = line[found.end() :].lstrip(' \t*_`"“').rstrip(' \t`"”')
            yield text if "(" in text else text.rstrip(")")


def any_other(besides: Iterable[str], read: Callable[[str], _Read], value: _Read) -> bool:
    """Whether something said beside an answer states another one, and not the same again.

    Words of explanations do only where few texts can be answers, which is seen on a text that means nothing.
    """
    for beside in islice(besides, _MOST_BESIDE):
        whole, sentences = other_answers(beside)
        if sentences and any(_differs(text, read, value) is False for text in whole):
            continue
        if any(_is_other(texts, read, value) for texts in sentences or (whole,)):
            return True
    return False


def _is_other(texts: Sequence[str], read: Callable[[str], _Read], value: _Read) -> bool:
    """Whether words, with and without those around them, are another answer, in no form the same, and no remark."""
    differs = {text: _differs(text, read, value) for text in texts}
    stating = [] if False in differs.values() else [text for text in texts if differs[text]]
    if any(not is_prose(text, str(value)) for text in stating):
        return True
    return bool(stating) and not _reads_otherwise(meaningless(texts[-1]), read, value)


def _reads_otherwise(text: str, read: Callable[[str], _Read], value: _Read) -> bool:
    return _differs(text, read, value) is True


def _differs(text: str, read: Callable[[str], _Read], value: _Read) -> bool | None:
    """Whether a text is read as another answer; None if it is none."""
    try:
        return _differ(_form_and_asides(text, read)[0], value)
    except InvalidReply:
        return None


def _differ(one: Any, other: Any) -> bool:
    return type(one) is not type(other) or one != other


def _first_form(text: str, read: Callable[[str], _Read]) -> _Read:
    """Return what `read` makes of the first form of a text that it can read. Raises: InvalidReply."""
    value, asides = _form_and_asides(text, read)
    several_named = any(_is_one_of_several(aside, read, value) for aside in asides)
    if several_named or any_other(asides, read, value) or _concludes_otherwise(map(concluded, asides), read, value):
        raise two_answers()
    if any(map(denies, asides)):
        raise Ambiguous(load_prompt("players/engine").render("denied"))
    return value


def _form_and_asides(text: str, read: Callable[[str], _Read]) -> tuple[_Read, tuple[str, ...]]:
    """Return what `read` makes of the first form that it can read, and what was said beside. Raises: InvalidReply."""
    fault, with_bullet = InvalidReply(""), False
    for form, asides in forms_with_asides(text):
        if not with_bullet and (apart := _APART.fullmatch(form)):
            with_bullet = True
            _check_sign(form, apart[1], read)
        try:
            return read(form), asides
        except Ambiguous:
            raise
        except InvalidReply as error:
            fault = error  # as near to the core as it can be read
    raise fault


def _check_sign(form: str, number: str, read: Callable[[str], Any]) -> None:
    """Refuse `- 3` where 3, behind a bullet, and -3 can be answers; a text that can hold it is taken as written.

    Raises: Ambiguous.
    """
    bare = form[1:].lstrip()
    with suppress(InvalidReply):
        if read(form) == form:
            return
    try:
        value, _ = _form_and_asides(bare, read)
    except InvalidReply:
        return
    if _reads_otherwise(f"-{bare}", read, value):
        raise Ambiguous(load_prompt("players/engine").render("sign", number=number))


def final_line(reply: str, marker: str) -> str | None:
    """Return the text of the answer that a reply states, for readers of a plain text; None if it states none."""
    said = last_marked(reply, (marker,))
    texts = said.texts[:1] if said else tuple(dict.fromkeys(map(_bare, unmarked(reply, marker))))
    return _bare(texts[0].split("\n")[0]) or None if len(texts) == 1 else None


def last_marked(reply: str, markers: Sequence[str]) -> Statement | None:
    """Return what the last marked line states; None without one, or if nothing stands behind it.

    Thoughts (`<think>`) are not read, nor is anything after the first `MAX_REPLY` characters.
    """
    lines = without_thoughts(reply).splitlines()
    last = next(_marked(lines, markers), None)
    if last is None:
        return None
    at, marker, found = last
    said = _statement(marker, found, lines[at + 1 :])
    return said and said._replace(below=tuple(lines[at + 1 :]))


def rest_from_mark(reply: str, markers: Sequence[str]) -> str | None:
    """Return all that follows the last marker with text behind it, to the reply's end; None without one."""
    lines = without_thoughts(reply).splitlines()
    for at, _, found in _marked(lines, markers):
        rest = "\n".join([found["text"] or "", *lines[at + 1 :]])
        if re.search(r"\w", rest):
            return rest
    return None


def _marked(lines: Sequence[str], markers: Sequence[str]) -> Iterator[tuple[int, str, re.Match[str]]]:
    """Yield the marked lines from the last one on: number, marker, and its parts.

    The last one may also be marked behind a whole sentence.
    """
    yield from _behind_sentences(lines, markers)
    for at in range(len(lines) - 1, -1, -1):
        for marker in markers:
            found = _parts(lines, at, marker) if marker in lines[at].upper() else None
            if found and not _points_back(found) and not is_example(lines, at):
                yield at, marker, found


def is_example(lines: Sequence[str], at: int) -> bool:
    """Whether the line above says that this one is an example."""
    above = next((lines[before] for before in range(at - 1, -1, -1) if not _is_idle(lines[before])), "")
    return len(above) <= _LONGEST_SENTENCES and _EXAMPLE_ALONE.fullmatch(above) is not None


def _points_back(found: re.Match[str]) -> bool:
    """Whether a marked line only speaks of an answer above: `This is my final answer.`, `Final answer: see above.`"""
    return bool(_CLOSING.match(found.string) or _ABOVE.fullmatch(found["text"] or ""))


def _behind_sentences(lines: Sequence[str], markers: Sequence[str]) -> Iterator[tuple[int, str, re.Match[str]]]:
    """Yield what the last line states behind a whole sentence, unless it is marked from its start on."""
    last = next((at for at in range(len(lines) - 1, -1, -1) if lines[at].strip()), None)
    if last is None or len(lines[last]) > _LONGEST_SENTENCES:
        return
    if any(marker in lines[last].upper() and _parts(lines, last, marker) for marker in markers):
        return
    for start in reversed(_sentences(lines[last])):
        for marker in markers:
            found = _pattern(marker).fullmatch(lines[last], start)
            if found and found["text"] and not _points_back(found):
                yield last, marker, found


def _sentences(line: str) -> list[int]:
    """Return where the sentences behind the first one begin, in a line that is not too long."""
    ends = [end.end() for end in _SENTENCE_END.finditer(line)] if len(line) <= _LONGEST_SENTENCES else []
    return [end for end in ends if not _FOR_EXAMPLE.search(line, max(0, end - _LONGEST_NOT), end)]


def _parts(lines: Sequence[str], at: int, marker: str) -> re.Match[str] | None:
    """Return the parts of a marked line: as written, as a row of a table, or without what encloses it."""
    line = lines[at]
    row = _row(marker).fullmatch(line)
    if row:
        return None if at + 1 < len(lines) and _is_rule(lines[at + 1]) else row
    found = _pattern(marker).fullmatch(line)
    if found:
        return found
    plain = _in_command(marker).sub(r"\1 ", line)
    bracketed = _in_brackets(marker).fullmatch(line)
    if bracketed:
        plain = f"{bracketed[2]}: {bracketed['text']}"
    return next((found for form in lines_forms(plain) if (found := _pattern(marker).fullmatch(form))), None)


def lines_of(reply: str) -> list[str]:
    """Return the lines of a reply outside of thoughts, without blank ones, fences and examples."""
    lines = [line.strip() for line in without_thoughts(reply).splitlines() if line.strip() and not _FENCE.match(line)]
    return [line for at, line in enumerate(lines) if not is_example(lines, at)]


def listed(line: str) -> str:
    """Return a line without the marks of a list before it: a number, a letter, a bullet, a quote, emphasis."""
    found = re.match(_LEAD, line)
    return line[found.end() :] if found else line


def without_thoughts(reply: str) -> str:
    """Return the part of a reply that is read."""
    return spoken(reply[:MAX_REPLY])


def unmarked(reply: str, marker: str) -> Iterator[str]:
    """Yield what a reply without a marked line states all the same, in forms that nothing else has.

    They are `\\boxed{X}`, `<answer>X</answer>`, `{"answer": X}`, the sentence `The answer is X.`, each alone, and as
    the last line in capitals `ANSWER X`, and for an answer `Result: X` and `#### X`.
    """
    yield from (said for _, said in _stated(without_thoughts(reply), marker))


def _stated(text: str, marker: str) -> Iterator[tuple[int, str]]:
    """Yield what a text states without a marked line, each with where it ends."""
    word, closing = marker.lower(), _closing_braces(text)
    for found in re.finditer(r"\\boxed\s?\{", text):
        end = closing.get(found.end() - 1, 0)
        inner = text[found.end() : end].strip()
        if inner and end - found.end() < _LONGEST_BOXED and not _is_denied(text, found.start(), end + 1):
            yield end, inner
            yield from _or_behind(text, end + 1)
    yield from _tagged(text, word)
    yield from _objects(text, word, closing)
    sentence, lines, stated_to = _sentence(word), text.splitlines(), len(text)
    last, ends = last_line(lines), accumulate(map(len, text.splitlines(keepends=True)), initial=-1)
    for end, line in zip(islice(ends, 1, None), lines, strict=True):
        if "boxed" in line or word not in line.casefold():
            continue
        starts = [0, *(_sentences(line) if line == last else ())]
        said = next((said for start in starts if (said := sentence.fullmatch(line, start))), None)
        if said:
            stated_to = end
            yield end, said["said"].strip()
        elif line == last and (plain := _without_sign(marker).fullmatch(line)):
            stated = _statement(marker, plain, ())
            yield from ((end, each) for each in (stated.texts if stated else ()))
    whole = _unfenced(text)
    if "boxed" not in whole and (said := sentence.fullmatch(whole)):
        yield stated_to, said["said"].strip()
    if word == "answer" and (result := _RESULT.fullmatch(last) or _GIVEN.fullmatch(last)):
        yield len(text), result["said"].strip()


def last_line(lines: Sequence[str]) -> str:
    """Return the last line that is not blank; an empty text if all are."""
    return next((line for line in reversed(lines) if line.strip()), "")


def _tagged(text: str, word: str) -> Iterator[tuple[int, str]]:
    """Yield what stands in `<answer>X</answer>`, or behind a last `<answer>` that was never closed."""
    tag = rf"(?:final_)?{word}"
    end = 0
    for found in re.finditer(
        rf"<({tag})(?:\s[^<>\n]{{1,60}})?>((?:(?!</?{tag}\b).)*+)</\1>", text, re.IGNORECASE | re.DOTALL
    ):
        end = found.end()
        if not _is_denied(text, found.start(), end):
            yield end, found[2].strip()
            yield from _or_behind(text, end)
    if not end and (open_ := re.search(rf"<{tag}>\s*+([^<>\n]++)\s*\Z", text, re.IGNORECASE)):
        yield len(text), open_[1].strip()


def _or_behind(text: str, end: int) -> Iterator[tuple[int, str]]:
    """Yield what follows on its line as an alternative: `Y` of `<answer>X</answer> or Y`."""
    if other := _OR_BEHIND.match(text, end):
        yield other.end(), other[1].strip(" $*_")


def _is_denied(text: str, start: int, end: int) -> bool:
    """Whether what stands there is said to be none, or an example: `not <answer>X</answer>`, `\\boxed{X} is wrong`."""
    from_ = max(0, start - _LONGEST_NOT)
    before = _NOT.search(text, from_, start) or _BEFORE_EXAMPLE.search(text, from_, start)
    return before is not None or _WRONG.match(text, end) is not None


def _objects(text: str, word: str, closing: Mapping[int, int]) -> Iterator[tuple[int, str]]:
    """Yield what the objects that end a line, and lie in no other one, hold under a word."""
    if re.search(rf"{word}[\"']?\s*+:", text, re.IGNORECASE):
        for end, each in _ending_objects(text, closing):
            value = value_under(each, (word,))
            if value is not None:
                yield end, value


def kinds_and_values(reply: str, kinds: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield kind and value of each object such as `{"type": "ACTION", "name": X}` that ends a line."""
    text = without_thoughts(reply)
    for _, each in _ending_objects(text, _closing_braces(text)):
        found = kind_and_value(each, kinds)
        if found is not None:
            yield found


def _ending_objects(text: str, closing: Mapping[int, int]) -> Iterator[tuple[int, str]]:
    """Yield the objects that end a line, and lie in no other one, each with where it ends."""
    inside = 0
    for start, end in sorted(closing.items()):
        if start < inside or re.search(r"\\\w+\s?\Z", text[max(0, start - 16) : start]):
            continue
        inside = end
        if _BEFORE_EXAMPLE.search(text, max(0, start - _LONGEST_NOT), start):
            continue
        behind = text[end + 1 :].split("\n", 1)[0] if "\n" in text[end + 1 : end + 40] else text[end + 1 : end + 40]
        if _OBJECT_END.match(behind):
            yield end, text[start : end + 1]


def quoted(text: str) -> str:
    """Return the text without its double quotes if it is a JSON string, which preserves leading blanks."""
    if len(text) >= 2 and text[0] == text[-1] == '"':
        try:
            value = json.loads(text)
        except ValueError:
            return text[1:-1]
        if isinstance(value, str) and value.isprintable():
            return value
    return text


@cache
def _pattern(marker: str) -> re.Pattern[str]:
    """A sign that stands right before a text may be its own: `ANSWER:=X`, `ANSWER is =X`."""
    says = rf"\s?(?:is\s?(?:(?:{_SO})\s?)?)?"
    equals = r":=(?!\S)|==(?!\S)|(?<!is\s)=|=(?!\S)"
    sign = rf"{says}(?:[是为]\s?[:：]?|{equals}|[:：]{{1,2}}|[→➜⇒⟶⟹]|->|=>|[–—]\s|--?\s){_AFTER}(?P<text>.*)"
    return re.compile(rf"{_LEAD}{_BEFORE}{re.escape(marker)}{_OF}{_AFTER}(?:{sign}|\s*)", re.IGNORECASE)


@cache
def _anywhere(marker: str) -> re.Pattern[str]:
    """`Proper ANSWER (now):`: the marker, in any language, with words around it."""
    words = "|".join(map(re.escape, (marker, *_IN_OTHER_WORDS.get(marker, ()))))
    return re.compile(rf"(?:{words})(?![^\W\d_])[^:：\n]{{0,40}}[:：]", re.IGNORECASE)


@cache
def _row(marker: str) -> re.Pattern[str]:
    """`| ANSWER | X |`: the row of a table."""
    name = rf"{_BEFORE}{re.escape(marker)}{_AFTER}\s?[:：]?"
    return re.compile(rf"(\s*+\|\s*+[*_`]*+){name}{_AFTER}\s*+\|(?P<text>.*?)\|?\s*", re.IGNORECASE)


@cache
def _in_command(marker: str) -> re.Pattern[str]:
    """`\\textbf{ANSWER:}`: the marker alone in a command."""
    return re.compile(rf"{COMMANDS}\{{\s*({_BEFORE}{re.escape(marker)}\s?[:：]?)\s*\}}", re.IGNORECASE)


@cache
def _in_brackets(marker: str) -> re.Pattern[str]:
    """`[ANSWER]: X`, `[ANSWER] X [/ANSWER]`."""
    name = rf"{_BEFORE}{re.escape(marker)}"
    return re.compile(
        rf"{_LEAD}[\[【「]({name})[\]】」][*_`]*+\s?[:：]?\s?(?P<text>.*?)(?:\s?\[/{name}\])?\s*", re.IGNORECASE
    )


@cache
def _sentence(word: str) -> re.Pattern[str]:
    says = (
        r"(?:(?:here\s)?is|becomes|changes\sto|turns\sout\sto\sbe|(?:has|needs|ought)\sto\sbe|"
        r"(?:must|should|will|would)(?:\s(?:therefore|then|thus))?\sbe)"
    )
    return re.compile(
        rf"{_LEAD}{_BEFORE}{word}{_OF}{_AFTER}\s?{says}(?:,?\s(?:{_SO}),?)?{_AFTER}\s(?!(?:hardly|never|not|unlikely)\b)(?P<said>.*)",
        re.IGNORECASE,
    )


@cache
def _without_sign(marker: str) -> re.Pattern[str]:
    """`ANSWER X`, `FINAL ANSWER X`."""
    name = rf"(?:(?:FINAL|CORRECTED|REVISED|UPDATED|NEW)[\s_])?{re.escape(marker)}"
    return re.compile(rf"{_LEAD}{name}{_AFTER}\s+()(?!(?i:for|in|is|not|of|or|to)\b)(?P<text>\S.*)")


def _statement(marker: str, found: re.Match[str], following: Sequence[str]) -> Statement | None:
    before, inside, behind, text = found[1], found[2], found[3] or "", found["text"] or ""
    opened = before[len(before.rstrip("*_`")) :]
    if opened and opened[::-1] in (inside, behind):
        opened = ""
    elif behind and not behind.strip("*_`"):  # opened after the colon: it belongs to the text
        text = behind + text
    text = text.strip()
    if _OPENED.fullmatch(text) or _BELOW.fullmatch(text):
        text = ""
    if "|" in before:
        text = text.removeprefix("|").strip()
    if opened:
        text = _closed(text, opened[::-1])
    block, rest = _block(following, skip=not text)
    if text:
        whole = "\n".join([text, *block])
        goes_on = _GOES_ON.search(text) or (block and _ITEM.match(text) and _ITEM.match(block[0]))
        texts = [whole, text] if goes_on else [text, whole]
        texts += [text[1:]] if _ASSIGNED.match(text) else []
    else:
        texts = ["\n".join(block), block[0]] if block else []
    further = _further(max(texts, key=len), rest) if texts else ()
    return Statement(marker, tuple(dict.fromkeys(texts)), further=tuple(further)) if texts else None


def _further(whole: str, rest: Sequence[str]) -> Iterator[str]:
    """Yield a text with one paragraph of the rest after the other, up to a remark."""
    lines = [line.strip() for line in rest[:_MOST_FURTHER]]
    most = len(whole) + _LONGEST_FURTHER
    for line, after in pairwise([*lines, ""]):
        if _is_idle(line):
            continue
        whole = f"{whole}\n{line}"
        if _is_remark(line) or len(whole) > most:
            return
        if _is_idle(after):
            yield whole


def _closed(text: str, mark: str) -> str:
    """Return a text without the emphasis that was opened before its marker: at its end, or before marks alone."""
    end = len(text)
    while end and not (text[end - 1].isalnum() or text[end - 1] in "()[]{}"):
        end -= 1
    at = text.find(mark, end)
    return text if at < 0 else f"{text[:at]}{text[at + len(mark) :]}".rstrip()


def _block(lines: Sequence[str], skip: bool) -> tuple[list[str], Sequence[str]]:
    """Return the lines up to the first blank one or fence, and the rest.

    Leading ones and rules are skipped if nothing precedes.
    """
    block: list[str] = []
    for at, line in enumerate(lines):
        idle = _is_idle(line) and not (block and _is_rule(line))
        if idle and (block or not skip):
            return block, lines[at:]
        if not idle:
            block.append(line.strip())
    return block, ()


def _is_idle(line: str) -> bool:
    """Whether a line is blank, a fence or a rule."""
    return not line.strip() or bool(_FENCE.match(line)) or _is_rule(line)


def _is_rule(line: str) -> bool:
    return len(line) <= _LONGEST_RULE and _RULE.fullmatch(line) is not None


def two_answers() -> Ambiguous:
    """Return the refusal of a reply that states two different answers."""
    return Ambiguous(load_prompt("players/engine").render("two_answers"))


def names_two(text: str) -> bool:
    """Whether an unquoted text names alternatives: `A or B`."""
    return bool(re.search(r"\s(?:or|OR)\s", text))


def is_clear(text: str, own: Set[str] = frozenset()) -> bool:
    """Whether an unquoted text is one answer and nothing else; no for `A or B`, `is A`, `A because it fits`."""
    about = _SENTENCE_ABOUT.search(text) or not (REMARKS - own).isdisjoint(words_of(text)) or named(text) is not None
    return not (names_two(text) or about)


def words_of(text: str) -> list[str]:
    """Return the words of a text in small letters, where it has several: one alone is an answer, if any word can be."""
    words = re.findall(r"[^\W\d_]+", text.casefold())
    return words if re.search(r"\S\s+\S", text) or _NO_ANSWERS.issuperset(words) else []


def check_clear(text: str, own: Set[str] = frozenset()) -> None:
    """Refuse an unquoted text, where any text may be an answer, that is not clear. `own` are words that answers hold.

    Raises: Ambiguous; InvalidReply for `X is the result`, of which X is read next.
    """
    if names_two(text):
        raise two_answers()
    if not is_clear(text, own):
        fault = InvalidReply if named(text) is not None else Ambiguous
        raise fault(load_prompt("players/engine").render("not_alone"))


def _bare(text: str) -> str:
    return without_emphasis(text.strip())


def _closing_braces(text: str) -> dict[int, int]:
    """Return where each opened brace is closed, by where it is opened; of those that are closed."""
    opened, closing = list[int](), dict[int, int]()
    for brace in re.finditer(r"[{}]", text):
        if brace[0] == "{":
            opened.append(brace.start())
        elif opened:
            closing[opened.pop()] = brace.start()
    return closing


def _unfenced(text: str) -> str:
    """Return a reply that is one block only without its fences, on one line."""
    lines = [line for line in text.strip().splitlines() if not _FENCE.match(line)]
    return " ".join(line.strip() for line in lines)
