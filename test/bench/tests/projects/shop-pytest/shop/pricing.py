"""Prices of baskets: rules in order, each of which may take something off. All sums are cents."""

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal


class RuleError(ValueError):
    """A rule that cannot be read."""


@dataclass(frozen=True)
class Item:
    name: str
    price: int
    count: int = 1
    tags: tuple = ()


def rounded(value):
    return int(Decimal(value).quantize(Decimal(1), rounding=ROUND_HALF_UP))


def parse_rule(text):
    """`10% off`, `3 for 2 on tea`, `500 off from 4000`"""
    found = re.fullmatch(r"(\d+)% off(?: on (\w+))?", text)
    if found:
        percent, tag = found.groups()
        return lambda items, left: rounded(
            Decimal(sum(one.price * one.count for one in items if not tag or tag in one.tags)) * int(percent) / 100
        )
    found = re.fullmatch(r"(\d+) for (\d+)(?: on (\w+))?", text)
    if found:
        take, pay, tag = int(found[1]), int(found[2]), found[3]

        def bundle(items, left):
            free = 0
            for one in items:
                if not tag or tag in one.tags:
                    free += one.price * (one.count // take) * (take - pay)
            return free

        return bundle
    found = re.fullmatch(r"(\d+) off(?: from (\d+))?", text)
    if found:
        off, least = int(found[1]), int(found[2] or 0)
        return lambda items, left: off if left >= least else 0
    raise RuleError(f"no rule: {text}")


def total(items, rules=()):
    left = sum(one.price * one.count for one in items)
    for rule in rules:
        left = max(0, left - parse_rule(rule)(items, left))
    return left
