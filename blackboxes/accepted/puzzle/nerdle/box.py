import random
from fractions import Fraction


def value_of(numbers, operators):
    """The exact value; * and / come before + and -, from left to right."""
    total = Fraction(0)
    term = Fraction(numbers[0])  # the product being built, with its sign
    for operator, number in zip(operators, numbers[1:]):
        if operator == "*":
            term *= number
        elif operator == "/":
            term /= number
        else:
            total += term
            term = Fraction(number if operator == "+" else -number)
    return total + term


def new_hidden(seed: int):
    rng = random.Random(seed)
    while True:
        numbers = [rng.randint(1, 99)]
        operators = []
        for _ in range(rng.choice([2, 3, 4])):
            operators.append(rng.choice("+-*/"))
            numbers.append(rng.randint(1, 99))
        left = str(numbers[0])
        for operator, number in zip(operators, numbers[1:]):
            left += operator + str(number)
        if len(left) > 13:
            continue  # no room for = and a value
        value = value_of(numbers, operators)
        if value.denominator != 1 or value < 0:
            continue
        equation = left + "=" + str(value.numerator)
        if len(equation) == 15:
            return {"equation": equation}


def feedback(hidden, query, turn: int):
    equation = hidden["equation"]
    result = ["X"] * len(query)
    # Characters of the hidden equation that no A mark has used up.
    left = {}
    for i, character in enumerate(equation):
        if query[i] == character:
            result[i] = "A"
        else:
            left[character] = left.get(character, 0) + 1
    for i, character in enumerate(query):
        if result[i] != "A" and left.get(character, 0) > 0:
            result[i] = "M"
            left[character] -= 1
    return "".join(result)


def solution(hidden):
    return hidden["equation"]
