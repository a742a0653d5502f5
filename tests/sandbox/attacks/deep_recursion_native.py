# threat: deep recursion with the interpreter's guard switched off
# expect: crashed, memory, raised
# limits: call_seconds=10
import sys


def attack(target):
    sys.setrecursionlimit(10**8)
    thing = []
    for _ in range(300_000):
        thing = [thing]
    return repr(thing)
