"""Another package's environments and player: nothing in Boxwright names them."""
