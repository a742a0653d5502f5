WIDTH = 6


def blackbox(plaintext: str) -> str:
    letters = plaintext.replace(" ", "")
    # A slice with step WIDTH is one column from the top to the bottom.
    columns = [letters[k::WIDTH] for k in range(min(WIDTH, len(letters)))]
    result = []
    for number, column in enumerate(reversed(columns)):
        # The first column read, the third, ... go from the bottom to the top.
        result.append(column[::-1] if number % 2 == 0 else column)
    return " ".join(result)
