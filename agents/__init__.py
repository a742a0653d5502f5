"""The agents: a build graph in which a coder, a test agent and a refiner turn a description into a black-box."""
