"""Prices with rules, an event bus, and both by HTTP."""
