"""`boxwright knights`: the commands of Knights and Knaves."""
