"""Subtle faults written when everything that is measured on them had been written, and nothing was changed after.

Two sessions that had not seen the gates, nor any other list, wrote them from the descriptions and the accepted code
alone, one fault in each of 39 boxes, drawn of those that `newcomers.py` leaves. They stay as they are. Nobody ran a box
to find them. Kinds are the writers' own words. Where a box is built anew, its edits are fitted to the new text.
"""

from __future__ import annotations

from benchmarks.planting.held_out import Edit

EDITS: tuple[Edit, ...] = (
    Edit(
        "circuit/arbitrary",
        "accumulated value not carried over",
        "each OR joins only two neighbouring results instead of the gate before it, so an early match is forgotten",
        """        current = current | result
        gates.append(current)
""",
        """        gates.append(current | result)
        current = result
""",
    ),
    Edit(
        "circuit/free_seats",
        "negative index wraps round",
        "lamp 1 also shines when seat 9 is taken, as the seat before seat 1 is read from the end of the list",
        """        neighbours = []
        if i > 0:
            neighbours.append(bits[i - 1])
        if i < last:
            neighbours.append(bits[i + 1])
        lamps.append(1 if seat == 0 and all(n == 1 for n in neighbours) else 0)
""",
        """        needed = 2 if 0 < i < last else 1
        neighbours = [bits[i - 1]] + bits[i + 1:i + 2]
        lamps.append(1 if seat == 0 and sum(neighbours) >= needed else 0)
""",
    ),
    Edit(
        "circuit/round_table",
        "look-alike gate taken",
        "gate 80 starts from at least three of the first four votes instead of all four",
        "    g80 = g63 & z5\n",
        "    g80 = g65 & z5\n",
    ),
    Edit(
        "circuit/swap",
        "wrong modulus",
        "the row is turned as a number modulo 511, which makes nine ones into nine zeros",
        """    order = [5, 6, 7, 8, 0, 1, 2, 3, 4]
    return [bits[k] | bits[k] for k in order]
""",
        """    # So the nine bits are turned left by five places, as a binary number.
    number = int("".join(map(str, bits)), 2) * 32 % 511
    return [number >> k & 1 for k in range(8, -1, -1)]
""",
    ),
    Edit(
        "code/ferry_loads",
        "wrong case for duplicates",
        "the loads are kept by ware, so a later piece of the same ware overwrites the load that was the greatest",
        """    fullest = 0
    for piece in wares:
        weight = WEIGHTS[piece]
        # The ferry crosses only if the piece would make it more than full.
        if load + weight > CAPACITY:
            load = 0
            trips += 1
        load += weight
        fullest = max(fullest, load)
        checkpoint(1, load=load, trips=trips)
    # What is left free on the last trip, which has not crossed yet.
    checkpoint(2, spare=CAPACITY - load, fullest=fullest)
""",
        """    loads = {}  # the load after each piece
    for piece in wares:
        weight = WEIGHTS[piece]
        # The ferry crosses only if the piece would make it more than full.
        if load + weight > CAPACITY:
            load = 0
            trips += 1
        load += weight
        loads[piece] = load
        checkpoint(1, load=load, trips=trips)
    # What is left free on the last trip, which has not crossed yet.
    checkpoint(2, spare=CAPACITY - load, fullest=max(loads.values()))
""",
    ),
    Edit(
        "code/mountain_railway",
        "wrong default",
        "if no leg goes up, steepest is the gain of the whole journey instead of the greatest climb of a leg",
        """    steepest = max(climbs)
    gain = HEIGHTS[stops[-1]] - HEIGHTS[stops[0]]
""",
        """    gain = HEIGHTS[stops[-1]] - HEIGHTS[stops[0]]
    steepest = max((climb for climb in climbs if climb > 0), default=gain)
""",
    ),
    Edit(
        "code/runoff",
        "tie handling",
        "of equal leaders the one whose vote was counted first leads, not the first in the alphabet",
        """        votes = [0, 0, 0]
        for ballot in ballots:
            for candidate in ballot:
                if candidate in racing:
                    votes[CANDIDATES.index(candidate)] += 1
                    break
        # index takes the first of equal ones
        leader = CANDIDATES[votes.index(max(votes))]
""",
        """        counts = {}
        for ballot in ballots:
            for candidate in ballot:
                if candidate in racing:
                    counts[candidate] = counts.get(candidate, 0) + 1
                    break
        votes = [counts.get(candidate, 0) for candidate in CANDIDATES]
        # max takes the first of equal ones
        leader = max(counts, key=counts.get)
""",
    ),
    Edit(
        "encryption/idx_shift_encryption",
        "wrong base",
        "the number of places starts again at 0 after 26 letters, as with an alphabet of 26",
        "(RING.index(char) + n) % len(RING)",
        "(RING.index(char) + n % 26) % len(RING)",
    ),
    Edit(
        "encryption/zigzag_cipher",
        "early return",
        "texts of exactly one period, four letters, are returned unchanged",
        """    period = 2 * (ROWS - 1)
""",
        """    period = 2 * (ROWS - 1)
    # A text that does not come back to the top row stays as it is.
    if len(letters) <= period:
        return letters
""",
    ),
    Edit(
        "freeform/vending_machine",
        "incomplete search",
        "twos that are missing are never made up with ones",
        """        twos = min(state["twos"], left // 2)
        ones = left - 2 * twos
        if ones <= state["ones"]:
""",
        """        twos, ones = divmod(left, 2)
        if twos <= state["twos"] and ones <= state["ones"]:
""",
    ),
    Edit(
        "game/load_shoot_defend_attacker",
        "cost cut to what was needed",
        "a defence against a smaller shot uses up only as many bullets as the shot had",
        """        bullets = state["bullets"] - used
""",
        """        if kind == "defend" and reply.startswith("shoot"):
            used = min(used, _parts(reply)[1])
        bullets = state["bullets"] - used
""",
    ),
    Edit(
        "game/night_guard",
        "typing slip in a table",
        "the fourth and the fifth night of Jana are exchanged",
        '"DBACDD"',
        '"DBADCD"',
    ),
    Edit(
        "physics/ball_air_resistance",
        "approximation used too early",
        "from x = 3 on the logarithm of cosh x is taken as x - ln 2, which is too rough there",
        """        y = H - 20.0 * math.log(math.cosh(10.0 * (t - T) / W))
""",
        """        x = 10.0 * (t - T) / W
        # Far from the top cosh x is half of exp x.
        y = H - 20.0 * (math.log(math.cosh(x)) if x < 3.0 else x - math.log(2.0))
""",
    ),
    Edit(
        "physics/double_pendulum",
        "last step left out",
        "the step at the end that brings it to the time exactly is "
        "missing, so it is one step early where the division is rounded down",
        """    # One shorter step to arrive at the time exactly.
    a, b, u, w = _runge_kutta_step(a, b, u, w, t - steps * STEP)
""",
        """    # Hundredths of a second are whole numbers of steps: nothing is left over.
""",
    ),
    Edit(
        "physics/freefall_infheight",
        "float cut off",
        "the time is made into whole hundredths by cutting, so 0.29 s counts as 0.28 s",
        """    return {"ball": [0.0, 0.0 - 5.0 * t * t, 0.0]}
""",
        """    hundredths = int(t * 100)
    return {"ball": [0.0, 0.0 - 5.0 * hundredths * hundredths / 10000, 0.0]}
""",
    ),
    Edit(
        "physics/short_burn",
        "off by one at an end",
        "the rocket still burns in the second that begins at t = 8",
        "    if t <= BURN_END:\n",
        "    if t < BURN_END + 1:\n",
    ),
    Edit(
        "physics/struck_puck",
        "rounding before a comparison",
        "the time is rounded to tenths before it is compared with the blows, so a blow is noticed too late",
        "        if t > time:\n",
        "        if round(t, 1) > time:\n",
    ),
    Edit(
        "puzzle/3_arms_bandit",
        "two values swapped",
        "if B is the best, the chances of A and C are exchanged",
        '{"Bandit A": 2, "Bandit B": 7, "Bandit C": 1}',
        '{"Bandit A": 1, "Bandit B": 7, "Bandit C": 2}',
    ),
    Edit(
        "puzzle/number_guessing",
        "off by one at an end",
        "query 100 is never close, as the end of the range is cut to 100 though it is exclusive",
        """    return "Far" if abs(query - hidden["number"]) > 15 else "Close"
""",
        """    near = range(max(0, hidden["number"] - 15), min(100, hidden["number"] + 16))
    return "Close" if query in near else "Far"
""",
    ),
    Edit(
        "puzzle/single_battleship",
        "hidden thing drawn from a slightly wrong set",
        "column 9 is never drawn",
        '[f"Column {n}" for n in range(1, 10)]',
        '[f"Column {n}" for n in range(1, 9)]',
    ),
    Edit(
        "circuit/bit_sorter",
        "neighbouring index taken",
        "the last comparator joins the lines 7 and 8 instead of 6 and 7",
        "    (2, 3), (4, 5), (6, 7),\n",
        "    (2, 3), (4, 5), (7, 8),\n",
    ),
    Edit(
        "circuit/palindrome",
        "special case taken for granted",
        "with no wire on every gate is given as off, though the NOTs and all that follows from them are on",
        "    gates = []\n",
        "    gates = []\n    if not any(bits):\n        return [0] * 42\n",
    ),
    Edit(
        "circuit/square_lamps",
        "shortcut that reaches too far",
        "with seven switches on no lamp shines, though the two that are off may stand in one line",
        "    return [1 if sum(",
        "    if sum(bits) > 6:\n        return [0] * 8  # too many for any line\n    return [1 if sum(",
    ),
    Edit(
        "code/manacher",
        "clipped at the wrong bound",
        "start is limited by the end of the text instead of by r",
        "min(r - i, t[2 * num - i])",
        "min(size - 1 - i, t[2 * num - i])",
    ),
    Edit(
        "code/num_exchange",
        "no report where nothing changes",
        "checkpoint 3 is left out if a is 0, as its negative is the same",
        "    a = -a\n    checkpoint(3, a=a)\n",
        "    if a != 0:\n        a = -a\n        checkpoint(3, a=a)\n",
    ),
    Edit(
        "encryption/adhxz_encryption",
        "runs of blanks joined",
        "several blanks in a row become one, and blanks at the ends are lost",
        '"".join(TABLE[char] for char in plaintext.lower())',
        '" ".join("".join(TABLE[char] for char in word) for word in plaintext.lower().split())',
    ),
    Edit(
        "encryption/odometer",
        "typo in a constant",
        "the capital I is missing among the vowels",
        '"aeiouAEIOU"',
        '"aeiouAEOU"',
    ),
    Edit(
        "freeform/crossing_wires",
        "wrong case for duplicates",
        "a text is drawn again if its answer was given before, not only if the text itself was drawn before",
        "        if text in seen:\n            continue\n        seen.add(text)\n",
        "        if _run(state, text) in seen:\n            continue\n        seen.add(_run(state, text))\n",
    ),
    Edit(
        "game/comparing_cards_slice",
        "forgotten exception at the end",
        "when all cards are played, nothing instead of none stands behind Your cards",
        "{_names(state['mine'])}",
        "{', '.join(map(str, state['mine']))}",
    ),
    Edit(
        "game/load_shoot_defend_defender",
        "at least read as exactly",
        "a defence with more bullets than the shot is taken for one that fails",
        "return -1 if other_bullets >= my_bullets else 1",
        "return -1 if other_bullets == my_bullets else 1",
    ),
    Edit(
        "game/rps7_cycle",
        "a pair put into both rows",
        "air beats sponge as well as sponge air",
        '    "air": ["rock", "fire", "water"],\n',
        '    "air": ["rock", "fire", "water", "sponge"],\n',
    ),
    Edit(
        "physics/balls_completely_elastic_collision",
        "a time rounded too coarsely",
        "the balls bounce off only when the time, rounded to a tenth, is past 2.5",
        "    if t <= 2.5:\n",
        "    if round(t, 1) <= 2.5:\n",
    ),
    Edit(
        "physics/freefall_elastic_collision",
        "early stop",
        "only five whole periods are taken off, too few near the end of the domain",
        "    u = math.fmod(t, 2.0 * HALF)\n",
        "    u = t\n    for _ in range(5):\n        if u > 2.0 * HALF:\n            u -= 2.0 * HALF\n",
    ),
    Edit(
        "physics/pendulum",
        "truncated instead of rounded",
        "the last step is left out, as if every time were a whole "
        "number of steps, but the division sometimes comes out just below",
        "    # The rest of the way, to arrive at the time exactly.\n    a, v = _runge_kutta(a, v, t - steps * STEP)\n",
        "",
    ),
    Edit(
        "physics/simple_harmonic_horizontal",
        "a rounded constant adds up",
        "whole periods of 0.6285 s are taken off, a little too long, which matters after many of them",
        "math.cos(10.0 * t)",
        "math.cos(10.0 * (t % 0.6285))",
    ),
    Edit(
        "physics/three_balls_collision",
        "tolerance too wide",
        "a hit that is still up to 0.01 s away is taken as having happened",
        "hit[0] > remaining:",
        "hit[0] > remaining + 0.01:",
    ),
    Edit(
        "puzzle/nerdle",
        "off by one at an end",
        "a left side of thirteen characters with a value of one digit is thrown away",
        "        if len(left) > 13:\n",
        "        if len(left) > 12:\n",
    ),
    Edit(
        "puzzle/quordle",
        "too much deleted",
        "an A mark also uses up the copies of its letter that stand earlier in the word",
        '            result[i] = "A"\n',
        '            result[i] = "A"\n            left.pop(letter, None)\n',
    ),
    Edit(
        "puzzle/two_dead_lamps",
        "end of a range left out",
        "lamp 36 is never broken",
        '    return {"broken": sorted(rng.sample(range(1, 37), 2))}\n',
        '    return {"broken": sorted(rng.sample(range(1, 36), 2))}\n',
    ),
)
