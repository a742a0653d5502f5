"""Studies: golden trajectories, statistics, pictures."""
