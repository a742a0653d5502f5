"""The writer and the reviser of knowledge books: what each is asked, and how a book is found in the reply."""

from __future__ import annotations

import re
from collections.abc import Sequence

from boxwright.agents.runs.asking import Manner, ask_readable, request_of
from boxwright.blackboxes.prompts import load_prompt, prompt_versions
from boxwright.blackboxes.reasoning.kumo.books.reader import BookFinding
from boxwright.blackboxes.reasoning.kumo.books.writer import symbolic_book
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.harness.chat.api import ChatModel, Request

WRITER, REVISER = "writer", "reviser"
ROLES = (WRITER, REVISER)
WORDS = {"en": ("English", "rule out"), "zh": ("Chinese", "排除")}
"""Per language: its name, and the verb of ruling out."""
RIGHT = re.compile(r"\W*RIGHT\W*", re.IGNORECASE)
_BOOK = re.compile(r"<book>\s*\n?(.*)</book>", re.DOTALL)
LEAST = 200
"""Minimum characters of a book; a fragment is refused."""
SHOWN_FINDINGS = 80


def prompts_of() -> dict[str, int]:
    """Return the version of every prompt that is used to write a book."""
    return prompt_versions(["kumo/book"])


class BookAuthor:
    """Writes and revises the book of one instance."""

    def __init__(self, writer: ChatModel, reviser: ChatModel, instance: Instance, language: str) -> None:
        self._writer, self._reviser, self._instance, self._language = writer, reviser, instance, language
        self._prompt = load_prompt("kumo/book")

    def write(self) -> str:
        """Return a first book. Raises: BadReply, ModelError."""
        request = self._request(WRITER, "book/1", self._prompt.render("write", **self._rules()))
        return ask_readable(self._writer, request, _book, self._manner())

    def review(self, number: int, book: str, findings: Sequence[BookFinding]) -> str | None:
        """Return the revised book, or None if the reviser finds it right. Raises: BadReply, ModelError."""
        listed = "\n".join(f"- {finding}" for finding in findings[:SHOWN_FINDINGS]) or "(nothing)"
        text = self._prompt.render("review", **self._rules(), book=book.rstrip(), findings=listed)

        def read(said: str) -> str | None:
            if not RIGHT.fullmatch(said):
                return _book(said)
            if findings:
                raise ValueError("it says RIGHT although the program found what is listed; mend that")
            return None

        return ask_readable(self._reviser, self._request(REVISER, f"review/{number}", text), read, self._manner())

    def _rules(self) -> dict[str, object]:
        name, verb = WORDS[self._language]
        return {
            "domain": (self._instance.domain or "something").replace("_", " "),
            "language": name,
            "verb": verb,
            "truths": "\n".join(f"- {truth}" for truth in self._instance.truths),
            "table": symbolic_book(self._instance).rstrip(),
        }

    def _request(self, role: str, step: str, text: str) -> Request:
        return request_of(role, step, ("system", self._prompt.render("system")), ("user", text))

    def _manner(self) -> Manner:
        return Manner(book_is_cut, self._prompt)


def book_is_cut(text: str) -> bool:
    """Whether a book is begun but not ended."""
    return "<book>" in text and "</book>" not in text


def _book(text: str) -> str:
    """Return the book in a reply. Raises: ValueError."""
    found = _BOOK.search(text)
    if found is None:
        raise ValueError("there is no book between <book> and </book> in it")
    book = found[1].strip()
    if len(book) < LEAST:
        raise ValueError(f"the book has only {len(book)} characters; write all of it")
    return book + "\n"
