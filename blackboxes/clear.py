"""What is no clear answer where nearly any text can be one: two answers, words around an answer, an excuse."""

from __future__ import annotations

import json
import re
from collections.abc import Set

from boxwright.blackboxes.faults import Ambiguous, InvalidReply
from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.wrappings import named

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
    "only oops output outputs pattern pending perfectly placeholder plaintext please possibly predict predicted "
    "presumably printed prints probably problems qed reading reads reason reasoning remarks responds result "
    "returned returns reversal reversed rot rule rules same say shift shifted shifting shifts should shows simply "
    "sorry spaces spelled spells still string submit submitted suppose sure surely symbols symmetry tbd tentative "
    "tentatively text thanks the therefore think this thus too trying twice unable unchanged unclear undefined "
    "undetermined units unknown unsure uppercase using value verified which will with word words would yes yields "
    "your"
)
REMARKS = frozenset(_WORDS.split())
"""Words that people say around an answer. Of three letters or more: a ciphertext hardly holds one by chance."""
NO_ANSWERS = frozenset(
    (
        *("ciphertext", "dunno", "idk", "none", "null", "pending", "placeholder", "plaintext", "tbd"),
        *("unable", "unclear", "undefined", "undetermined", "unknown", "unsure"),
    )
)
"""Those that say alone that there is no answer.

Any letters can be a ciphertext, these too: by chance one text in 8,000 of three letters, and one in 200,000 of four.
It is read in double quotes, as the refusal says. `pass` and `skip` are taken as written: a box may well say so.
"""


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


def two_answers() -> Ambiguous:
    """Return the refusal of a reply that states two different answers."""
    return Ambiguous(load_prompt("players/engine").render("two_answers"))


def names_two(text: str) -> bool:
    """Whether an unquoted text names alternatives: `A or B`."""
    return bool(re.search(r"\s(?:or|OR|或者?)\s", text))


def is_clear(text: str, own: Set[str] = frozenset()) -> bool:
    """Whether an unquoted text is one answer and nothing else; no for `A or B`, `is A`, `A because it fits`."""
    about = _SENTENCE_ABOUT.search(text) or not (REMARKS - own).isdisjoint(words_of(text)) or named(text) is not None
    return not (names_two(text) or about)


def words_of(text: str) -> list[str]:
    """Return the words of a text in small letters, where it has several: one alone is an answer, if any word can be."""
    words = re.findall(r"[^\W\d_]+", text.casefold())
    return words if re.search(r"\S\s+\S", text) or NO_ANSWERS.issuperset(words) else []


def check_clear(text: str, own: Set[str] = frozenset()) -> None:
    """Refuse an unquoted text, where any text may be an answer, that is not clear. `own` are words that answers hold.

    Raises: Ambiguous; InvalidReply for `X is the result`, of which X is read next.
    """
    if names_two(text):
        raise two_answers()
    if not is_clear(text, own):
        fault = InvalidReply if named(text) is not None else Ambiguous
        raise fault(load_prompt("players/engine").render("not_alone"))
