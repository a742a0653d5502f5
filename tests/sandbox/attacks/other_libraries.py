# threat: importing what is not the standard library: the project, its packages
# expect: nothing
import importlib
import sys


def attack(target):
    found = []
    for folder in (target["project"], *target["packages"]):
        sys.path.append(folder)
    importlib.invalidate_caches()
    for name in ("boxwright", "sandbox", "harness", "blackboxes", "docker", "pytest", "pip", "click"):
        try:
            importlib.import_module(name)
            found.append(name)
        except ImportError:
            continue
    return found
