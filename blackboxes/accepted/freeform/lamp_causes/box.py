import random

LAMPS = "ABCDEF"


def _lamps(state, text):
    forced = {letter.upper(): letter.isupper() for letter in text}
    on = {}
    for lamp, rule in zip(state["order"], state["rules"]):
        if lamp in forced:
            on[lamp] = forced[lamp]
        elif len(rule) == 1:
            on[lamp] = rule[0] == "on"
        else:
            first, second, kind = rule
            number = on[first] + on[second]
            on[lamp] = {"both": number == 2, "either": number >= 1, "one": number == 1, "none": number == 0}[kind]
    return "".join("1" if on[lamp] else "0" for lamp in LAMPS)


def open(seed: int):
    rng = random.Random(seed)
    order = "".join(rng.sample(LAMPS, 6))
    rules = [[rng.choice(["on", "off"])] for _ in range(2)]
    for place in range(2, 6):
        first, second = rng.sample(order[:place], 2)
        rules.append([first, second, rng.choice(["both", "either", "one", "none"])])
    return {"order": order, "rules": rules}


def explore(state, text: str) -> dict:
    return {"state": state, "feedback": _lamps(state, text)}


def questions(state, seed: int, count: int) -> list:
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        lamps = rng.sample(LAMPS, 3)
        text = "".join(lamp.lower() if rng.randrange(2) == 0 else lamp for lamp in lamps)
        if text in seen:
            continue
        seen.add(text)
        result.append(
            {"prompt": f"Which lamps are on for this text? {text}", "answer": _lamps(state, text), "comparator": "exact"}
        )
    return result
