def describe():
    return {"inputs": 10, "gates": 30}


def blackbox(bits):
    n = len(bits)
    two = [bits[i] & bits[(i + 1) % n] for i in range(n)]
    three = [two[i] & bits[(i + 2) % n] for i in range(n)]
    four = [three[i] & bits[(i + 3) % n] for i in range(n)]
    return two + three + four
