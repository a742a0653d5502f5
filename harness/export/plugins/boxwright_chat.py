"""What verifiers finds under the harness id `boxwright-chat`."""

from boxwright.harness.export.verifiers_chat import ChatHarness

__all__ = ["ChatHarness"]
