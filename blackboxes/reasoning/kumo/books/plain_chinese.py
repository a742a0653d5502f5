"""The forms in which a Chinese sentence may say what an outcome rules out, or leaves: a closed grammar.

A truth is the object of ruling out (`排除T`, `将T排除`) or its passive subject (`T被排除`). Alone before
the verb it could be what rules out.
"""

from __future__ import annotations

import re

_ACTED = "(?:在|由)?(?:行动)?[¶‡](?:中)?"
_ENTRY = "(?:数值|读数|测量值|结果|数字|值)"
_SHOWS = "(?:显示为|显示|得到|得出|给出|出现|看到|见到|观察到|测得|为|是)"
_WITHIN = "(?:之间|之内|范围内|范围之内|区间内|内)"
_SHOWN = rf"(?:(?:落在|介于|在|从)?(?:(?:范围|区间)?¤)(?:的?(?:范围|区间))?{_WITHIN}?(?:的{_ENTRY})?)"
_THIS = "(?:此|该|这个|这一)"
_SEEN = rf"(?:(?:若|如果|假如|当|如)?(?:{_ACTED}的?|{_THIS})?(?:{_THIS}?{_ENTRY})?{_SHOWS}?{_SHOWN}(?:时|的时候)?)"
"""An outcome, perhaps with its action."""
_SO = "(?:那么就|那么|则|就|便|故|因此|所以|即)?"
_ALSO = "(?:均|都|也|并)?"
_CAN = "(?:可以|能够|可)?"
_TRUTHS = "[§‡](?:(?:、|，|以及|和|与|及|跟)[§‡])*"
_NOT = "(?:并不|并未|不会|不能|没有|无法|不|未)"
_ANY = "(?:任何(?:一个)?真相)"
_STAYS = "(?:(?:仍然|依然|仍|也)?(?:有可能|可能成立|可能|保留))"
_FORMS = tuple(
    re.compile(rf"(?:{_SEEN}[，：]?{_SO})?{said}")
    for said in (
        rf"{_ALSO}{_CAN}排除{_TRUTHS}",
        rf"{_ALSO}{_CAN}(?:将|把){_TRUTHS}{_ALSO}排除",
        rf"{_TRUTHS}{_ALSO}{_CAN}被排除",
        rf"{_NOT}排除{_TRUTHS}",
        rf"{_TRUTHS}{_ALSO}(?:不|没有|未)被排除",
        rf"{_TRUTHS}{_STAYS}",
        rf"保留{_TRUTHS}",
        rf"{_NOT}排除{_ANY}",
        "没有(?:任何)?真相被排除",
        "什么也(?:不|没有)排除",
    )
)


def states_a_rule_in_chinese(marked: str) -> bool:
    """Whether a sentence with signs for its names states a rule, or that there is none, in a form that is known."""
    said = re.sub(r"[\s*_`]", "", marked).translate(str.maketrans(",:;", "，：；")).strip("，：；。、.")
    return any(form.fullmatch(said) for form in _FORMS)
