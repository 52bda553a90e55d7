"""What the tests of the Python package share: the package (given by ctest, or installed), a store of the fixture site,
and the programs to compare with. Where the package is not built, every test of a file is skipped."""
import importlib.util
import os
import subprocess
import sys
import unittest

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(TOP, "tests", "e2e"))
import harness  # noqa: E402

BUILT = os.environ.get("E2E_PYTHON", "")  # the folder that has the package
if BUILT:
    sys.path.insert(0, BUILT)
if importlib.util.find_spec("thresh_index") is None or importlib.util.find_spec("thresh_index._core") is None:
    print("skipped: the Python package is not built (-DTHRESH_PYTHON=ON, or pip install .)")
    sys.exit(harness.SKIPPED)
import thresh_index as ti  # noqa: E402


class Package(harness.EndToEnd):
    """Each test has a store of the fixture site; the first one of a file builds it."""
    built = None

    @classmethod
    def setUpClass(cls):
        cls.folder = harness.tempfile.TemporaryDirectory(prefix="thresh-python-")
        cls.addClassCleanup(cls.folder.cleanup)
        cls.built = os.path.join(cls.folder.name, "granary.store")
        cls.report = ti.build(harness.SITE, cls.built, base_url=harness.BASE)

    def setUp(self):
        super().setUp()
        self.site = self.built

    @staticmethod
    def _python(code, arguments, environment):
        path = os.pathsep.join(filter(None, [BUILT, os.environ.get("PYTHONPATH")]))
        return {"args": [sys.executable, "-c", code, *arguments], "text": True,
                "env": {**os.environ, "PYTHONPATH": path, **(environment or {})}}

    def run_python(self, code, *arguments, environment=None):
        return subprocess.run(capture_output=True, timeout=120, check=False, **self._python(code, arguments, environment))

    def started(self, code, *arguments):
        return subprocess.Popen(stdout=subprocess.PIPE, **self._python(code, arguments, None))

    def need(self, *modules):
        missing = [name for name in modules if importlib.util.find_spec(name) is None]
        if missing:
            self.skipTest(f"{', '.join(missing)}: not installed")

    def assert_raises(self, family, code, call, *words):
        with self.assertRaises(family) as caught:
            call()
        self.assertEqual(caught.exception.code, code)
        self.assertIs(type(caught.exception), family)
        self.assert_one_line(str(caught.exception), *words)


__all__ = ["Package", "harness", "ti", "unittest"]
