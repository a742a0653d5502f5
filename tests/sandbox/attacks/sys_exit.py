# threat: sys.exit
# expect: raised
import sys


def attack(target):
    sys.exit(0)
