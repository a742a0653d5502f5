"""Reports: tables and pages for people."""
