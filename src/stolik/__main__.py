"""`python -m stolik`."""

import sys

from stolik.cli import main

sys.exit(main())
