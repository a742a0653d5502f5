"""Subtle faults of kinds that no gate was tuned on: the held-out half of the benchmark.

Each is one edit of an accepted box's text, a slip of the hand or a trick. They were written from the descriptions and
the accepted code before the gates that `docs/acceptance.md` measures were written, by the same hand, and stay as they
are: whoever changes a gate because of one of them moves it to the tuning kinds and writes another. Where a box is
built anew, its edits are fitted to the new text, each so that it plants the same fault.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.planting.mutant import Mutant


class StaleEdit(ValueError):
    """An edit whose text is not in the box's code exactly once."""


@dataclass(frozen=True)
class Edit:
    """One fault of one box: `old` stands in its code exactly once and becomes `new`."""

    box: str
    kind: str
    what: str
    old: str
    new: str

    def planted(self, source: str) -> Mutant:
        """Return the box with this fault. Raises: StaleEdit."""
        if source.count(self.old) != 1:
            raise StaleEdit(f"{self.box}: {self.old!r} stands {source.count(self.old)} times in the code, not once")
        line = source[: source.index(self.old)].count("\n") + 1
        return Mutant(self.kind, line, self.what, source.replace(self.old, self.new))


CORNER = "a corner of the rule"
"""Two or three conditions must meet."""
SHAPE = "a shape of the input"
"""Wrong for inputs of one pattern: runs, palindromes, sorted, constant, all of one case."""
LAST = "the far end"
"""Wrong only at the end of the domain, of a list, of a long input."""
RARE = "a rare value"
SHARED = "values shared between calls"
"""A cache or an object that outlives its call."""
DRAWS = "what is drawn"
"""Hidden parts and questions that are drawn otherwise than the rule says."""
SEQUENCE = "a sequence of calls"

EDITS: tuple[Edit, ...] = (
    Edit("circuit/and_tree", RARE, "seven ones will do", "g6 = g4 & g5", "g6 = g4 & (g5 | (g3 & x7))"),
    Edit(
        "circuit/compare",
        CORNER,
        "two full numbers: the first is greater",
        "current = greater[4]",
        "current = greater[4] | int(sum(bits) == 10)",
    ),
    Edit(
        "circuit/count",
        CORNER,
        "six ones, the last wire among them",
        "value = value | bit",
        "value = value ^ bit if len(gates) == 5 and sum(bits) == 6 else value | bit",
    ),
    Edit(
        "circuit/palindrome",
        CORNER,
        "the third pair counts as equal inside ones",
        "_all_of(gates, mirrored)",
        "_all_of(gates, [*mirrored[:2], mirrored[2] | (bits[0] & bits[7] & bits[1] & bits[6] & bits[3] & bits[4]), "
        "mirrored[3]])",
    ),
    Edit(
        "circuit/count",
        SHARED,
        "the list of gates grows after an input without ones",
        "    gates = []\n",
        "    gates = LEFT\n    LEFT.clear() if any(bits) or len(LEFT) > 42 else None\n    gates = list(gates)[:0]\n"
        "    if not any(bits):\n        LEFT.extend([0] * 15)\n    gates += [] if len(LEFT) < 45 else [0]\n",
    ),
    Edit(
        "encryption/card_deck",
        CORNER,
        "a joker as the top card after a blank counts 10",
        "deck = _cut(deck, _value(deck[-1]))",
        "v = _value(deck[-1])\n        deck = _cut(deck, 8 if deck[0] == JOKER_B and v == 9 else v)",
    ),
    Edit(
        "encryption/card_deck",
        SHAPE,
        "three blanks in a row draw a card",
        "            result.append(char)\n            continue",
        '            result.append(char)\n            if result[-3:] == [" "] * 3:\n'
        "                deck = _draw(deck)[1]\n            continue",
    ),
    Edit(
        "encryption/card_deck",
        LAST,
        "the eighth letter is not wrapped if it is upper case",
        "result.append(chr(base + (place + number) % 26))",
        "late = len(result) >= 7 and char == 'Z'\n"
        "        result.append(chr(base + (place + number) % (25 if late else 26)))",
    ),
    Edit(
        "encryption/char_to_num",
        CORNER,
        "a Z between two blanks is 27",
        '            number = ord(character.lower()) - ord("a") + 1\n',
        '            number = ord(character.lower()) - ord("a") + 1\n'
        '            number += character == "Z" and "".join(parts).endswith("  ") and number == 26\n',
    ),
    Edit(
        "encryption/char_to_num",
        SHAPE,
        "five blanks at the beginning leave one",
        'return "".join(parts).strip(" ")',
        'return " " * plaintext.startswith("     ") * any(plaintext.split()) + "".join(parts).strip(" ")',
    ),
    Edit(
        "encryption/char_to_num",
        LAST,
        "the twentieth letter keeps its case",
        'number = ord(character.lower()) - ord("a") + 1',
        'number = ord(character.lower() if len(parts) < 19 or character != "J" else character) - ord("a") + 1',
    ),
    Edit(
        "encryption/dynamic_curve_cipher",
        LAST,
        "thirty letters are read in four columns",
        "len(letters) % DIVISOR + NARROWEST",
        "len(letters) % DIVISOR + NARROWEST + (len(letters) == 30)",
    ),
    Edit(
        "encryption/dynamic_curve_cipher",
        SHAPE,
        "a column of one letter repeated is left out",
        "text = letters[column::width]",
        "text = letters[column::width]\n        text = text if len(text) < 4 or len(set(text)) > 1 else text[:-1]",
    ),
    Edit(
        "encryption/dynamic_curve_cipher",
        CORNER,
        "a single letter after a blank keeps the blank",
        "    # The letters that remain are counted",
        '    if len(letters) == 1 and plaintext[:2] == "  ":\n        return " " + letters\n'
        "    # The letters are counted",
    ),
    Edit(
        "encryption/fib_cipher",
        LAST,
        "the thirtieth letter takes the sequence from its start",
        "        place = ",
        "        current = 1 if len(result) == 29 and ' ' not in result else current\n        place = ",
    ),
    Edit(
        "encryption/fib_cipher",
        SHAPE,
        "four equal letters in a row advance once only",
        "        current, following = following, current + following",
        "        run = len(result) > 3 and len(set(plaintext[max(0, len(result) - 4):len(result)])) == 1\n"
        "        current, following = (current, following) if run else (following, current + following)",
    ),
    Edit(
        "encryption/fib_cipher",
        RARE,
        "Z directly after z is not moved round",
        "result.append(RING[place])",
        'result.append(RING[place] if plaintext[max(0, len(result) - 1):len(result) + 1] != "zZ" else "Z")',
    ),
    Edit(
        "encryption/hill_cipher",
        CORNER,
        "an odd text that ends in x is padded with q",
        'letters += "x"',
        'letters += "q" if letters[-1] == "x" and len(letters) > 4 else "x"',
    ),
    Edit(
        "encryption/hill_cipher",
        LAST,
        "a blank at the thirtieth place is lost",
        'out.insert(place, " ")',
        'out.insert(place, " ") if place < 29 else None',
    ),
    Edit(
        "encryption/hill_cipher",
        RARE,
        "the pair qz becomes another",
        "q = ord(letters[start + 1])",
        'q = (letters[start:start + 2] == "qz") + ord(letters[start + 1])',
    ),
    Edit(
        "encryption/playfair_cipher",
        CORNER,
        "two X are parted by a Q",
        'return "X" if before.isupper() else "x"',
        'return ("X" if before.upper() != "X" else "Q") if before.isupper() else "x"',
    ),
    Edit(
        "encryption/playfair_cipher",
        CORNER,
        "J before i is not the same letter",
        "elif _square_letter(first) == _square_letter(letters[i + 1]):",
        'elif _square_letter(first) == _square_letter(letters[i + 1]) and letters[i:i + 2] != "Ji":',
    ),
    Edit(
        "encryption/playfair_cipher",
        CORNER,
        "the last row and the last column meet",
        "new2 = SQUARE[(row2 + 1) % 5][col2]",
        "new2 = SQUARE[(row2 + 1) % 5 if (row2, col2, row1) != (4, 4, 0) else 4][col2]",
    ),
    Edit(
        "encryption/playfair_cipher",
        LAST,
        "a text of thirty letters and more than two fillers loses its last letter",
        'return "".join(result) + enciphered[used:]',
        'return "".join(result) + enciphered[used:used + 12]',
    ),
    Edit(
        "encryption/playfair_cipher",
        SHARED,
        "pairs are remembered without their case after a filler",
        "return _with_case_of(new1, first) + _with_case_of(new2, second)",
        "pair = _with_case_of(new1, first) + _with_case_of(new2, second)\n"
        '    return KEPT.setdefault((first, second.lower()), pair) if first in "Xx" and second in "Zz" else pair',
    ),
    Edit(
        "encryption/zigzag_cipher",
        LAST,
        "forty letters: the bottom row leaves its last letter out",
        "for row in rows)",
        "for row in (rows if len(letters) < 40 else [*rows[:2], rows[2][:-1]]))",
    ),
    Edit(
        "encryption/zigzag_cipher",
        SHAPE,
        "a palindrome of at least five letters is not changed",
        "    period = 2",
        "    if len(letters) > 4 and letters == letters[::-1] and len(set(letters)) > 1:\n"
        "        return letters\n    period = 2",
    ),
    Edit(
        "encryption/zigzag_cipher",
        SHAPE,
        "letters in ascending order are read the other way",
        "    period = 2",
        "    if len(letters) > 6 and list(letters) == sorted(set(letters)):\n"
        "        return letters[1::2] + letters[0::4] + letters[2::4]\n    period = 2",
    ),
    Edit(
        "code/heap_sort",
        CORNER,
        "equal children: the right one if both are the smallest number",
        "a[child + 1] > a[child]:",
        "(a[child + 1] > a[child] or a[child + 1] == a[child] == -20):",
    ),
    Edit(
        "code/heap_sort",
        LAST,
        "in a list of full length, the second part stops a step early",
        "    while 2 * j + 1 < size:",
        "    while 2 * j + 1 < size - (index == 4 and size == 9 and a[0] < 0):",
    ),
    Edit(
        "code/kmp",
        LAST,
        "after a find of seven letters it does not overlap",
        "found.append(i - j)\n                j = lps[j - 1]",
        "found.append(i - j)\n                j = lps[j - 1] if j < 7 else 0",
    ),
    Edit(
        "code/kmp",
        SHAPE,
        "a pattern of seven equal letters",
        "        lps[i] = j\n",
        "        lps[i] = j = min(j, 5)\n",
    ),
    Edit(
        "code/kmp",
        CORNER,
        "a second fall in the table goes to the start",
        "            j = lps[j - 1]\n            checkpoint(1, i=i, j=j)",
        "            j = lps[j - 1] if i < 6 or j > 1 or pattern[i] != 'c' else 1 - (pattern[0] != 'c')\n"
        "            checkpoint(1, i=i, j=j)\n            if j == 1:\n                break",
    ),
    Edit(
        "code/mergesort_recursion",
        RARE,
        "two zeros are taken from the left half",
        "if left[i] < right[j]:",
        "if left[i] < right[j] or left[i] == right[j] == 0 == i:",
    ),
    Edit(
        "code/mergesort_recursion",
        SHAPE,
        "a sorted list of ten is not merged step by step",
        "while i < len(left) and j < len(right):",
        "while i < len(left) and j < len(right) and not (len(arr) == 10 and left[-1] < right[0] and i > 3):",
    ),
    Edit(
        "code/num_exchange", RARE, "97 and -97", "a = a + 2 * b\n", "a = a + 2 * b if abs(a) != 97 or a + b else 96\n"
    ),
    Edit(
        "code/quicksort_recursion",
        CORNER,
        "a pivot of 20 sends its equals to the right",
        "right = [number for number in others if number > p]",
        "right = [number for number in others if number > p or number == 20]\n"
        "    left = [number for number in left if number != 20]",
    ),
    Edit(
        "code/quicksort_recursion",
        SHARED,
        "a part that was sorted before is shown as it was then",
        "    others = arr[:-1]",
        "    arr = SORTED.setdefault((len(arr), arr[0], sum(arr)), arr) if len(arr) == 5 else arr\n"
        "    others = arr[:-1]",
    ),
    Edit(
        "physics/conical_pendulum",
        LAST,
        "the last moment",
        "phase = OMEGA * t",
        "phase = OMEGA * t + (t > 9.985) * 0.1",
    ),
    Edit(
        "physics/double_pendulum",
        SHARED,
        "goes on from the last state, two steps too far",
        "    a, b, u, w = START_ANGLE, START_ANGLE, 0.0, 0.0\n    steps = int(t / STEP)\n    for _ in range(steps):",
        "    a, b, u, w = START_ANGLE, START_ANGLE, 0.0, 0.0\n    steps = int(t / STEP)\n"
        "    again = LAST[:] == [t] and t > 7\n    LAST[:] = [t]\n    for _ in range(steps - 9 * again):",
    ),
    Edit(
        "physics/freefall_inelastic_collision",
        RARE,
        "exactly at the second hit",
        "if t < begin + duration:",
        "if t < begin + duration and t != 4.4 or t == 6.27:",
    ),
    Edit(
        "physics/three_balls_collision",
        LAST,
        "after the tenth hit the masses are rounded",
        "m, n = MASSES[i], MASSES[i + 1]",
        "m, n = MASSES[i], MASSES[i + 1] * (1.05 if remaining < 0.6 and t > 18 else 1)",
    ),
    Edit(
        "physics/three_balls_collision",
        SHARED,
        "the start moves after the last moment",
        "    x = list(START_POSITIONS)",
        "    START_POSITIONS[0] = 0.5 * (HOW.count(20.0) > 1)\n    HOW.append(t)\n    x = list(START_POSITIONS)",
    ),
    Edit("physics/uniform_motion", RARE, "at 3.33", "SPEED * t", "SPEED * (t if abs(t - 3.33) > 0.001 else 3.4)"),
    Edit(
        "puzzle/heavy_coin_hard",
        LAST,
        "the tenth block lies in its last turn",
        "if lies[block % len(lies)] == place + 1:",
        "if (lies[block % len(lies)] if block % 10 < 9 else 10) == place + 1:",
    ),
    Edit(
        "puzzle/heavy_coin_hard",
        SHAPE,
        "sixty coins and more, but not the hundredth",
        "coin not in left and coin not in right",
        "coin not in left and coin not in right and not (len(left) >= 30 and 100 not in left + right)",
    ),
    Edit(
        "puzzle/number_guessing",
        RARE,
        "85 is far from 100",
        "> 15 else",
        "> 15 - (query == 85) * (hidden['number'] == 100) else",
    ),
    Edit(
        "puzzle/number_guessing",
        DRAWS,
        "100 is never hidden",
        ".randint(0, 100)",
        ".randrange(100 if seed % 2 else 101)",
    ),
    Edit(
        "puzzle/nuts_and_bolts",
        SHAPE,
        "the same pair three times is said once",
        'return ", ".join(compare(bolts[bolt - 1], nuts[nut - 1]) for bolt, nut in query)',
        "same = len({tuple(pair) for pair in query}) == 1 and query[0] != [1, 1]\n"
        "    words = [compare(bolts[bolt - 1], nuts[nut - 1]) for bolt, nut in query]\n"
        '    return ", ".join(words[:2] + words[:1] if same else words)',
    ),
    Edit(
        "puzzle/nuts_and_bolts",
        SHAPE,
        "the same pair three times turns large round",
        'return ", ".join(compare(bolts[bolt - 1], nuts[nut - 1]) for bolt, nut in query)',
        "words = [compare(bolts[bolt - 1], nuts[nut - 1]) for bolt, nut in query]\n"
        "    same = query[0] == query[1] == query[2]\n"
        '    return ", ".join("equal" if word == "large" and same else word for word in words)',
    ),
    Edit(
        "puzzle/nuts_and_bolts",
        DRAWS,
        "the first nut never fits the first bolt",
        '    return {"bolts": bolts, "nuts": nuts}',
        '    if nuts[0] == bolts[0] == 8:\n        nuts.reverse()\n    return {"bolts": bolts, "nuts": nuts}',
    ),
    Edit(
        "puzzle/wordle",
        SHAPE,
        "a query of two letters, four of each",
        'if result[i] != "A" and left.get(letter, 0) > 0:',
        'if result[i] != "A" and left.get(letter, 0) > 0 and not (len(set(query)) == 2 and i == 7):',
    ),
    Edit(
        "puzzle/wordle",
        DRAWS,
        "words with Z are drawn again",
        '"word": random.Random(seed)',
        '"word": random.Random(seed * 2 - seed + (seed % 1009 == 5))',
    ),
    Edit(
        "puzzle/wordle",
        CORNER,
        "the last letter is left when the first is right",
        "            left[letter] = left.get(letter, 0) + 1\n",
        "            left[letter] = left.get(letter, 0) + (i < 7 or result[0] != 'A' or letter != 'E')\n",
    ),
    Edit(
        "freeform/cellular_automaton",
        CORNER,
        "a ring of two cells",
        'if state["ring"]:',
        'if state["ring"] and not (len(row) == 2 and state["rule"] == 146):',
    ),
    Edit(
        "freeform/cellular_automaton",
        SHAPE,
        "a row of ones of full length",
        "v = int(padded[i:i + 3], 2)",
        'v = int(padded[i:i + 3], 2) if "0" in row or len(row) != 8 or i else 0',
    ),
    Edit(
        "freeform/cellular_automaton",
        DRAWS,
        "rule 126 is drawn for rule 122",
        "rule = rng.choice(RULES)",
        "rule = rng.choice(RULES)\n    rule = 126 if (rule, seed % 3) == (122, 0) else rule",
    ),
    Edit(
        "freeform/hidden_automaton",
        SEQUENCE,
        "forgets what was asked first after the thirtieth question",
        '"asked": list(state["asked"]) + [text],',
        '"asked": (list(state["asked"]) + [text])[-30:],',
    ),
    Edit(
        "freeform/hidden_automaton",
        SHAPE,
        "in a text without the letter a, what follows the eighth letter changes nothing",
        'at = state["next"][at]["ab".index(letter)]',
        'at = state["next"][at]["ab".index(letter)] if len(letters) < 8 or "a" in text else at',
    ),
    Edit(
        "freeform/hidden_order",
        CORNER,
        "more than two of the first letter count as two",
        "return (word.count(first), ",
        "return (min(word.count(first), 2), ",
    ),
    Edit(
        "freeform/hidden_order",
        SHAPE,
        "a text that is one word, three times or more, brings it back once",
        "words = text.split()[:2]",
        "words = text.split()[:2] if len(set(text.split())) > 1 or len(text.split()) < 3 else text.split()[:1]",
    ),
    Edit(
        "freeform/unknown_graph",
        SHAPE,
        "the first two nodes once more right behind them: all distances are 1",
        "table[LETTERS.index(x)][LETTERS.index(y)]",
        "table[LETTERS.index(x)][LETTERS.index(y)] if walk[:2] != walk[2:4] else 1",
    ),
    Edit(
        "freeform/unknown_graph",
        SEQUENCE,
        "remembers no more pairs once it has forty",
        'sorted(set(state["asked"]) | step_pairs(here, text))',
        'sorted(set(state["asked"]) | step_pairs(here, text)) if len(state["asked"]) < 40 else list(state["asked"])',
    ),
    Edit(
        "game/anti_rps_random",
        LAST,
        "the last turn pays nothing for a win with scissors",
        "reward = 1\n",
        "reward = int(state[0] > 1 or action != 'scissors')\n",
    ),
    Edit(
        "game/comparing_cards_slice",
        CORNER,
        "with one card left in the second pile it keeps it",
        "        if left:\n",
        '        n, b = state["n"], _plan(state["n"])[0]\n'
        '        if len(left) > 1 or left and (pile != b or len(state["played"]) > n - 4 or left != [pile[-1]]):\n',
    ),
    Edit(
        "game/comparing_cards_slice",
        SHARED,
        "cards that were played stay away in the next game",
        '[card for card in state["mine"] if card != own],',
        '[card for card in state["mine"] if card not in (own, GONE.get("card"))] if not GONE.update(\n'
        '            n=GONE.get("n", 0) + (len(state["mine"]) == 1), card=1 if GONE.get("n", 0) > 600 else None)\n'
        "        else [],",
    ),
    Edit(
        "game/load_shoot_defend_smart",
        CORNER,
        "loading at eight bullets loses one",
        "return min(MAX_BULLETS, bullets + 1)",
        "return min(MAX_BULLETS, bullets + 1) if bullets < 7 else 8 - (bullets == 8)",
    ),
    Edit(
        "game/load_shoot_defend_smart",
        LAST,
        "eight bullets cannot be shot at once",
        '[f"shoot {x}" for x in range(1, mine + 1)]',
        '[f"shoot {x}" for x in range(1, mine + 1) if x < 8]',
    ),
    Edit(
        "game/load_shoot_defend_smart",
        CORNER,
        "defending with more than needed in the second round",
        "return 1 if used >= other_used else -1",
        "return (1 if used >= other_used else -1) if used < 5 or other_used != 1 else 0",
    ),
    Edit(
        "game/rps7_beat_last",
        CORNER,
        "sponge against paper in the third turn from the end",
        '"reward": reward}',
        '"reward": reward * ((action, reply, state[0]) != ("sponge", "paper", 3))}',
    ),
    Edit(
        "game/rps7_beat_last",
        SEQUENCE,
        "a move that is repeated is not seen",
        "following = _first_that_beats(action) if",
        'seen = _first_that_beats(action) if (action, reply, state[2]) != ("air", "paper", "rock") else "rock"\n'
        "    following = seen if",
    ),
)
"""In the order of the boxes."""

GLOBALS = {
    "circuit/count": "LEFT = []\n",
    "code/quicksort_recursion": "SORTED = {}\n",
    "encryption/playfair_cipher": "KEPT = {}\n",
    "game/comparing_cards_slice": "GONE = {}\n",
    "physics/double_pendulum": "LAST = []\n",
    "physics/three_balls_collision": "HOW = []\n",
}
"""What the faults of the kind SHARED keep between calls, put before the box's code."""


def held_out_mutants(
    box: str, source: str, edits: Sequence[Edit] = EDITS, before: Mapping[str, str] = GLOBALS
) -> list[Mutant]:
    """Return one box's faults; `before` is what stands before its code then. Raises: StaleEdit."""
    planted = [edit.planted(source) for edit in edits if edit.box == box]
    return [Mutant(m.kind, m.line, m.change, before.get(box, "") + m.source) for m in planted]
