"""The same as `python -m tools.lexicons`, from whatever directory it is called."""

import runpy
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    runpy.run_module("tools.lexicons", run_name="__main__", alter_sys=True)
