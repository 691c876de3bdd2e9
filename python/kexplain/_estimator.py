"""A scikit-learn estimator around learn."""

from __future__ import annotations

from typing import Any, Optional

from ._numpy import np

from ._client import KexplainError
from ._learn import learn

try:
    from sklearn.base import BaseEstimator, TransformerMixin
    from sklearn.utils.validation import check_array, check_is_fitted
except ImportError:  # scikit-learn is optional

    class BaseEstimator:  # type: ignore[no-redef]
        pass

    class TransformerMixin:  # type: ignore[no-redef]
        pass

    check_array = check_is_fitted = None  # type: ignore[assignment]


class EquationLearner(TransformerMixin, BaseEstimator):
    """Learns the equations of the rows; ``transform`` gives the distances from each.

    Attributes after fit: ``result_`` (kexplain.Result, or None where nothing holds),
    ``refusal_`` (why nothing holds), ``n_features_in_``.
    """

    def __init__(self, degree: Optional[int] = None, noise: Any = None, seed: int = 0):
        self.degree = degree
        self.noise = noise
        self.seed = seed

    def fit(self, X: Any, y: Any = None) -> "EquationLearner":
        if check_array is None:
            raise ImportError("EquationLearner needs scikit-learn")
        x = self._checked(X, reset=True)
        self.result_, self.refusal_ = None, ""
        try:
            self.result_ = learn(x, degree=self.degree, noise=self.noise, seed=self.seed)
        except KexplainError as e:
            if e.status != 1:
                raise
            self.refusal_ = str(e)
        return self

    def transform(self, X: Any) -> np.ndarray:
        check_is_fitted(self, "refusal_")
        x = self._checked(X, reset=False)
        if self.result_ is None:
            return np.zeros((len(x), 0))
        used = [int(v[1:]) - 1 for v in self.result_.variables]
        return self.result_.residuals(x[:, used])

    def _checked(self, X: Any, reset: bool) -> np.ndarray:
        if hasattr(self, "_validate_data"):
            return self._validate_data(X, dtype=np.float64, reset=reset, ensure_min_samples=2 if reset else 1)
        from sklearn.utils.validation import validate_data

        return validate_data(self, X, dtype=np.float64, reset=reset, ensure_min_samples=2 if reset else 1)
