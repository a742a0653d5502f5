"""The black-box families: one package each, found by being here; beside them what several families share."""
