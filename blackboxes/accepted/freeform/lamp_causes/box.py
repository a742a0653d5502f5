import random

LAMPS = "ABCDEF"


def _rule_value(rule, lamps):
    if len(rule) == 1:
        return rule[0] == "on"
    first, second, kind = rule
    lit = int(lamps[first]) + int(lamps[second])
    if kind == "both":
        return lit == 2
    if kind == "either":
        return lit >= 1
    if kind == "one":
        return lit == 1
    return lit == 0  # none


def _feedback(state, text):
    # the last letter for a lamp counts
    forced = {letter.upper(): letter.isupper() for letter in text}
    lamps = {}
    for lamp, rule in zip(state["order"], state["rules"]):
        if lamp in forced:
            lamps[lamp] = forced[lamp]
        else:
            lamps[lamp] = _rule_value(rule, lamps)
    return "".join("1" if lamps[lamp] else "0" for lamp in LAMPS)


def open(seed):
    rng = random.Random(seed)
    order = "".join(rng.sample(LAMPS, 6))
    rules = [[rng.choice(["on", "off"])] for _ in range(2)]
    for place in range(2, 6):
        first, second = rng.sample(order[:place], 2)
        kind = rng.choice(["both", "either", "one", "none"])
        rules.append([first, second, kind])
    return {"order": order, "rules": rules}


def explore(state, text):
    return {"state": state, "feedback": _feedback(state, text)}


def questions(state, seed, count):
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        letters = rng.sample(LAMPS, 3)
        text = "".join(
            letter.lower() if rng.randrange(2) == 0 else letter for letter in letters
        )
        if text in seen:
            # drawn before: draw again
            continue
        seen.add(text)
        result.append({
            "prompt": "Which lamps are on for this text? " + text,
            "answer": _feedback(state, text),
            "comparator": "exact",
        })
    return result
