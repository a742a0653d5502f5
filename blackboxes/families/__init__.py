"""The black-box families: one package each, found by its folder; beside them what several families share."""
