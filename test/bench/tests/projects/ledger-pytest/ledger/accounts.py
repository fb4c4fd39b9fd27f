"""Accounts that may be overdrawn up to a limit; every booking is kept, and observers are told of it."""

from dataclasses import dataclass, field


class UnknownAccount(KeyError):
    """There is no account of this name."""


class InsufficientFunds(ValueError):
    """The account has not enough money, even with its limit."""


@dataclass
class Account:
    name: str
    limit: int = 0
    bookings: list = field(default_factory=list)

    @property
    def balance(self):
        return sum(amount for amount, _ in self.bookings)


class Bank:
    def __init__(self, fee=0):
        self.fee = fee
        self.accounts = {}
        self.observers = []

    def open(self, name, limit=0):
        if name in self.accounts:
            raise ValueError(f"account {name} exists")
        self.accounts[name] = Account(name, limit)
        return self.accounts[name]

    def account(self, name):
        if name not in self.accounts:
            raise UnknownAccount(name)
        return self.accounts[name]

    def observe(self, observer):
        self.observers.append(observer)

    def deposit(self, name, amount, note="deposit"):
        if amount <= 0:
            raise ValueError("the amount must be positive")
        self._book(self.account(name), amount, note)

    def transfer(self, source, target, amount, note=""):
        if amount <= 0:
            raise ValueError("the amount must be positive")
        payer, payee = self.account(source), self.account(target)
        if payer.balance + payer.limit < amount + self.fee:
            raise InsufficientFunds(f"{source} has only {payer.balance}")
        self._book(payer, -amount, note or f"to {target}")
        if self.fee:
            self._book(payer, -self.fee, "fee")
        self._book(payee, amount, note or f"from {source}")

    def statement(self, name, since=0):
        balance = 0
        rows = []
        for amount, note in self.account(name).bookings:
            balance += amount
            rows.append((note, amount, balance))
        return rows[since:]

    def _book(self, account, amount, note):
        account.bookings.append((amount, note))
        for observer in self.observers:
            observer(account.name, amount, note)
