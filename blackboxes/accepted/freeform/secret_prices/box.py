import random

GOODS = "abcdefghijklmnop"


def open(seed: int):
    rng = random.Random(seed)
    return [rng.randint(1, 99) for _ in GOODS]


def total(state, text):
    result = 0
    seen = {}
    for letter in text:
        price = state[GOODS.index(letter)]
        seen[letter] = seen.get(letter, 0) + 1
        # Every second piece of a kind costs half, rounded up.
        result += (price + 1) // 2 if seen[letter] % 2 == 0 else price
    return result


def explore(state, text: str) -> dict:
    return {"state": state, "feedback": str(total(state, text))}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    result = []
    for _ in range(count):
        a, b, c = rng.sample(list(GOODS), 3)
        k = rng.randint(0, 3)
        basket = [a + a, a + b + a, a + a + a, a + b + c][k]
        result.append({
            "prompt": f"What is to be paid for {basket}?",
            "answer": total(state, basket),
            "comparator": "number",
        })
    return result
