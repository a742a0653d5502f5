"""What a sentence of a natural book claims, as patterns for the wide reader: ruling out, denial, doubt, proof, turning.

Sentences arrive here without the names of the game: `§` stands for a truth or an action, `¤` for an outcome.
"""

from __future__ import annotations

import re

_I = re.IGNORECASE
EXCLUDES = re.compile(
    r"\brul(?:e|es|ed|ing)[\s-]+out\b|\brules?\s+\S+(?:\s\S+){0,12}?\s+out\b|\bexclu(?:d\w+|sions?)\b|\beliminat\w+"
    r"|\b(?:inconsistent|incompatible|not (?:consistent|compatible)) with\b|\bdiscard\w*"
    r"|\bdismiss\w*|\bcross\w* off\b"
    r"|\bno longer (?:possible|a candidate|candidates)\b|\bstruck (?:off|out)\b"
    r"|\bremoved? from (?:the list|consideration)\b"
    r"|\bcannot be (?:the (?:answer|truth|cause)|right|correct|true)\b|\bout of the question\b|\bimpossible\b",
    _I,
)
"""A sentence says that something is ruled out ..."""
_VERB = r"(?:rul\w+|exclu\w+|eliminat\w+|discard\w*|dismiss\w*|inconsistent|incompatible|impossible)"
DENIES = re.compile(
    rf"\b(?:not|never|cannot|nor|neither|without|fails? to|instead of)\b[^.;:]{{0,30}}?{_VERB}"
    rf"|n['’]t\b[^.;:]{{0,30}}?{_VERB}|\b(?:not|never|n['’]t)\s+(?:be\s+)?(?:inconsistent|incompatible|impossible)",
    _I,
)
"""... unless it denies it ..."""
_OUT = r"(?:rul(?:e|es|ed|ing)[\s-]+out|exclu\w+|eliminat\w+)"
NOTHING = re.compile(
    r"\b(?:nothing|none|no (?:\w+ ){0,3}(?:exclusions?|rule-?outs?)"
    rf"|no (?:\w+ ){{0,3}}?(?:(?:is|are|were|can be|to be|to) )?(?:\w+ly )?{_OUT}"
    r"|(?:rules?|ruling) out no\b|exclud\w+ no\b|eliminat\w+ no\b"
    rf"|not (?:\w+ ){{0,3}}{_OUT} (?:any|listed|specific|particular)"
    r"|exclusions? (?:are |is )?not (?:specified|given)"
    r"|not specified for ruling out)\b",
    _I,
)
"""... or says that nothing is ruled out."""
TAKES_BACK = re.compile(
    rf"\b(?:not?|never|none|off|out|wrong|false|untrue|invalid|void|remov\w*|delet\w*|cross\w*|str[iu](?:ke|ck)\w*|cancel\w*"
    rf"|{_VERB})",
    _I,
)
"""A word that by itself takes back what stands before it."""
OTHERS = re.compile(r"\b(?:others?|remaining|rest)\b", _I)
"""... of what was not named before."""
KEEPS = re.compile(r"\b(?:remains?|stays?|still|possible|plausible|consistent with|compatible with|in play)\b", _I)
CLAIMS = re.compile(
    r"\b(?:confirm\w*|prove[sdn]?|proof|establish\w*|diagnos(?:e|ed|tic of)|diagnoses(?=\s+§)|indicat(?:e|es|ed"
    r"|ing)|suggest\w*|points? to"
    r"|must be (?!(?:ruled|excluded|eliminated|discarded|dismissed|struck|removed|crossed))"
    r"|guarantee\w*|certain(?:ly)? (?:is|the)"
    r"|is the (?:answer|truth|valid))\b",
    _I,
)
"""A sentence says that an outcome shows a truth."""
PROVES = re.compile(
    r"\b(?:confirm\w*|prove[sdn]?|proof|guarantee\w*|must be the|is (?:always )?the (?:answer|truth"
    r"|valid\w*|right))\b",
    _I,
)
"""The same, without doubt."""
PROVES_TRUTHS = re.compile(
    r"\b(?:actions?|findings?|outcomes?|readings?|results?|tests?)(?: \w+){0,3}? (?:proves?|proved|guarantees?)\b", _I
)
"""A sentence says so of outcomes in general."""
DOUBTS = re.compile(
    r"\b(?:may|might|could|possibly|probably|likely|unlikely|usually|often|sometimes|perhaps|tends?"
    r"|generally|mostly|rarely|hardly|scarcely|barely|seldom|was once|half of the time|by some"
    r"|in (?:adults|children|infants|men|women)"
    r"|(?:nobody|no one) (?:can|could|may|might|should|would)|refus\w+ to|too (?:early|soon|late) to|escap(?:es?|ing)"
    r"|avoid(?:s|ing)? (?:excluding|eliminating|ruling)|(?:would|could|should) have been"
    r"|(?:all|any(?:body|one|thing)|every(?:body|one|thing)) but"
    r"|disputed|almost|partly|seem\w*|appears?|suspect\w*|believed|maybe|not necessarily|in some cases"
    r"|in most cases)\b",
    _I,
)
TWICE_DENIED = re.compile(r"(?:\b(?:not|never|cannot)|n['’]t)\b[^.;,]*\b(?:nothing|none|no)\b", _I)
"""... and denies that."""
BUT = re.compile(
    r"\b(?:but(?! (?:may|can|might|need|indicat|suggest|elevated|does|do)\w*)|except\w*|other than|besides"
    r"|apart from|save|aside|only|beyond|more than)\b",
    _I,
)
"""... with an exception."""
CONDITIONS = re.compile(
    r"\b(?:unless|except\w*|provided|only (?:if|when|where|for|in)|as long as|together with|in combination|both tests"
    r"|depending|otherwise|others?|the rest|everything else|all but|whichever|opposite|respectively|former|latter)\b",
    _I,
)
TURNS = re.compile(
    r"\b(?:opposite|revers\w+|invert\w+|swap\w*|exchang(?:e[sd]|ing)"
    r"|(?:^|\b(?:to|and|please)\s)exchange|contrary|ignor\w+|disregard\w*|instead"
    r"|actually|in fact|mistake\w*"
    r"|wrong\w*|incorrect\w*|false|untrue|joke|error|misprint|typo|read as|is to be read"
    r"|(?<!the )means?(?! of)|meant|meaning|interpret(?:ed)? as"
    r"|understood as|count(?:s|ed)? as|taken? (?:as|to)|too (?:high|low|much|little|many|few)"
    r"|subtract\w*|add(?:ed|ing)?\b"
    r"|offset|calibrat\w+|shift\w*|double[ds]?|halv\w+|multipl\w+|divid\w+|convert\w*|fahrenheit"
    r"|kelvin|celsius|percent"
    r"|shows? (?:more|less|twice|half)|reads? (?:more|less|high|low|twice)|deduct(?:s|ed|ing|ible)?\b|correct(?:ed"
    r"|ion)|adjust\w*|differs?)\b",
    _I,
)
"""A sentence says how rules or readings are to be understood."""
DESCRIBES = (
    re.compile(r"\bdivid(?:e|es|ed)\b(?: \w+){0,8}? by (?:the|its|what|an?)\b", _I),
    re.compile(r"\bcount(?:s|ed)? as (?:zero|one|lines?)\b", _I),
)
"""What a description of a test, or of a truth, may say although TURNS objects to its words ..."""
DEFINES = re.compile(
    r"^\W*the truth\s+§\s+means that\b(?!.*\b(?:rul\w+|exclu\w+|eliminat\w+|readings?|outcomes?|listed)\b)", _I
)
"""The definition of a truth, which says nothing about rules."""
OF_READINGS = re.compile(
    r"\b(?:readings?|results?|values?|numbers?|figures?|ranges?|outcomes?|rul\w+|exclu\w+|eliminat\w+|listed|below|above)\b",
    _I,
)
"""... unless it is about readings or rules."""
NO_OUTCOME = re.compile(
    r"(?:\b(?:no|not|never|without|other than|rather than|instead of|anything but)|n['’]t)\b"
    r"(?:\s+(?:an?|any|the|be|come|find|give|indicate|read|return|reveal|see|show|yield|back|as|in))*\s+¤"
    r"|¤(?:\s*(?:¤|[,/&]|\b(?:an?|and|or|the)\b))*\s*\b(?:are|is|was|were)\s+(?:\w+ly\s+)?(?:absent|lacking|missing)\b",
    _I,
)
"""A sentence says which outcome there is not."""
MEASURED_IN = (
    (re.compile(r"\b(?:degrees )?celsius\b", _I), ("°c", "celsius")),
    (re.compile(r"\bper ?cent\b", _I), ("%", "percent", "per cent")),
)
"""Units in words, which a description may say where the action's name has the same unit."""
UNITS = re.compile(
    r"\b(?:numbers|values|figures|readings|ranges|units)\b[^.]{0,30}\b(?:are|is|given|stated|expressed)\b[^.]{0,20}\bin\b",
    _I,
)
"""A sentence says in which units all numbers are."""
RULES = re.compile(
    r"\b(?:rul\w+|exclu\w+|eliminat\w+|outcomes?|results?|readings?|guide\w*|book|below|above|listed)\b", _I
)
REASON = re.compile(r"[,;(]?\s*\b(?:because|since|given that|due to|owing to|as (?:it|they|this|these|the|such)\b)", _I)
_TIME_OR_SIZE = (
    r"(?:seconds|minutes|hours|days|weeks|months|years|inches|feet|yards|miles|metres|meters|centimetres|centimeters"
    r"|millimetres|millimeters|kilometres|kilometers|grams|kilograms|milligrams|pounds|ounces|litres|liters)"
)
_RULE = r"(?:rul(?:e|es|ing)|outcomes?|results?|readings?|lines?|entr(?:y|ies)|statements?|sentences?)"
MISREAD = re.compile(
    rf"\bround(?:s|ed|ing)? (?:up|down|to)\b(?! the\b)|(?<!\bset )\boff by\b|\bas a fraction\b"
    rf"|\bread\s+\S+\s+(?:as|for)\b"
    rf"|\b(?:read|take) the opposite\b"
    rf"|\b(?:values?|readings?|results?|numbers?)\b[^.]*\bcounts? as\b(?! (?:zero|one)\b)"
    rf"|\b{_TIME_OR_SIZE}\b(?: \w+){{0,3}} (?:are|is)(?: \w+){{0,2}} {_TIME_OR_SIZE}\b"
    rf"|\bcounts? from\b[^.]*\bin {_TIME_OR_SIZE}\b|\bbelongs? to the (?:\w+ )?range\b"
    rf"|\b(?:complete|appl(?:y|ies)|holds?) only\b|\bonly (?:appl(?:y|ies)|holds?)\b"
    rf"|\b{_RULE} (?:\w+ ){{0,2}}?(?:holds?|are valid|is valid|appl(?:y|ies)) (?:for|in|to)\b"
    rf"|\b(?:bounds?|limits?|ranges|columns?|rows?|tables?|numbers?|high|low)\b[^.;]*\b(?:are|is|have|has|as|of)\b[^.;]*"
    rf"\b(?:upside|transposed|negat\w+|places|approximat\w+|exclusive|printed|shifted|doubled|low|high|more|less)\b"
    rf"|\branges overlap\b|\bwhere it says\b|\bedition\b|\bon (?:a|the) bound\b",
    _I,
)
"""Readings, ranges or lists are not what they are called, or not always."""
UNTRUSTED = re.compile(
    rf"\b{_RULE}\b[^.;]*\b(?:void|invented|fak(?:e|ed)|forged|made up|not binding|obsolete|out of date)\b"
    r"|\b(?:unreliab\w+|distrust\w*|mistrust\w*|taken? back|to test your|contradict\w*)\b"
    r"|\b(?:never|(?:do|should|must|can) not|don['’]t|cannot|can['’]t) (?:be )?(?:trust\w*|rely|relied|believe\w*)\b"
    r"|\b(?:another|other|different) (?:outcome|result|reading)s?\b"
    rf"|\b{_RULE}\b[^.;]*\b(?:experts?|another|odd|even) \w+\b"
    r"|\b(?:parody|fiction|last year|not sure|debate\w*|disputed)\b",
    _I,
)
"""Rules or tests are not to be relied on."""
LISTS_MEAN = re.compile(
    r"\b(?:named|listed|given|written|names?|lists?|entr(?:y|ies))\b[^.;]{0,60}?"
    r"\b(?:remain\w*|stays?|possible|plausible|kept|left|true|valid|candidates|answers?|suspects?|shown)\b"
    r"|\b(?:nothing|no \w+|not) (?:is |are )?(?:listed|named|given)\b[^.;]*\b(?:all|every\w*)\b"
    r"[^.;]*\b(?:falls?|goe?s?|out)\b",
    _I,
)
"""What the names under an outcome are: the ones that it leaves ..."""
_OUT_OF_PLAY = r"(?:excluded|ruled[ -]out|eliminated)"
GENERALLY = re.compile(
    r"\bonly if\b|\bunless\b|\btaken? back\b|\bprovided (?:that|you|it|they)\b|\brul\w+ out every\w*"
    rf"|\b(?:expires?|com(?:e|es|ing) back|skip\w*|denotes?|is present|looking for|until|on (?:a|the) bound"
    rf"|every (?:second|other|third))\b"
    rf"|\bcall\b[^.;]*{_OUT_OF_PLAY}"
    rf"|\b(?:pick|choose|predict|name|take|(?:is|are) the)\b[^.;]*\b(?:any|the|an)? ?{_OUT_OF_PLAY}"
    rf"|{_OUT_OF_PLAY}\b[^.;]{{0,30}}\b(?:is|are) the (?:answer|truth|right)\b|^\W*{_OUT_OF_PLAY}\W+(?:is|means)\b",
    _I,
)
"""A sentence about ruling out in general makes it depend on something, or gives it another meaning."""
ANSWER = re.compile(
    r"\bthe (?:\w+ )?(?:answer|solution|culprit|winner|(?:right|correct|valid|true) (?:one|truth|candidate))\b"
    r"|\b(?:never|always|usually|mostly|often) (?:right|correct|true|valid|false|occurs?)\b"
    r"|\b(?:choose|prefer|pick|predict|guess|skip|favou?r|bet on|default|safe|listed only|to be right)\b"
    r"|\b(?:it is|it['’]s|this is)\s+§",
    _I,
)
"""A sentence says of a truth whether it is the answer."""
GOES_ON = re.compile(
    r"\b(?:likewise|the same (?:goes|holds|is true|applies)|so do(?:es)?)\b|^\W*(?:and|also)\s+§|§\s+(?:too|as well)\b"
    r"|\b(?:another|one more) (?:rule|exclusion|thing|point)\b",
    _I,
)
"""A sentence goes on with a truth from what was said before."""
WHENEVER = re.compile(
    r"\b(?:when\w*|whatever|if|once|as soon as|in case|only the|do not use|no bearing|not what|against)\b", _I
)
DENIES_PROOF = re.compile(r"\b(?:not|never|no|cannot|nothing|nor)\b|n['’]t\b", _I)
_WEAKLY = (
    r"(?:suggest\w*|indicat(?:e|es|ed|ing|ive)|impl(?:y|ies|ying)|reflect\w*|mean(?:s|ing)|show(?:s|ing)?"
    r"|point(?:s|ing)? (?:to|towards))"
)
LEADING_GLOSS = re.compile(rf"^(?:[^:;]*:\W*)?[^§]*?\b{_WEAKLY}\b[^§]*?(?:[,;]|\band\b)\s*(?=(?:\w+ )?{_OUT}\b)", _I)
"""What an outcome suggests besides, before a sentence says what it rules out; it names nothing of the game."""
TRAILING_GLOSS = re.compile(rf",\s*(?:which )?{_WEAKLY}\b.*$", _I | re.DOTALL)
"""The same after it."""
LESS = re.compile(
    r"\b(?:unlikely|(?:less|not(?: the)?|low(?:er)?|reduced) (?:\w+ )?(?:likely|likelihood)|absence|no (?:\w+ )?risk"
    r"|not due to|not (?:be )?(?:present|occurring)|not the (?:\w+ )?cause)\b",
    _I,
)
"""A sentence says the same as a rule-out, only weaker."""
_IS_OUT = rf"§(?:(?:[\s,&/]|\band\b|\bor\b)+§)*\s*(?:is|are|can be|must be)\s+{_OUT}\b"
MEANS_THAT = re.compile(
    rf"\bmean(?:s|ing)(?:\s+that)?\s+(?=§[^.;]*\b{_OUT})|\bindicat(?:es?|ing)\s+that\s+(?={_IS_OUT})", _I
)
GLOSS = re.compile(rf"\b{_WEAKLY}\b", _I)
PURPOSE = re.compile(
    r"\b(?:help\w*|used|useful|aids?|serves?|designed|critical|crucial|important|standard|commonly|often)\b"
    r"(?: [\w-]+){0,6}? (?:diagnos\w+|identify\w*|confirm\w*)|\bin diagnosing\b",
    _I,
)
"""What a test is for."""
DIAGNOSED_BY = re.compile(r"\bdiagnosed\s+(?:using|through|by|via|with)(?:\s+an?|\s+the)?\s+§", _I)
VARIES = re.compile(
    r"\b(?:may|might|can)\b[^.;]*\b(?:one|two|some|several|a few|more)\b[^.;]*\bor\b[^.;]*\b(?:none|nobody|nothing)\b",
    _I,
)
"""Some outcomes rule something out, and some do not: no rule, and none that is denied."""
SUCH_OUTCOMES = re.compile(
    rf"^\W*(?:an?|any|each|every) (?:outcomes?|results?|findings?) "
    rf"(?:(?:with no|without(?: any)?) exclusions?|that {_OUT} (?:none|nobody|nothing))\b",
    _I,
)
"""What holds for the outcomes that rule nothing out, whichever these are: a sentence that denies no rule by that."""
LABELLED = re.compile(r"\W*[\w -]{1,30}\W*:\W*§\W*$")
"""A line that only says which action or truth the following is about."""
SOME_OUTCOME = re.compile(
    r"\b(?:specific|particular|certain|some|corresponding)\b(?: \w+){0,2} (?:outcomes?|results?|findings?)\b", _I
)
"""A sentence says that some outcome of a test rules something out, and not which."""
OF_THESE = re.compile(
    rf"\b(?:help\w*|used|can|to|in)(?: to| in)? {_OUT}"
    r" (?:these|those|such|the (?:following|listed|above)|certain|specific)\s+[a-z]+",
    _I,
)
OF_RULES = re.compile(
    r"\b(?:rul\w+|exclu\w+|eliminat\w+|guide\w*|book|below|above|listed|named|all|any|every\w*|each|others?|rest|never"
    r"|always|true|only|must|candidates?|truths?|answers?|ones?|first|second|third|last|next|previous|remaining"
    r"|fault\w*|fail\w*|broken|reliab\w+|unreliab\w+|void|invalid|repeat\w*|meaningless|useless|worthless|trust\w*"
    r"|device|instrument|machine|kit|scale|unit)\b",
    _I,
)
"""A sentence is about rules, candidates or instruments, or about all of something."""
PINNED = re.compile(
    r"\b(?:namely|that is|such as|i\.e\.|when\w*|if(?! (?:specific|particular|certain))|high\w*|low\w*|large\w*"
    r"|small\w*|above|below|positive\w*|negative\w*|always|first|last)\b",
    _I,
)
"""A sentence says which outcome it means, in other words than its name."""
