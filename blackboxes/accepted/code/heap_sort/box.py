def describe():
    return {"inputs": {"arr": "list"}, "checkpoints": 6}


def _sift_down(checkpoint, index, a, i, s):
    """Sifts down among the first s places, from i in the first part
    (checkpoint 1) or from 0 in the second part (checkpoint 4)."""
    j = i if index == 1 else 0
    while 2 * j + 1 < s:
        child = 2 * j + 1
        # The right child only if its number is really greater.
        if child + 1 < s and a[child + 1] > a[child]:
            child += 1
        if a[child] <= a[j]:
            break
        a[j], a[child] = a[child], a[j]
        j = child
        checkpoint(index, a=list(a), i=i, j=j)


def run(checkpoint, arr):
    a = arr
    n = len(a)
    for i in range(n // 2 - 1, -1, -1):
        _sift_down(checkpoint, 1, a, i, n)
        checkpoint(2, a=list(a), i=i)
    checkpoint(3, a=list(a))
    for i in range(n - 1, 0, -1):
        a[0], a[i] = a[i], a[0]
        _sift_down(checkpoint, 4, a, i, i)
        checkpoint(5, a=list(a), i=i)
    checkpoint(6, a=list(a))


def sample_inputs(seed, count):
    samples = [
        {"arr": [1, 3, 2]},
        {"arr": [1, 2, 2, 5]},
        {"arr": []},
        {"arr": [7]},
        {"arr": [1, 2]},
        {"arr": [2, 1]},
        {"arr": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]},
        {"arr": [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]},
        {"arr": [4, 4, 4, 4, 4]},
        {"arr": [0, 6, 6, -20, 20, 6, -20]},
        {"arr": [6, 1, 9, 3, 12, -4, 8, 2, 11, 5]},
    ]
    # Further lists from a small generator that depends on the seed alone.
    number = (seed * 2654435761 + 12345) % 2147483648
    while len(samples) < count:
        number = (number * 1103515245 + 12345) % 2147483648
        length = 3 + (number >> 8) % 8
        arr = []
        for _ in range(length):
            number = (number * 1103515245 + 12345) % 2147483648
            arr.append((number >> 8) % 41 - 20)
        samples.append({"arr": arr})
    return samples[:count]
