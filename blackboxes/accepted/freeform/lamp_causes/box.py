import random

LAMPS = "ABCDEFGH"
KINDS = ["both", "either", "one", "none"]


def _by_kind(first, second, kind):
    if kind == "both":
        return first and second
    if kind == "either":
        return first or second
    if kind == "one":
        return first != second
    # none
    return not first and not second


def _lamps(state, text):
    forced = {}
    for letter in text:
        # The last letter of a lamp counts.
        forced[letter.upper()] = letter.isupper()
    lit = {}
    for lamp, rule in zip(state["order"], state["rules"]):
        if lamp in forced:
            lit[lamp] = forced[lamp]
        elif len(rule) == 1:
            lit[lamp] = rule[0] == "on"
        else:
            first, second, kind = rule
            lit[lamp] = _by_kind(lit[first], lit[second], kind)
    return "".join("1" if lit[lamp] else "0" for lamp in LAMPS)


def open(seed: int):
    rng = random.Random(seed)
    order = "".join(rng.sample(LAMPS, 8))
    rules = []
    for position in range(len(order)):
        if position < 2:
            rules.append([rng.choice(["on", "off"])])
        else:
            first, second = rng.sample(order[:position], 2)
            kind = rng.choice(KINDS)
            rules.append([first, second, kind])
    return {"order": order, "rules": rules}


def explore(state, text: str) -> dict:
    # A text forces lamps only for itself: the state stays as it is.
    return {"state": state, "feedback": _lamps(state, text)}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    drawn = set()
    result = []
    while len(result) < count:
        chosen = rng.sample(LAMPS, 3)
        text = "".join(
            lamp.lower() if rng.randrange(2) == 0 else lamp for lamp in chosen
        )
        if text in drawn:
            # Drawn before: draw again.
            continue
        drawn.add(text)
        result.append({
            "prompt": f"Which lamps are on for this text? {text}",
            "answer": _lamps(state, text),
            "comparator": "exact",
        })
    return result
