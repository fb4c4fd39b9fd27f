"""Accounts, transfers between them, and statements."""

from ledger.accounts import Bank, InsufficientFunds, UnknownAccount
from ledger.money import format_cents, parse_amount

__all__ = ["Bank", "InsufficientFunds", "UnknownAccount", "format_cents", "parse_amount"]
