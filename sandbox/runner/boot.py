"""The bootstrap given to `python -c`: read the runner's sources from stdin and start it.

With an argument, stdin is first replaced by a connection to the socket at that path, as in a container.
"""

import json
import os
import sys

if len(sys.argv) > 1:
    import _socket  # not `socket`, which would load modules before their clocks are replaced

    host = _socket.socket(_socket.AF_UNIX)
    host.connect(sys.argv[1])
    os.dup2(host.fileno(), 0)
    host.close()


def take(size: int) -> bytes:
    """Return exactly `size` bytes of stdin; end quietly if it closes."""
    data = b""
    while len(data) < size:
        piece = os.read(0, size - len(data))
        if not piece:
            os._exit(0)
        data += piece
    return data


class Shipped:
    """Imports `sandbox...` from the sources received over stdin."""

    def __init__(self, sources: dict[str, str]) -> None:
        self.sources = sources

    def find_spec(self, name: str, path: object = None, target: object = None) -> object:
        """Return the spec of a shipped module, or None."""
        if name not in self.sources:
            return None
        is_package = any(other.startswith(name + ".") for other in self.sources)
        return type(sys.__spec__)(name, self, is_package=is_package)  # type: ignore[arg-type]

    def create_module(self, spec: object) -> None:
        """Leave creating the module to the import system."""
        return

    def exec_module(self, module: object) -> None:
        """Run a module's source."""
        names = vars(module)
        exec(compile(self.sources[names["__name__"]], "runner", "exec", dont_inherit=True), names)


payload = json.loads(take(int(take(8))))
sys.meta_path.insert(0, Shipped(payload["sources"]))  # type: ignore[arg-type]
from sandbox.runner.main import run  # noqa: E402

run(payload["config"])
