"""Domains: their form, their faults, and what authors write about them."""
