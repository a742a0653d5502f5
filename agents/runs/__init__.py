"""What every build is made of: its journal, its folder, its progress."""
