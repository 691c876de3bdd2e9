"""Tables of Python as input of kexplain."""

from __future__ import annotations

import base64
import csv
import io
from typing import Any, Optional, Sequence, Tuple

from ._numpy import need, np


def encode(data: Any, names: Optional[Sequence[str]] = None) -> Tuple[dict, list]:
    """The part of a request that carries a table, and the names of its columns.

    A table is a pandas, polars or pyarrow table, a dict of columns, or anything that
    numpy takes for a matrix. Arrays of floats travel as NPY, so that they keep every bit.
    Columns of other numbers, such as fractions and decimals, travel as text and stay exact.
    """
    if hasattr(data, "to_pydict"):  # pyarrow
        data = data.to_pydict()
    if hasattr(data, "columns") and not isinstance(data, dict):  # pandas, polars
        columns = [str(c) for c in data.columns]
        data = {str(c): list(data[c]) for c in data.columns} if not _floats(data) else np.asarray(data)
        if not isinstance(data, dict):
            return _npy(data), list(names or columns)
    if isinstance(data, dict):
        columns = [str(c) for c in data]
        return _csv(columns, list(zip(*data.values()))), list(names or columns)
    if np is None:
        rows = [list(row) for row in data]
        columns = list(names) if names is not None else [f"x{j + 1}" for j in range(len(rows[0]) if rows else 0)]
        return _csv(columns, rows), columns
    x = np.asarray(data)
    if x.ndim != 2:
        raise ValueError(f"found an array of {x.ndim} dimensions, expected a table: 2")
    columns = list(names) if names is not None else [f"x{j + 1}" for j in range(x.shape[1])]
    if len(columns) != x.shape[1]:
        raise ValueError(f"found {len(columns)} names for {x.shape[1]} columns")
    if x.dtype.kind in "fiu":
        return _npy(x), columns
    return _csv(columns, x.tolist()), columns


def _floats(table: Any) -> bool:
    """Whether all columns of a data frame are numbers of the machine."""
    return np is not None and all(getattr(np.asarray(table[c]), "dtype", np.dtype(object)).kind in "fiu" for c in table.columns)


def _npy(x: np.ndarray) -> dict:
    np = need()
    if x.dtype.kind == "f" and x.dtype.itemsize not in (4, 8):
        x = x.astype(np.float64)
    stream = io.BytesIO()
    np.save(stream, np.ascontiguousarray(x), allow_pickle=False)
    return {"data_base64": base64.b64encode(stream.getvalue()).decode()}


def _csv(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> dict:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow(["" if _missing(v) else v for v in row])
    return {"data": stream.getvalue()}


def _missing(v: Any) -> bool:
    return v is None or isinstance(v, float) and v != v
