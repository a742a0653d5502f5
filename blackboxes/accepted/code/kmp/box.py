def describe():
    return {"inputs": {"text": "str", "pattern": "str"}, "checkpoints": 5}


def run(checkpoint, text, pattern):
    # The table.
    lps = [0] * len(pattern)
    j = 0
    for i in range(1, len(pattern)):
        while j > 0 and pattern[j] != pattern[i]:
            j = lps[j - 1]
            checkpoint(1, i=i, j=j)
        if pattern[j] == pattern[i]:
            j += 1
        lps[i] = j
        checkpoint(2, i=i, j=j, lps=list(lps))
    checkpoint(3, lps=list(lps))

    # The search.
    found = []
    i = 0
    j = 0
    while i < len(text):
        if text[i] == pattern[j]:
            i += 1
            j += 1
            if j == len(pattern):
                found.append(i - j)
                j = lps[j - 1]  # go on at once, so that overlaps are found
        elif j > 0:
            j = lps[j - 1]
        else:
            i += 1
        checkpoint(4, i=i, j=j, found=list(found))
    checkpoint(5, found=list(found))


def sample_inputs(seed, count):
    samples = [
        {"text": "abababacaba", "pattern": "ababaca"},
        {"text": "aaa", "pattern": "aa"},
        {"text": "b", "pattern": "a"},
        {"text": "a", "pattern": "a"},
        {"text": "ab", "pattern": "abcabca"},
        {"text": "aabaabaaabaabaacaaba", "pattern": "aabaaa"},
        {"text": "abcabcabcabcabcabcab", "pattern": "abcabca"},
        {"text": "aaaaaaaaaaaaaaaaaaaa", "pattern": "aaaaaab"},
        {"text": "aaaaaaaaaaaaaaaaaaaa", "pattern": "aaa"},
        {"text": "aabaacaabaabaab", "pattern": "aabaab"},
    ]
    # Further pairs from a small generator that depends on the seed alone.
    number = (seed * 2654435761 + 12345) % 2147483648
    while len(samples) < count:
        letters = []
        for _ in range(25):
            number = (number * 1103515245 + 12345) % 2147483648
            # More a's than b's and c's, so that partial matches are common.
            letters.append("aaabbc"[(number >> 8) % 6])
        number = (number * 1103515245 + 12345) % 2147483648
        pattern_length = 2 + (number >> 8) % 4
        samples.append({
            "text": "".join(letters[:20]),
            "pattern": "".join(letters[20:20 + pattern_length]),
        })
    return samples[:count]
