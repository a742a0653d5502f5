def describe() -> dict:
    return {"inputs": {"num": "list"}, "checkpoints": 5}


def run(checkpoint, num) -> None:
    n = len(num)
    tables = [{} for _ in range(n)]
    t = 0
    checkpoint(1, n=n, t=t)
    for i in range(n):
        for j in range(i):
            df = num[i] - num[j]
            c = tables[j].get(df, 0)
            checkpoint(2, i=i, j=j, df=df, c=c)
            tables[i][df] = tables[i].get(df, 0) + c + 1
            t += c
            checkpoint(3, i=i, j=j, t=t)
        # Pairs in the order in which the differences came in.
        checkpoint(4, i=i, table=[[d, k] for d, k in tables[i].items()])
    checkpoint(5, t=t)
