"""The nightly run: what it does (`running`), what it found (`night`, `problems`, `page`), whom it tells (`telling`)."""
