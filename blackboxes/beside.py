"""What is said beside an answer, as an aside or right below: a remark, or another answer.

`X (by the rule)` states X, and so does `X (not Y)`; `X (Y)`, `X — no, Y` and `X` with `Y` on the next line state two
answers. Where nearly any text can be an answer, one that is half made of words of explanations is a remark.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import TypeVar

from boxwright.blackboxes.taken_back import LONGEST_LINE, confirms
from boxwright.blackboxes.wrappings import CALCULATED

_Lead = TypeVar("_Lead")
_DENIED = re.compile(
    r"(?:not|instead\sof|rather\sthan|no\slonger|was|were|had|previously|formerly|earlier|before|unlike|versus|vs|than|ruled\sout|"
    r"excluding|never|neither)\b",
    re.IGNORECASE,
)
"""`not Y`: what follows is no answer, and the reply says so."""
_THINGS = (
    "answer|action|alternative|candidate|choice|ciphertext|correction|guess|move|one|option|output|possibility|"
    "predict(?:ion)?|query|result|solution|value"
)
"""What an answer is called."""
_WHICH = "actual|alternative|amended|correct(?:ed)?|final|new|other|real|revised|right|second|true|updated"
"""Of an answer, beside one that was given."""
_TAKEN_BACK = (
    r"(?:cancel|scrap|scratch)\s(?:it|that|this)|never\s?mind|(?:just\s)?kidding|i\swas\swrong|wrong|"
    r"i\s(?:take\s(?:it|that|this)\sback|(?:retract|withdraw)\s(?:it|that|this|my\s(?:answer|guess|move)))|"
    r"(?:ignore|disregard|forget|strike)\s(?:it|that|the\sabove|this)|(?:that|this|it)\s?(?:cannot|can['’]t)\sbe\s(?:correct|right)|"
    r"(?:this|that)\sis\snot\smy\s(?:final\s)?(?:answer|guess|move)|"
    rf"(?:(?:that|this|it)(?:\s(?:is|was)|['’]s)|(?:(?:the\sabove(?:\s(?:{_THINGS}|line))?|(?:that|this|the|my)\s(?:{_THINGS})(?:\sabove)?))\s(?:is|was))\s"
    r"(?:a\s(?:mistake|typo)|incorrect|mistaken|not\s(?:correct|right)|wrong)|"
    r"hold\son|my\s(?:bad|mistake)|(?:my\s)?apolog(?:ies|y)|i\sgot\s(?:it|that|this)\swrong|i\sapologi[sz]e|typo|errat(?:um|a)|"
    r"let\sme\s(?:check\sagain|correct\s(?:it|that|this)|re(?:calculate|check|compute|consider|count|do|think|work))|"
    r"i\smistyped|(?:that|this|it)\s(?:does\snot|doesn['’]t)\s(?:look|seem)\s(?:correct|right)|"
    r"(?:change|make)\s(?:it|that|this)(?:\sto)?|please\s(?:take|use)|i['’]d\srather\s(?:say|take)|i\sneed\sto\scorrect\s(?:it|that|this)|"
    r"i(?:['’]d|\s(?:want|wish|would|need))?(?:\slike)?\s(?:to\s)?(?:change|correct|revise)\s(?:it|that|my\s(?:answer|guess|mind|reply))(?:\sto)?|"
    r"i(?:['’]ll|\swill|\s(?:now\s)?reali[sz]ed?)(?:\s(?:go\swith|take|choose|say|answer|that))?|i\smeant?|"
    r"(?:(?:it|this|that)\s)?(?:could|may|might)\salso\sbe|on\s(?:reflection|second\sthought)|"
    r"i\s(?:had\s|have\s)?(?:erred|(?:made|found)\s(?:a|an|one|my)\s(?:error|mistake|slip)|misapplied|miscalculated|miscounted|misread)"
)
"""Words that take an answer back, and may lead to another one."""
_TOO = (
    r"(?:(?:i|we|am|are|have|had|was|were)\s){0,2}also\s(?:consider(?:ed|ing)|th(?:inking|ought)\s(?:about|of))(?!.*\b(?:but|however|not|reject(?:ed)?|ruled)\b|.*n['’]t\b)|"
    r"(?:i\s|we\s)?(?:can(?:not|['’]t)|could(?:\snot|n['’]t))\s(?:rule\sout|exclude)|"
    r"(?:(?:equally|just\sas|less|more|next(?:\smost)?|also)\s)(?:likely|plausible|possible|probable)\s?[:,]?|"
    r"(?:(?:it|that|this)\s)?(?:could|may|might)\s(?:just\sas\swell|equally(?:\swell)?)\sbe|(?:i\s)?(?:would|could)\s(?:also\s)?accept|(?:strictly|technically)\sspeaking|arguably|conceivably|plausibly"
)
"""Words that another answer is named with as possible, too: `I also considered Y`, `I can't rule out Y`."""
_CHINESE = (
    r"(?:但|不过|等等|等一下|不对|更正|抱歉|我(?:重新检查了一下|再看了一下|想|认为|觉得)|还是(?:选|用)?|或者?|不确定|也?(?:可能|或许|许)(?:是|为)|"
    r"应该?(?:是|为)|正确答案?(?:是|应为|应该是)|改(?:为|成))[，,：:、\s]*"
)
_BEFORE = re.compile(
    rf"{_CHINESE}|(?:(?:{_TAKEN_BACK}|{_TOO}|(?:after|on|upon)\s(?:\w{{1,9}}\s)?\w{{2,10}}(?:ing|tion)(?=[\s,]))(?![\w'’])|[-*•=>→⇒≈]+\s+|[*_]{{2,3}}(?=\w)|\(?\d{{1,2}}[.)]\s+|"
    rf"(?:(?:the|my|our|another|an?|your)\s+)?(?:(?:{_WHICH}|best|first|next)\s+)*(?:{_THINGS})\b|"
    r"(?:so|also|hence|thus|therefore|then|i\.?e\.?|(?:that|this|it|here)(?:['’]s)?|is|are|was|be|should|must|would|will|could|might|may|"
    r"can|no|nope|wait|rather|actually|maybe|perhaps|sorry|oops|hmm+|eh|er|erm|uh|um|honestly|frankly|edit(?:ed)?|update(?:d)?|correct(?:ed)?|revised|right|wrong|alt|"
    r"alternatively|backup|error|fix(?:ed)?|one|use|else|otherwise|finally|final|if|meaning|mean|meant|i|we|get|got|gives?|becomes?|makes?|think|say|says|"
    r"choose|believe|reckon|suspect|upon|further|chang(?:es|ed)\sto|now|which|since|because|as|by|per|explanation|reason(?:ing)?|on|reflection|second|first|though|although|thought|better|but|and|or|see|done|verified|these|they|hope)(?![\w'’]))"
    r"(?:[\s,:;=!*_—–]|\.+(?=\s))*(?:-+(?=\s)\s*)?",
    re.IGNORECASE,
)
"""Words and signs that lead to an answer: `no, Y`, `the correct answer is Y`, `- Y`."""
_UNDER_CONDITION = re.compile(r"(?:assuming|if|otherwise|unless|when|where)\b[^:：,;\d]{0,40}[:：]\s*", re.IGNORECASE)
"""`if lowercase: Y`: what is stated under a condition."""
_OTHERWISE = re.compile(
    r"(?:assuming|if|when)\b[^;\n]{0,60};\s|.*[;,]\s?(?:or\s)?(?:else|otherwise|with\s[^;,:]{1,30}(?=\s\S+\Z))[,:]?\s|"
    r"(?:2nd|second|other|alternative)\s\w+\s?[:：]\s?|(?:reversed|with(?:out)?\s[^:]{1,30})\s?[:：]\s?|(?:aka|a\.k\.a\.)\s|"
    r"(?:but|though|although|while)\s",
    re.IGNORECASE,
)
"""`if it is a shift; otherwise Y`, `without the shift: Y`, `but Y fits too`."""
_ABOUT = (
    r"\s?(?:才对|也可以|也可能|也行)|[\s,]+(?:too|either|after\sall|just\sas\swell|equally\swell|at\srandom|by\schance|as\s(?:an?|my|the)\s(?:(?:second|next)\s)?(?:alternative|backup|choice|fallback|guess|option|possibility)|"
    r"(?:can(?:not|['’]t)|could\snot|couldn['’]t)\sbe\s(?:excluded|ruled\sout)|(?:which\s)?(?:also\s)?(?:fits|matches|works)(?:\s(?:as\swell|better|equally\swell|too))?(?:\s(?:all|my|the|with)\s[\w\s]{1,40})?|also|would\salso\s(?:fit|work)|instead|again|actually|as\swell|does|as\s(?:my|the)\s(?:final\s)?(?:answer|action|guess|move|query)|then|now|sorry|final|this\stime|is\sthe\s(?:right|correct)\sone|(?:←|<-+)\s?\w+|it\sis\.?|"
    r"\((?:corrected|final|my\sfinal\s(?:answer|guess|move|query))\)|"
    r"(?:\d{1,3}(?:\.\d)?\s?%|\(\d{1,3}(?:\.\d)?\s?%\))|"
    r"(?:is|was|(?:could|may|might|would)(?:\salso)?\sbe|seems|remains|stays)\s(?:(?:also|more|most|my|the|equally|just\sas)\s)*"
    r"(?:(?:second|next|other|backup)\s(?:answer|guess|choice|option)|(?:another|an?|one\smore)\s(?:\w+\s){0,2}(?:answer|candidate|choice|fit|guess|option|possibility|reading)|(?:(?:final|correct|best|right)\s)?(?:answer|guess|choice|move|query)|"
    r"(?:compatible|consistent)(?:\swith\s[\w\s]{1,60})?|right|correct|better|it|possible|likely|plausible|conceivable|final))"
)
_BEHIND = re.compile(
    rf"(?:(?>{_ABOUT})++(?:[\s,]+(?:but|though|although|because|depending|since|so|if)\b.*)?[\s?!,;.]*|"
    r"[\s,]+(?:but|though|although|because|depending|however|since|so|if)\b.*|,\snot\s.*|,\sto\s(?:be|keep|stay)\b.*|[\s?!,;]+)\Z",
    re.IGNORECASE,
)
"""What follows an answer: `Y instead.`, `Y is more likely.`, `Y, but I am not sure`."""
_STOP = re.compile(r"(?<![\s.])\.\Z|\.?\s?[✓✔☑✅]\ufe0f?\Z")
_EMPHATIC = re.compile(r"\A([*_]{1,3})(?=\S)(.*\S)\1\Z", re.DOTALL)
_TAG = re.compile(r"</?\w{1,20}\s?/?>|[`~*_=|:\s-]*")
"""The end of what encloses an answer."""
_MOST_LEADING = 8
_MOST_SENTENCES = 8
_LONGEST_CALCULATION = 200
_ANEW = (
    r"(?:i['’](?:d|ll)|i\s(?:would|will|should|now)?)\s?(?:rather\s)?(?:choose|get|go\swith|pick|play|take)|going\swith|"
    r"let\sme\s(?:choose|fix|pick|play|take|use|verify|(?:double|re)[\s-]?check)|(?:there(?:['’]s|\sis)\sa(?:\s\w+){0,2}|\d{1,2}\s?%)\schance|(?:a\s)?close\ssecond|(?:one|1)\smore\scheck|on\s(?:closer|second)\s(?:inspection|look)|"
    r"nope|(?:after\s)?(?:re-?|double[\s-]?)(?:check|count|read)(?:ed|ing)?|verification|"
    r"(?:(?:it|this|that)\s)?should\s(?:have\s)?(?:be(?:en)?|read)|more\s(?:likely|precisely)|please\sconsider|(?:please\s)?replace\s(?:(?:it|that)\s)?(?:by|with)|"
    r"(?:(?:the|a|an|my|our)\s)?(?:(?:2nd|amended|corrected|new|second)\s(?:attempt|choice|try|version)|alternatives?|amended|backup|"
    r"fallback|runner-?up|plan\sb|take\stwo|(?:candidate|option)\s(?:[2-9]|[b-d]|two))|(?:(?:it|this|that)\s)?(?:could|may|might)\salso\sbe|"
    r"equivalently|either\s(?:it|that|this)\sor|with\s(?:an|the)\s(?:alternative|other)|(?:assuming|if)\b[^,:：]{0,60}(?=,\s(?!.*\b(?:are|be(?:come[sn]?|ing)?|gave|gives?|gets?|got|goes|has|have|is|maps?|moves?|stays?|turns?|was|were|will)\b))|(?:.{1,60},\s)?in\swhich\scase|if\s(?:not|wrong|(?:it|that|this)(?:['’]s|\sis|\swas)\s(?:not|wrong))|(?:assuming|if(?!\s(?:\S+\s){1,3}were\b)|otherwise|unless)\b[^:：]{0,60}?(?=[:：]|,\s(?:(?:it|this|that)|the\s\w+)\s(?:could|is|might|would))"
)
"""Words that an answer is stated anew with, or another one beside it."""
_CORRECTS = re.compile(
    rf"\W*(?:(?:so|and|but|hence|however|note|p\.?\s?s\.?|please|still|that\ssaid|though|thus|therefore)\W+)?(?:(?:actually|alternatively|but|correct(?:ed|ion)|edit|eh|erm?|hmm+|instead|no|oops|or|uh|um|rather|revis(?:ed|ion)|sorry|updated?|wait|"
    rf"{_TAKEN_BACK}|(?:(?:the|my|our|an?)\s)?(?:another(?:\s(?:likely|plausible|possible))?|(?:{_WHICH})(?:\s(?:{_WHICH}))?)\s(?:{_THINGS})|{_ANEW})(?![\w'’])|(?:final|now|fix(?:ed)?|correct|error)\W{{0,3}}[:：=]|更正|不对|等等|等一下|应该?是|或者|也可能|我重新|(?:maybe|use)\s(?=.*\binstead\b))",
    re.IGNORECASE,
)
"""How a line begins that takes an answer back, or states one anew."""
_TAIL = re.compile(
    r"(?:\b(?:are|as|be|been|becom(?:e|es|ing)|choose|gave|gets?|getting|gives?|giving|got|is|play|read|say|so|to|was|with|write|yield(?:s|ing)?|"
    r"(?:it|that)['’]s)\s|\s=\s|[:：])[\s*_:：]*",
    re.IGNORECASE,
)
"""What an answer may follow in a sentence that takes one back: `... so the answer is Y`."""
_BEHIND_COLON = re.compile(r"[:：][\s*_]*\Z")
_LEADING_SIGNS = re.compile(r"\A(?:[ ,;*_—–]|-(?!\d))+")
_MOST_TAILS = 8
_NOT_BUT = re.compile(r"\W*not\s[^\n]{1,80}?\sbut\s(?:rather\s)?(?P<other>\S.*)", re.IGNORECASE | re.DOTALL)
"""`not X but Y`."""
_SEVERAL = re.compile(
    r"[\W_]*(?:(?:(?:the|these|we|i|there)\s)?(?:(?:are|have|see)\s)?(?:two|three|four|several|both|other|possible|[2-4])\s"
    rf"(?:(?:possible|plausible|remaining)\s)?(?:{_THINGS}|possibilitie|querie)s\b(?:\s(?:are|fit|remain))?\s?[:：—–-]?\s?|"
    rf"(?:(?:possible|plausible|remaining)\s)?(?:{_THINGS}|possibilitie|querie)s(?:\s?[:：]|\s(?:are|were)\s)\s?|(?:the\s)?remaining\s(?:\w+\s)?(?:are|were)\s|"
    r".{0,60}\b(?:one\sof\s)?(?:many|several|two|three)\spossibilities\s?[:：]\s?|"
    r"(?:(?:it|this|that)\s(?:is|must\sbe|could\sbe)\s)?either\s|both\s|.{0,60}\bbetween\s(?:(?:it|that|this)\sand\s)?)",
    re.IGNORECASE,
)
"""`Two candidates: `, `Candidates: `, `both ` or `torn between `, of which all follow."""
_OF_PART = re.compile(
    r"\b(?:bit|character|component|digit|element|entry|gate|item|letter)\s(?:\w{1,3}\s)?(?:becomes|gives|is)\s\Z",
    re.IGNORECASE,
)
"""`the third entry is 1`."""
_OF_STEP = re.compile(
    r"[\W_]*(?:(?:after|at|in)\s)?(?:generation|iteration|pass|round|step|visit)\s#?\d|\s*\d{1,2}[.)]\s+[A-Za-z]+\s",
    re.IGNORECASE,
)
"""`Step 2 gives 12.`, `2. Double it: 10.`: not what comes out in the end."""
_EVIDENCE = re.compile(
    r"\b(?:turn|example|query|test)\s#?\d{1,4}\b|\b(?:earlier|observed|previous)\s(?:\w+\s)?(?:example|output|query|result|turn)s?\b",
    re.IGNORECASE,
)
"""What was read before: `In turn 2 the output was Y.`"""
_MOST_PARTS = 12
"""Parts of a line in which answers are said to be replaced, or named one after the other."""
_CONCLUDES = re.compile(
    rf"\b(?:(?:the|my|our|your)\s(?!(?:first|initial|old|original|previous|starting)\s)(?:\w+\s){{0,2}}?(?:{_THINGS})\s(?:is|was|becomes|(?:could|may|might|must|should|will|would)\s(?:\w+\s)?be)|"
    r"(?:argue\sfor|arrive\sat|ends?\sup\swith|get|gives?|maps?\s(?:\w+\s){1,4}to|obtain|produces?|results?\sin|yields?|returns?|suggests?|points?\sto|would\smake\sit))[\s:]\s*(?:(?:actually|exactly|in\sfact|now|really)\s)?",
    re.IGNORECASE,
)
"""`the result is`, `we obtain`, `gives`: what comes out follows."""
_DENIES = re.compile(
    r"\b(?:cannot|not|never|than|instead\sof|unlike|ruled\sout|reject(?:ed)?|exclud(?:e|ed)|eliminated?|discard(?:ed)?)\b|n['’]t\b",
    re.IGNORECASE,
)
"""What denies what follows, unless words of explanations stand between."""
_BACKWARDS = re.compile(r"\b(?:decipher|decod|decrypt|invert|undo)\w*", re.IGNORECASE)
"""What comes out when an answer is tried backwards is none."""
_FITTING = re.compile(
    r"\s?(?:[;.]\s(?:[A-Za-z'’]{1,12}\s).*|\s(?:are|could|fit|match|might|remain|satisfy|seem|work|would)\b.*)\Z",
    re.IGNORECASE,
)
"""What follows several answers: `both A and B fit the examples`."""
_BETWEEN = (re.compile(r"\s?[;/|]\s|,\s(?:(?:and|or)\s)?|\s(?:and|or|&)\s"), re.compile(r",?\s(?:and|or|&)\s"))
"""What stands between them, where they hold no comma and where they do."""
_NEXT_SENTENCE = re.compile(r"(?<=[^\d\s.])[.!?]\s[\s*_]*")
_WORDS = """
about above accordingly action actually add added adding addition after again against ago all almost along alphabet
alphabetical alphabetically alright always am an answer answered answers any anything applied applies apply approx
approximate approximately approximation are around as ascending ask assistant assume assumed assuming at atbash
attempt attempts based be because been before begin begins being believe below best between binary bit bits blank
blanks block blocks both bound bounded but by bye caesar calculate calculated calculation can candidate candidates
cannot cap capital carry case cases cell cells certain certainly challenge change changed changes character characters
check checked checking checkpoint checks cheers choice cipher ciphertext class clear clearly close code column columns
combined compare compared comparison complete computation compute computed computing confidence confident confirm
confirmed confused confusion considered consistent constant correct could count counted counting crossed current
cyclic data day dead decided decrypted deduced deduction default definite definitely definition degree degrees derived
descending determined deterministic did difference different digit digits direct directly distance distances do does
done double doubled due during each easy either element elements eliminated elimination else encode encoded encoding
encrypt end enough eof equal equals error estimate estimated every everything exact exactly example examples except
expected experiments explained explanation exploration explore explored extrapolated fact fairly feedback fence few
field filler fin final finally find fine fingers fit fits fixed flip flipped followed following follows forced forgot
form formatting formula found from fun function further game gg given gives go got great greedy grid group grouped
guess guessed guessing had has have having he hence here hidden hint hmm hold holds help helps hooray hope hopefully
how id identical identity if in including incorrect increasing indeed index indices information informative initial
input inputs integer interpolated into inverse invertible is it items iteration its itself jumped just keep keeps kept
key keys keystream keyword kind know known large largest late later latest least length less let letter letters like
likely likewise lines list listed lit little logic logical long longer longest look looks loop lowercase luck made map
mapped mapping match matches matching max maximise maximises maximize maximizes maximum maybe me mean means meant
meters min minimum minus mirrored missed mistaken mod modulo more most move moved moves moving much multiplied must my
namely near nearest nearly need needed never next nice none not note nothing now number numbered numbers observations
observed obtained obvious obviously of ok okay old once only oops opponent optimal option options order ordered
original other others our out output pad padded padding pair paired pairs parity part parts pass passes path pattern
patterns per perfect period phase place placed places plaintext please plus point points position positions possible
predict predicted prediction presumably previous previously probability probable probably proceed process product
proved proven puzzle qed query question questions quite quoted quotes rail random range rank rate read reading reads
ready reason reasoning rectangle reflected regards rejected remaining remains remove removed repeat repeated repeats
replace replaced reply represents requested required rest result reverse reversed right rotate rotated rotation round
rounded row rows rule ruled rules run runs safe same sample samples say search searching seconds section see seems
seen self sequence sequential set setting several shift shifted shifting shifts short shortest shot should shown shows
sign signs similar simple simply simulated simulation since single six size small smaller smallest so solid solution
solved some sorry sort sorted space spaces splits square stage standard started starting starts state stated states
stay stays step steps still stop straightforward sub substitute substituted substitution success such sum summary sure
surely swap swapped symbol symbols symmetry table take taken takes term test tested tests text than thank thanks that
thats the their them then there therefore these they thing things think this those through thus time times to together
too total trace transposition treat treated trial tried trivial truth try turn turns twice type unambiguous unchanged
unclear understanding unique uniquely unit units unknown unless until uppercase us use used uses using usual value
variable verification verified verify very via vigenere visit visited visits voilà vowel vowels wait want was way we
well went were what whatever when where whether which while who whole whose why width will with within without word
words work worked works would wrap wraparound wrapped write written wrong yields you your zigzag arithmetic confirming
confirms draft fixed hypothesis initially mistake mistakes tricky
"""
PROSE = frozenset(_WORDS.split())
"""Words of explanations, which hardly occur in answers."""


def other_answers(beside: str, *, calculates: bool = True) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return what may be another answer in words beside one, with and without those around it: none if they deny it.

    That is all of them, and sentence by sentence where they take the answer back in several. A calculation explains the
    answer, unless answers are calculations themselves (not `calculates`).
    """
    beside = beside.strip()
    if (instead := _NOT_BUT.match(beside)) is not None:
        return _without_rest(instead["other"]), []
    if _DENIED.match(beside) or _TAG.fullmatch(beside) or (calculates and is_calculation(beside)):
        return (), []
    if not corrects(beside):
        return _cores(beside), []
    sentences = _NEXT_SENTENCE.split(beside, _MOST_SENTENCES)
    stated = [(*_cores(sentence), *_tails(sentence)) for sentence in sentences]
    return (*_cores(beside), *_tails(beside)), stated if len(stated) > 1 else []


def is_calculation(beside: str) -> bool:
    """Whether words beside an answer hold one, whose result is no other answer: `since 4 - 1 = 3`."""
    return len(beside) <= _LONGEST_CALCULATION and CALCULATED.search(beside) is not None


def _cores(text: str) -> tuple[str, ...]:
    """Return words beside an answer, and without those that lead to another one or follow it; none if they deny it."""
    within = _EMPHATIC.sub(r"\2", _unbracketed(text))
    core = _without_lead(within)
    if core is None:
        return ()
    brief = len(within) <= LONGEST_LINE
    stated = _UNDER_CONDITION.sub("", _OTHERWISE.sub("", within, count=1), count=1) if brief else within
    found = (text, *_without_rest(core), *(_without_rest(stated) if stated != within else ()))
    return tuple(dict.fromkeys(filter(None, found)))


def _tails(text: str) -> tuple[str, ...]:
    """Return what follows the start, the last verbs and colons of a sentence: `Y` of `Wait, so the answer is Y.`"""
    leads = [_CORRECTS.match(text), *_outermost([*_TAIL.finditer(text)])]
    stating = [
        lead for lead in leads if lead and (_BEHIND_COLON.search(lead[0]) or not _is_denied_at(text, lead.end()))
    ]
    tails = [_LEADING_SIGNS.sub("", text[lead.end() :]) for lead in stating]
    return tuple(dict.fromkeys(form for tail in tails if not _DENIED.match(tail) for form in _led_to(tail)))


def _outermost(leads: Sequence[_Lead]) -> Sequence[_Lead]:
    """Return the first and the last of many: a long list has one between any two items."""
    return leads if len(leads) <= 2 * _MOST_TAILS else [*leads[:_MOST_TAILS], *leads[-_MOST_TAILS:]]


def _without_rest(core: str) -> tuple[str, ...]:
    """Return a text, and without what may follow its answer; none of it is punctuation alone."""
    bare = _BEHIND.sub("", core)
    found = dict.fromkeys((core, _STOP.sub("", core), bare, _STOP.sub("", bare)))
    return tuple(form for form in found if re.search(r"[^\s.,;:!?]", form))


def _without_lead(text: str) -> str | None:
    """Return a text without emphasis around it and what leads to its answer; None if it denies what follows."""
    core = _EMPHATIC.sub(r"\2", text)
    for _ in range(_MOST_LEADING):
        found = _BEFORE.match(core)
        if not found or _DENIED.match(core):
            break
        core = core[found.end() :]
    return None if _DENIED.match(core) else core


def meaningless(text: str) -> str:
    """Return the letters of a text in another order, which reads as an answer only where nearly any text does."""
    return text.strip(" .,;:!?()[]*_`")[::-1]


def _unbracketed(text: str) -> str:
    """Return a text without the round brackets that enclose all of it."""
    depths = list(accumulate((character in "(（") - (character in ")）") for character in text))
    enclosed = text[:1] in ("(", "（") and depths[-1] == 0 and 0 not in depths[:-1]
    return text[1:-1].strip() if enclosed else text


def is_prose(text: str, answer: str) -> bool:
    """Whether words beside an answer are an explanation: half of them are words of one, and none is the answer's.

    No for a text in quotes.
    """
    words = re.findall(r"[^\W\d_]+", text.casefold())
    known = sum(word in PROSE or not word.isascii() for word in words)
    own = not set(words).isdisjoint(re.findall(r"[^\W\d_]+", answer.casefold()))
    return not own and not text.startswith(("'", '"', "“", "‘", "`")) and 0 < len(words) <= 2 * known


def _led_to(text: str) -> tuple[str, ...]:
    """Return words, and without those that lead to an answer, each without what may follow it."""
    core = _without_lead(text)
    return tuple(dict.fromkeys((*_without_rest(text), *(() if core is None else _without_rest(core)))))


def concluded(line: str) -> list[tuple[str, ...]]:
    """Return what words beside an answer say, one after the other, to come out: `... so the output is Y.`"""
    told = len(line) <= LONGEST_LINE and not (_BACKWARDS.search(line) or _OF_STEP.match(line))
    found = list(_CONCLUDES.finditer(line)) if told else []
    if _EVIDENCE.search(line):
        found = [each for each in found if not re.search(r"\b(?:gave|was)\b", each[0], re.IGNORECASE)]
    ends = [each.start() for each in found[1:]] + [len(line)]
    said = [line[each.end() : end].strip(" ,;") for each, end in zip(found, ends, strict=False)]
    return [_without_rest(text) for text in said[-_MOST_TAILS:]]


def _is_denied_at(sentence: str, start: int) -> bool:
    """Whether what begins there is denied, or a part: nothing but an answer stands between the denial and it."""
    if _OF_PART.search(sentence, 0, start):
        return True
    denials = list(_DENIES.finditer(sentence, 0, start))
    if not denials:
        return False
    between = re.findall(r"[^\W\d_]+", sentence[denials[-1].end() : start].casefold())
    return (PROSE - {"be", "been"}).isdisjoint(between)


def several(line: str) -> list[tuple[str, ...]]:
    """Return each answer of words beside one that name several: `Two candidates: A and B.`"""
    lead = _SEVERAL.match(line) if len(line) <= LONGEST_LINE else None
    if lead is None:
        return []
    named = _FITTING.sub("", line[lead.end() :])
    parts = {part for between in _BETWEEN for part in between.split(named, _MOST_PARTS)}
    return [_without_rest(part) for part in sorted(parts)]


def corrects(line: str) -> bool:
    """Whether words beside an answer begin as such that take it back: `Correction: Y`, `No, it is Y`."""
    return not confirms(line) and (_CORRECTS.match(line) is not None or _NOT_BUT.match(line) is not None)
