"""Run with KEXPLAIN set to a program, or from an installed wheel: python3 -m pytest python/tests"""

import json
import os
import subprocess
import sys
import tempfile
from fractions import Fraction

import numpy as np
import pytest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
import kexplain  # noqa: E402

TOP = os.path.join(os.path.dirname(__file__), "..", "..")


@pytest.fixture(scope="session", autouse=True)
def program():
    """Builds the program where none is given."""
    if os.environ.get("KEXPLAIN"):
        yield
        return
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kexplain")
        subprocess.run(["go", "build", "-o", path, "./cmd/kexplain"], cwd=TOP, check=True)
        os.environ["KEXPLAIN"] = path
        yield
        kexplain._client._process.close()


def circle(n=60, noise=0.0, seed=1):
    rng = np.random.default_rng(seed)
    t = rng.uniform(0, 2 * np.pi, n)
    return np.stack([5 * np.cos(t), 5 * np.sin(t)], axis=1) + noise * rng.normal(size=(n, 2))


PLANETS = {
    "a": ["0.39", "0.72", "1.00", "1.52", "5.20", "9.54", "19.19", "30.06"],
    "T": ["0.24", "0.62", "1.00", "1.88", "11.86", "29.46", "84.01", "164.79"],
}


def test_kepler():
    r = kexplain.learn(PLANETS)
    assert str(r) == "a^3 - T^2 = 0"
    assert r[0].exact and len(r) == 1
    assert r[0].latex == "a^{3} - T^{2} = 0"
    assert "a^3 - T^2" in r._repr_html_() and r._repr_latex_().startswith("$$")


def test_readme():
    """The six lines of the README print what it says."""
    with open(os.path.join(TOP, "python", "README.md"), encoding="utf-8") as f:
        code = f.read().split("```python\n")[1].split("```")[0]
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                         env={**os.environ, "PYTHONPATH": os.path.join(TOP, "python")})
    assert out.stdout == "a^3 - T^2 = 0\n", out.stderr


def test_matrix_with_names():
    r = kexplain.learn(circle(noise=0.01), degree=2, names=["east", "north"])
    assert r.variables == ["east", "north"]
    assert "east^2" in str(r)
    x = circle(10, seed=2)
    assert r.residuals(x).shape == (10, 1) and r.residuals(x).max() < 0.05


def test_sympy():
    sympy = pytest.importorskip("sympy")
    a, T = sympy.symbols("a T")
    assert sympy.expand(kexplain.learn(PLANETS).equations[0] - (a**3 - T**2)) == 0


def test_pandas():
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"U": np.arange(1, 31) * 0.5, "I": np.arange(1, 31) * 0.25})
    r = kexplain.learn(frame, degree=1)
    assert np.allclose(r.predict(frame[["U"]], "I"), frame["I"])
    assert set(r.to_frame()["monomial"]) == {"U", "I"}


def test_predict_needs_degree_one():
    r = kexplain.learn(circle(), degree=2)
    with pytest.raises(ValueError, match="degree one"):
        r.predict(circle(), "x2")


def test_refusal():
    rng = np.random.default_rng(3)
    with pytest.raises(kexplain.KexplainError, match="no polynomial equation") as e:
        kexplain.learn(rng.normal(size=(100, 2)))
    assert e.value.status == 1


def test_bad_input():
    with pytest.raises(ValueError, match="2"):
        kexplain.learn(np.zeros(3))
    with pytest.raises(kexplain.KexplainError) as e:
        kexplain.learn(PLANETS, degree=99)
    assert e.value.status == 2


def test_check():
    rows = kexplain.check("x^2 + y^2 = 25", {"x": [3, 4, 5], "y": [4, 3, 1]})
    assert rows[0].vanishing == 2 and rows[0].points == 3 and not rows[0].holds
    assert kexplain.check("u = 2*v", np.array([[2, 1], [4, 2]]), names=["u", "v"])[0].holds


def test_ideal_of_fractions():
    i = kexplain.ideal([[Fraction(1, 2), 0], [Fraction(-1, 2), 0]])
    assert sorted(i.basis) == ["x1^2 - 1/4", "x2"]


def test_many_requests_one_process():
    before = kexplain._client._process._process
    kexplain.learn(PLANETS)
    assert kexplain._client._process._process is before or before is None
    assert kexplain.version()


def test_estimator():
    pytest.importorskip("sklearn")
    from sklearn.base import clone

    model = clone(kexplain.EquationLearner(degree=2)).fit(circle(noise=0.01))
    assert model.transform(circle(7)).shape == (7, 1)


def test_estimator_checks():
    """scikit-learn's own checks of an estimator."""
    checks = pytest.importorskip("sklearn.utils.estimator_checks")
    failed = []
    for estimator, check in checks.check_estimator(kexplain.EquationLearner(degree=1), generate_only=True):
        try:
            check(estimator)
        except Exception as e:  # noqa: BLE001: every failure is listed
            failed.append(f"{getattr(check, 'func', check).__name__}: {e}")
    assert not failed, failed


def executed(notebook):
    """Runs the cells of a notebook as Jupyter does and returns the outputs of each code cell."""
    import ast
    import contextlib
    import io

    scope, outputs = {}, []
    for n, cell in enumerate(c for c in notebook["cells"] if c["cell_type"] == "code"):
        tree, last, stream = ast.parse("".join(cell["source"])), None, io.StringIO()
        if isinstance(tree.body[-1], ast.Expr):
            last = ast.Expression(tree.body.pop().value)
        with contextlib.redirect_stdout(stream):
            exec(compile(tree, f"cell {n + 1}", "exec"), scope)
            value = eval(compile(last, f"cell {n + 1}", "eval"), scope) if last else None
        found = []
        if stream.getvalue():
            found.append({"name": "stdout", "output_type": "stream", "text": stream.getvalue().splitlines(True)})
        if value is not None:
            found.append({"data": {"text/plain": repr(value).splitlines(True)}, "execution_count": n + 1,
                          "metadata": {}, "output_type": "execute_result"})
        outputs.append(found)
    return outputs


def test_notebook():
    """The notebook gives the outputs that it shows; with KEXPLAIN_UPDATE=1 they are written."""
    pytest.importorskip("pandas")
    pytest.importorskip("sympy")
    path = os.path.join(TOP, "python", "kepler.ipynb")
    with open(path, encoding="utf-8") as f:
        notebook = json.load(f)
    outputs = executed(notebook)
    cells = [c for c in notebook["cells"] if c["cell_type"] == "code"]
    if os.environ.get("KEXPLAIN_UPDATE"):
        for n, (cell, output) in enumerate(zip(cells, outputs)):
            cell["outputs"], cell["execution_count"] = output, n + 1
        with open(path, "w", encoding="utf-8") as f:
            json.dump(notebook, f, indent=1, ensure_ascii=False)
            f.write("\n")
    assert [c["outputs"] for c in cells] == outputs


def test_target():
    r = kexplain.learn(PLANETS, target="T")
    assert r.formulas == ["T = sqrt(a^3)"]
    x = np.stack([np.arange(1.0, 9), 2 * np.arange(1.0, 9) + 1], axis=1)
    line = kexplain.learn(x, names=["time", "place"], target="place")
    assert line.formulas == ["place = 2*time + 1"]
    assert line.predict({"time": [10.0]}).tolist() == [21.0]


@pytest.mark.skipif(not os.environ.get("KEXPLAIN_WHEEL") or sys.platform != "linux", reason="links the program: with KEXPLAIN_WHEEL=1 only")
def test_wheel():
    """The wheel is installed without an index and runs in a Python that has nothing else."""
    import platform

    tag = {"x86_64": "manylinux2014_x86_64", "aarch64": "manylinux2014_aarch64"}[platform.machine()]
    with open(os.path.join(TOP, "python", "README.md"), encoding="utf-8") as f:
        code = f.read().split("```python\n")[1].split("```")[0]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, os.path.join(TOP, "python", "build.py"), "--platform", tag, "--output", folder], check=True)
        wheel = [f for f in os.listdir(folder) if f.endswith(".whl")][0]
        target = os.path.join(folder, "site")
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--target", target, os.path.join(folder, wheel)], check=True)
        bare = {"PYTHONPATH": target, "PATH": "", "HOME": folder}
        # -S leaves out site-packages: no numpy, nothing but the standard library.
        out = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, env=bare, cwd=folder)
        assert out.stdout == "a^3 - T^2 = 0\n", out.stderr
