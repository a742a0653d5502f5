"""The page of one or more runs: one HTML file that opens from disk, is read without JavaScript, and asks no network."""
