import random
from fractions import Fraction

LENGTH = 15


def _value(numbers, operators):
    # * and / bind first; within them from left to right, then + and - from left to right.
    terms, signs = [Fraction(numbers[0])], [1]
    for operator, number in zip(operators, numbers[1:]):
        if operator == "*":
            terms[-1] *= number
        elif operator == "/":
            terms[-1] /= number
        else:
            terms.append(Fraction(number))
            signs.append(1 if operator == "+" else -1)
    return sum(sign * term for sign, term in zip(signs, terms))


def _drawn(rng):
    while True:
        numbers = [rng.randint(1, 99)]
        operators = []
        n = rng.choice([2, 3, 4])
        for _ in range(n):
            operators.append(rng.choice("+-*/"))
            numbers.append(rng.randint(1, 99))
        value = _value(numbers, operators)
        if value.denominator != 1 or value < 0:
            continue
        left = str(numbers[0]) + "".join(f"{o}{number}" for o, number in zip(operators, numbers[1:]))
        equation = f"{left}={value.numerator}"
        if len(equation) == LENGTH:
            return equation


def new_hidden(seed: int):
    return {"equation": _drawn(random.Random(seed))}


def _marks(query, word):
    marks = ["X"] * len(query)
    left = []
    # First pass: the places that agree use up their letters.
    for i, (asked, there) in enumerate(zip(query, word)):
        if asked == there:
            marks[i] = "A"
        else:
            left.append(there)
    # Second pass, from left to right, over the letters that are not used up.
    for i, asked in enumerate(query):
        if marks[i] != "A" and asked in left:
            marks[i] = "M"
            left.remove(asked)
    return "".join(marks)


def feedback(hidden, query, turn: int):
    return _marks(query, hidden["equation"])


def solution(hidden):
    return hidden["equation"]


def sample_inputs(seed: int, count: int) -> list:
    rng = random.Random(seed)
    return [_drawn(rng) for _ in range(count)]
