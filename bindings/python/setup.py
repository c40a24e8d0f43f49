"""Builds the module by CMake, in build/python of the repository or in the folder that DRYSTONE_BUILD names."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parents[2]


class Build(build_py):
    def run(self):
        folder = Path(os.environ.get("DRYSTONE_BUILD", ROOT / "build" / "python"))
        subprocess.run(["cmake", "-S", ROOT, "--preset", "python", "-B", folder,
                        f"-DPython3_EXECUTABLE={sys.executable}"], check=True, cwd=ROOT)
        subprocess.run(["cmake", "--build", folder, "--target", "drystone_python_package", "--parallel"], check=True)
        shutil.copytree(folder / "python" / "drystone", Path(self.build_lib) / "drystone", dirs_exist_ok=True,
                        ignore=shutil.ignore_patterns("stamp", "__pycache__"))


class Binary(Distribution):
    """A wheel of this machine and this version of Python."""

    def has_ext_modules(self):
        return True


setup(packages=["drystone"], package_dir={"drystone": "drystone"}, cmdclass={"build_py": Build}, distclass=Binary)
