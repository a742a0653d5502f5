def describe() -> dict:
    return {"inputs": {"n": "int", "base": "str"}, "checkpoints": 2}


def run(checkpoint, n, base) -> None:
    b = int(base)
    rest = n
    digits = []
    while rest != 0:
        digit = rest % b
        if digit > (b - 1) // 2:
            digit -= b
        rest = (rest - digit) // b
        digits.insert(0, digit)
        checkpoint(1, digit=digit, rest=rest)
    checkpoint(2, digits=list(digits), weight=sum(abs(d) for d in digits))
