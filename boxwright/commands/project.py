"""`init`, `new` and `lint`: workspaces and description files."""

from __future__ import annotations

from pathlib import Path

import click

from boxwright.blackboxes.description import ID_PATTERN, FaultyFile, new_canary, read_description
from boxwright.blackboxes.exam import SUFFIX
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.files import write_atomically
from boxwright.blackboxes.near import near_ids
from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.workspace import MARKER
from boxwright.commands.shared import workspace
from boxwright.terminal import echo

_MARKER_TEXT = """\
# This folder is a Boxwright workspace.
collection: shipped           # shipped: includes the boxes that come with Boxwright; none: only what is in this folder
"""
_MODELS_TEXT = """\
# Models by name, for `--model`, `--models` and the roles of a build. Keys belong in environment variables, not here.
models:
  - name: gpt
    provider: openai            # openai | anthropic | relay
    model: gpt-5.5         # the provider's own name
    key_env: OPENAI_API_KEY
    max_output_tokens: 16000
    # prices: {input: 0.40, cached: 0.04, output: 3.20}     # dollars per million tokens; look up the current ones
  - name: claude
    provider: anthropic
    model: claude-opus-5-5
    key_env: ANTHROPIC_API_KEY
    max_output_tokens: 16000
  - name: my-server             # any OpenAI-compatible server
    provider: openai
    base_url: http://127.0.0.1:8000/v1
    model: my-model
  - name: by-hand               # each request becomes a file in the folder; you write the reply next to it
    provider: relay
    folder: runs/relay/by-hand
"""
_IGNORE_TEXT = "runs/\n"


@click.command("init")
@click.argument("folder", type=click.Path(path_type=Path))
def init_command(folder: Path) -> None:
    """Create a workspace in FOLDER with a starter description."""
    if (folder / MARKER).exists():
        raise BoxwrightError(f"{folder}: is already a workspace; choose another folder")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BoxwrightError(f"{folder}: exists and is not an empty folder; choose another one")
    for part in ("descriptions/encryption", "blackboxes/accepted", "runs"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    write_atomically(folder / "models.yaml", _MODELS_TEXT)
    write_atomically(folder / ".gitignore", _IGNORE_TEXT)
    _write_starter(folder / "descriptions", "encryption/my_cipher")
    write_atomically(folder / MARKER, _MARKER_TEXT)
    echo(f"created the workspace {folder}")
    echo(
        f"next: cd {folder}; edit descriptions/encryption/my_cipher.md; "
        "boxwright build encryption/my_cipher --model NAME"
    )


@click.command("new")
@click.argument("identifier", metavar="FAMILY/NAME")
def new_command(identifier: str) -> None:
    """Write a commented starter description for FAMILY/NAME."""
    place = workspace()
    known = place.description_files()
    if identifier in known:
        raise BoxwrightError(f"{known[identifier]}: already exists; choose another name")
    path = _write_starter(place.writable() / "descriptions", identifier)
    echo(f"wrote {path}; edit it, then: boxwright lint {path}")


def _write_starter(descriptions: Path, identifier: str) -> Path:
    from boxwright.blackboxes.registry import get_built

    if not ID_PATTERN.fullmatch(identifier):
        raise BoxwrightError(
            f"{identifier!r} is not an id; write <family>/<name> in lower case, e.g. encryption/my_cipher"
        )
    sections = get_built(identifier).prompt.sections
    public = sections.get("starter_public", "")
    rule = f"{sections['starter_rule']}\n\n<!-- {new_canary()} -->\n\n# Public\n{public}\n"
    text = f"---\n{sections['starter']}\n---\n{rule}"
    path = descriptions / f"{identifier}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, text)
    return path


@click.command("lint")
@click.argument("names", metavar="[FILE|FOLDER|ID]...", nargs=-1)
def lint_command(names: tuple[str, ...]) -> int:
    """Check description files and their exams, or all below a folder (default: the workspace's descriptions).

    A file that is named is also explained in a paragraph: what its box takes and returns.
    """
    from boxwright.harness.explain import explained
    from boxwright.harness.lint import advice, lint, lint_exam

    paths = tuple(map(_named, names))
    files, faults = _files(paths or (workspace().root / "descriptions",))
    named = {path.resolve() for path in paths}
    for path in files:
        try:
            description = read_description(path, path.parent.parent)
            lint(description)
            lint_exam(description)
            if path in named:
                echo(explained(description))
            for words in advice(description):
                echo(f"advice: {words}")
        except FaultyFile as error:
            faults.extend(error.faults)
    for fault in faults:
        echo(fault, err=True)
    echo(f"{plural(len(files), 'description')}, {plural(len(faults), 'fault')}")
    return 1 if faults else 0


def _named(name: str) -> Path:
    """Return the file or folder that is meant, by its path or by the id of a description. Raises: BoxwrightError."""
    if Path(name).exists():
        return Path(name)
    files = workspace().description_files()
    if name in files:
        return files[name]
    near = near_ids(name.removesuffix(".md"), files)
    meant = f"; did you mean {' or '.join(near)}?" if near else ""
    raise BoxwrightError(f"{name}: no such file or folder, and no description has this id{meant}")


def _files(paths: tuple[Path, ...]) -> tuple[list[Path], list[str]]:
    """Return the descriptions to check, and the faults of exams that belong to none."""
    files: list[Path] = []
    exams: list[Path] = []
    for path in paths:
        if path.is_dir():
            files += sorted(path.resolve().glob("**/*.md"))
            exams += sorted(path.resolve().glob(f"**/*{SUFFIX}"))
        else:
            (exams if path.name.endswith(SUFFIX) else files).append(path.resolve())
    faults = []
    for exam in exams:
        described = exam.with_name(exam.name.removesuffix(SUFFIX) + ".md")
        if not described.is_file():
            faults.append(f"{exam}:1: there is no description {described.name} beside this exam; rename or remove it")
        elif described not in files:
            files.append(described)
    if not files and not faults:
        raise BoxwrightError(f"{paths[0]}: contains no description (*.md)")
    return files, faults
