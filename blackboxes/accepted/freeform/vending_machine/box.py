import random

PRICES = {"A": 4, "B": 7, "C": 8}
BOX = {"1": "ones", "2": "twos", "5": "fives"}


def _change(rest, box):
    """(fives, twos, ones) that make up the rest exactly, or None."""
    for fives in range(min(box["fives"], rest // 5), -1, -1):
        left = rest - 5 * fives
        # the most twos; with fewer of them only more ones would be needed
        twos = min(box["twos"], left // 2)
        ones = left - 2 * twos
        if ones <= box["ones"]:
            return fives, twos, ones
    return None


def _act(machine, character):
    """Does one act on `machine` (a copy of our own) and returns its item."""
    if character in BOX:
        machine[BOX[character]] += 1
        machine["credit"] += int(character)
        return "ok"
    if machine["credit"] < PRICES[character]:
        return "no"
    rest = machine["credit"] - PRICES[character]
    change = _change(rest, machine)
    if change is None:
        # no coin is paid out, the rest stays as credit
        machine["credit"] = rest
        return character + "*"
    fives, twos, ones = change
    machine["fives"] -= fives
    machine["twos"] -= twos
    machine["ones"] -= ones
    machine["credit"] = 0
    # with a rest of 0 there are no coins and the letter stands alone
    return character + "+5" * fives + "+2" * twos + "+1" * ones


def _run(state, text):
    machine = dict(state)
    items = [_act(machine, character) for character in text]
    return machine, " ".join(items) if items else "nothing"


def open(seed):
    return {"credit": 0, "ones": 2, "twos": 2, "fives": 1}


def explore(state, text):
    machine, feedback = _run(state, text)
    return {"state": machine, "feedback": feedback}


def questions(state, seed, count):
    rng = random.Random(seed)
    result = []
    for _ in range(count):
        length = rng.randint(3, 8)
        text = "".join(rng.choice("1255ABC") for _ in range(length))
        _, answer = _run(state, text)
        result.append({
            "prompt": f"What comes back if {text} is sent next?",
            "answer": answer,
            "comparator": "text",
        })
    return result
