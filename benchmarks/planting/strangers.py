"""Subtle faults written by somebody who has not seen the gates.

They were written from the descriptions and the accepted code alone, before the gates were measured on them, and stay
as they are. Nobody ran a box to find them: that each is reached by an input is thought out, not tried. Where a box is
built anew, its edits are fitted to the new text, each so that it plants the same fault.
"""

from __future__ import annotations

from benchmarks.planting.held_out import Edit

BOUND = "a boundary off by one"
TIE = "a tie broken the other way"
FORGOTTEN = "a forgotten case"
ORDER = "steps in the wrong order"
ROUNDED = "rounding and division"
KEPT = "something not reset"
"""A count, a state or an object that should begin anew, or be updated, goes on as it was."""
RING = "a wrong wrap-around"
ONCE = "once rather than repeatedly"
ROLES = "swapped roles"
CONSTANT = "a mistyped constant"
END = "the last one skipped"
VALUE = "one wrong value"
"""Wrong for one letter, number or combination only."""
DRAWN = "a draw that misses or adds a value"

CIRCUIT: tuple[Edit, ...] = (
    Edit("circuit/arbitrary", CONSTANT, "two digits of the seventh pattern are swapped", '"1001100",', '"1001010",'),
    Edit(
        "circuit/bit_sorter",
        ROLES,
        "one comparator has its lines the wrong way round",
        "(2, 3), (6, 7),\n    (1, 5)",
        "(2, 3), (7, 6),\n    (1, 5)",
    ),
    Edit(
        "circuit/consequece",
        END,
        "the last wire is never looked at",
        "bits[i] & bits[i + 1] for i in range(7)",
        "bits[i] & bits[min(i + 1, 6)] for i in range(7)",
    ),
    Edit(
        "circuit/consequece_k",
        RING,
        "the fourth wire of a row stops at the tenth wire",
        "bits[(i + 3) % n]",
        "bits[min(i + 3, n - 1)]",
    ),
    Edit(
        "circuit/greater",
        ORDER,
        "what is left over goes before the others",
        "following.append(members[-1])",
        "following.insert(0, members[-1])",
    ),
    Edit(
        "circuit/matrixmul",
        ROLES,
        "the operands of the second exclusive OR are swapped",
        "_xor_gates(first[-1], ands[2])",
        "_xor_gates(ands[2], first[-1])",
    ),
    Edit(
        "circuit/odd_ones_in_a_ring",
        RING,
        "the ring of the right neighbours has five switches",
        "right = [(i + 1) % SIZE for i",
        "right = [(i + 1) % 5 for i",
    ),
    Edit(
        "circuit/round_table",
        ORDER,
        "the left neighbour has changed its vote already",
        "l = votes[(i - 1) % 7]",
        "l = (new_votes or votes)[-1]",
    ),
    Edit(
        "circuit/round_table",
        VALUE,
        "the fourth vote does not count for somebody saying yes",
        "g83 = g68 | z5",
        "g83 = g62 | z5",
    ),
    Edit(
        "circuit/thirds",
        KEPT,
        "remainder two stays as it was after x2",
        "        z, o, t = new_z, new_o, new_t\n\n    return gates",
        "        z, o = new_z, new_o\n\n    return gates",
    ),
)

CODE: tuple[Edit, ...] = (
    Edit("code/coins_for_fowls", BOUND, "no chick at all is not tried", "if z < 0:", "if z <= 0:"),
    Edit("code/complex_algebraic_operations", BOUND, "50 counts as greater than 50", "if e > 50:", "if e >= 50:"),
    Edit(
        "code/complex_algebraic_operations",
        ROUNDED,
        "a negative half is rounded towards zero",
        "f = f // 2  # rounds towards minus infinity",
        "f = int(f / 2)",
    ),
    Edit(
        "code/exgcd",
        ROLES,
        "if a is the smaller number, the two change places first",
        "    while b > 0:",
        "    if a < b:\n        a, b = b, a\n    while b > 0:",
    ),
    Edit(
        "code/highprecision_add",
        TIE,
        "of equally long numbers the greater one comes first",
        "if len(s2) > len(s1):",
        "if b > a:",
    ),
    Edit(
        "code/highprecision_divide",
        FORGOTTEN,
        "no minus sign between -1 and 0",
        "if neg and (q != 0 or any(digit != 0 for digit in d)):",
        "if neg and q != 0:",
    ),
    Edit(
        "code/kmp",
        ONCE,
        "the table falls back one step only",
        "while j > 0 and pattern[j] != pattern[i]:",
        "if j > 0 and pattern[j] != pattern[i]:",
    ),
    Edit(
        "code/leaning_digits",
        ROUNDED,
        "the remainder of a negative number is taken towards zero",
        "digit = least + (rest - least) % b",
        "digit = least + ((rest - least) % b if rest > least else -((least - rest) % b))",
    ),
    Edit(
        "code/most_frequent_char",
        TIE,
        "of equally frequent letters the first in the alphabet",
        "r = c[f.index(m)]  # the first place with the greatest number",
        "r = min(letter for letter, number in zip(c, f) if number == m)",
    ),
    Edit(
        "code/patience_piles",
        TIE,
        "of equal top cards the one farthest to the right is taken",
        "pile[-1] < piles[index][-1]",
        "pile[-1] <= piles[index][-1]",
    ),
    Edit(
        "code/restless_circle",
        RING,
        "after the last person comes the new last one",
        "position = j % len(circle)",
        "position = min(j, len(circle) - 1)",
    ),
    Edit(
        "code/restless_circle",
        ORDER,
        "the new starter is looked for in the old direction",
        "        direction = -direction\n"
        "\n"
        "        # circle has lost the person by now: the one after stands at j\n"
        "        if direction == 1:\n"
        "            position = j % len(circle)\n"
        "        else:\n"
        "            position = (j - 1) % len(circle)\n",
        "\n"
        "        # circle has lost the person by now: the one after stands at j\n"
        "        if direction == 1:\n"
        "            position = j % len(circle)\n"
        "        else:\n"
        "            position = (j - 1) % len(circle)\n"
        "        direction = -direction\n",
    ),
    Edit("code/runoff", END, "the lead leaves out the votes of C", "for i in range(3) if", "for i in range(2) if"),
    Edit(
        "code/sieve_of_eratosthenes",
        BOUND,
        "n is not struck out if it is the square of a prime",
        "while p * p <= n:",
        "while p * p < n:",
    ),
    Edit("code/split_runs", BOUND, "an equally long packing is worth it", "worth = saved > 0", "worth = saved >= 0"),
)

ENCRYPTION: tuple[Edit, ...] = (
    Edit("encryption/adhxz_encryption", CONSTANT, "q has its capitals swapped", '"q": "HA"', '"q": "AH"'),
    Edit(
        "encryption/backpack_encryption",
        FORGOTTEN,
        "a letter whose sum is 0 is left out",
        "        numbers.append(str(total))",
        "        if total:\n            numbers.append(str(total))",
    ),
    Edit("encryption/bacon_cipher", BOUND, "n has the number 13", "if number >= 13:", "if number > 13:"),
    Edit(
        "encryption/compositional_encryption",
        CONSTANT,
        "the last two numbers of the list are swapped",
        "13, 17, 10, 15,",
        "13, 17, 15, 10,",
    ),
    Edit(
        "encryption/curve_cipher",
        ORDER,
        "the columns are numbered before their order is turned round",
        "text[::-1] if upwards else text",
        "text[::-1] if column % 2 == 0 else text",
    ),
    Edit(
        "encryption/fib_cipher",
        RING,
        "the sums are kept modulo 26 in a ring of 52",
        "current, following = following, current + following",
        "current, following = following, (current + following) % 26",
    ),
    Edit(
        "encryption/frequency_encryption",
        ROLES,
        "the letter of the ciphertext goes into the history",
        "counts[number] += 1",
        "counts[(number + shift) % len(RING)] += 1",
    ),
    Edit(
        "encryption/odd_even_words",
        ROLES,
        "in a reversed word the case stays at its place",
        'return "".join([_later(letter) for letter in reversed(word)])',
        "shifted = [_later(letter) for letter in reversed(word)]\n"
        '        return "".join(s.upper() if model.isupper() else s.lower() for model, s in zip(word, shifted))',
    ),
    Edit(
        "encryption/playfair_cipher",
        VALUE,
        "I beside J is not taken for the same letter twice",
        "elif _square_letter(first) == _square_letter(letters[i + 1]):",
        "elif first.upper() == letters[i + 1].upper():",
    ),
    Edit(
        "encryption/rsa_encryption",
        END,
        "a last letter without a partner is not multiplied by 26",
        "m = 26 * numbers[k]\n        if k + 1 < len(numbers):\n            m += numbers[k + 1]",
        "m = numbers[k]\n        if k + 1 < len(numbers):\n            m = 26 * m + numbers[k + 1]",
    ),
    Edit(
        "encryption/sequential_feedback_cipher",
        KEPT,
        "a blank sets the shift back to that of the first letter",
        "            result.append(char)\n            continue",
        "            result.append(char)\n            shift = FIRST_SHIFT\n            continue",
    ),
    Edit(
        "encryption/simple_substitution",
        CONSTANT,
        "x and y have each other's letters",
        '"phqgiumeaylnofdxjkrcvstzwb"',
        '"phqgiumeaylnofdxjkrcvstwzb"',
    ),
)

FREEFORM: tuple[Edit, ...] = (
    Edit(
        "freeform/cellular_automaton",
        RING,
        "in a ring the last cell is its own right neighbour",
        "padded = row[-1] + row + row[0]",
        "padded = row[-1] + row + row[-1]",
    ),
    Edit(
        "freeform/counter_line",
        KEPT,
        "a text that is only asked about changes how often the customers in line were overtaken",
        'line = [list(customer) for customer in state["line"]]',
        'line = list(state["line"])',
    ),
    Edit(
        "freeform/counter_line",
        ONCE,
        "a priority customer passes one customer at most",
        "                    place -= 1\n",
        "                    place -= 1\n                    break\n",
    ),
    Edit(
        "freeform/crossing_wires",
        ROLES,
        "a short text stands on the last wires, not the first",
        'wires = list(text) + ["0"] * (WIRES - len(text))',
        'wires = ["0"] * (WIRES - len(text)) + list(text)',
    ),
    Edit(
        "freeform/far_calendar",
        DRAWN,
        "no question is about the year 999",
        "year = rng.randint(1, 999)",
        "year = rng.randrange(1, 999)",
    ),
    Edit(
        "freeform/hidden_automaton",
        FORGOTTEN,
        "a question may be the beginning of a longer text that was sent",
        'if any(asked.startswith(text) for asked in state["asked"]):',
        'if text in state["asked"]:',
    ),
    Edit(
        "freeform/hidden_order",
        ROLES,
        "the last letter of the order is counted",
        "first = letters[0]",
        "first = letters[-1]",
    ),
    Edit(
        "freeform/lamp_causes",
        TIE,
        "of several letters for a lamp the first one counts",
        "for letter in text:",
        "for letter in reversed(text):",
    ),
    Edit(
        "freeform/moving_lock",
        VALUE,
        "the code after 555 is 123, too",
        'if code == "000":',
        'if code in ("000", "555"):',
    ),
    Edit(
        "freeform/parcel_office",
        ROUNDED,
        "one and a half times a price is rounded to the nearest even number, not up",
        "price = (3 * price + 1) // 2",
        "price = round(1.5 * price)",
    ),
    Edit(
        "freeform/parcel_office",
        TIE,
        "of several zones N goes before S and S before E, wherever they stand",
        'zones = [char for char in text if char in "NSE"]',
        'zones = [char for char in "NSE" if char in text]',
    ),
    Edit(
        "freeform/six_letter_machine",
        VALUE,
        "0 negated is 100",
        "stack.append((100 - top) % 100)",
        "stack.append(100 - top)",
    ),
    Edit(
        "freeform/small_sheet",
        DRAWN,
        "the limit is never 40",
        "limit = rng.randint(3, 40)",
        "limit = rng.randrange(3, 40)",
    ),
    Edit(
        "freeform/sticky_gauge",
        ROUNDED,
        "the step is multiplied before the division is rounded",
        'drift = state["step"] * (state["read"] // state["every"])',
        'drift = state["step"] * state["read"] // state["every"]',
    ),
    Edit(
        "freeform/stubborn_lift",
        VALUE,
        "a last stop at floor 5 counts as reached from below",
        "last_up = way_up",
        "last_up = way_up or floor == 5",
    ),
    Edit(
        "freeform/vending_machine",
        ONCE,
        "only the greatest number of fives is tried for the change",
        'for fives in range(min(state["fives"], rest // 5), -1, -1):',
        'for fives in [min(state["fives"], rest // 5)]:',
    ),
)

GAME: tuple[Edit, ...] = (
    Edit(
        "game/comparing_cards_slice",
        ROUNDED,
        "the cards that the division leaves over go to the last piles",
        "(1 if i < n % 4 else 0)",
        "(1 if i >= 4 - n % 4 else 0)",
    ),
    Edit(
        "game/comparing_cards_smart",
        BOUND,
        "the card m itself counts as higher than m",
        "mine <= _middle(n)",
        "mine < _middle(n)",
    ),
    Edit(
        "game/comparing_cards_smart",
        ROUNDED,
        "with nine cards the opponent begins with the card 4",
        "m = _middle(n)",
        "m = n // 2",
    ),
    Edit(
        "game/load_shoot_defend_attacker",
        TIE,
        "a defence as strong as the shot does not hold",
        "return 1 if x >= y else -1",
        "return 1 if x > y else -1",
    ),
    Edit(
        "game/load_shoot_defend_defender",
        TIE,
        "a shot as strong as the defence goes through",
        "return -1 if other_bullets >= my_bullets else 1",
        "return -1 if other_bullets > my_bullets else 1",
    ),
    Edit(
        "game/load_shoot_defend_smart",
        BOUND,
        "the opponent keeps its last bullet",
        "shooting = theirs > 0",
        "shooting = theirs > 1",
    ),
    Edit(
        "game/night_guard",
        ORDER,
        "the coins are taken before the guard comes",
        "reward = CAUGHT if action == reply else COINS[action]",
        "reward = COINS[action] + (CAUGHT if action == reply else 0)",
    ),
    Edit(
        "game/rps7_cycle",
        VALUE,
        "sponge beats rock in place of air",
        '"sponge": ["paper", "water", "air"],',
        '"sponge": ["paper", "water", "rock"],',
    ),
    Edit("game/rps7_mapping", CONSTANT, "after air comes sponge", '"air": "paper",', '"air": "sponge",'),
    Edit(
        "game/rps7_random_3",
        DRAWN,
        "the probabilities are rounded to hundredths",
        '{"paper": 1 / 3, "water": 1 / 3, "sponge": 1 / 3}',
        '{"paper": 0.34, "water": 0.33, "sponge": 0.33}',
    ),
    Edit(
        "game/shy_partner",
        KEPT,
        "that they met is still said of later rounds",
        '"met": met}',
        '"met": met or state["met"] is True}',
    ),
    Edit("game/undercut", RING, "in place of 7 the opponent plays 1", "(value - 1) % 7 + 1", "value % 7 or 1"),
    Edit(
        "game/undercut",
        KEPT,
        "the highest number so far stays, where the last one should take its place",
        "[left, mine, before, theirs]",
        "[left, mine, before, max(before or 0, theirs)]",
    ),
)

PHYSICS: tuple[Edit, ...] = (
    Edit(
        "physics/ball_air_resistance",
        FORGOTTEN,
        "the ball falls as it rose, although the air now works the other way",
        "if t <= T:",
        "if t <= 2.0 * T:",
    ),
    Edit("physics/balls_collision", ONCE, "six hits are worked off at most", "while True:", "for _ in range(6):"),
    Edit(
        "physics/balls_completely_elastic_collision_2",
        ROUNDED,
        "a velocity is rounded to two decimals",
        "4.5 + 17.0 / 3.0 * u",
        "4.5 + 5.67 * u",
    ),
    Edit(
        "physics/bullet_object",
        ORDER,
        "the time is cut at the block's rest before the bullet's place is found, so that it stops, too",
        "        bullet = _bullet_inside(LEAVING) + 400.0 * rest * s\n"
        "        speed = 13.5 - LEAVING + 10.0 * (1.0 - rest)\n"
        "        # Friction of 1 m/s^2: the block is at rest after `speed` seconds.\n"
        "        s = min(s, speed)\n",
        "        speed = 13.5 - LEAVING + 10.0 * (1.0 - rest)\n"
        "        # Friction of 1 m/s^2: the block is at rest after `speed` seconds.\n"
        "        s = min(s, speed)\n"
        "        bullet = _bullet_inside(LEAVING) + 400.0 * rest * s\n",
    ),
    Edit(
        "physics/crossed_fields",
        KEPT,
        "when the field changes, the particle has the velocity of the start again",
        "e = -e",
        "u, v, e = 1.0, 0.0, -e",
    ),
    Edit(
        "physics/elliptical_planetary_orbit",
        ONCE,
        "Newton's method takes one step only",
        "    e_anom = m + ECC * math.sin(m)\n    for _ in range(30):",
        "    e_anom = m\n    for _ in range(1):",
    ),
    Edit(
        "physics/freefall_elastic_collision",
        ONCE,
        "the period is taken off once only",
        "u = math.fmod(t, 2.0 * HALF)",
        "u = t - 2.0 * HALF if t >= 2.0 * HALF else t",
    ),
    Edit("physics/harmonic_friction", END, "the last half swing is left out", "SWINGS = 50", "SWINGS = 49"),
    Edit(
        "physics/pendulum",
        END,
        "the rest of the way after the last whole step is left out",
        "    # The rest of the way, to arrive at the time exactly.\n    a, v = _runge_kutta(a, v, t - steps * STEP)\n",
        "",
    ),
    Edit("physics/river_boat", CONSTANT, "two digits of the boat's last place are swapped", "18.75", "18.57"),
    Edit(
        "physics/short_burn",
        FORGOTTEN,
        "the speed at the end of the burning leaves out the weight",
        "return EXHAUST_SPEED * math.log(START_MASS / m) - G * t",
        "return EXHAUST_SPEED * math.log(START_MASS / m)",
    ),
    Edit(
        "physics/windy_bounces",
        ONCE,
        "the ball bounces twice at most",
        "while since >= flight:",
        "if since >= flight:",
    ),
)

PUZZLE: tuple[Edit, ...] = (
    Edit(
        "puzzle/3_arms_bandit",
        CONSTANT,
        "if Bandit C is the best, A and B have each other's chances",
        '"Bandit C": {"Bandit A": 1, "Bandit B": 2, "Bandit C": 7}',
        '"Bandit C": {"Bandit A": 2, "Bandit B": 1, "Bandit C": 7}',
    ),
    Edit(
        "puzzle/alternating_liar",
        DRAWN,
        "all seven others may be liars",
        "m = rng.randint(1, 126)",
        "m = rng.randint(1, 127)",
    ),
    Edit(
        "puzzle/alternating_liar",
        VALUE,
        "the alternating islander is taken for a liar when asked about",
        'truth = kinds[about - 1] == "liar"',
        'truth = kinds[about - 1] != "truthful"',
    ),
    Edit(
        "puzzle/battleship",
        END,
        "the last cell of a row is not counted",
        "row {7 - line.count('.')}",
        "row {6 - line[:-1].count('.')}",
    ),
    Edit(
        "puzzle/first_peg",
        FORGOTTEN,
        "a colour that is hidden twice counts twice though guessed once",
        "    for colour in query:\n        if colour in free:\n"
        "            free.remove(colour)\n            number += 1\n",
        "    number = sum(colour in query for colour in free)\n",
    ),
    Edit(
        "puzzle/heavy_coin_hard",
        RING,
        "the tenth turn of a block counts as its turn 0, so that the reply is never inverted there",
        "if lies[block % len(lies)] == place + 1:",
        "if lies[block % len(lies)] == turn % 10:",
    ),
    Edit(
        "puzzle/hidden_rectangle",
        DRAWN,
        "a rectangle of the last row alone is never drawn",
        "top, bottom = PAIRS[rng.randrange(300)]",
        "top, bottom = PAIRS[rng.randrange(299)]",
    ),
    Edit(
        "puzzle/hidden_rectangle",
        END,
        "the rightmost column does not belong to the rectangle",
        '<= column <= hidden["right"]',
        '<= column < hidden["right"]',
    ),
    Edit(
        "puzzle/nerdle",
        DRAWN,
        "an equation with the value 0 is drawn again",
        "value.denominator != 1 or value < 0",
        "value.denominator != 1 or value <= 0",
    ),
    Edit(
        "puzzle/quordle",
        KEPT,
        "a mark M does not use its letter up",
        '            result[i] = "M"\n            left[letter] -= 1\n',
        '            result[i] = "M"\n',
    ),
    Edit(
        "puzzle/turned_compass",
        DRAWN,
        "the treasure is never in the last row",
        "row = rng.randint(1, 30)",
        "row = rng.randint(1, 29)",
    ),
    Edit(
        "puzzle/wordle_hard",
        ORDER,
        "both passes are one, so that an early M uses up the letter of a later A",
        "    # Letters of the hidden word that no A mark has used up.\n"
        "    left = {}\n"
        "    for i, letter in enumerate(word):\n"
        "        if query[i] == letter:\n"
        '            result[i] = "A"\n'
        "        else:\n"
        "            left[letter] = left.get(letter, 0) + 1\n"
        "    for i, letter in enumerate(query):\n"
        '        if result[i] != "A" and left.get(letter, 0) > 0:\n'
        '            result[i] = "M"\n'
        "            left[letter] -= 1\n",
        "    left = {letter: word.count(letter) for letter in word}\n"
        "    for i, letter in enumerate(query):\n"
        "        if left.get(letter, 0) > 0:\n"
        '            result[i] = "A" if word[i] == letter else "M"\n'
        "            left[letter] -= 1\n",
    ),
)

EDITS: tuple[Edit, ...] = (*CIRCUIT, *CODE, *ENCRYPTION, *FREEFORM, *GAME, *PHYSICS, *PUZZLE)
