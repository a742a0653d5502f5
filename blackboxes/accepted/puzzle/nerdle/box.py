import random
from fractions import Fraction


def _value(first: int, rest) -> Fraction:
    """The value of first followed by pairs (operator, number)."""
    total = Fraction(0)
    term = Fraction(first)  # the signed term that is being built
    for operator, number in rest:
        if operator == "*":
            term *= number
        elif operator == "/":
            term /= number
        else:
            total += term
            term = Fraction(number if operator == "+" else -number)
    return total + term


def _draw_equation(rng) -> str:
    while True:
        first = rng.randint(1, 99)
        n = rng.choice([2, 3, 4])
        rest = []
        for _ in range(n):
            operator = rng.choice("+-*/")
            number = rng.randint(1, 99)
            rest.append((operator, number))
        value = _value(first, rest)
        if value.denominator != 1 or value < 0:
            continue
        left = str(first) + "".join(f"{operator}{number}"
                                    for operator, number in rest)
        equation = f"{left}={value.numerator}"
        if len(equation) == 15:
            return equation


def new_hidden(seed: int):
    return {"equation": _draw_equation(random.Random(seed))}


def feedback(hidden, query, turn: int):
    equation = hidden["equation"]
    marks = ["X"] * len(query)
    # First pass: the right places; what is left of the equation stays in
    # unused.
    unused = []
    for place, (own, guessed) in enumerate(zip(equation, query)):
        if own == guessed:
            marks[place] = "A"
        else:
            unused.append(own)
    # Second pass: the other places, from left to right.
    for place, guessed in enumerate(query):
        if marks[place] != "A" and guessed in unused:
            marks[place] = "M"
            unused.remove(guessed)
    return "".join(marks)


def solution(hidden):
    return hidden["equation"]


def sample_inputs(seed: int, count: int) -> list:
    # True equations of the kind that may be hidden, all by one rng.
    rng = random.Random(seed)
    return [_draw_equation(rng) for _ in range(count)]
