"""Amounts of money: text to cents and back."""

import re

AMOUNT = re.compile(r"^(?P<sign>-?)(?P<whole>\d{1,3}(?:,\d{3})*|\d+)(?:\.(?P<cents>\d{1,2}))?$")


def parse_amount(text):
    """'1,234.5' -> 123450. Raises ValueError."""
    match = AMOUNT.match(text.strip())
    if match is None:
        raise ValueError(f"not an amount: {text!r}")
    whole = int(match["whole"].replace(",", ""))
    cents = int((match["cents"] or "0").ljust(2, "0"))
    value = whole * 100 + cents
    return -value if match["sign"] else value


def format_cents(cents):
    """123450 -> '1,234.50'."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100:,}.{abs(cents) % 100:02}"
