"""Polynomial equations that data satisfy.

    >>> import kexplain
    >>> result = kexplain.learn({"a": [0.39, 0.72, 1.0, 1.52, 5.2], "T": [...]})
    >>> print(result)

The work is done by the program ``kexplain``, which comes with the package and runs
beside Python. Nothing leaves the machine.
"""

from ._client import KexplainError, version
from ._learn import Check, Equation, Ideal, Result, check, ideal, learn
from ._estimator import EquationLearner

__all__ = [
    "Check",
    "Equation",
    "EquationLearner",
    "Ideal",
    "KexplainError",
    "Result",
    "check",
    "ideal",
    "learn",
    "version",
]
