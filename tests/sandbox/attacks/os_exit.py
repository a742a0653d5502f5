# threat: os._exit
# expect: crashed
import os


def attack(target):
    os._exit(0)
