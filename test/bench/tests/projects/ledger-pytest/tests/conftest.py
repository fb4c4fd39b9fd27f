import pytest

from ledger import Bank


@pytest.fixture
def bank():
    bank = Bank(fee=25)
    bank.open("ann", limit=10_000)
    bank.open("bob")
    bank.deposit("ann", 50_000, "salary")
    return bank
