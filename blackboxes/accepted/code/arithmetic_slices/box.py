def describe():
    return {"inputs": {"num": "list"}, "checkpoints": 5}


def run(checkpoint, num):
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
        checkpoint(4, i=i, table=[[df, count] for df, count in tables[i].items()])
    checkpoint(5, t=t)
