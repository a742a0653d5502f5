EXPONENT = 13
MODULUS = 713


def blackbox(plaintext: str) -> str:
    numbers = [ord(char) - ord("a") + 1 for char in plaintext.lower() if char != " "]
    result = []
    for k in range(0, len(numbers), 2):
        m = 26 * numbers[k]
        if k + 1 < len(numbers):
            m += numbers[k + 1]
        result.append(str(pow(m, EXPONENT, MODULUS)))
    return ",".join(result)
