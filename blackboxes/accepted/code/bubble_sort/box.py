def describe() -> dict:
    return {"inputs": {"arr": "list"}, "checkpoints": 2}


def run(checkpoint, arr) -> None:
    arr = list(arr)
    n = len(arr)
    for i in range(n - 1):
        swaps = 0
        for j in range(n - i - 1):
            if arr[j] > arr[j + 1]:
                arr[j], arr[j + 1] = arr[j + 1], arr[j]
                swaps += 1
            # Passed whether or not the two changed places; a copy, since arr goes on changing.
            checkpoint(1, arr=list(arr))
        checkpoint(2, swaps=swaps)


def sample_inputs(seed: int, count: int) -> list[dict]:
    fixed = [
        [],
        [4],
        [1, 2],
        [2, 1],
        [5, 5],
        [3, 1, 2],
        [2, 2, -5, 9],
        [7, 5, 3, 1],
        [1, 2, 3, 4, 5],
        [0, 0, 0, 0],
        [20, -20, 20, -20, 0],
        [10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
        [2, 3, 4, 5, 6, 7, 8, 9, 10, 1],
    ]
    samples = [{"arr": list(arr)} for arr in fixed[:max(count, 0)]]
    # A small linear congruential sequence: the same list for the same seed.
    state = seed % 2**31
    while len(samples) < count:
        state = (1103515245 * state + 12345) % 2**31
        length = (state >> 16) % 11
        arr = []
        for _ in range(length):
            state = (1103515245 * state + 12345) % 2**31
            arr.append((state >> 16) % 41 - 20)
        samples.append({"arr": arr})
    return samples
