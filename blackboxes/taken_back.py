"""What takes an answer back, said beside it or below: `X (ruled out)`, `Scratch that.`, `Wait, I misread the input.`

Whoever stops, sees a slip, or calls the answer wrong has not stated it, whether another one follows or not. What only
sounds so stands: `Wait, is that right? Yes.`, and what follows from a supposition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, pairwise

from boxwright.blackboxes.wrappings import CROSSES

THINGS = (
    "answer|action|alternative|candidate|choice|ciphertext|correction|guess|move|one|option|output|possibility|"
    "predict(?:ion)?|query|result|solution|value"
)
"""What an answer is called."""
LONGEST_LINE = 1_000
"""Characters of a line in which what it says of an answer is looked for."""
SENTENCES = re.compile(r"(?<=[^\d\s.])(?:\.\s+|[!?]\s+(?![a-z]))")
MOST_SENTENCES = 8
_ANSWER = rf"(?:{THINGS}|assignment|block|code|function|implementation|line|message|program|prediction|reply)"
_IT = rf"(?:(?:it|that|this|the\sabove)(?:\s{_ANSWER})?|(?:my|the)\s(?:(?:last|previous)\s)?{_ANSWER}(?:\sabove)?)"
_STOPS = r"(?:hang\son|hold\son|one\smoment|oops|stop|uh-?oh|wait(?:\sa\s(?:minute|moment|second|sec))?|whoops)"
_STOP = rf"{_STOPS}(?:\s?[.,:;!…—–-]|[*_]*\Z|\s(?=(?:actually|but|i|it|no|that|there|this)\b))"
_LEADS = (
    r"\W*(?:(?:i\s(?:believe|fear|realize|see|think)(?:\sthat)?|i['’]m\safraid(?:\sthat)?|actually|ah|argh|but|damn|eh|er|erm|hmm+|however|no|oh|on\sreflection|"
    rf"please|so|sorry|uh|um|unfortunately|upon\s(?:closer\sinspection|reflection)|well|{_STOPS})\W+)*+"
)
_ABOUT_EARLIER = (
    r"(?!.*\b(?:attempt|before|earlier|first|fixed|initially|last\s(?:game|shot|turn)|nothing|originally|previous(?:ly)?|"
    r"shot|to\s(?:add|mention|say))\b)"
)
_CANNOT = r"(?:cannot|can['’]t|could\snot|couldn['’]t)"
_SLIP = r"(?:a|an|one|my|some)\s(?:\w+\s){0,2}?(?:bug|error|mistake|slip|typo)\b"
_EVIDENCE = (
    r"(?:what\si\ssaw|(?:(?:my|the)\s(?:\w+\s)?)?(?:data|evidence|feedback|(?:first|last|second|third)\s\w+|"
    r"(?:example|game|observation|query|round|turn)s?\b)[^.;:]{0,20})"
)
_END = r"[\W_]*\Z"
_WRONG = (
    r"(?:a\s(?:mistake|slip|typo)|an\serror|false|incorrect|mistaken|not\s(?:quite\s)?(?:correct|right)|(?:(?:just|only)\s)?placeholders|invented|made\sup|off(?=\sby\b|\W)|wrong|"
    r"(?:impossible|not\spossible)(?!\sto\b)|ruled\sout|excluded|eliminated|(?:inconsistent|contradictory|not\sconsistent)(?=\W*\Z|\swith\s"
    rf"{_EVIDENCE}|,)|a\scontradiction|not\smy\s(?:final\s)?(?:answer|guess|move)|(?:(?:just|only)\s)?(?:a\splaceholder|an\sexample)|"
    r"not\sfinal|the\s\w+,?\snot\sthe\s(?:answer|ciphertext|output|prediction))"
)
_TAKES_BACK = (
    # Scratch that. I withdraw my answer. Never mind, I misread the question.
    rf"(?:i\s(?:(?:hereby|have\sto|must|need\sto|want\sto|would\slike\sto)\s)?|let\sme\s)?(?:cancel|discard|disregard|drop|forget|ignore|retract|revoke|"
    rf"scrap|scratch|strike|take\sback|withdraw)\s(?:about\s)?(?:{_IT}|the\s(?:last|previous))(?:\s(?:{_ANSWER}|above))*"
    r"(?=[\W_]*\Z|\s?[.,;:!—–-]|\s(?:and|as|because|since)\b)",
    rf"i\stake\s{_IT}\sback\b|never\s?mind(?=\W*\Z|\s?[,.;:—–-]|\si\b)|(?:just\s)?kidding\b",
    # It is wrong. This answer doesn't fit turn 2. That can't be it. Not quite.
    rf"{_IT}(?:\s(?:is|looks|may\sbe|might\sbe|must\sbe|seems|was)|['’]s)(?:\s(?:almost|certainly|clearly|definitely|just|likely|only|probably|simply|surely|therefore))*\s{_WRONG}",
    rf"[^:：]{{1,120}},\s(?:and\s)?(?:hence|so|therefore|thus)\s{_IT}(?:\s(?:is|must\sbe)|['’]s)\s{_WRONG}",
    rf"{_IT}\sis(?:\snot|n['’]t)\s(?:quite\s)?(?:correct|it|right)\b|(?:it|they|that|this|the\s\w+\sabove)(?:['’]re|\sare)\s{_WRONG}",
    rf"{_IT}\s{_CANNOT}\sbe(?:\s(?:correct|it|right|true))?(?={_END}|\s?[.,;:—–-])|[^,;:]{{0,80}}\b{_CANNOT}\sbe\sit\b|[^,;:]{{0,80}}\bit\swas\sruled\sout",
    rf"{_IT}\s(?:(?:does|did)(?:\snot|n['’]t)|fails\sto)\s(?:add\sup|look|make\ssense|seem|work)",
    rf"{_IT}\s(?:(?:does|did)(?:\snot|n['’]t)|fails\sto)\s(?:agree|fit|hold|match|satisfy)(?:{_END}|\s(?:(?:for|in|on|with)\s)?{_EVIDENCE})",
    rf"{_IT}\s(?:breaks|contradicts|fails|violates)(?:{_END}|\s(?:(?:for|in|on)\s)?{_EVIDENCE})",
    rf"{_IT}\s(?:contains|has)\s{_SLIP}|.*\babove\s(?:are|is)\s(?:off|reversed|swapped|wrong)\b",
    rf"{_IT}\s(?:leads\sto|gives|is)\sa\scontradiction|not\squite(?:\sright)?{_END}|off\sby\s\w+{_END}|wrong{_END}",
    # I misread the input. I just noticed an error. There is a mistake above.
    rf"{_ABOUT_EARLIER}i(?:\s(?:(?:also|believe|had|have|just|may|might|must|now|realize|realized|see|seem\sto|think)(?:\s(?:that\s)?i\b)?))*\s"
    rf"(?:erred|forgot(?:ten)?|mis[a-z-]{{3,}}|messed\sup|mixed\sup|overlooked|used\sthe\swrong|(?:found|made?|noticed?|realized?|see|spot(?:ted)?)\s{_SLIP})\b",
    rf"{_ABOUT_EARLIER}there(?:['’]s|\s(?:is|may\sbe|might\sbe|must\sbe|seems\sto\sbe|was))\s{_SLIP}(?!\sin\sthe\s(?:input|prompt|question))",
    r"(?:my\s(?:bad|mistake)|that\swas\shasty)\b|i\sshould\shave\s(?:answered|chosen|picked|said|taken|written)\b|.*\bwhich\si\s(?:forgot|missed|overlooked)\b",
    rf"{_ABOUT_EARLIER}.*\bi\s(?:just\s)?(?:notice|noticed|realize|realized|see)\s(?:now\s)?that\b.*\b(?:impossible|(?:is\snot|isn['’]t|not)\s(?:allowed|possible)|wrong)\b",
    rf"{_ABOUT_EARLIER}i\s(?:was\swrong|got\s{_IT}\swrong|(?:exchanged|mixed\sup|reversed|swapped)\s(?:x|y|z|the\s(?:axes|coordinates|signs?))|(?:may|might|must)\shave\s(?:it|them|this)\s(?:backwards|reversed|swapped))\b",
    # Let me recalculate. I need to recheck the last step. I cannot determine it.
    r"(?!.*\b(?:if|later|next)\b)(?:let\sme|i(?:['’]ll|\s(?:have\sto|must|need\sto|ought\sto|should|want\sto|will)))\s(?:(?:check|think)\s(?:again|more)|re[\s-]?"
    r"(?:calculat|check|comput|consider|count|do|evaluat|start|think|try|work)\w*|start\s(?:again|over)|try\s(?:again|\w+\sas\b))[^:：]*\Z",
    r"i\s(?:can(?:not|['’]t)\s(?:answer|determine|say)|do\snot\sknow|don['’]t\sknow)\b[^:：,;]{0,40}[^\w?]*\Z",
    rf"i(?:\sam|['’]m)\snot\s(?:confident\sin\s{_IT}|going\sto\s(?:say|submit)\s{_IT})",
    # I'm not sure which it is. Take either one. Both fit the clues. I am not sure whether it is this or Y.
    r".*\b(?:(?:i['’]m|i\sam)\s(?:not\s(?:certain|sure)|uncertain|unsure)|i\s(?:really\s)?(?:cannot|can['’]t|could\snot|couldn['’]t|do\snot|don['’]t|have(?:n['’]t|\snot)\sbeen\sable\sto)\s(?:decide|determine|find\sout|know|say|tell))\s(?:exactly\s)?which(?:\s(?:answer|applies|convention|from|is|it|of|one)\b|[\W_]*\Z)",
    r".*\b(?:cannot|can['’]t)\stell\s(?:them|the\stwo)\sapart\b|.*\b(?:leaves?\s(?:it|that|this)\sopen|(?:does\snot|doesn['’]t)\ssettle)\b|.*\bcoin\s(?:flip|toss)\b|.*\bcould\sbe\strue\sas\swell\b",
    r".*\bthere(?:['’]s|\sis)\s(?:also\s)?(?:a\ssecond|another)\s(?:answer|candidate|cell|grid|number|option|order|possibility|solution|word)\b|.*(?:do\snot|don['’]t|isn['’]t|is\snot)\s(?:meant|take)\b.*\banswer\b",
    r".*\b(?:(?:choose|take|use)\seither(?:\sone)?\b|(?:may|might)\sbe\seither\sof\s(?:them|these|the\stwo)\b|either\s(?:one\s)?(?:could|may|might|would)\sbe\s(?:correct|right)|both\s(?:are\s(?:consistent|possible|plausible)|fit|work)\b)",
    rf"i(?:\sam|['’]m)\s(?:still\s)?(?:not\ssure|torn|undecided|unsure|wavering)\s(?:(?:between|if|whether)\s)?{_IT}\b.*\b(?:or|and)\b",
    # Check: ✗
    rf"(?:checking|verification)\b.{{0,60}}\bfails\b|(?:my\s|the\s)?(?:check(?:ing)?|verification|verify)\b[^:：]{{0,20}}(?:[:：]|\.\.\.).{{0,200}}\s?[{CROSSES}]",
)
_RETRACTS = re.compile(rf"{_LEADS}(?:{'|'.join(_TAKES_BACK)})", re.IGNORECASE)
_PART = (
    r"(?:the\s)?(?:(?:first|second|third|fourth|fifth|sixth|last|final|\d{1,2}(?:st|nd|rd|th))\s(?:two\s|three\s)?\w+|(?:first|second|third|last)(?:\sone)?|"
    r"[xyz](?:[\s-](?:component|coordinate|value))?|\w{1,12}\s?#?\d{1,3}|\d{1,6})"
)
_AGAIN = r"(?:\W*(?:(?:actually|but|correction|hmm+|no|oh|sorry|wait)\b\W*)++)"
_CORRECTS_PART = re.compile(
    rf"{_AGAIN}.*\b(?:must|ought\sto|should)\s(?:actually\s|instead\s|really\s)?(?:be|have\sbeen|read)\b(?!\s(?:correct|fine|good|ok|okay|right)\b)|"
    rf"\W*{_PART}\s(?:could|may|might|must|ought\sto|should)\s(?:actually\s|instead\s|rather\s|really\s)?(?:be|have\sbeen|read)\b(?!\s(?:correct|fine|good|ok|okay|right)\b)|"
    r".*\b(?:could|may|might|must|need\sto|ought\sto|should)\s(?:also\s|have\sto\s)?be\s(?:exchanged|flipped|interchanged|reversed|swapped)\b|.*\bshould\scome\s(?:after|before)\b|"
    rf"{_AGAIN}(?:please\s)?(?:change|exchange|flip|replace|swap)\s.*\s(?:and|by|for|to|with)\s|\W*(?:please\s)?replace\s(?:it|\S{{1,20}})\s(?:by|with)\s|"
    rf"{_AGAIN}.*\b(?:it|that|this|\w+\s?\d+)\s{_CANNOT}\sbe\b|{_AGAIN}i\s(?:added|applied|assumed|counted|dropped|read|reversed|skipped|swapped|took|used)\b|"
    r".*\bi\s(?:cannot|can['’]t)\sdecide\b",
    re.IGNORECASE,
)
"""`Actually gate 3 should be 0.`, `7 and 6 should be swapped.`, `Replace 7 with 13.`, `Hmm, I used degrees.`"""
_STOPPED = re.compile(
    rf"\W*(?:(?:ah|but|hmm+|no|oh|uh|um|so)\W+)*(?:{_STOP}|(?:correction|corrigendum|erratum|errata|typo)\s?[,:：—–-])|[\W_]*(?:no|oops|stop|wait){_END}",
    re.IGNORECASE,
)
"""Somebody stops: `Wait, ...`, `Hold on: ...`, `Correction: ...`."""
_HESITATES = re.compile(r"\W*(?:but\W+)?hmm+\b", re.IGNORECASE)
_IN_CHINESE = re.compile(
    r"[\W_]*(?:(?:等等|等一下|不对|抱歉|对不起|糟糕|啊|请|但|不过|所以)[，,。！!\s]*)*(?:(?:等等|等一下|稍等|不对?|更正)(?=[，,。：:…！!\s]|\Z)|请?(?:忽略|无视)(?:上面|以上|前面|之前)|我?(?:收回|撤回)|"
    r"我?(?:算|弄|搞|看|数)(?:错|漏)了|\w{0,6}(?:用|写|读|记|填)错了|(?:以上|上述|上面的?|前面的?)?(?:结果|答案)?(?:作废|无效)|还是(?:选|用|出)|应该?(?:选|出)|.{0,30}(?:无法|不能|难以)(?:确定|判断)|"
    r"(?:这个|上述|上面的?|以上的?|前面的?)?答案(?:有误|不对|错了|是错的|不正确)|(?:这里|这)(?:有|是)?矛盾(?:了)?|"
    r"(?:(?:我|让我)?(?:还)?(?:需要|得|要|应该)?)(?:再)?(?:重新|重)(?:计算|分析|检查|考虑|思考|推理|算|数|看)(?!过|了一))",
)
_IN_OTHERS = re.compile(
    r"\W*(?:nein|no|non)\W+(?:das\sist\s(?:falsch|nicht\srichtig)|eso\s(?:es\sincorrecto|está\smal)|c['’]est\s(?:faux|incorrect))\W*\Z",
    re.IGNORECASE,
)
_CONFIRMS = re.compile(
    rf"{_LEADS}(?:yes\b[^:：]{{0,40}}|(?:it|that|this|which|everything|all)\s(?:(?:all|also|indeed|still|then)\s)*(?:confirms|checks\sout|holds|stands|(?:is|was)\s(?:(?:all|indeed|still)\s)?(?:consistent|correct|fine|right|a\stricky\sone))\b(?!\?)[^:：=]{{0,40}}|"
    r"i['’]m\s(?:fairly|pretty|quite|very)\s(?:confident|sure)\b[^:：=]{0,40}|.{0,80}\b(?:is|was|are|have|has)\s(?:(?:been|now)\s)?(?:corrected|fixed)(?:\s(?:above|here|now))?\W*|(?:没错|是的|是对的|确认无误)\W*)",
    re.IGNORECASE,
)
"""`... Yes, it is.`, `Actually, this confirms my hypothesis.`: the answer stands."""
_SAID_LAST = re.compile(r"(?:\.+|[!?:…]|——)\s*(?=\S)")
SUPPOSES = re.compile(
    r"\W*(?:assum(?:e|ing)|case\b|if|suppos(?:e|ing)|the\salternative|were)\b|\W*(?:如果|假设)", re.IGNORECASE
)
_NO = re.compile(
    r"\W*(?:(?:it|that|this|which)(?:\s(?:is|was)|['’]s)\s)?(?:(?:already|highly|most|now|probably|quite|rather|very)\s)?"
    r"(?:can(?:not|['’]t)\sbe(?:\s(?:correct|it|right))?|cancell?ed|discarded|excluded|eliminated|impossible|incorrect|"
    r"(?:an?\s|just\san\s|only\san\s|for\s)?(?:example|instance)|e\.g\.|(?:just\s)?kidding|never|no|nope|no\W+wait|not\s(?:correct|it|likely|my\s(?:final\s)?(?:answer|move)|possible|right|this)|"
    r"not\sfinal|(?:an?\s|just\sa\s|only\sa\s)?placeholder(?:\s(?:for\snow|until|while)\b.*)?|(?:tentative\W+)?(?:let\sme|i['’]ll|i\s(?:must|need\sto|will))\s(?:keep\s)?(?:check|think|verify)\w*\b.*|rejected|retracted|ruled\sout|scratch\s(?:it|that|this)|struck(?:\sout)?|unlikely|wait|withdrawn|wrong)\W*",
    re.IGNORECASE,
)
"""What takes back the answer beside which it stands, and names no other."""
_WHOLE, _PARTS = (_STOPPED, _IN_OTHERS), (_RETRACTS, _CORRECTS_PART, _IN_CHINESE)
"""What a sentence says, and what a part of one does, too."""
_CONJUNCTION = re.compile(
    r"(?:[,;:，；：—–]\s?(?:(?:and|but|hence|so|therefore|thus|which\smeans)\s)?|\s(?:and|but|so)\s)"
)
_SUPPOSED = re.compile(
    r"\b(?:consider(?:ed)?|earlier|first|hypothes\w+|if|initial(?:ly)?|previous(?:ly)?|reject(?:ed)?|ruled\sout|tested|thought|tried|unless|were|would)\b",
    re.IGNORECASE,
)
"""Words of a sentence whose parts may speak of something else than the answer."""
_OTHER_RULED_OUT = re.compile(r"\W*it(?:['’]s|\s(?:is|was))\s(?:excluded|eliminated|ruled\sout)\b", re.IGNORECASE)
"""`The Falke has two seats, so it's ruled out`: what the sentence began with."""
_INSTEAD = re.compile(r"\b(?:is\snot|isn['’]t|must|ought\sto|should)\s", re.IGNORECASE)
_DENIED_PART = re.compile(r"(?:\bnot|n['’]t)\s(?P<part>[^\s,;]{1,40})(?=\sbut\b|\s?[.,;]|\s?\Z)")
_LONGEST_NAME = 200
"""Characters of an answer that a line may name to say something of it."""


def denies(beside: str, answer: str = "") -> bool:
    """Whether an aside says that the answer beside which it stands is none: `X (ruled out)`, `X — no, wait`."""
    return _NO.fullmatch(beside) is not None or retracts(beside, answer)


def retracts(line: str, answer: str = "") -> bool:
    """Whether words beside or below an answer take it back: `Scratch that.`, `It is odd, so X is wrong.`

    What follows from a supposition does not, and words that say that the answer stands do not.
    """
    if line.strip().startswith("(") and _NO.fullmatch(line):
        return True
    line = _naming_it(line[:LONGEST_LINE], answer).strip()
    if confirms(line) or line.rstrip(" *_\"'”").endswith("?") or SUPPOSES.match(line):
        return False
    if _denies_part(line, answer):
        return True
    sentences = ["", *SENTENCES.split(line, MOST_SENTENCES)]
    said = (each for before, each in pairwise(sentences) if not (SUPPOSES.match(before) or SUPPOSES.match(each)))
    return any(
        any(form.match(each) for form in (*_WHOLE, *_PARTS))
        or any(form.match(part) for part in _clauses(each) for form in _PARTS)
        for each in dict.fromkeys((line, *said))
    )


def _denies_part(line: str, answer: str) -> bool:
    """Whether a line says that a part of an answer of several is another: `Z isn't 165 but 145`, `20.1, not 19.9`."""
    parts = re.findall(r"[\w.+-]*\w", answer[:_LONGEST_NAME])
    denied = {found["part"].strip(".,;)") for found in _DENIED_PART.finditer(line)}
    return len(parts) > 1 and not denied.isdisjoint(parts) and _INSTEAD.search(line) is not None


def _naming_it(line: str, answer: str) -> str:
    """Return a line in which the answer is called `it`."""
    if not answer.strip(" .*_`") or len(answer) > _LONGEST_NAME:
        return line
    return re.sub(rf"(?<![\w.-]){re.escape(answer)}(?![\w-])", "it", line)


def _clauses(sentence: str) -> Iterator[str]:
    """Yield the clauses of a sentence from each conjunction on, unless they follow from a supposition."""
    if not _SUPPOSED.search(sentence):
        clauses = (sentence[found.end() :] for found in islice(_CONJUNCTION.finditer(sentence), MOST_SENTENCES))
        yield from (clause for clause in clauses if not _OTHER_RULED_OUT.match(clause))


def confirms(line: str) -> bool:
    """Whether a line below an answer says that it stands: `Wait, is that right? Yes, it is.`"""
    return len(line) <= LONGEST_LINE and _CONFIRMS.fullmatch(_SAID_LAST.split(line.strip())[-1]) is not None


def stops(line: str, answer: str = "") -> bool:
    """Whether a line begins as somebody does who stops (`Wait, ...`), and takes the answer back, or leaves it open."""
    begins = _STOPPED.match(line[:LONGEST_LINE]) or _HESITATES.match(line[:LONGEST_LINE])
    return begins is not None and retracts(line, answer)
