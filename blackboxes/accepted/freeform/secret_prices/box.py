import random

GOODS = "abcdefghijklmnop"


def _total(prices, basket):
    """What is to be paid for all pieces of the basket."""
    total = 0
    bought = {}
    for letter in basket:
        price = prices[GOODS.index(letter)]
        bought[letter] = bought.get(letter, 0) + 1
        if bought[letter] % 2 == 0:
            # the second piece of a kind: half the price, rounded up
            total += (price + 1) // 2
        else:
            total += price
    return total


def open(seed):
    rng = random.Random(seed)
    return [rng.randint(1, 99) for _ in range(len(GOODS))]


def explore(state, text):
    return {"state": list(state), "feedback": str(_total(state, text))}


def questions(state, seed, count):
    rng = random.Random(seed)
    result = []
    for _ in range(count):
        a, b, c = rng.sample(list(GOODS), 3)
        k = rng.randint(0, 6)
        basket = [
            a + a,
            a + b + a,
            a + a + a,
            a + b + c,
            a + a + b,
            a + b + b,
            a,
        ][k]
        result.append({
            "prompt": "What is to be paid for " + basket + "?",
            "answer": _total(state, basket),
            "comparator": "number",
        })
    return result
