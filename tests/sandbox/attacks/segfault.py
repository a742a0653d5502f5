# threat: segfault through ctypes
# expect: crashed
import ctypes


def attack(target):
    ctypes.string_at(0)
