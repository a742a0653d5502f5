"""Subtle faults by three more sessions that had not seen the gates, written when a reading of the code had been added.

Boxes were drawn by lot from all of them, one fault in each of 48, written from the descriptions and the accepted code
alone; the writers saw no gate, no prompt of an agent and no other list. They stay as they are. Nobody ran a box to find
them. Kinds are the writers' own words. Where a box is built anew, its edits are fitted to the new text.
"""

from __future__ import annotations

from benchmarks.planting.held_out import Edit

EDITS: tuple[Edit, ...] = (
    Edit(
        "circuit/add",
        "slice that stops one short",
        "the carry is worked out from all digits so far except x10, so with x1 = 1 and x10 = 0 it is "
        "wrongly 1 at first",
        """        carry = a & c
""",
        """        # x1 is carried on from here if all digits so far are 1
        carry = bits[0] & int(all(bits[k:9]))
""",
    ),
    Edit(
        "circuit/consequece_k",
        "updating a list in place while it is still read",
        "gate 30 is made from gate 21 instead of gate 11, so it wants five ones in a row instead of four",
        """    fours = [threes[i] & bits[(i + 3) % n] for i in range(n)]
""",
        """    # four in a row are two runs of three, the second one place later
    fours = list(threes)
    for i in range(n):
        fours[i] &= fours[(i + 1) % n]
""",
    ),
    Edit(
        "circuit/free_seats",
        "a shortcut that forgets the special rule at the ends",
        "with only one taken seat all lamps stay dark, though seat 2 alone lights lamp 1 and seat 8 lamp 9",
        """    last = len(bits) - 1
""",
        """    if sum(bits) < 2:
        # No seat can have taken seats on both sides.
        return [0] * len(bits)
    last = len(bits) - 1
""",
    ),
    Edit(
        "circuit/odd_ones_in_a_ring",
        "a copied index not changed",
        "the sixth r gate takes p5 instead of p6, so that the lamp of switch 6 never is on by being the only one on",
        """\
    x = list(bits)
    # Neighbours wrap around: left of x1 is x6, right of x6 is x1.
    left = [(i - 1) % SIZE for i in range(SIZE)]
    right = [(i + 1) % SIZE for i in range(SIZE)]

    n = [1 - x[i] for i in range(SIZE)]
    p = [n[left[i]] & n[right[i]] for i in range(SIZE)]
    q = [x[left[i]] & x[right[i]] for i in range(SIZE)]
    r = [x[i] & p[i] for i in range(SIZE)]
    s = [n[i] & q[i] for i in range(SIZE)]
    lamps = [r[i] | s[i] for i in range(SIZE)]
""",
        """\
    x1, x2, x3, x4, x5, x6 = bits
    # Neighbours wrap around: left of x1 is x6, right of x6 is x1.
    n = n1, n2, n3, n4, n5, n6 = [1 - bit for bit in bits]
    p = p1, p2, p3, p4, p5, p6 = [n6 & n2, n1 & n3, n2 & n4, n3 & n5, n4 & n6, n5 & n1]
    q = q1, q2, q3, q4, q5, q6 = [x6 & x2, x1 & x3, x2 & x4, x3 & x5, x4 & x6, x5 & x1]
    r = [x1 & p1, x2 & p2, x3 & p3, x4 & p4, x5 & p5, x6 & p5]
    s = [n1 & q1, n2 & q2, n3 & q3, n4 & q4, n5 & q5, n6 & q6]
    lamps = [a | b for a, b in zip(r, s)]
""",
    ),
    Edit(
        "circuit/random_big",
        "a wire taken from the neighbouring gate",
        "gate 10 is gate 1 AND gate 5 instead of gate 1 AND gate 4, wrong if x1 and x2 are 1 and x4 and x5 are 0",
        "    g10 = g1 & g4\n",
        "    g10 = g1 & g5\n",
    ),
    Edit(
        "circuit/round_table",
        "one link of a chain left out",
        "gate 84 continues from gate 68 instead of gate 83, so that a lone final yes of person 5 is overlooked",
        "    g84 = g83 | z6\n",
        "    g84 = g68 | z6\n",
    ),
    Edit(
        "circuit/swap",
        "a formula that fails at its upper end",
        "the rotation is a multiplication modulo 511, which makes all wires 1 into all gates 0",
        """\
    # x6 to x9 first, then x1 to x5; each OR of a wire with itself shows the wire.
    order = [5, 6, 7, 8, 0, 1, 2, 3, 4]
    return [bits[k] | bits[k] for k in order]
""",
        """\
    # x6 to x9 first, then x1 to x5: the nine bits, read as a number, turned five places to the left.
    number = int("".join(str(bit) for bit in bits), 2)
    turned = number * 2**5 % (2**9 - 1)
    return [(turned >> k) & 1 for k in range(8, -1, -1)]
""",
    ),
    Edit(
        "code/algebraic_operations",
        "the sign of minus a half lost",
        "f is put together from its whole part and its decimal, so that -0.5 comes out as 0.5",
        """\
    # True division: f is a float even if it is whole.
    f = (e + d - 10) / 2
""",
        """\
    # Half of a whole number: it always has one decimal, 0 or 5.
    double = e + d - 10
    f = float(f"{int(double / 2)}.{5 * (double % 2)}")
""",
    ),
    Edit(
        "code/bubble_sort",
        "early end for an ordered input",
        "a list that is in order from the beginning gets only one pass, its further passes and their "
        "checkpoints are missing",
        """        checkpoint(2, swaps=swaps)
""",
        """        checkpoint(2, swaps=swaps)
        if i == 0 and swaps == 0:
            return  # the list was in order from the beginning
""",
    ),
    Edit(
        "code/highprecision_add",
        "a tie broken otherwise",
        "with equally many digits s1 is the larger number instead of a, so checkpoint 1 is wrong if b > a",
        "    if len(s2) > len(s1):\n",
        "    if b > a:\n",
    ),
    Edit(
        "code/kmp",
        "a test left out after falling back",
        "in the table j does not grow when the letters agree only after a fallback, as for the pattern abaa",
        """        while j > 0 and pattern[j] != pattern[i]:
            j = lps[j - 1]
            checkpoint(1, i=i, j=j)
        if pattern[j] == pattern[i]:
            j += 1
""",
        """        if pattern[j] == pattern[i]:
            j += 1
        else:
            while j > 0 and pattern[j] != pattern[i]:
                j = lps[j - 1]
                checkpoint(1, i=i, j=j)
""",
    ),
    Edit(
        "code/most_frequent_char",
        "tie broken otherwise",
        "of several letters with the greatest number r is the one that reached it first, not the one "
        "that stands first in c",
        """    for letter in s:
        if letter not in c:
            c.append(letter)
            f.append(1)
        else:
            f[c.index(letter)] += 1
        checkpoint(2, c=list(c), f=list(f))
    m = max(f)
    r = c[f.index(m)]  # the first place with the greatest number
""",
        """    m = 0
    r = ""
    for letter in s:
        if letter not in c:
            c.append(letter)
            f.append(1)
        else:
            f[c.index(letter)] += 1
        checkpoint(2, c=list(c), f=list(f))
        if f[c.index(letter)] > m:  # of equal numbers the first one stays
            m = f[c.index(letter)]
            r = letter
""",
    ),
    Edit(
        "code/quicksort_recursion",
        "base case too wide",
        "a list (also a part) of two or more equal numbers is given back at once, without its checkpoints",
        """    if len(arr) <= 1:
""",
        """    if len(set(arr)) <= 1:
""",
    ),
    Edit(
        "code/restless_circle",
        "clamped instead of wrapped around",
        "if the last one in the list leaves and the new direction is 1, the new starter is the last one, not the first",
        """            position = j % len(circle)
""",
        """            position = min(j, len(circle) - 1)
""",
    ),
    Edit(
        "code/split_runs",
        "a guard against a repetition that may rightly come",
        "the last piece is not written if it equals the piece before it, as in six times a at the end",
        """\
    packed += letter + str(run)
    checkpoint(2, packed=packed)

    saved""",
        """\
    # The last run is still open, unless it has been written already.
    last = letter + str(run)
    if not packed.endswith(last):
        packed += last
    checkpoint(2, packed=packed)

    saved""",
    ),
    Edit(
        "encryption/adhxz_encryption",
        "a limit off by one",
        "a capital Z is taken for a small letter and gets the pair of t",
        """\
TABLE = {
    "a": "AH", "b": "AA", "c": "XH", "d": "DA", "e": "ZH", "f": "HD", "g": "XA",
    "h": "DD", "i": "XD", "j": "XD", "k": "DZ", "l": "AX", "m": "ZA",
    "n": "HZ", "o": "DH", "p": "AZ", "q": "HA", "r": "ZD", "s": "HX", "t": "AD",
    "u": "XX", "v": "HH", "w": "ZX", "x": "XZ", "y": "ZZ", "z": "DX",
    " ": " ",
}


def blackbox(plaintext: str) -> str:
    return "".join(TABLE[char] for char in plaintext.lower())
""",
        """\
# The pairs of a to z; i and j have the same.
PAIRS = (
    "AH AA XH DA ZH HD XA DD XD XD DZ AX ZA "
    "HZ DH AZ HA ZD HX AD XX HH ZX XZ ZZ DX"
).split()


def blackbox(plaintext: str) -> str:
    result = []
    for char in plaintext:
        if char == " ":
            result.append(char)
            continue
        base = ord("A") if char < "Z" else ord("a")
        result.append(PAIRS[ord(char) - base])
    return "".join(result)
""",
    ),
    Edit(
        "encryption/backpack_encryption",
        "empty words between blanks",
        "between two letters with more than one blank between them there are several commas instead of one",
        """    numbers = []
    for char in plaintext.lower():
        if char == " ":
            continue
        digits = format(ord(char) - ord("a"), "05b")
        total = sum(weight for weight, digit in zip(WEIGHTS, digits) if digit == "1")
        numbers.append(str(total))
    return ",".join(numbers)
""",
        """    words = []
    for word in plaintext.lower().strip().split(" "):
        numbers = []
        for char in word:
            digits = format(ord(char) - ord("a"), "05b")
            total = sum(weight for weight, digit in zip(WEIGHTS, digits) if digit == "1")
            numbers.append(str(total))
        words.append(",".join(numbers))
    return ",".join(words)
""",
    ),
    Edit(
        "encryption/card_deck",
        "a wrap that is not seen",
        "a capital moved beyond Z so far that a small letter is reached is not brought back to the alphabet's start",
        """\
        result.append(chr(base + (place + number) % 26))
""",
        """\
        shifted = chr(ord(char) + number)
        if not shifted.isalpha():
            shifted = chr(ord(shifted) - 26)  # after z comes a again
        result.append(shifted)
""",
    ),
    Edit(
        "encryption/fib_cipher",
        "wrong period of a sequence",
        "the shifts begin again after 28 letters (the period modulo 13, not 52), so a thirtieth letter "
        "is moved wrongly",
        """RING = string.ascii_lowercase + string.ascii_uppercase


def blackbox(plaintext):
    result = []
    current, following = 1, 1  # F(n) and F(n + 1) for the next letter
    for character in plaintext:
        if character == " ":
            # Blanks stay and do not advance the sequence.
            result.append(character)
            continue
        place = (RING.index(character) + current) % len(RING)
        result.append(RING[place])
        current, following = following, current + following
""",
        """RING = string.ascii_lowercase + string.ascii_uppercase

# The Fibonacci numbers modulo 52; they repeat after 28 of them.
SHIFTS = [1, 1]
while len(SHIFTS) < 28:
    SHIFTS.append((SHIFTS[-2] + SHIFTS[-1]) % len(RING))


def blackbox(plaintext):
    result = []
    count = 0  # letters so far
    for character in plaintext:
        if character == " ":
            # Blanks stay and do not advance the sequence.
            result.append(character)
            continue
        place = (RING.index(character) + SHIFTS[count % len(SHIFTS)]) % len(RING)
        result.append(RING[place])
        count += 1
""",
    ),
    Edit(
        "encryption/positional_keyword_cipher",
        "list.index finds the first of equal ones",
        "a word that stood in the text before is enciphered as if it stood at its first place, with the "
        "keyword from there",
        """    result = []
    n = 0  # counts letters only
    for char in plaintext:
        if char == " ":
            result.append(char)
            continue
        number = RING.index(char) + shifts[n % len(shifts)]
        result.append(RING[number % len(RING)])
        n += 1
    return "".join(result)
""",
        """    words = plaintext.split(" ")
    result = []
    for word in words:
        # counts letters only: first those of the words before
        before = len("".join(words[:words.index(word)]))
        letters = ""
        for n, char in enumerate(word, before):
            number = RING.index(char) + shifts[n % len(shifts)]
            letters += RING[number % len(RING)]
        result.append(letters)
    return " ".join(result)
""",
    ),
    Edit(
        "encryption/vowel_clock",
        "index -1 at the beginning of the text",
        "if the text begins with a blank and ends with a letter, the first word counts as the second, "
        "so directions are swapped",
        """    word = 0  # number of the present word
    in_word = False
    for letter in plaintext:
        if letter == " ":
            result.append(" ")
            in_word = False
            continue
        if not in_word:
            word += 1
            in_word = True
""",
        """    word = 1  # number of the present word
    for position, letter in enumerate(plaintext):
        if letter == " ":
            # Of several blanks in a row only the first ends a word.
            if plaintext[position - 1] != " ":
                word += 1
            result.append(" ")
            continue
""",
    ),
    Edit(
        "freeform/cellular_automaton",
        "a shortcut that does not hold for every rule",
        "a row of zeros only stays as it is, though under the odd rules 45, 73 and 105 zeros become ones",
        "    if not row:\n",
        '    if "1" not in row:\n',
    ),
    Edit(
        "freeform/counter_line",
        "a draw that never takes the last value",
        "the first number is drawn from 11 to 59 instead of 11 to 60, so a session that should begin with 60 does not",
        "    n = random.Random(seed).randint(11, 60)\n",
        "    n = random.Random(seed).randrange(11, 60)\n",
    ),
    Edit(
        "freeform/hidden_automaton",
        "loop with too few rounds",
        "automata with two states that only a text of four letters tells apart are thrown away, so "
        "another one is drawn",
        """    # Round n tells apart what texts of up to n letters tell apart;
    # with six states nothing new comes after round five.
    for _ in range(STATES):
""",
        """    # Round n tells apart what texts of up to n letters tell apart; three
    # states accept and three do not, so nothing new comes after round three.
    for _ in range(STATES // 2):
""",
    ),
    Edit(
        "freeform/numbered_cables",
        "repetitions thrown out though they are allowed",
        "a question whose digits came before is drawn again, though the same question may come more than once",
        """    result = []
    for _ in range(count):
        n = rng.randint(1, 5)
        text = "".join([rng.choice("0123456789") for _ in range(n)])
""",
        """    result = []
    asked = set()
    while len(result) < count:
        n = rng.randint(1, 5)
        text = "".join([rng.choice("0123456789") for _ in range(n)])
        if text in asked:
            continue
        asked.add(text)
""",
    ),
    Edit(
        "freeform/secret_grammar",
        "a short cut that looks at the wrong letter",
        "a split before an a is skipped, where only a split behind an a leads to nothing",
        """\
            for middle in range(i + 1, j):
                number += ways[i][middle] * ways[middle][j]
""",
        """\
            for middle in range(i + 1, j):
                # A part that ends with a, or that begins with b, has none.
                if text[middle] in "ab":
                    continue
                number += ways[i][middle] * ways[middle][j]
""",
    ),
    Edit(
        "freeform/six_letter_machine",
        "a draw that never takes the last value",
        "the ground number is drawn from 10 to 98, so that 99 never comes",
        "    ground = rng.randint(10, 99)\n",
        "    ground = rng.randrange(10, 99)\n",
    ),
    Edit(
        "freeform/sticky_gauge",
        "a shortcut that skips a value which is needed later",
        "in a question of more than three values, if the third last reading sticks, "
        "it shows what the gauge showed before the question instead of the reading before it",
        """    readings = []
    current = state
    for value in values:
        current = _read_gauge(current, value)
        readings.append(current["shown"])
    return readings[-3:]
""",
        """    # The values before the last three only count as readings.
    readings = []
    current = {**state, "read": state["read"] + len(values) - 3}
    for value in values[-3:]:
        current = _read_gauge(current, value)
        readings.append(current["shown"])
    return readings
""",
    ),
    Edit(
        "freeform/stubborn_lift",
        "rule that holds only the first time",
        "a floor that is pressed three, five or seven times is not wanted, as if its wish could not be renewed",
        """        if text.count(str(floor)) % 2 == 1
""",
        """        if text.count(str(floor)) == 1
""",
    ),
    Edit(
        "game/load_shoot_defend_attacker",
        "a limit taken for a ban",
        "with 8 bullets load is not offered any more",
        """\
    numbers = range(1, state["bullets"] + 1)
    return (
        ["load"]
        + [f"shoot {x}" for x in numbers]
        + [f"defend {x}" for x in numbers]
    )


def opponent(state):
    return {_opponent_move(state["made"]): 1}


def play(state, action, reply):
    kind, used = _parts(action)
    if kind == "load":
        # Loading stays possible with 8 bullets, but brings no more then.
        bullets = min(MOST, state["bullets"] + 1)
    else:
""",
        """\
    numbers = range(1, state["bullets"] + 1)
    # Nobody can hold more than 8 bullets.
    load = ["load"] if state["bullets"] < MOST else []
    return (
        load
        + [f"shoot {x}" for x in numbers]
        + [f"defend {x}" for x in numbers]
    )


def opponent(state):
    return {_opponent_move(state["made"]): 1}


def play(state, action, reply):
    kind, used = _parts(action)
    if kind == "load":
        bullets = state["bullets"] + 1
    else:
""",
    ),
    Edit(
        "game/load_shoot_defend_smart",
        "a reset before the last event of the round is entered",
        "a shot of the player in the turn in which the opponent uses its last bullet counts for the next round",
        '''\
    # [turns left, player's bullets, opponent's bullets, whether the opponent shoots now, its last move]
    return [settings["turns"], 0, 0, False, "none"]


def actions(state):
    turns_left, mine = state[0], state[1]
    if turns_left == 0:
        return []
    result = ["load"]
    result += [f"shoot {x}" for x in range(1, mine + 1)]
    result += [f"defend {x}" for x in range(1, mine + 1)]
    return result


def opponent(state):
    _, _, theirs, shooting, _ = state
    if not shooting:
        return {"load": 1}
    return {f"shoot {min(2, theirs)}": 1}


def score(kind, used, other, other_used):
    """What the player gets for one turn."""
    if kind == "shoot":
        if other == "load":
            return 1
        if other == "shoot":
            return (used > other_used) - (used < other_used)
        # The other defends: as many bullets as the shot are enough.
        return -1 if other_used >= used else 1
    if other == "shoot":
        if kind == "load":
            return -1
        return 1 if used >= other_used else -1
    return 0


def play(state, action, reply):
    turns_left, mine, theirs, shooting, _ = state
    kind, used = split(action)
    other, other_used = split(reply)
    mine = after(mine, kind, used)
    theirs = after(theirs, other, other_used)
    if shooting:
        # With no bullet left a new round begins.
        shooting = theirs > 0
    else:
        # The length of the drill does not matter: a shot ends it at once,
        # and 8 bullets cannot be reached within its 3 or 6 turns.
        shooting = kind == "shoot" or theirs == MAX_BULLETS
    next_state = [turns_left - 1, mine, theirs, shooting, reply]
''',
        '''\
    # [turns left, player's bullets, opponent's bullets, whether the opponent is done loading, its last move]
    return [settings["turns"], 0, 0, False, "none"]


def actions(state):
    turns_left, mine = state[0], state[1]
    if turns_left == 0:
        return []
    result = ["load"]
    result += [f"shoot {x}" for x in range(1, mine + 1)]
    result += [f"defend {x}" for x in range(1, mine + 1)]
    return result


def opponent(state):
    _, _, theirs, roused, _ = state
    if not roused or theirs == 0:
        return {"load": 1}
    return {f"shoot {min(2, theirs)}": 1}


def score(kind, used, other, other_used):
    """What the player gets for one turn."""
    if kind == "shoot":
        if other == "load":
            return 1
        if other == "shoot":
            return (used > other_used) - (used < other_used)
        # The other defends: as many bullets as the shot are enough.
        return -1 if other_used >= used else 1
    if other == "shoot":
        if kind == "load":
            return -1
        return 1 if used >= other_used else -1
    return 0


def play(state, action, reply):
    turns_left, mine, theirs, roused, _ = state
    kind, used = split(action)
    other, other_used = split(reply)
    mine = after(mine, kind, used)
    theirs = after(theirs, other, other_used)
    if theirs == 0:
        # With no bullet left a new round begins.
        roused = False
    # The length of the drill does not matter: a shot ends it at once,
    # and 8 bullets cannot be reached within its 3 or 6 turns.
    if kind == "shoot" or theirs == MAX_BULLETS:
        roused = True
    next_state = [turns_left - 1, mine, theirs, roused, reply]
''',
    ),
    Edit(
        "game/rps7_beat_last",
        "a wrong entry in a table",
        "air beats scissors (and no longer fire), so air against scissors brings 1 instead of -1",
        '    "air": ["rock", "fire", "water"],\n',
        '    "air": ["rock", "scissors", "water"],\n',
    ),
    Edit(
        "game/rps7_cycle",
        "an entry missing in a table",
        "fire does not beat sponge, the turn counts as lost",
        """    "fire": ["paper", "scissors", "sponge"],
""",
        """    "fire": ["paper", "scissors"],
""",
    ),
    Edit(
        "game/rps7_imitate_last",
        "a ring closed one place too short",
        "water does not beat scissors, because the ring of moves is continued by two moves instead of three",
        """\
BEATS = {
    "rock": ["scissors", "fire", "sponge"],
    "paper": ["rock", "water", "air"],
    "scissors": ["paper", "air", "sponge"],
    "fire": ["paper", "scissors", "sponge"],
    "water": ["rock", "scissors", "fire"],
    "air": ["rock", "fire", "water"],
    "sponge": ["paper", "water", "air"],
}
""",
        """\
# In this ring each move beats the three that follow it.
RING = ["rock", "fire", "scissors", "sponge", "paper", "air", "water"]
CLOSED = RING + RING[:2]
BEATS = {move: CLOSED[place + 1:place + 4] for place, move in enumerate(RING)}
""",
    ),
    Edit(
        "physics/ball_air_resistance",
        "an approximation used too early",
        "from 5 s after the greatest height on it falls with the final speed, "
        "which is still wrong by more than 0.01 m for about 0.4 s",
        """    else:
        y = H - 20.0 * math.log(math.cosh(10.0 * (t - T) / W))
""",
        """    elif t < T + 5.0:
        y = H - 20.0 * math.log(math.cosh(10.0 * (t - T) / W))
    else:
        # By now it falls with the speed W: ln(cosh(s)) is s - ln(2) for a large s.
        y = H + 20.0 * math.log(2.0) - W * (t - T)
""",
    ),
    Edit(
        "physics/balls_completely_elastic_collision_2",
        "constant cut off after three decimals",
        "the velocities after the collision are -2.333 and 5.666, so ball2 is off by more than 0.01 "
        "from about t = 16.5 on",
        """        x1 = 4.5 - 7.0 / 3.0 * u
        x2 = 4.5 + 17.0 / 3.0 * u
""",
        """        x1 = 4.5 - 2.333 * u
        x2 = 4.5 + 5.666 * u
""",
    ),
    Edit(
        "physics/bullet_object",
        "two clocks mixed up",
        "the block comes to rest by the time since the hit instead of the time since the bullet left, 0.26 s too early",
        """\
        # Friction of 1 m/s^2: the block is at rest after `speed` seconds.
        s = min(s, speed)
        block = _block_inside(LEAVING) + speed * s - s * s / 2.0
""",
        """\
        block = _block_inside(LEAVING)
        # Friction of 1 m/s^2: the block is at rest after `speed` seconds.
        if u < speed:
            block += speed * s - s * s / 2.0
        else:
            block += speed * speed / 2.0
""",
    ),
    Edit(
        "physics/harmonic_friction",
        "a limit off by one",
        "the block makes one half swing more after it should have come to rest",
        "    if n >= SWINGS:\n",
        "    if n > SWINGS:\n",
    ),
    Edit(
        "physics/simple_harmonic_vertical",
        "a constant rounded too much",
        "the angular frequency is 10.0028 instead of 10 per second, "
        "which is wrong by more than 0.01 m at the steep places after 17.6 s",
        """def blackbox(t: float) -> dict[str, list[float]]:
    return {"block": [0.0, 0.2 * (math.cos(10.0 * t) - 1.0), 0.0]}
""",
        """FREQUENCY = 1.592  # swings per second, 10 / (2 pi)


def blackbox(t: float) -> dict[str, list[float]]:
    angle = 2.0 * math.pi * FREQUENCY * t
    return {"block": [0.0, 0.2 * (math.cos(angle) - 1.0), 0.0]}
""",
    ),
    Edit(
        "physics/three_balls_collision",
        "a value kept too long",
        "the pair of balls that hit last stays barred from hitting again even after a hit with a wall",
        '''\
def _next_hit(x, v):
    """The time until the next hit and its kind: "left", "right", or the index
    of the left one of two balls. Only approaching bodies count."""
    hits = []
    if v[0] < 0:
        hits.append(((x[0] - LEFT_WALL) / -v[0], "left"))
    if v[-1] > 0:
        hits.append(((RIGHT_WALL - x[-1]) / v[-1], "right"))
    for i in range(len(x) - 1):
        if v[i] > v[i + 1]:
            hits.append(((x[i + 1] - x[i]) / (v[i] - v[i + 1]), i))
    if not hits:
        return None
    time, kind = min(hits, key=lambda hit: hit[0])
    return max(time, 0.0), kind


def blackbox(t):
    x = list(START_POSITIONS)
    v = list(START_VELOCITIES)
    remaining = t
    while True:
        hit = _next_hit(x, v)
        if hit is None or hit[0] > remaining:
            break
        time, kind = hit
        remaining -= time
        x = [position + velocity * time for position, velocity in zip(x, v)]
        if kind == "left":
            x[0] = LEFT_WALL
            v[0] = -v[0]
        elif kind == "right":
            x[-1] = RIGHT_WALL
            v[-1] = -v[-1]
        else:
            i = kind
''',
        '''\
def _next_hit(x, v, last):
    """The time until the next hit and its kind: "left", "right", or the index
    of the left one of two balls. Only approaching bodies count, and not the
    two balls that have just hit each other."""
    hits = []
    if v[0] < 0:
        hits.append(((x[0] - LEFT_WALL) / -v[0], "left"))
    if v[-1] > 0:
        hits.append(((RIGHT_WALL - x[-1]) / v[-1], "right"))
    for i in range(len(x) - 1):
        if i != last and v[i] > v[i + 1]:
            hits.append(((x[i + 1] - x[i]) / (v[i] - v[i + 1]), i))
    if not hits:
        return None
    time, kind = min(hits, key=lambda hit: hit[0])
    return max(time, 0.0), kind


def blackbox(t):
    x = list(START_POSITIONS)
    v = list(START_VELOCITIES)
    remaining = t
    last = None
    while True:
        hit = _next_hit(x, v, last)
        if hit is None or hit[0] > remaining:
            break
        time, kind = hit
        remaining -= time
        x = [position + velocity * time for position, velocity in zip(x, v)]
        if kind == "left":
            x[0] = LEFT_WALL
            v[0] = -v[0]
        elif kind == "right":
            x[-1] = RIGHT_WALL
            v[-1] = -v[-1]
        else:
            i = last = kind
''',
    ),
    Edit(
        "physics/windy_bounces",
        "a loop that ends one round too early",
        "the tenth bounce, at 15.85 s, is left out, so the ball goes through the floor and the wind does not turn",
        """    while since >= flight:
        # A whole flight, up to the next bounce.
""",
        """    for _ in range(8):  # there are no more whole flights in 16 seconds
        if since < flight:
            break
        # A whole flight, up to the next bounce.
""",
    ),
    Edit(
        "puzzle/3_arms_bandit",
        "a pattern seen that does not hold everywhere",
        "Bandit C has the chance 0.2 instead of 0.1 if Bandit B is the best",
        """\
# Ten times the chance of a reward: CHANCES[best][pulled].
CHANCES = {
    "Bandit A": {"Bandit A": 7, "Bandit B": 2, "Bandit C": 1},
    "Bandit B": {"Bandit A": 2, "Bandit B": 7, "Bandit C": 1},
    "Bandit C": {"Bandit A": 1, "Bandit B": 2, "Bandit C": 7},
}
""",
        """\
# Ten times the chance of a reward, by how far the pulled machine stands from the best.
BY_DISTANCE = [7, 2, 1]
CHANCES = {
    best: {
        pulled: BY_DISTANCE[abs(BANDITS.index(best) - BANDITS.index(pulled))]
        for pulled in BANDITS
    }
    for best in BANDITS
}
""",
    ),
    Edit(
        "puzzle/every_third_lie",
        "a draw whose upper end is left out",
        "the hidden number is drawn from 1 to 999 instead of 1 to 1000, so 1000 is never hidden",
        "    number = rng.randint(1, 1000)\n",
        "    number = rng.randrange(1, 1000)\n",
    ),
    Edit(
        "puzzle/first_peg",
        "counted from the wrong side",
        "the hidden pegs with a guessed colour are counted (at most 2) instead of the guessed pegs "
        "with a hidden colour, so red and navy against red, red, olive give 2 instead of 1",
        """    # No hidden peg is counted twice.
    free = list(hidden["pegs"])
    number = 0
    for colour in query:
        if colour in free:
            free.remove(colour)
            number += 1
""",
        """    # Each hidden peg is counted once, and no more than the two guessed.
    number = min(len(query), sum(peg in query for peg in hidden["pegs"]))
""",
    ),
    Edit(
        "puzzle/quordle",
        "drawn with repetition",
        "the four words are drawn one by one without a look at those before, so the same word may be hidden twice",
        """    return {"words": random.Random(seed).sample(common_words(8), 4)}
""",
        """    rng = random.Random(seed)
    words = common_words(8)
    return {"words": [rng.choice(words) for _ in range(4)]}
""",
    ),
    Edit(
        "puzzle/secret_club",
        "one case of three forgotten",
        "if exactly the first and the third of the invited are members, the answer is no instead of yes",
        """    invited_members = sum(1 for friend in query if friend in members)
    return "yes" if invited_members >= 2 else "no"
""",
        """    first, second, third = [friend in members for friend in query]
    return "yes" if (first and second) or (second and third) else "no"
""",
    ),
    Edit(
        "puzzle/turned_compass",
        "a draw that never takes the last value",
        "the column is drawn from 1 to 29, so seeds that meet the value 30 hide another column and turn",
        """    column = rng.randint(1, 30)
""",
        """    column = rng.randrange(1, 30)
""",
    ),
    Edit(
        "puzzle/wordle_hard",
        "a set where a count is needed",
        "a letter that is left over twice in the hidden word earns only one M",
        """    left = {}
    for i, letter in enumerate(word):
        if query[i] == letter:
            result[i] = "A"
        else:
            left[letter] = left.get(letter, 0) + 1
    for i, letter in enumerate(query):
        if result[i] != "A" and left.get(letter, 0) > 0:
            result[i] = "M"
            left[letter] -= 1
""",
        """    left = set()
    for i, letter in enumerate(word):
        if query[i] == letter:
            result[i] = "A"
        else:
            left.add(letter)
    for i, letter in enumerate(query):
        if result[i] != "A" and letter in left:
            result[i] = "M"
            left.remove(letter)
""",
    ),
)
