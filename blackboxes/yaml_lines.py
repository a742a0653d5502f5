"""YAML read with the line of every value, so that an error in a user's file can name its line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import yaml

Path = tuple[Any, ...]
_OTHERWISE = re.compile(r"[-+]?0[0-9_]+|[-+]?[0-9_]+(:[0-9_.]+)+")
"""Numbers that YAML reads otherwise than a person: with a leading zero to the base of eight, with colons of sixty."""
_QUICK = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
"""Ten times as fast where PyYAML was built with libyaml."""


class BadYaml(ValueError):
    """A text is not YAML, repeats a key, or has a number that is not what it seems; `line` counts from 1."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.line = line


def load_with_lines(text: str) -> tuple[Any, Callable[..., int]]:
    """Return the value of a YAML text, and a function from keys and indices to lines.

    A path that leads nowhere (a key that is missing) has the line of its nearest parent. Raises: BadYaml.
    """
    try:
        value, lines = _read_quickly(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise BadYaml(f"this is not YAML: {error.problem}", mark.line + 1 if mark else 1) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise BadYaml(f"this is not YAML: it holds the character U+{error.character:04X}", line) from None
    except BadYaml:
        raise
    except RecursionError:
        raise BadYaml("its lists are nested too deeply, or it refers to itself", 1) from None
    except ValueError:
        raise BadYaml("a date or a number in it is impossible", 1) from None

    def line_of(*path: Any) -> int:
        while path not in lines:
            path = path[:-1]
        return lines[path]

    return value, line_of


@dataclass(frozen=True)
class Truth:
    """A scalar, or a key, that YAML reads as true or false because it is not in quotes."""

    path: Path
    """The keys and indices that lead to it; of a key, to its mapping and the key as written."""
    written: str
    """`yes`, `off`, `True` ..."""
    line: int
    is_key: bool

    @property
    def plain(self) -> bool:
        """Whether it is written as what it is read as: `true` or `false`."""
        return self.written.lower() in ("true", "false")


def unquoted_truths(text: str) -> list[Truth]:
    """Return all truth values of a YAML text that can be read, in its order."""
    node = yaml.compose(text, Loader=_QUICK)
    return [] if node is None else list(_truths(node, ()))


def _truths(node: yaml.Node, path: Path, *, is_key: bool = False) -> Iterator[Truth]:
    if isinstance(node, yaml.ScalarNode) and node.tag == "tag:yaml.org,2002:bool":
        yield Truth(path, node.value, node.start_mark.line + 1, is_key)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            inner = (*path, key.value if isinstance(key, yaml.ScalarNode) else None)
            yield from _truths(key, inner, is_key=True)
            yield from _truths(value, inner)
    elif isinstance(node, yaml.SequenceNode):
        for number, item in enumerate(node.value):
            yield from _truths(item, (*path, number))


def _read_quickly(text: str) -> tuple[Any, dict[Path, int]]:
    try:
        return _read(text, _QUICK)
    except yaml.YAMLError:
        return _read(text, yaml.SafeLoader)  # whose reasons do not depend on what is installed


def _read(text: str, kind: type[yaml.SafeLoader] | type[yaml.CSafeLoader]) -> tuple[Any, dict[Path, int]]:
    for token in yaml.scan(text, Loader=kind):
        if isinstance(token, yaml.AliasToken):
            raise BadYaml(f"the alias *{token.value} is not allowed; write the value out", token.start_mark.line + 1)
    loader = kind(text)
    try:
        node = loader.get_single_node()
        lines: dict[Path, int] = {(): 1}
        if node is None:
            return None, lines
        _note_lines(node, (), lines)
        return loader.construct_document(node), lines
    finally:
        loader.dispose()


def _note_lines(node: yaml.Node, path: Path, lines: dict[Path, int]) -> None:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                continue
            line = key.start_mark.line + 1
            inner = (*path, key.value)
            if inner in lines:
                raise BadYaml(f"the key {key.value!r} is there twice", line)
            lines[inner] = line
            _note_lines(value, inner, lines)
    elif isinstance(node, yaml.SequenceNode):
        for number, item in enumerate(node.value):
            lines[(*path, number)] = item.start_mark.line + 1
            _note_lines(item, (*path, number), lines)
    elif node.tag.endswith((":int", ":float")) and _OTHERWISE.fullmatch(node.value):
        line = node.start_mark.line + 1
        raise BadYaml(f"YAML reads {node.value} as another number; write that plainly, or a text in quotes", line)
