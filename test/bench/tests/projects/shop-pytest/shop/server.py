"""Prices by HTTP: POST /price with items and rules as JSON."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from shop.pricing import Item, RuleError, total


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path != "/health":
            return self.answer(404, {"error": "not found"})
        self.answer(200, {"served": self.server.served})

    def do_POST(self):
        if self.path != "/price":
            return self.answer(404, {"error": "not found"})
        try:
            length = int(self.headers["Content-Length"] or 0)
            order = json.loads(self.rfile.read(length))
            items = [Item(one["name"], one["price"], one.get("count", 1), tuple(one.get("tags", ()))) for one in order["items"]]
            price = total(items, order.get("rules", ()))
        except (KeyError, json.JSONDecodeError) as error:
            return self.answer(400, {"error": f"bad order: {error}"})
        except RuleError as error:
            return self.answer(422, {"error": str(error)})
        self.server.served += 1
        self.server.bus.publish("order.priced", price=price, items=len(items))
        self.answer(200, {"price": price, "currency": "EUR"})


def serve(bus, port=0):
    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.bus = bus
    server.served = 0
    return server
