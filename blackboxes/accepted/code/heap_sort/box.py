def describe() -> dict:
    return {"inputs": {"arr": "list"}, "checkpoints": 5}


def _sift_down(checkpoint, index, a, i, size):
    """Sift down from place 0 or i (see run) among the first size places."""
    # In the first part sifting starts at i, in the second at the top.
    j = i if index == 1 else 0
    while 2 * j + 1 < size:
        child = 2 * j + 1
        # The right child only if it is there and strictly greater.
        if child + 1 < size and a[child + 1] > a[child]:
            child += 1
        if a[child] <= a[j]:
            break
        a[j], a[child] = a[child], a[j]
        j = child
        checkpoint(index, a=list(a), i=i, j=j)


def run(checkpoint, arr) -> None:
    a = list(arr)
    n = len(a)

    # First part: build the heap.
    for i in range(n // 2 - 1, -1, -1):
        _sift_down(checkpoint, 1, a, i, n)
        checkpoint(2, a=list(a))

    checkpoint(3, a=list(a))

    # Second part: i ends at 2; the last exchange (i = 1) is left out.
    for i in range(n - 1, 1, -1):
        a[0], a[i] = a[i], a[0]
        _sift_down(checkpoint, 4, a, i, i)
        checkpoint(5, a=list(a))
