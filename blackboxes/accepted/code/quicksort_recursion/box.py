def describe():
    return {"inputs": {"arr": "list"}, "checkpoints": 3}


def _quicksort(checkpoint, arr):
    if len(arr) <= 1:
        return arr  # no checkpoint is passed
    p = arr[-1]
    checkpoint(1, arr=arr, p=p)
    others = arr[:-1]
    # Numbers equal to the pivot go to the left.
    left = [number for number in others if number <= p]
    right = [number for number in others if number > p]
    checkpoint(2, p=p, left=left, right=right)
    sorted_left = _quicksort(checkpoint, left)
    sorted_right = _quicksort(checkpoint, right)
    result = sorted_left + [p] + sorted_right
    checkpoint(3, p=p, result=result)
    return result


def run(checkpoint, arr):
    _quicksort(checkpoint, arr)


def sample_inputs(seed, count):
    samples = [
        {"arr": [5, 4, 9, 5, 7]},
        {"arr": []},
        {"arr": [8]},
        {"arr": [2, 2]},
        {"arr": [2, 1]},
        {"arr": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]},
        {"arr": [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]},
        {"arr": [4, 4, 4, 4, 4]},
        {"arr": [-3, 7, 0, -20, 20, 7, -3, 1]},
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
