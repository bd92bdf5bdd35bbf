"""Runs a benchmark program: python3 driver.py FOLDER PROGRAM REPETITIONS [TEXTFILE]"""

import gc
import re
import sys
import time

folder, program, repetitions = sys.argv[1], sys.argv[2], int(sys.argv[3])
sys.setrecursionlimit(100_000)
scope = {}
if program == "words":
    with open(sys.argv[4], encoding="utf-8") as file:
        scope["TEXT"] = file.read()
path = f"{folder}/{program}/{program}.py"
with open(path, encoding="utf-8") as file:
    exec(compile(file.read(), path, "exec"), scope)

wall = cpu = None
for _ in range(repetitions):
    gc.collect()
    cpu_began, began = time.process_time_ns(), time.perf_counter_ns()
    result = scope["run"]()
    took, used = time.perf_counter_ns() - began, time.process_time_ns() - cpu_began
    wall = took if wall is None else min(wall, took)
    cpu = used if cpu is None else min(cpu, used)

peak = 0
try:
    with open("/proc/self/status", encoding="ascii") as status:
        peak = int(re.search(r"VmHWM:\s*(\d+)", status.read())[1]) * 1024
except OSError:
    pass  # a system without it: unknown
print(f"RESULT {program} {wall} {result} cpu={cpu} peak={peak}")
