"""Subscriptions to topics: `order.*` hears `order.paid`; those with a higher priority first."""

from fnmatch import fnmatchcase


class Bus:
    def __init__(self, on_error=None):
        self.subscriptions = []
        self.on_error = on_error
        self.counts = {}

    def subscribe(self, pattern, callback, priority=0, once=False):
        one = {"pattern": pattern, "callback": callback, "priority": priority, "once": once}
        self.subscriptions.append(one)
        self.subscriptions.sort(key=lambda other: -other["priority"])

        def leave():
            if one in self.subscriptions:
                self.subscriptions.remove(one)

        return leave

    def publish(self, topic, **values):
        self.counts[topic] = self.counts.get(topic, 0) + 1
        heard = 0
        for one in list(self.subscriptions):
            if not fnmatchcase(topic, one["pattern"]):
                continue
            if one["once"]:
                self.subscriptions.remove(one)
            try:
                one["callback"](topic, values)
            except Exception as error:
                if self.on_error is None:
                    raise
                self.on_error(topic, error)
            else:
                heard += 1
        return heard
