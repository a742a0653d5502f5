"""The commands of `boxwright kumo`."""
