import pytest

from ledger import Bank, InsufficientFunds, UnknownAccount, format_cents, parse_amount


@pytest.fixture
def booked(bank):
    """What observers are told, as text."""
    told = []
    bank.observe(lambda name, amount, note: told.append(f"{name} {format_cents(amount)} {note}"))
    return told


@pytest.fixture
def shop(bank):
    bank.open("shop")
    bank.deposit("bob", parse_amount("99.90"))
    return bank.account("shop")


def assert_balances(bank, **expected):
    for name, text in expected.items():
        assert format_cents(bank.account(name).balance) == text


class TestMoney:
    @pytest.mark.parametrize(
        "text, cents",
        [
            ("0", 0),
            ("7", 700),
            ("7.5", 750),
            ("7.05", 705),
            ("-12.34", -1234),
            ("1,234.50", 123450),
            (" 12,345,678 ", 1234567800),
        ],
    )
    def test_parses(self, text, cents):
        assert parse_amount(text) == cents

    @pytest.mark.parametrize("text", ["", "x", "1.234", "1,23", "--1", "1.", "1e3"])
    def test_refuses(self, text):
        with pytest.raises(ValueError, match="not an amount"):
            parse_amount(text)

    @pytest.mark.parametrize("cents", [0, 5, 99, 100, 101, 123456789, -5, -123456])
    def test_round_trip(self, cents):
        assert parse_amount(format_cents(cents)) == cents


class TestTransfers:
    def test_moves_money_and_takes_the_fee(self, bank):
        bank.transfer("ann", "bob", 10_000)
        assert_balances(bank, ann="399.75", bob="100.00")

    def test_uses_the_limit(self, bank):
        bank.transfer("ann", "bob", 59_975)
        assert_balances(bank, ann="-100.00", bob="599.75")

    def test_refuses_what_is_not_there(self, bank, shop):
        bank.transfer("bob", "shop", 1_990, note="pen")
        bank.transfer("bob", "shop", 2_500, note="ink")
        with pytest.raises(InsufficientFunds, match="bob has only"):
            bank.transfer("bob", "shop", 5_440)
        assert len(shop.bookings) == 2

    def test_refuses_amounts_below_nothing(self, bank):
        for amount in (0, -1, -500):
            with pytest.raises(ValueError) as caught:
                bank.transfer("ann", "bob", amount)
            assert str(caught.value) == "the amount must be positive"
        assert_balances(bank, ann="500.00", bob="0.00")

    def test_needs_both_accounts(self, bank):
        with pytest.raises(UnknownAccount):
            bank.transfer("ann", "zoe", 100)
        with pytest.raises(UnknownAccount):
            bank.transfer("zoe", "ann", 100)
        assert bank.statement("ann") == [("salary", 50_000, 50_000)]

    def test_refuses_an_account_twice(self, bank):
        with pytest.raises(ValueError, match="account bob exists"):
            bank.open("bob")


class TestObservers:
    def test_sees_every_booking(self, bank, booked, shop):
        bank.transfer("ann", "shop", parse_amount("20"), note="book")
        bank.transfer("bob", "ann", parse_amount("9.90"))
        assert booked == [
            "bob 99.90 deposit",
            "ann -20.00 book",
            "ann -0.25 fee",
            "shop 20.00 book",
            "bob -9.90 to ann",
            "bob -0.25 fee",
            "ann 9.90 from bob",
        ]

    def test_is_told_after_the_booking(self, bank):
        balances = []
        bank.observe(lambda name, *_: balances.append((name, bank.account(name).balance)))
        bank.deposit("bob", 100)
        bank.transfer("ann", "bob", 900)
        assert balances == [("bob", 100), ("ann", 49_100), ("ann", 49_075), ("bob", 1_000)]


def test_statement_has_running_balances(bank, shop):
    bank.transfer("bob", "shop", 1_000, note="pen")
    bank.transfer("ann", "bob", 500)
    bank.transfer("bob", "shop", 2_000, note="ink")
    rows = bank.statement("bob", since=2)
    assert [note for note, _, _ in rows] == ["fee", "from ann", "ink", "fee"]
    assert [balance for _, _, balance in rows] == [8_965, 9_465, 7_465, 7_440]


def test_no_fee_no_row():
    bank = Bank()
    bank.open("a", limit=100)
    bank.open("b")
    bank.transfer("a", "b", 100)
    assert [note for note, _, _ in bank.statement("a")] == ["to b"]
