"""What a model says in a reply: not its thoughts, nor the tokens of a chat template that a server left in it."""

from __future__ import annotations

import re

_OPENING = re.compile(r"<think(?:ing)?>|\[think\]|◁think▷", re.IGNORECASE)
_CLOSING = re.compile(r"</think(?:ing)?>|\[/think\]|◁/think▷", re.IGNORECASE)
_ASIDE = re.compile(
    r"<(analysis|certainty|confidence|del|explanation|justification|probability|rationale|reasoning|reflection|scratchpad|"
    r"strike|thought)>",
    re.IGNORECASE,
)
"""Where some models reason, explain or say how sure they are between tags, or strike out.

Unlike a thought, what is never closed is part of the reply.
"""
_FINAL = "<|channel|>final"
_BARE, _BARE_FINAL = "analysis", "assistantfinal"
"""The same where a server dropped the tokens and kept the names."""
_OTHER = re.compile(r"<\|channel\|>(?:analysis|commentary)")
"""Channels beside the final one, which alone is meant for the reader."""
_END = re.compile(
    r"<\|(?:im_end|eot_id|eom_id|endoftext|end_of_text|return|END_OF_TURN_TOKEN)\|>|<｜end▁of▁sentence｜>|"
    r"<(?:end_of_turn|eos)>|</s>(?=\s*(?:<|\Z))|\[/?INST\]"
)
"""The end of a turn: what a model makes up behind it, it does not say."""
_TOKEN = re.compile(r"<\|\w{1,30}\|>|<｜[^｜<>\n]{1,30}｜>|<start_of_turn>|\A\s*<(?:s|bos)>")
_BOX = re.compile(r"<\|begin_of_box\|>((?:(?!<\|(?:begin|end)_of_box\|>).)*+)<\|end_of_box\|>", re.DOTALL)
"""How some models write `\\boxed{X}`."""
CALL = re.compile(r"</?(?:function|tool)_(?:call|use)s?>", re.IGNORECASE)
"""What stands around a call, as models write it that know tools; who reads calls leaves it out."""


def spoken(reply: str) -> str:
    """Return what is said in a reply; a token stands between two lines."""
    text = _without_thoughts(_of_final_channel(reply))
    if "<" not in text and "INST]" not in text:
        return text
    text = _BOX.sub(r"\\boxed{\1}", _without_asides(text))
    for end in _END.finditer(text):
        if text[: end.start()].strip():
            text = text[: end.start()]
            break
    return _TOKEN.sub("\n", text)


def _of_final_channel(text: str) -> str:
    _, found, final = text.rpartition(_BARE_FINAL if text.startswith(_BARE) else _FINAL)
    if found:
        return final
    other = _OTHER.search(text)
    return text[: other.start()] if other else text


def _without_thoughts(text: str) -> str:
    """Drop what is thought: up to the closing tag, opened or not, or to the end."""
    parts, at = list[str](), 0
    first = _OPENING.search(text)
    for closed in _CLOSING.finditer(text, 0, first.start() if first else len(text)):
        at = closed.end()
    while opened := _OPENING.search(text, at):
        parts.append(text[at : opened.start()])
        closing = _CLOSING.search(text, opened.end())
        if closing is None:
            return "\n".join(parts)
        at = closing.end()
    return "\n".join([*parts, text[at:]])


def _without_asides(text: str) -> str:
    """Drop what stands between the two tags of an aside."""
    parts, at, lower = list[str](), 0, text.lower()
    unclosed = set[str]()
    for opened in _ASIDE.finditer(text):
        tag = opened[1].lower()
        if opened.start() < at or tag in unclosed:
            continue
        end = lower.find(f"</{tag}>", opened.end())
        if end < 0:
            unclosed.add(tag)
            continue
        parts.append(text[at : opened.start()])
        at = end + len(f"</{tag}>")
    return "\n".join([*parts, text[at:]])
