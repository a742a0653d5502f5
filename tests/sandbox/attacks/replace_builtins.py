# threat: replacing json, sys.stdout, builtins
# expect: crashed
# limits: call_seconds=5
import builtins
import json
import os
import sys


class Trap:
    def __getattr__(self, name):
        raise SystemExit(name)

    def __call__(self, *args, **kwargs):
        raise KeyboardInterrupt


def attack(target):
    sys.stdout = sys.stderr = sys.__stdout__ = Trap()
    for module in (json, os, sys.modules["re"], sys.modules["codecs"]):
        for name in list(vars(module)):
            if not name.startswith("__"):
                setattr(module, name, Trap())
    for name in list(vars(builtins)):
        if not name.startswith("__"):
            setattr(builtins, name, Trap())
    return []
