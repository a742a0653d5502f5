"""Subtle faults written when both other lists had become known to who works on the gates.

Three sessions that had not seen the gates, nor any other list, wrote them from the descriptions and the accepted code
alone, one fault in each of 62 boxes, before anything was measured on them, and they stay as they are. Nobody ran a box
to find them. Kinds are the writers' own words. Where a box is built anew, its edits are fitted to the new text.
"""

from __future__ import annotations

from benchmarks.planting.held_out import Edit

EDITS: tuple[Edit, ...] = (
    Edit(
        "circuit/and_tree",
        "a neighbouring gate taken",
        "the last gate uses gate 2 where gate 3 (the whole left half) belongs, so x1 and x2 do not matter for it",
        "g7 = g3 & g6",
        "g7 = g2 & g6",
    ),
    Edit(
        "circuit/count",
        "half of a condition",
        "exactly one is read from the twos digit alone, the fours digit is not looked at (wrong for five ones)",
        "exactly_one = s & below_two",
        "exactly_one = s & (1 - t)",
    ),
    Edit(
        "circuit/random_big",
        "a wire for the gate of the same number",
        "gate 10 takes the wire x4 instead of gate 4",
        "g10 = g1 & g4",
        "g10 = g1 & x4",
    ),
    Edit(
        "circuit/three_juries",
        "only the ends compared",
        "the lamp of agreement compares the first and the last jury only",
        "agreement = 1 if sum(juries) in (0, 4) else 0",
        "agreement = 1 if juries[0] == juries[-1] else 0",
    ),
    Edit(
        "code/arithmetic_slices",
        "order of last change instead of first coming",
        "a difference that comes again moves to the end of the table",
        "tables[i][df] = tables[i].get(df, 0) + c + 1",
        "tables[i][df] = tables[i].pop(df, 0) + c + 1",
    ),
    Edit(
        "code/complex_algebraic_operations",
        "rounding towards zero",
        "half of a negative odd f is rounded towards zero, not down",
        "f = f // 2  # rounds towards minus infinity",
        "f = int(f / 2)  # stays a whole number",
    ),
    Edit(
        "code/fib_recursion",
        "forgotten exception",
        "only 0 gives nothing; a negative number passes checkpoint 1 like 1 and 2",
        "    if n <= 0:\n        return None",
        "    if n == 0:\n        return None",
    ),
    Edit(
        "code/kmp",
        "a carried value cut short",
        "after a find at most one letter of the overlap is carried on",
        "                found.append(i - j)\n                j = lps[j - 1]",
        "                found.append(i - j)\n                j = min(lps[j - 1], 1)",
    ),
    Edit(
        "code/most_frequent_char",
        "tie handling",
        "at a tie the letter that reached the greatest number first wins, not the one that appeared first",
        "r = c[f.index(m)]  # the first place with the greatest number",
        "r = next(letter for k, letter in enumerate(s) if s[:k + 1].count(letter) == m)",
    ),
    Edit(
        "code/quicksort_recursion",
        "early stop",
        "a list of several equal numbers is given back at once, without its checkpoints",
        "if len(arr) <= 1:",
        "if len(set(arr)) <= 1:",
    ),
    Edit(
        "code/trapdoors",
        "wrong order of two rules",
        "trapdoors are looked up before the square is brought "
        "back into the ring, so the one on 2 does nothing after 13",
        "        landed = (place + int(throw)) % SQUARES\n        place = TRAPDOORS.get(landed, landed)",
        "        landed = place + int(throw)\n        place = TRAPDOORS.get(landed, landed) % SQUARES",
    ),
    Edit(
        "encryption/backpack_encryption",
        "wrong default",
        "a plaintext without letters gives 0 instead of the empty text",
        'return ",".join(numbers)',
        'return ",".join(numbers) or "0"',
    ),
    Edit(
        "encryption/caesar_cipher",
        "off by one at an end",
        "the capital Z is not counted among the capitals and comes out as a small b",
        'if "A" <= char <= "Z" else',
        'if "A" <= char < "Z" else',
    ),
    Edit(
        "encryption/char_to_num",
        "one end forgotten",
        "blanks at the beginning of the result are not removed",
        'return "".join(parts).strip(" ")',
        'return "".join(parts).rstrip(" ")',
    ),
    Edit(
        "encryption/curve_cipher",
        "measured before cleaning",
        "the used columns of a short row are counted with the blanks of the plaintext, so empty columns are read",
        "used = min(WIDTH, len(letters))",
        "used = min(WIDTH, len(plaintext))",
    ),
    Edit(
        "encryption/fib_cipher",
        "a modulus that does not fit",
        "the Fibonacci numbers are kept below 100000, which is no multiple of 52 (wrong from the 26th letter on)",
        "current, following = following, current + following",
        "current, following = following, (current + following) % 100000",
    ),
    Edit(
        "encryption/hill_cipher",
        "an exception the rule does not have",
        "a left-over x is filled up with q instead of x",
        'letters += "x"',
        'letters += "q" if letters[-1] == "x" else "x"',
    ),
    Edit(
        "encryption/odd_even_words",
        "duplicates counted once",
        "whether a word is odd or even is told by its different letters, so repeated letters count once",
        "if len(word) % 2 == 1:",
        "if len(set(word)) % 2 == 1:",
    ),
    Edit(
        "encryption/playfair_cipher",
        "forgotten equivalence",
        "I and J side by side are not taken for the same letter, so no filler comes between them",
        "        elif _square_letter(first) == _square_letter(letters[i + 1]):\n"
        "            # Same letter of the square (I and J are the same one):\n",
        "        elif first.upper() == letters[i + 1].upper():\n            # Same letter, whatever its case:\n",
    ),
    Edit(
        "encryption/sequential_feedback_cipher",
        "zero taken for nothing",
        "after a ciphertext letter A (number 0) the first shift 27 is used again",
        "shift = (RING.index(char) + shift) % len(RING)",
        "shift = (RING.index(char) + (shift or FIRST_SHIFT)) % len(RING)",
    ),
    Edit(
        "encryption/simple_substitution",
        "blanks not kept one for one",
        "several blanks in a row become one, blanks at the ends are lost",
        "return plaintext.translate(TABLE)",
        'return " ".join(plaintext.translate(TABLE).split())',
    ),
    Edit(
        "encryption/vowel_clock",
        "wrong start state",
        "the text is taken to begin inside its first word, so a "
        "text with a blank in front counts its words one too high",
        "    word = 0  # number of the present word\n    in_word = False\n",
        "    word = 1  # number of the present word\n    in_word = True\n",
    ),
    Edit(
        "freeform/cellular_automaton",
        "early stop",
        "a row of zeros alone is taken to stay as it is, which odd rules do not do",
        "    if not row:\n        return row\n",
        '    if "1" not in row:\n        return row\n',
    ),
    Edit(
        "freeform/counter_line",
        "off-by-one at the end of a drawn range",
        "the first number is never 60",
        "    n = random.Random(seed).randint(11, 60)\n",
        "    n = random.Random(seed).randrange(11, 60)\n",
    ),
    Edit(
        "freeform/far_calendar",
        "two neighbours of a table swapped",
        "months 5 and 6 have each other's number of days",
        "    1: 23, 2: 31, 3: 17, 4: 40, 5: 29, 6: 36,\n",
        "    1: 23, 2: 31, 3: 17, 4: 40, 5: 36, 6: 29,\n",
    ),
    Edit(
        "freeform/hidden_automaton",
        "too few rounds",
        "states that only a text of four or more letters tells apart count as alike, so such automata are drawn again",
        "    for _ in range(STATES):\n        signatures = [\n",
        "    for _ in range(STATES // 2):\n        signatures = [\n",
    ),
    Edit(
        "freeform/lamp_causes",
        "redrawn from the wrong place",
        "after a text that was drawn before only the letters are drawn again, not their number",
        "        if text in seen:\n            continue\n",
        '        while text in seen:\n            text = "".join([rng.choice(SIGNS) for _ in range(n)])\n',
    ),
    Edit(
        "freeform/moving_lock",
        "padding on the wrong side",
        "a drawn code below 100 gets its zeros behind and not in front",
        '    return {"code": f"{rng.randrange(1000):03d}"}\n',
        '    return {"code": str(rng.randrange(1000)).ljust(3, "0")}\n',
    ),
    Edit(
        "freeform/parcel_office",
        "rounding to the nearest",
        "the quarter for express is rounded to the nearest whole number, not up",
        "        price += max(5, (price + 3) // 4)\n",
        "        price += max(5, round(price / 4))\n",
    ),
    Edit(
        "freeform/secret_grammar",
        "wrong shortcut",
        "a text with a b directly before an a counts as not derivable, though cbac is",
        "    n = len(text)\n",
        '    n = len(text)\n    if "ba" in text:\n        return 0  # nothing derives a b directly before an a\n',
    ),
    Edit(
        "freeform/six_letter_machine",
        "zero taken for nothing",
        "a stack that holds only zeros is read as empty",
        '    if not stack:\n        return "empty"\n',
        '    if not any(stack):\n        return "empty"\n',
    ),
    Edit(
        "freeform/small_sheet",
        "boundary included",
        "Y is already c * r if p is equal to limit",
        '    if p > state["limit"]:\n',
        '    if p >= state["limit"]:\n',
    ),
    Edit(
        "freeform/stubborn_lift",
        "duplicates compared by one part only",
        "a question is drawn again if its second text alone stands in one before",
        "        if (first, second) in used:\n            continue\n        used.add((first, second))\n",
        "        if second in used:\n            continue\n        used.add(second)\n",
    ),
    Edit(
        "freeform/unknown_graph",
        "too few rounds",
        "distances come from five sweeps over the edges, too few for some long ways",
        '    """distances[i][j] for all nodes, by breadth-first search from each node."""\n'
        "    neighbours = [[] for _ in range(NODES)]\n"
        "    for i, j in edges:\n"
        "        neighbours[i].append(j)\n"
        "        neighbours[j].append(i)\n"
        "    table = []\n"
        "    for source in range(NODES):\n"
        "        distance = [None] * NODES\n"
        "        distance[source] = 0\n"
        "        queue = [source]\n"
        "        for node in queue:  # the queue grows while it is read\n"
        "            for other in neighbours[node]:\n"
        "                if distance[other] is None:\n"
        "                    distance[other] = distance[node] + 1\n"
        "                    queue.append(other)\n",
        '    """distances[i][j] for all nodes, by sweeps over the edges for each node."""\n'
        "    table = []\n"
        "    for source in range(NODES):\n"
        "        distance = [NODES - 1] * NODES  # no shortest way is longer\n"
        "        distance[source] = 0\n"
        "        for _ in range(5):\n"
        "            for i, j in edges:\n"
        "                distance[j] = min(distance[j], distance[i] + 1)\n"
        "                distance[i] = min(distance[i], distance[j] + 1)\n",
    ),
    Edit(
        "game/anti_rps_random",
        "forgotten too early",
        "after the last turn the opponent's last move is shown as none",
        '    return {"state": [state[0] - 1, reply], "reward": reward}\n',
        "    left = state[0] - 1\n"
        "    # Once the game is over the opponent needs no last move.\n"
        '    return {"state": [left, reply if left > 0 else "none"], "reward": reward}\n',
    ),
    Edit(
        "game/comparing_cards_smart",
        "numbers compared as text",
        "the two cards are compared as texts, so 10 and more are lower than 2 to 9",
        "    reward = (mine > theirs) - (mine < theirs)\n",
        "    reward = (action > reply) - (action < reply)\n",
    ),
    Edit(
        "game/load_shoot_defend_balance",
        "tie forgotten",
        "two shots with equally many bullets cost the player 1",
        "            return (x > y) - (x < y)\n",
        "            return 1 if x > y else -1\n",
    ),
    Edit(
        "game/load_shoot_defend_smart",
        "an invented consequence",
        "a player who is hit while loading does not get the bullet",
        "    mine = after(mine, kind, used)\n",
        '    if kind != "load" or other != "shoot":  # a hit spoils the loading\n'
        "        mine = after(mine, kind, used)\n",
    ),
    Edit(
        "game/rps7_beat_last",
        "copied line not adapted",
        "air has the list of water: it beats scissors and not water",
        '    "air": ["rock", "fire", "water"],\n',
        '    "air": ["rock", "scissors", "fire"],\n',
    ),
    Edit(
        "game/rps7_imitate_last",
        "forgotten entry",
        "scissors do not beat air",
        '    "scissors": ["paper", "air", "sponge"],\n',
        '    "scissors": ["paper", "sponge"],\n',
    ),
    Edit(
        "game/rps7_random_3",
        "one pair of a relation reversed",
        "water beats paper, not paper water",
        '    "paper": ("rock", "water", "air"),\n'
        '    "scissors": ("paper", "air", "sponge"),\n'
        '    "fire": ("paper", "scissors", "sponge"),\n'
        '    "water": ("rock", "scissors", "fire"),\n',
        '    "paper": ("rock", "air"),\n'
        '    "scissors": ("paper", "air", "sponge"),\n'
        '    "fire": ("paper", "scissors", "sponge"),\n'
        '    "water": ("rock", "paper", "scissors", "fire"),\n',
    ),
    Edit(
        "game/undercut",
        "circle where there is none",
        "1 and 7 count as neighbours in the score too",
        "    if mine == theirs - 1:\n        return 3\n    if mine == theirs + 1:\n        return -3\n",
        "    if mine == _circle(theirs - 1):\n        return 3\n"
        "    if mine == _circle(theirs + 1):\n        return -3\n",
    ),
    Edit(
        "physics/balls_collision",
        "too generous tolerance",
        "a hit that is up to a hundredth of a second ahead counts as having taken place",
        "        if wait > left:\n            break\n",
        "        if wait > left + 1e-2:\n            break\n",
    ),
    Edit(
        "physics/balls_completely_elastic_collision_2",
        "rounded constant",
        "the velocity 17/3 is cut off to three decimals, so ball2 drifts off late in the domain",
        "x2 = 4.5 + 17.0 / 3.0 * u",
        "x2 = 4.5 + 5.666 * u",
    ),
    Edit(
        "physics/conical_pendulum",
        "sign from a rounded period",
        "y comes from the circle, its sign from half the period "
        "rounded to 2.07 s, so it is wrong shortly before some crossings",
        '    return {"bob": [RADIUS * math.cos(phase), RADIUS * math.sin(phase), -HEIGHT]}',
        "    x = RADIUS * math.cos(phase)\n"
        "    y = math.sqrt(max(0.0, RADIUS * RADIUS - x * x))\n"
        "    if int(t / 2.07) % 2 == 1:\n"
        "        y = -y  # the second half of a revolution\n"
        '    return {"bob": [x, y, -HEIGHT]}',
    ),
    Edit(
        "physics/cycloid",
        "float cut off",
        "the time is cut off to hundredths with int, so some times lose a hundredth",
        '    return {"point": [t - math.sin(t), 1.0 - math.cos(t), 0.0]}',
        "    t = int(t * 100) / 100  # times have two decimals\n"
        '    return {"point": [t - math.sin(t), 1.0 - math.cos(t), 0.0]}',
    ),
    Edit(
        "physics/elliptical_planetary_orbit",
        "series cut short",
        "Kepler's equation is solved by three terms of the series instead of to 1e-12",
        "    e_anom = _eccentric_anomaly(m)\n",
        "    e_anom = (\n"
        "        m\n"
        "        + (ECC - ECC ** 3 / 8) * math.sin(m)\n"
        "        + ECC ** 2 / 2 * math.sin(2 * m)\n"
        "        + 3 * ECC ** 3 / 8 * math.sin(3 * m)\n"
        "    )\n",
    ),
    Edit(
        "physics/freefall_inelastic_collision",
        "stopped one step early",
        "the height of the flight after this one decides, so the seventh flight does not take place",
        "while v * v / 20.0 >= LOWEST_FLIGHT:",
        "while (v * RESTITUTION) ** 2 / 20.0 >= LOWEST_FLIGHT:",
    ),
    Edit(
        "physics/harmonic_friction",
        "off by one at the end",
        "a fifty-first half swing takes place",
        "    if n >= SWINGS:\n",
        "    if n > SWINGS:\n",
    ),
    Edit(
        "physics/incline_plane_block",
        "wrong quantity in a condition",
        "the slope's length is taken for the horizontal length, so "
        "the sliding goes on a little after the ground is reached",
        "    if t <= T:\n",
        "    if A * t * t / 2.0 * COS <= LENGTH:\n",
    ),
    Edit(
        "physics/river_boat",
        "rounded value in a condition",
        "the time is rounded before it is compared, so the boat has landed some hundredths of a second too early",
        "    elif t <= 7.5:\n",
        "    elif round(t, 1) < 7.5:\n",
    ),
    Edit(
        "physics/windy_bounces",
        "a rule that is not there",
        "a flight shorter than half a second does not take place, the ball stays on the floor",
        "    y = GRAVITY / 2 * since * (flight - since)\n",
        "    y = GRAVITY / 2 * since * (flight - since) if flight >= 0.5 else 0.0\n",
    ),
    Edit(
        "puzzle/alternating_liar",
        "drawn from too large a set",
        "all seven others may be liars",
        "m = rng.randint(1, 126)",
        "m = rng.randint(1, 127)",
    ),
    Edit(
        "puzzle/every_third_lie",
        "an end of the range left out",
        "the number 1000 is never hidden",
        "number = rng.randint(1, 1000)\n    first_lie",
        "number = rng.randrange(1, 1000)\n    first_lie",
    ),
    Edit(
        "puzzle/heavy_coin_hard",
        "weights that can cancel out",
        "the heavier coin weighs as much as three, so it balances a pan with two coins more",
        "balanced = len(left) == len(right) and coin not in left and coin not in right",
        "balanced = len(left) + 2 * (coin in left) == len(right) + 2 * (coin in right)",
    ),
    Edit(
        "puzzle/hidden_rectangle",
        "integer halving",
        "rows are measured from the middle row, and an even number of rows gets one more at the top",
        'in_rows = hidden["top"] <= row <= hidden["bottom"]',
        'in_rows = abs(row - (hidden["top"] + hidden["bottom"]) // 2) <= (hidden["bottom"] - hidden["top"] + 1) // 2',
    ),
    Edit(
        "puzzle/night_thief",
        "off by one at the wrap-around",
        "three houses away across the end of the numbering is not wrapped and counts as far",
        "    upwards = (query - house) % HOUSES\n    distance = min(upwards, HOUSES - upwards)\n",
        "    distance = abs(query - house % HOUSES)\n"
        "    if distance > HOUSES - 3:\n"
        "        distance = HOUSES - distance\n",
    ),
    Edit(
        "puzzle/nuts_and_bolts",
        "a key that is not unique",
        "the words are kept by nut, so of two pairs with the same nut both get the later one's word",
        '    return ", ".join(compare(bolts[bolt - 1], nuts[nut - 1]) for bolt, nut in query)',
        "    words = {nut: compare(bolts[bolt - 1], nuts[nut - 1]) for bolt, nut in query}\n"
        '    return ", ".join(words[nut] for _, nut in query)',
    ),
    Edit(
        "puzzle/radio_mast",
        "rounded before comparing",
        "distances are rounded to one decimal, so nearly equal ones count as equal",
        "    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2",
        "    return round(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5, 1)",
    ),
    Edit(
        "puzzle/secret_club",
        "a zero taken for nothing",
        "the member at position 0 of the list, the one with the lowest number, does not count",
        "    invited_members = sum(1 for friend in query if friend in members)\n",
        "    positions = {member: place for place, member in enumerate(members)}\n"
        "    invited_members = sum(1 for friend in query if positions.get(friend))\n",
    ),
    Edit(
        "puzzle/turned_compass",
        "an end of the range left out",
        "the compass is never turned by seven eighths",
        "turned = rng.randrange(8)",
        "turned = rng.randrange(7)",
    ),
    Edit(
        "puzzle/wordle",
        "worked through from the wrong end",
        "the M marks are given from right to left",
        "    for i, letter in enumerate(query):\n        if result[i]",
        "    for i, letter in reversed(list(enumerate(query))):\n        if result[i]",
    ),
)
