"""What verifiers finds under the environment id `boxwright-turns`."""

from boxwright.harness.export.verifiers_env import BoxEnv, BoxTaskset

__all__ = ["BoxEnv", "BoxTaskset"]
