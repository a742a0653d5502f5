"""Writing and reading rows as Parquet, which needs the extra `parquet`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from boxwright.blackboxes.extras import import_extra
from boxwright.blackboxes.faults import BoxwrightError

BATCH = 5_000
"""Rows of a row group."""


def write_parquet(path: Path, rows: Iterable[Mapping[str, Any]]) -> int:
    """Write rows in row groups; lists and objects become JSON texts, so that every column has one type.

    Raises: MissingExtra, BoxwrightError where there is no row.
    """
    pyarrow, parquet = import_extra("pyarrow", "parquet"), import_extra("pyarrow.parquet", "parquet")
    source, count, writer = map(_flat, rows), 0, None
    try:
        while batch := list(islice(source, BATCH)):
            table = pyarrow.Table.from_pylist(batch)
            writer = writer or parquet.ParquetWriter(path, table.schema)
            writer.write_table(table)
            count += len(batch)
    finally:
        if writer is not None:
            writer.close()
    if writer is None:
        raise BoxwrightError(f"{path.name}: there is nothing to write")
    return count


def read_parquet(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a file that `write_parquet` wrote. Raises: MissingExtra, BoxwrightError for any other file."""
    pyarrow, parquet = import_extra("pyarrow", "parquet"), import_extra("pyarrow.parquet", "parquet")
    try:
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(BATCH):
                for row in batch.to_pylist():
                    yield {name: _nested(value) for name, value in row.items()}
    except (pyarrow.ArrowException, ValueError) as error:
        raise BoxwrightError(f"{path.name}: cannot be read as Parquet ({str(error).splitlines()[0][:80]})") from error


def _nested(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) and value.startswith(("[", "{")) else value


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: json.dumps(value, ensure_ascii=False) if isinstance(value, (list, dict)) else value
        for name, value in row.items()
    }
