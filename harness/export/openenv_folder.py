"""The folder that an OpenEnv hub and `openenv validate` expect: a manifest, the server's application, an image."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from boxwright.blackboxes.files import folder_replaced

_MANIFEST = """\
spec_version: 1
name: {name}
version: "{version}"
type: space
runtime: fastapi
app: server.app:app
port: 8000
validation:
  reward: {{range: [0.0, 1.0], oracle_tolerance: 0.0, floor_margin: 0.1}}
  resources: {{cpu: 1, memory_mb: 1024, disk_mb: 512, episode_timeout_s: 600}}
  network: {{mode: no-network}}
  capabilities: {{verifier: {{kind: reward_channel}}}}
  types: {{tags: [black-box, turn-at-shot]}}
"""
_APP = '''\
"""The server of this OpenEnv environment; the environment itself is in the package boxwright."""

from boxwright.harness.serve.host import Host
from boxwright.harness.serve.openenv_app import make_app

app = make_app(Host({ids}, limit={sessions}, turns={turns}, shots={shots}, samples={samples}), sessions={sessions})
'''
_PROJECT = """\
[build-system]
requires = ["setuptools>=80"]
build-backend = "setuptools.build_meta"

[project]
name = "{name}"
version = "{version}"
requires-python = ">=3.11"
dependencies = ["boxwright[openenv]=={version}"]

[tool.setuptools]
packages = ["server"]
"""
_IMAGE = """\
FROM python:3.12-slim
RUN pip install --no-cache-dir 'boxwright[openenv]=={version}'
WORKDIR /app
COPY . .
EXPOSE 8000
CMD ["uvicorn", "server.app:app", "--host", "0.0.0.0", "--port", "8000"]
"""
_README = """\
# {name}

An OpenEnv environment of Boxwright: {listed}.

`reset(seed=..., environment=...)` begins an episode: a player explores a hidden rule for {turns} turns, then answers
{samples} unseen test samples. `step({{"text": reply}})` takes a whole reply. The reward comes at the end: the mean
value of the test samples.
"""


def write_folder(ids: Sequence[str], out: Path, *, turns: int, shots: int, samples: int, sessions: int = 64) -> None:
    """Write the folder, whole or not at all. Raises: OSError."""
    values = {
        "name": out.resolve().name.replace("_", "-"),
        "version": version("boxwright"),
        "ids": json.dumps(list(ids)),
        "listed": ", ".join(f"`{name}`" for name in ids),
        **{"turns": turns, "shots": shots, "samples": samples, "sessions": sessions},
    }
    texts = {
        "openenv.yaml": _MANIFEST,
        "pyproject.toml": _PROJECT,
        "README.md": _README,
        "server/__init__.py": '"""The server."""\n',
        "server/app.py": _APP,
        "server/Dockerfile": _IMAGE,
    }
    with folder_replaced(out) as staged:
        (staged / "server").mkdir()
        for path, text in texts.items():
            (staged / path).write_text(text.format(**values), encoding="utf-8")
