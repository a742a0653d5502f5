# threat: abort, and the traps that a signal's number stands for
# expect: crashed
import os


def attack(target):
    os.abort()
