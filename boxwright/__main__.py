"""`python -m boxwright`."""

from boxwright.cli import main

main()
