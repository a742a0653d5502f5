"""The `encryption` family: a text goes in, a text comes out, and the player finds the rule."""

from __future__ import annotations

import json
import random
import re
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.clear import check_clear, quoted
from boxwright.blackboxes.contracts import functions_of
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.families.encryption import tables
from boxwright.blackboxes.families.encryption.contract import Encryption
from boxwright.blackboxes.families.fields import read_parameters
from boxwright.blackboxes.families.function import FunctionFamily, read_domain
from boxwright.blackboxes.faults import BadOutput, DescriptionFault
from boxwright.blackboxes.plural import listed
from boxwright.blackboxes.records import TurnRecord
from boxwright.blackboxes.types import Example, Gain, Score
from boxwright.blackboxes.wrappings import named

MAX_OUTPUT = 2_000
"""Characters."""
_NUMBERS = re.compile(r"[0-9]+(?:\s*,\s*[0-9]+)+")
PLAIN = 0.25
"""The share of tests that are drawn as the domain has them."""


class TextDomain(BaseModel):
    """The field `domain`: which plaintexts are valid."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    letters: str = Field("any", pattern="^(any|upper|lower)$")
    """any | upper | lower: which ASCII letters may occur."""
    digits: bool = False
    """Whether the digits 0 to 9 may occur."""
    spaces: bool = True
    """Whether blanks may occur."""
    min_length: int = Field(1, ge=0)
    """Characters, blanks included."""
    max_length: int = Field(30, ge=1, le=200)
    """Characters, blanks included."""

    @cached_property
    def alphabet(self) -> str:
        """Every character that may occur, blanks last."""
        letters = {
            "any": string.ascii_letters,
            "upper": string.ascii_uppercase,
            "lower": string.ascii_lowercase,
        }
        return letters[self.letters] + (string.digits if self.digits else "") + (" " if self.spaces else "")

    @cached_property
    def letters_and_digits(self) -> str:
        """Every character that may occur but the blank."""
        return self.alphabet.replace(" ", "")

    @cached_property
    def rare(self) -> str:
        """Letters that are rare in words, and 0; all letters and digits where there are none."""
        return "".join(c for c in self.letters_and_digits if c.casefold() in "jkqvwxyz0") or self.letters_and_digits

    @cached_property
    def characters(self) -> frozenset[str]:
        """Every character that may occur."""
        return frozenset(self.alphabet)

    def strange(self, plaintext: str) -> list[str]:
        """Return the characters that no plaintext holds."""
        return sorted(set(plaintext) - self.characters)

    def words(self) -> str:
        """Describe the domain for players."""
        kinds = [{"any": "letters (A-Z and a-z)", "upper": "letters (A-Z)", "lower": "letters (a-z)"}[self.letters]]
        kinds += ["digits"] if self.digits else []
        kinds += ["spaces"] if self.spaces else []
        return f"{listed(kinds)}; {self.min_length} to {self.max_length} characters"


class Ciphertexts(BaseModel):
    """The field `parameters`: what ciphertexts hold that no worked example shows."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    signs: str = Field("", max_length=40)
    """Signs beside letters, digits and blanks, one after the other."""


@dataclass(frozen=True)
class TextRules:
    """What the family read from a description."""

    domain: TextDomain
    examples: tuple[Example, ...] = field(default=())
    signs: str = ""
    """What ciphertexts hold besides letters, digits and blanks: the examples show them, or `signs` says so."""

    @property
    def told_letters(self) -> str:
        """Describe for players what a ciphertext may hold."""
        signs = [f"`{sign}`" for sign in self.signs]
        return listed(["letters", "digits", "spaces", *signs])

    def seen_letters(self) -> str:
        """Say what the ciphertexts of the worked examples hold, and which signs others may hold; nothing if unknown."""
        written = set("".join(str(example.expected) for example in self.examples))
        ranges = {"A-Z": string.ascii_uppercase, "a-z": string.ascii_lowercase}
        letters = [name for name, range_ in ranges.items() if written & set(range_)]
        kinds = [f"letters ({listed(letters)})"] if letters else []
        kinds += ["digits"] if written & set(string.digits) else []
        kinds += ["spaces"] if " " in written else []
        kinds += [f"`{sign}`" for sign in self.signs if sign in written]
        others = [f"`{sign}`" for sign in self.signs if sign not in written]
        seen = f"; those of its examples hold {listed(kinds)}" if kinds else ""
        return seen + (f"; others may hold {listed(others)}" if others else "")

    @cached_property
    def ciphertext_letters(self) -> frozenset[str]:
        """Every character that a ciphertext may hold."""
        return frozenset(string.ascii_letters + string.digits + " " + self.signs)

    def strange(self, ciphertext: str) -> list[str]:
        """Return the characters that no ciphertext holds."""
        return sorted(set(ciphertext) - self.ciphertext_letters)


class EncryptionFamily(FunctionFamily[TextRules, None]):
    """Texts in, texts out; answers are compared exactly, but for blanks around them and lengths of runs of blanks."""

    name = "encryption"
    signature = "blackbox(plaintext)"
    revision = 7
    functions = functions_of(Encryption)

    def takes_and_returns(self, rules: TextRules) -> str:
        """As Family."""
        return f"takes a text ({rules.domain.words()}) and returns a text{rules.seen_letters()}"

    def read(self, description: Description) -> TextRules:
        """Read domain, parameters and examples. Raises: DescriptionFault."""
        said = read_parameters(Ciphertexts, description).signs
        domain = read_domain(TextDomain, description)
        if domain.min_length > domain.max_length:
            raise DescriptionFault("min_length is above max_length", "swap them", ("domain", "min_length"))
        outputs = "".join(str(example.get("output", "")) for example in description.front.examples)
        rules = TextRules(domain, signs="".join(TextRules(domain).strange(outputs + said)))
        return replace(rules, examples=self.read_examples(description, rules))

    def told_by_examples(self, rules: TextRules) -> Mapping[str, Any]:
        """The signs that ciphertexts hold."""
        return {"signs": rules.signs} if rules.signs else {}

    def gains(self, box: Box[TextRules], turns: Sequence[TurnRecord]) -> Sequence[Gain] | None:
        """Count substitution tables, where the box is one."""
        return tables.gains(box, turns)

    def shape(self, box: Box[TextRules]) -> None:
        """Return None: modules have no `describe()`."""
        return

    def introduction(self, rules: TextRules, shape: None) -> dict[str, object]:
        """Tell players the domain."""
        cased = rules.domain.letters == "any"
        return {"domain": rules.domain.words(), "cased": cased, "ciphertext": rules.told_letters}

    def parse_input(self, rules: TextRules, text: str) -> str:
        """Read a plaintext. Raises: InvalidReply."""
        value = quoted(text)
        if not rules.domain.min_length <= len(value) <= rules.domain.max_length:
            raise self.refuse("length", found=len(value), domain=rules.domain.words())
        if strange := rules.domain.strange(value):
            raise self.refuse("letters", found=" ".join(map(ascii, strange[:5])), domain=rules.domain.words())
        if value == text and named(text) in ("query", "plaintext"):
            raise self.refuse("letters", found=named(text), domain=rules.domain.words())  # what it names is read next
        return value

    def parse_output(self, rules: TextRules, shape: None, text: str) -> str:
        """Read a ciphertext: one line of characters that a ciphertext may hold. Raises: InvalidReply."""
        value = quoted(text)
        strange = rules.strange(value)
        if strange:
            raise self.refuse("ciphertext", found=" ".join(map(ascii, strange[:5])), ciphertext=rules.told_letters)
        if value == text:
            check_clear(value)
        return value

    def render(self, rules: TextRules, value: Any) -> str:
        """Write a text; quoted where leading or trailing blanks, or quotes, would be lost."""
        text = str(value)
        plain = text and text == text.strip() and text[0] not in '"`*'
        return text if plain else json.dumps(text, ensure_ascii=False)

    def draw(self, rules: TextRules, rng: random.Random) -> str:
        """Draw a text of a few words, of any length in the domain (short ones more often)."""
        domain = rules.domain
        length = min(rng.randint(domain.min_length, domain.max_length) for _ in range(2))
        length = max(length, min(4, domain.max_length))
        letters = domain.letters_and_digits
        characters = [rng.choice(letters) for _ in range(length)]
        if domain.spaces:
            position = rng.randint(2, 8)
            while position < length - 1:
                characters[position] = " "
                position += rng.randint(2, 8)
        return "".join(characters)

    def draw_test(self, rules: TextRules, rng: random.Random, part: float) -> str:
        """Draw a text whose length is in its part of the range, with what rules often treat in a way of its own.

        Such are doubled letters, rare letters, two blanks in a row, odd and even lengths, and long texts.
        """
        domain = rules.domain
        shortest = max(domain.min_length, min(4, domain.max_length))
        length = shortest + int(part**0.6 * (domain.max_length - shortest + 1))
        letters, rare = domain.letters_and_digits, domain.rare
        text = ""
        while len(text) < length:
            roll = rng.random()
            if domain.spaces and text and roll < 0.12 and text[-1] != " " and len(text) < length - 1:
                text += "  " if rng.random() < 0.25 and len(text) < length - 2 else " "
            elif text and roll < 0.3 and text[-1] != " ":
                text += text[-1].swapcase() if domain.letters == "any" and rng.random() < 0.3 else text[-1]
            else:
                text += rng.choice(rare if roll > 0.85 else letters)
        return text

    def draw_asked(self, rules: TextRules, rng: random.Random, part: float) -> str:
        """Draw as a test, but one in four as the domain has them: there are more short texts among these."""
        return self.draw(rules, rng) if part < PLAIN else self.draw_test(rules, rng, part)

    def corners(self, rules: TextRules) -> Sequence[str]:
        """Shortest and longest texts, first and last letters, repeated letters, blanks in odd places."""
        domain = rules.domain
        letters = domain.letters_and_digits
        texts = [
            letters[0],
            letters[-1],
            letters[:2],
            letters[0] * 2,
            letters[-1] * 3,
            letters[: domain.max_length],
        ]
        texts += [
            letters[0] * domain.max_length,
            letters[-1] * domain.max_length,
            letters[::-1][: domain.max_length],
            "",
        ]
        if domain.letters == "any":
            texts += ["aA", "zZ", "xX"]
        if domain.digits:
            texts += ["0", "9a9"]
        if domain.spaces:
            texts += [
                f"{letters[0]} {letters[1]}",
                f"{letters[0]}  {letters[-1]}",
                f" {letters[2]}",
                f"{letters[2]} ",
                " ",
            ]
        fitting = [t for t in texts if domain.min_length <= len(t) <= domain.max_length]
        return list(dict.fromkeys(fitting))

    def outside(self, rules: TextRules) -> Sequence[str]:
        """Wrong characters, wrong lengths, and no query at all."""
        domain = rules.domain
        length = min(domain.max_length, max(3, domain.min_length))
        inside = domain.alphabet[0] * (length // 2)
        replies = ["", "hello", "QUERY:", f"QUERY: {domain.alphabet[0] * (domain.max_length + 1)}"]
        strange = ["é", "!", "\x00", "字"]
        strange += [] if domain.digits else ["7"]
        strange += [] if domain.spaces or length < 3 else [" "]  # a blank at the end is not read
        strange += {"any": [], "upper": ["a"], "lower": ["A"]}[domain.letters]
        rest = domain.alphabet[0] * (length - length // 2 - 1)
        replies += [f'QUERY: "{inside}{text}{rest}"' for text in strange]
        return replies

    def in_domain(self, rules: TextRules, value: Any) -> bool:
        """Whether a value is a valid plaintext."""
        domain = rules.domain
        fits = isinstance(value, str) and domain.min_length <= len(value) <= domain.max_length
        return fits and not domain.strange(value)

    def domain_size(self, rules: TextRules) -> int | None:
        """Number of texts, or None above a million."""
        letters = len(rules.domain.alphabet)
        total = 0
        for length in range(rules.domain.min_length, rules.domain.max_length + 1):
            total += letters**length
            if total > 1_000_000:
                return None
        return total

    def check_output(self, rules: TextRules, shape: None, value: Any) -> None:
        """Check that an output is one line of printable text. Raises: BadOutput."""
        if not isinstance(value, str):
            raise BadOutput(f"must return a string, not {type(value).__name__}")
        if len(value) > MAX_OUTPUT:
            raise BadOutput(f"returned {len(value)} characters; at most {MAX_OUTPUT} are allowed")
        if not value.isprintable():
            raise BadOutput("returned a text with control characters or line breaks")
        strange = rules.strange(value)
        if strange:
            shown = " ".join(map(ascii, strange[:5]))
            raise BadOutput(f"returned {shown}, which no worked example's output holds; add an example that shows it")

    def guess_output(self, rules: TextRules, shape: None, value: Any, rng: random.Random) -> str:
        """Draw as many letters as the plaintext has."""
        letters = rules.domain.letters_and_digits
        return "".join(rng.choice(letters) for _ in range(max(1, len(value))))

    def compare(self, rules: TextRules, truth: Any, answer: Any) -> Score:
        """Compare exactly; blanks around the texts do not count, and an answer may write runs of blanks as one.

        Of numbers with commas between them the numbers count: `604, 124` is `604,124`.
        """
        whole, given = str(truth).strip(), str(answer).strip()
        right = given in (whole, " ".join(whole.split()))
        if _NUMBERS.fullmatch(whole) and re.fullmatch(r"[0-9,\s]+", given):
            right = re.findall(r"[0-9]+", whole) == re.findall(r"[0-9]+", given)
        return Score(answer, right, float(right))
