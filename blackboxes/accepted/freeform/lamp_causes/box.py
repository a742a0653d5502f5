import random

LAMPS = "ABCDEFGH"
SIGNS = "ABCDEFGHabcdefgh"


def _feedback(state, text):
    forced = {}
    for letter in text:
        # a later letter for the same lamp replaces the earlier one
        forced[letter.upper()] = letter in LAMPS
    lit = {}
    for lamp, rule in zip(state["order"], state["rules"]):
        if lamp in forced:
            lit[lamp] = forced[lamp]
        elif len(rule) == 1:
            lit[lamp] = rule[0] == "on"
        else:
            number = int(lit[rule[0]]) + int(lit[rule[1]])
            kind = rule[2]
            if kind == "both":
                lit[lamp] = number == 2
            elif kind == "either":
                lit[lamp] = number >= 1
            elif kind == "one":
                lit[lamp] = number == 1
            else:
                lit[lamp] = number == 0
    return "".join("1" if lit[lamp] else "0" for lamp in LAMPS)


def open(seed):
    rng = random.Random(seed)
    order = "".join(rng.sample(LAMPS, 8))
    rules = [[rng.choice(["on", "off"])] for _ in range(2)]
    for place in range(2, 8):
        one, other = rng.sample(order[:place], 2)
        kind = rng.choice(["both", "either", "one", "none"])
        rules.append([one, other, kind])
    return {"order": order, "rules": rules}


def explore(state, text):
    after = {
        "order": state["order"],
        "rules": [list(rule) for rule in state["rules"]],
    }
    return {"state": after, "feedback": _feedback(state, text)}


def questions(state, seed, count):
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        n = rng.randint(1, 8)
        text = "".join([rng.choice(SIGNS) for _ in range(n)])
        if text in seen:
            continue
        seen.add(text)
        result.append({
            "prompt": "Which lamps are on for this text? " + text,
            "answer": _feedback(state, text),
            "comparator": "exact",
        })
    return result
