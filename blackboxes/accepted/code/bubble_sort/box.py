def describe() -> dict:
    return {"inputs": {"arr": "list"}, "checkpoints": 3}


def run(checkpoint, arr) -> None:
    n = len(arr)
    checkpoint(1, n=n)
    for i in range(n):
        for j in range(n - i - 1):
            if arr[j] > arr[j + 1]:
                arr[j], arr[j + 1] = arr[j + 1], arr[j]
            checkpoint(2, i=i, j=j, arr=list(arr))
    checkpoint(3, arr=list(arr))
