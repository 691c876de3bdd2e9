"""learn, check and ideal, and what they return."""

from __future__ import annotations

import html
import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Optional, Sequence, Union

from ._numpy import need

from ._client import run
from ._table import encode

if TYPE_CHECKING:
    import numpy as np


class Equation:
    """One equation, ``polynomial = 0``.

    Attributes: ``text``; ``variables``; ``terms``, a list of (exponents, coefficient,
    standard error); ``exact``, whether all coefficients are claimed to be exact;
    ``approximation``, whether it is near the rows rather than true of them; ``doubt``.
    """

    def __init__(self, generator: Mapping[str, Any], variables: Sequence[str]):
        self.text: str = generator["polynomial"]
        self.variables = list(variables)
        self.exact: bool = bool(generator.get("rational"))
        self.approximation: bool = bool(generator.get("approximation"))
        self.doubt: str = generator.get("doubt", "")
        self.kind: str = generator.get("kind", "")
        self.terms = [
            (tuple(t["exponents"]), Fraction(str(t["coefficient"])), float(t.get("stderr") or 0.0))
            for t in generator["terms"]
        ]

    def __call__(self, x: Any) -> np.ndarray:
        """The values of the polynomial at the rows of x, whose columns are the variables."""
        np = need()
        x = np.asarray(x, dtype=float)
        out = np.zeros(len(x))
        for exponents, c, _ in self.terms:
            out += float(c) * np.prod(x ** np.array(exponents), axis=1)
        return out

    def gradient(self, x: Any) -> np.ndarray:
        """The derivatives at the rows of x, a column for each variable."""
        np = need()
        x = np.asarray(x, dtype=float)
        out = np.zeros(x.shape)
        for exponents, c, _ in self.terms:
            for j, e in enumerate(exponents):
                if e:
                    lower = np.array(exponents)
                    lower[j] -= 1
                    out[:, j] += float(c) * e * np.prod(x**lower, axis=1)
        return out

    @property
    def sympy(self):
        """The polynomial as a SymPy expression. Needs sympy."""
        import sympy

        symbols = [sympy.Symbol(v) for v in self.variables]
        total = sympy.Integer(0)
        for exponents, c, _ in self.terms:
            coefficient = sympy.Rational(c.numerator, c.denominator) if self.exact else sympy.Float(str(float(c)))
            total += coefficient * sympy.prod(s**e for s, e in zip(symbols, exponents))
        return total

    @property
    def latex(self) -> str:
        def factor(v: str, e: int) -> str:
            name = v if len(v) == 1 else r"\mathrm{%s}" % v.replace("_", r"\_")
            return name if e == 1 else f"{name}^{{{e}}}"

        parts = []
        for exponents, c, _ in self.terms:
            factors = " ".join(factor(v, e) for v, e in zip(self.variables, exponents) if e)
            size = str(abs(c)) if self.exact else f"{abs(float(c)):g}"
            if "/" in size:
                size = r"\frac{%s}{%s}" % tuple(size.split("/"))
            size = re.sub(r"e([+-]?)0*(\d+)$", r" \\cdot 10^{\1\2}", size).replace("{+", "{")
            body = factors if size == "1" and factors else f"{size} {factors}".strip()
            parts.append(("-" if c < 0 else "+", body))
        text = "".join((f" {sign} " if i else ("-" if sign == "-" else "")) + body for i, (sign, body) in enumerate(parts))
        return text + " = 0"

    def __str__(self) -> str:
        return self.text + " = 0"

    def __repr__(self) -> str:
        return f"Equation({str(self)!r})"


class Result:
    """What ``learn`` found. It is a sequence of equations; ``report`` is the whole JSON."""

    def __init__(self, report: Mapping[str, Any], target: Optional[str] = None):
        self.report = dict(report)
        self.variables = list(report["variables"])
        self.target = target
        self.found = [Equation(g, self.variables) for g in report["generators"]]

    @property
    def formulas(self) -> list:
        """What the equations say of the target, as text: ["T = sqrt(a^3)"]."""
        return [g["solved"]["formula"] for g in self.report["generators"] if "formula" in g.get("solved", {})]

    @property
    def equations(self) -> list:
        """The polynomials as SymPy expressions, each to be zero. Needs sympy."""
        return [e.sympy for e in self.found]

    def __len__(self) -> int:
        return len(self.found)

    def __getitem__(self, i: int) -> Equation:
        return self.found[i]

    def __iter__(self) -> Iterator[Equation]:
        return iter(self.found)

    def to_frame(self):
        """A pandas data frame with a row for each term of each equation."""
        import pandas as pd

        rows = []
        for k, e in enumerate(self.found):
            for exponents, c, error in e.terms:
                monomial = "*".join(v if p == 1 else f"{v}^{p}" for v, p in zip(self.variables, exponents) if p) or "1"
                rows.append({"equation": k, "monomial": monomial, "coefficient": float(c), "stderr": error, "exact": e.exact})
        return pd.DataFrame(rows)

    def residuals(self, data: Any) -> np.ndarray:
        """The distances |f|/|∇f| of the rows from each equation, a column for each."""
        np = need()
        x = _matrix(data, self.variables)
        columns = []
        for e in self.found:
            size = np.linalg.norm(e.gradient(x), axis=1)
            with np.errstate(divide="ignore", invalid="ignore"):
                columns.append(np.where(e(x) == 0, 0.0, np.abs(e(x)) / size))
        return np.stack(columns, axis=1) if columns else np.zeros((len(x), 0))

    def predict(self, data: Any, target: Optional[str] = None) -> np.ndarray:
        """The column target, that of learn by default, from the first equation of degree one in it.

        data needs all other variables of that equation. Raises ValueError where no equation
        is of degree one in the target.
        """
        np = need()
        target = target or self.target
        if target is None:
            raise ValueError("found no target; give it here or to learn")
        j = self.variables.index(target)
        for e in self.found:
            if max(t[0][j] for t in e.terms) != 1:
                continue
            given = _columns(data, self.variables, missing=target)
            linear, rest = np.zeros(given.shape[0]), np.zeros(given.shape[0])
            for exponents, c, _ in e.terms:
                lower = np.array(exponents)
                lower[j] = 0
                value = float(c) * np.prod(given**lower, axis=1)
                if exponents[j]:
                    linear += value
                else:
                    rest += value
            with np.errstate(divide="ignore", invalid="ignore"):
                return -rest / linear
        raise ValueError(f"no equation is of degree one in {target}")

    def plot(self, data: Any, ax: Any = None):
        """The points and the zero set of two variables. Needs matplotlib."""
        import matplotlib.pyplot as plt

        np = need()
        if len(self.variables) != 2:
            raise ValueError(f"a plot shows 2 variables, found {len(self.variables)}")
        x = _matrix(data, self.variables)
        ax = ax or plt.gca()
        ax.plot(x[:, 0], x[:, 1], ".")
        low, high = x.min(0), x.max(0)
        margin = 0.05 * (high - low)
        u, v = (np.linspace(low[k] - margin[k], high[k] + margin[k], 300) for k in range(2))
        grid = np.stack([a.ravel() for a in np.meshgrid(u, v)], axis=1)
        for e in self.found:
            ax.contour(u, v, e(grid).reshape(300, 300), levels=[0])
        ax.set_xlabel(self.variables[0])
        ax.set_ylabel(self.variables[1])
        return ax

    def __str__(self) -> str:
        return "\n".join(map(str, self.found))

    def __repr__(self) -> str:
        return f"<kexplain.Result: {len(self)} equations in {', '.join(self.variables)}>"

    def _repr_latex_(self) -> str:
        return "$$" + r" \\ ".join(e.latex for e in self.found) + "$$"

    def _repr_html_(self) -> str:
        rows = []
        for e in self.found:
            note = f"<br><small>doubt: {html.escape(e.doubt)}</small>" if e.doubt else ""
            rows.append(f"<li><code>{html.escape(str(e))}</code>{note}</li>")
        return f"<ul>{''.join(rows)}</ul>"


def _columns(data: Any, variables: Sequence[str], missing: str) -> np.ndarray:
    """The variables of data as columns, 1 for the missing one."""
    np = need()
    first = next(v for v in variables if v != missing)
    if isinstance(data, dict) or hasattr(data, "columns"):
        n = len(data[first])
        return np.stack([np.ones(n) if v == missing else np.asarray(data[v], dtype=float) for v in variables], axis=1)
    x = np.asarray(data, dtype=float)
    if x.shape[1] == len(variables):
        x = x.copy()
        x[:, list(variables).index(missing)] = 1
        return x
    return np.insert(x, list(variables).index(missing), 1, axis=1)


def _matrix(data: Any, variables: Sequence[str]) -> np.ndarray:
    np = need()
    if isinstance(data, dict) or hasattr(data, "columns"):
        return np.stack([np.asarray(data[v], dtype=float) for v in variables], axis=1)
    return np.asarray(data, dtype=float)


def learn(data: Any, *, degree: Optional[int] = None, noise: Union[None, str, Mapping[str, Any]] = None,
          target: Optional[str] = None, names: Optional[Sequence[str]] = None, seed: int = 0, derived: Optional[str] = None) -> Result:
    """The polynomial equations that the rows of data satisfy.

    data: a pandas, polars or pyarrow table, a dict of columns, or a matrix.
    degree: the largest degree; None lets kexplain choose.
    noise: standard deviations of the columns, {"x": 0.1, "y": 0.02}, or the text of --noise.
    target: the column to solve for; see Result.formulas and Result.predict.
    names: the names of the columns of a matrix.
    derived: further columns, the text of --with, such as "c = cos(angle)".

    Raises KexplainError with status 1 where no equation holds.
    """
    table, columns = encode(data, names)
    args = ["-", "--format", "json", "--seed", str(seed)]
    if degree is not None:
        args += ["--degree", str(degree)]
    if noise is not None:
        if not isinstance(noise, str):
            noise = ",".join(f"{_place(columns, k, table)}={v}" for k, v in noise.items())
        args += ["--noise", noise]
    if derived is not None:
        args += ["--with", derived]
    if target is not None:
        args += ["--target", _place(columns, target, table)]
    report = run("learn", args, table)
    return Result(_renamed(report, columns, table), target)


def _place(columns: Sequence[str], name: str, table: Mapping[str, Any]) -> str:
    """The name that kexplain knows a column by: matrices have x1, x2, …"""
    return f"x{list(columns).index(name) + 1}" if "data_base64" in table else name


def _renamed(report: Mapping[str, Any], columns: Sequence[str], table: Mapping[str, Any]) -> dict:
    """The report with the names of the caller where the table went as a matrix."""
    report = dict(report)
    if "data_base64" not in table:
        return report
    names = {f"x{j + 1}": c for j, c in enumerate(columns)}
    report["variables"] = [names.get(v, v) for v in report["variables"]]

    def rename(text: str) -> str:
        return re.sub(r"\bx(\d+)\b", lambda m: names.get(m.group(0), m.group(0)), text)

    report["generators"] = [
        {**g, "polynomial": rename(g["polynomial"]), **({"doubt": rename(g["doubt"])} if g.get("doubt") else {}),
         **({"solved": {**g["solved"], "formula": rename(g["solved"].get("formula", ""))}} if g.get("solved") else {})}
        for g in report["generators"]
    ]
    return report


class Check:
    """What ``check`` found of one equation: ``equation``, ``points``, ``vanishing`` (rows at which
    it holds exactly), ``report`` (all that the program says)."""

    def __init__(self, report: Mapping[str, Any]):
        self.report = dict(report)
        self.equation: str = report["polynomial"]
        self.points: int = report["exact"]["points"]
        self.vanishing: int = report["exact"]["vanishing"]

    @property
    def holds(self) -> bool:
        """Whether the equation holds exactly at every row."""
        return self.vanishing == self.points

    def __repr__(self) -> str:
        return f"<Check: {self.equation} = 0 holds exactly at {self.vanishing} of {self.points} rows>"


def check(equations: Union[str, Sequence[str]], data: Any, *, names: Optional[Sequence[str]] = None) -> list:
    """Tests equations on the rows of data in rational arithmetic: a list of Check."""
    text = equations if isinstance(equations, str) else "; ".join(map(str, equations))
    table, columns = encode(data, names)
    if "data_base64" in table:
        for j, c in sorted(enumerate(columns), key=lambda p: -len(p[1])):
            text = re.sub(rf"(?<![\w]){re.escape(c)}(?![\w])", f"\x00{j + 1}\x00", text)
        text = re.sub("\x00(\\d+)\x00", r"x\1", text)
    report = run("check", [text, "-", "--format", "json"], table)
    return [Check(e) for e in report["equations"]]


class Ideal:
    """The vanishing ideal of exact points: ``basis`` (reduced Gröbner basis as text), ``report``."""

    def __init__(self, report: Mapping[str, Any]):
        self.report = dict(report)
        self.basis = [g["polynomial"] if isinstance(g, Mapping) else g for g in report["groebner_basis"]]

    def __repr__(self) -> str:
        return f"<kexplain.Ideal: {len(self.basis)} polynomials>"


def ideal(points: Any, *, degree: Optional[int] = None, names: Optional[Sequence[str]] = None) -> Ideal:
    """All polynomials that vanish at exact points: whole numbers, fractions or decimals as text."""
    if hasattr(points, "tolist"):
        points = points.tolist()
    rows = [[str(v) for v in row] for row in points]
    columns = list(names) if names is not None else [f"x{j + 1}" for j in range(len(rows[0]) if rows else 0)]
    from ._table import _csv

    args = ["-", "--format", "json", "--header", "yes"]
    if degree is not None:
        args += ["--degree", str(degree)]
    return Ideal(run("ideal", args, _csv(columns, rows)))
