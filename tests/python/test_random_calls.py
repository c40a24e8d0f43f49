"""Nothing crashes, whatever is called."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("seed", [1, 2])
def test_random_calls(seed, tmp_path):  # Some calls write files.
    program = str(Path(__file__).with_name("random_calls.py"))
    done = subprocess.run([sys.executable, "-X", "faulthandler", program, "4000", str(seed)], capture_output=True,
                          text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout.split()[0]) >= 4000
