def describe():
    return {"inputs": {"arr": "list"}, "checkpoints": 8}


def _merge_sort(checkpoint, arr):
    """Sorts arr in place."""
    if len(arr) <= 1:
        checkpoint(1, arr=list(arr))
        return
    m = len(arr) // 2
    checkpoint(2, arr=list(arr), m=m)
    left = arr[:m]
    right = arr[m:]
    _merge_sort(checkpoint, left)
    _merge_sort(checkpoint, right)

    i = j = k = 0
    t = [0] * len(arr)
    checkpoint(3, left=list(left), right=list(right))
    while i < len(left) and j < len(right):
        if left[i] < right[j]:
            t[k] = left[i]
            i += 1
            checkpoint(4, i=i, j=j, k=k, t=list(t))
        else:
            # Equal numbers are taken from the right half.
            t[k] = right[j]
            j += 1
            checkpoint(5, i=i, j=j, k=k, t=list(t))
        k += 1  # only after the checkpoint
    while i < len(left):
        t[k] = left[i]
        i += 1
        k += 1  # here before the checkpoint
        checkpoint(6, i=i, j=j, k=k, t=list(t))
    while j < len(right):
        t[k] = right[j]
        j += 1
        k += 1
        checkpoint(7, i=i, j=j, k=k, t=list(t))
    arr[:] = t
    checkpoint(8, arr=list(arr))


def run(checkpoint, arr):
    _merge_sort(checkpoint, arr)


def sample_inputs(seed, count):
    samples = [
        {"arr": [4, 1, 3]},
        {"arr": [2, 2]},
        {"arr": []},
        {"arr": [7]},
        {"arr": [1, 2]},
        {"arr": [2, 1]},
        {"arr": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]},
        {"arr": [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]},
        {"arr": [3, 3, 3, 3, 3]},
        {"arr": [0, -20, 20, 0, -1, 5, -20]},
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
