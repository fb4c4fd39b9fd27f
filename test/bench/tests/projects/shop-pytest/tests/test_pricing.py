import itertools
from decimal import Decimal

import pytest

from shop.pricing import Item, RuleError, parse_rule, rounded, total

TEA = Item("tea", 450, tags=("drinks", "tea"))
COFFEE = Item("coffee", 899, tags=("drinks",))
BREAD = Item("bread", 280)


def times(item, count):
    return Item(item.name, item.price, count, item.tags)


@pytest.mark.parametrize(
    ("value", "expected"),
    [("0.4", 0), ("0.5", 1), ("1.5", 2), ("2.5", 3), ("-0.5", -1)],
)
def test_rounds_halves_up(value, expected):
    assert rounded(Decimal(value)) == expected


@pytest.mark.parametrize(
    ("items", "rules", "expected"),
    [
        ([], [], 0),
        ([TEA], [], 450),
        ([TEA, BREAD], ["10% off"], 657),
        ([times(TEA, 3)], ["3 for 2"], 900),
        ([times(TEA, 7), BREAD], ["3 for 2 on tea"], 2530),
        ([COFFEE, TEA], ["50% off on tea"], 1124),
        ([COFFEE], ["500 off from 4000"], 899),
        ([times(COFFEE, 5)], ["500 off from 4000", "10% off"], 3545),
        ([BREAD], ["500 off"], 0),
    ],
)
def test_total(items, rules, expected):
    assert total(items, rules) == expected


@pytest.mark.parametrize("text", ["", "off", "10%", "x% off", "3 for", "10% off on"])
def test_refuses_rules(text):
    with pytest.raises(RuleError, match="no rule"):
        parse_rule(text)


@pytest.mark.parametrize("count", [1, 2, 3, pytest.param(30, id="many")])
@pytest.mark.parametrize("rule", ["3 for 2", "10% off", "100 off"])
def test_is_never_more_than_without(count, rule):
    items = [times(TEA, count), BREAD]
    assert 0 <= total(items, [rule]) <= total(items)


def test_order_of_rules_matters():
    items = [times(COFFEE, 2), BREAD]
    rules = ["500 off from 2000", "10% off"]
    totals = {total(items, list(order)) for order in itertools.permutations(rules)}
    assert totals == {1370, 1870}
