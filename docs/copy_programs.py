"""Copies programs into the pages that show them.

A page names the source of a block in a comment before it: `<!-- tests/manual/joints.cpp: revolute -->` for the lines
between `// [revolute]` and `// [/revolute]`, indented as the first of these, or `<!-- tests/manual/programs/x.cpp -->`
for a whole file. A test of tests/architecture/ compares each block with its source.
"""
import pathlib
import re
import sys

block = re.compile(r"(<!-- ([\w./-]+)(?:: ([\w-]+))? -->\n```\w+\n)(.*?)(^```$)", re.S | re.M)


def lines_of(path, region):
    text = pathlib.Path(path).read_text(encoding="utf-8")
    if not region:
        return text
    marked = re.search(rf"^( *)(?://|#) \[{region}\]\n(.*?)^ *(?://|#) \[/{region}\]$", text, re.S | re.M)
    if not marked:
        sys.exit(f"{path}: no lines are marked as {region}")
    indent = marked.group(1)
    lines = marked.group(2).split("\n")
    return "\n".join(line.removeprefix(indent) for line in lines)


for page in map(pathlib.Path, sys.argv[1:]):
    old = page.read_text(encoding="utf-8")
    new = block.sub(lambda m: m.group(1) + lines_of(m.group(2), m.group(3)) + m.group(5), old)
    if new != old:
        page.write_text(new, encoding="utf-8")
        print(page)
