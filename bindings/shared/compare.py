#!/usr/bin/python3
"""Compares the times of a step and of reading all poses of 1,000 bodies in C++ and in another language.

    compare.py ROUNDS C++-PROGRAM -- COMMAND...

Each program prints the median of a step [ms], that of reading [us], and a sum that shows that both did the same. They
run in turns, so that other load on the machine meets both.
"""

import statistics
import subprocess
import sys


def run(command):
    return [float(text) for text in subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()]


def main():
    rounds, program, command = int(sys.argv[1]), sys.argv[2], sys.argv[4:]
    first, second = [], []
    for _ in range(rounds):
        first.append(run([program]))
        second.append(run(command))
        if abs(first[-1][2] - second[-1][2]) > 1e-3 * abs(first[-1][2]):
            sys.exit(f"the sums differ: {first[-1][2]}, {second[-1][2]}")
    for column, (what, unit) in enumerate((("step", "ms"), ("poses", "us"))):
        ours, theirs = ([row[column] for row in rows] for rows in (first, second))
        ratios = sorted(b / a for a, b in zip(ours, theirs))
        print(f"{what}: {statistics.median(ours):.4f} {unit} in C++, {statistics.median(theirs):.4f} {unit} here; ratio of the "
              f"medians {statistics.median(theirs) / statistics.median(ours):.3f}, of single rounds {ratios[0]:.3f} to {ratios[-1]:.3f}")


main()
