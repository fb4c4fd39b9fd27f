import json
import threading
import urllib.error
import urllib.request

import pytest

from shop.events import Bus
from shop.server import serve


@pytest.fixture
def bus():
    return Bus()


@pytest.fixture
def base(bus):
    server = serve(bus)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def get(url):
    with urllib.request.urlopen(url, timeout=5) as response:
        return response.status, json.load(response)


def post(url, value):
    request = urllib.request.Request(url, json.dumps(value).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=5) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def item(name, price, **more):
    return {"name": name, "price": price, **more}


def test_health(base):
    assert get(f"{base}/health") == (200, {"served": 0})


def test_prices_an_order(base):
    order = {"items": [item("tea", 450, count=3), item("bread", 280)], "rules": ["3 for 2"]}
    assert post(f"{base}/price", order) == (200, {"price": 1180, "currency": "EUR"})


def test_refuses_bad_orders(base):
    assert post(f"{base}/price", {})[0] == 400
    assert post(f"{base}/price", {"items": [{"name": "tea"}]})[0] == 400


def test_names_the_rule(base, bus):
    heard = []
    bus.subscribe("order.*", lambda topic, values: heard.append(topic))
    status, value = post(f"{base}/price", {"items": [item("tea", 450)], "rules": ["10% off", "free"]})
    assert status == 422
    assert value == {"error": "no rule: free"}
    assert heard == []


def test_publishes_prices(base, bus):
    heard = []
    bus.subscribe("order.priced", lambda topic, values: heard.append(values))
    post(f"{base}/price", {"items": [item("tea", 450, count=2, tags=["drinks"])]})
    post(f"{base}/price", {"items": [item("bread", 280), item("tea", 450)], "rules": ["50% off"]})
    assert heard == [{"price": 900, "items": 1}, {"price": 365, "items": 2}]
    assert get(f"{base}/health")[1] == {"served": 2}
