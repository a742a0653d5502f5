"""The agents: a coder, a test agent and a refiner turn a description into a black-box."""

if __name__ != "boxwright.agents":
    raise ImportError("import boxwright.agents, not agents: what installs is one name, boxwright")
