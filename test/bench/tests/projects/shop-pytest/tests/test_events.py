import pytest

from shop.events import Bus


class Recorder:
    """Keeps what it hears, as text."""

    def __init__(self):
        self.heard = []

    def callback(self, name):
        def hear(topic, values):
            words = [f"{key}={value}" for key, value in sorted(values.items())]
            self.heard.append(" ".join([name, topic, *words]))

        return hear


@pytest.fixture
def recorder():
    return Recorder()


@pytest.fixture
def bus(recorder):
    bus = Bus()
    bus.subscribe("*", recorder.callback("all"), priority=-1)
    return bus


def test_hears_patterns(bus, recorder):
    bus.subscribe("order.*", recorder.callback("orders"))
    assert bus.publish("order.paid", id=7) == 2
    assert bus.publish("stock.low") == 1
    assert recorder.heard == ["orders order.paid id=7", "all order.paid id=7", "all stock.low"]


def test_higher_priorities_hear_first(bus, recorder):
    for name, priority in [("b", 1), ("c", 0), ("a", 5), ("d", 0)]:
        bus.subscribe("x", recorder.callback(name), priority)
    bus.publish("x")
    assert [line.split()[0] for line in recorder.heard] == ["a", "b", "c", "d", "all"]


def test_once_is_once(bus, recorder):
    bus.subscribe("order.*", recorder.callback("first"), once=True)
    bus.subscribe("order.paid", recorder.callback("paid"))
    bus.publish("order.placed", id=1)
    bus.publish("order.paid", id=1)
    assert "first order.placed id=1" in recorder.heard
    assert "first order.paid id=1" not in recorder.heard


def test_leaves(bus, recorder):
    leave = bus.subscribe("x", recorder.callback("one"))
    bus.publish("x")
    leave()
    leave()
    assert bus.publish("x") == 1


def test_errors_do_not_stop_others(recorder):
    errors = []
    bus = Bus(on_error=lambda topic, error: errors.append(f"{topic}: {error!r}"))

    def fails(topic, values):
        raise KeyError("price")

    bus.subscribe("order.*", recorder.callback("before"), priority=2)
    bus.subscribe("order.*", fails, priority=1)
    bus.subscribe("order.*", recorder.callback("after"))
    heard = bus.publish("order.paid", id=3)
    assert errors == ["order.paid: KeyError('price')"]
    assert recorder.heard == ["before order.paid id=3", "after order.paid id=3"]
    assert heard == 2
