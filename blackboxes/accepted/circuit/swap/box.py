ORDER = (6, 7, 8, 9, 1, 2, 3, 4, 5)


def describe():
    return {"inputs": 9, "gates": 9}


def blackbox(bits):
    return [bits[i - 1] | bits[i - 1] for i in ORDER]
