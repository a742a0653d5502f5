"""Prompt texts: templates under `prompts/`, each file with an integer version and named sections."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from boxwright.blackboxes.plural import plural

if TYPE_CHECKING:
    from jinja2 import Environment, Template

PROMPTS = Path(__file__).resolve().parent.parent / "prompts"
_VERSION = re.compile(r"\Aversion: (\d+)\n")
_SECTION = re.compile(r"^%% ([a-z_]+)\n", re.MULTILINE)


class PromptError(LookupError):
    """A prompt lacks the requested section, or was rendered without a required value."""


@dataclass(frozen=True)
class Prompt:
    """One file of `prompts/`: sections are Jinja templates, in which `plural(n, "shot")` says `1 shot` or `2 shots`."""

    name: str
    version: int
    sections: dict[str, str]

    def render(self, section: str, **values: object) -> str:
        """Fill in one section. Raises: PromptError for an unknown section or a missing value."""
        if section not in self.sections:
            raise PromptError(f"prompts/{self.name}.md: no section {section!r}")
        text = self.sections[section]
        if (plain := _plain(text)) is not None:
            try:
                return plain % values
            except KeyError:  # Jinja words what is missing
                pass
        from jinja2 import UndefinedError

        try:
            return _compiled(text).render(values)
        except UndefinedError as error:
            raise PromptError(f"prompts/{self.name}.md, section {section}: {error.message}") from error


@cache
def _environment() -> Environment:
    """Return the Jinja environment for plain text: nothing is escaped, and a missing value is an error."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(undefined=StrictUndefined, autoescape=False, keep_trailing_newline=True)
    environment.globals = {"plural": plural}
    return environment


@cache
def _compiled(text: str) -> Template:
    return _environment().from_string(text)


@cache
def _plain(text: str) -> str | None:
    """Return a template that has nothing but values as a text for `%`; None for any other.

    That takes a twentieth of what Jinja takes, and every message of an episode is a template.
    """
    from jinja2 import nodes

    parts: list[str] = []
    for node in _environment().parse(text).body:
        for part in node.nodes if isinstance(node, nodes.Output) else [node]:
            if isinstance(part, nodes.TemplateData):
                parts.append(part.data.replace("%", "%%"))
            elif isinstance(part, nodes.Name) and part.name not in _environment().globals:
                parts.append(f"%({part.name})s")
            else:
                return None
    return "".join(parts)


@cache
def load_prompt(name: str) -> Prompt:
    """Load `prompts/<name>.md`. Raises: ValueError when the file has no version or no section."""
    return read_prompt(PROMPTS / f"{name}.md", name)


def read_prompt(path: Path, name: str = "") -> Prompt:
    """Read a prompt file from any path, e.g. beside another package's family; its name defaults to the path's stem.

    Raises: OSError, ValueError when the file has no version or no section.
    """
    text = path.read_text(encoding="utf-8")
    version = _VERSION.match(text)
    parts = _SECTION.split(text)
    if version is None or len(parts) < 3:
        raise ValueError(f"{path}: must start with `version: N` and have `%% section` lines")
    sections = {parts[i]: parts[i + 1].strip("\n") for i in range(1, len(parts), 2)}
    return Prompt(name or path.stem, int(version.group(1)), sections)


def prompt_versions(names: Iterable[str]) -> dict[str, int]:
    """Return the version of each named file, sorted by name."""
    return {name: load_prompt(name).version for name in sorted(names)}
