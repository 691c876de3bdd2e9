"""numpy where it is installed. Tables as text, in and out, do without."""

from __future__ import annotations

from typing import Any

try:
    import numpy as np
except ImportError:
    np = None  # type: ignore[assignment]


def need() -> Any:
    """numpy, or an error that says how to get it."""
    if np is None:
        raise ImportError("this needs numpy: pip install numpy")
    return np
