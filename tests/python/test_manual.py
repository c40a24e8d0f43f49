"""The programs of the manual run."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("page", ["docs/manual/python.md", "README.md"])
def test_programs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {}
    for program in re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), re.M | re.S):
        exec(compile(program, page, "exec"), names)
