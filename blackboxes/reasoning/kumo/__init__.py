"""KUMO: partially observable elimination games, their exact mathematics, instances and knowledge books."""
