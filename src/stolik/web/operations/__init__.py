"""Keeping a server going: limits, refusals, logs, figures, work for other machines."""
