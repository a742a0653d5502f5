def blackbox(plaintext):
    numbers = [ord(c) - ord("a") + 1 for c in plaintext.lower() if c != " "]
    out = []
    for i in range(0, len(numbers), 2):
        m = 26 * numbers[i]
        if i + 1 < len(numbers):
            m += numbers[i + 1]
        out.append(str(pow(m, 13, 713)))
    return ",".join(out)
