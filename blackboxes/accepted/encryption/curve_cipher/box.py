WIDTH = 6


def blackbox(plaintext):
    letters = plaintext.replace(" ", "")
    rows = [letters[i : i + WIDTH] for i in range(0, len(letters), WIDTH)]
    columns = []
    upwards = True
    for index in range(WIDTH - 1, -1, -1):
        column = "".join(row[index] for row in rows if index < len(row))
        if not column:
            continue  # the row is shorter than this: not the rightmost column yet
        columns.append(column[::-1] if upwards else column)
        upwards = not upwards
    return " ".join(columns)
