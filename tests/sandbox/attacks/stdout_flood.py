# threat: flood of stdout
# expect: nothing
# limits: call_seconds=10
import os
import sys


def attack(target):
    for _ in range(200):
        print("x" * 100_000, file=sys.stdout)
        os.write(1, b"x" * 100_000)
    return []
