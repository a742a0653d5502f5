# threat: finding out who else is there, and from where it was started: objects of the worker, arguments, paths
# expect: nothing
import gc
import os
import sys


def attack(target):
    told = []
    for thing in gc.get_objects():
        kind = type(thing).__name__
        if kind in ("Child", "ForkServer", "OomCounter"):
            told += [f"{kind}.{name}" for name, value in vars(thing).items() if isinstance(value, dict) and value]
        if kind == "Child":
            told.append("a sibling")
    words = [sys.argv, sys.orig_argv, sys.path, sys.executable, sys.prefix, sys.base_prefix, sys.exec_prefix]
    words += [sys._base_executable, dict(os.environ), __name__, globals().get("__file__"), sys.flags, sys.warnoptions]
    told += [word for word in ("boxwright", "accepted", target["project"], "/host") if word in repr(words)]
    return told
