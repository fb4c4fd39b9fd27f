"""Bookings of rooms: no two at once, repeated ones, free slots of a day. Times are minutes since midnight."""


def minutes(text):
    hours, rest = text.split(":")
    return int(hours) * 60 + int(rest)


def clock(value):
    return f"{value // 60:02}:{value % 60:02}"


class Conflict(Exception):
    def __init__(self, other):
        super().__init__(f"taken by {other}")
        self.other = other


class Room:
    def __init__(self, opens="08:00", closes="18:00"):
        self.opens, self.closes = minutes(opens), minutes(closes)
        self.bookings = []
        self.waiting = []

    def book(self, day, start, end, title):
        begin, stop = minutes(start), minutes(end)
        if not self.opens <= begin < stop <= self.closes:
            raise ValueError(f"{start} to {end} is not possible")
        for other in self.bookings:
            if other[0] == day and begin < other[2] and other[1] < stop:
                raise Conflict(other[3])
        self.bookings.append((day, begin, stop, title))
        self.bookings.sort()

    def repeat(self, days, start, end, title):
        """Books what is free; returns the days that are not."""
        refused = []
        for day in days:
            try:
                self.book(day, start, end, title)
            except Conflict:
                refused.append(day)
        return refused

    def wait_for(self, day, start, end, callback):
        self.waiting.append((day, minutes(start), minutes(end), callback))

    def cancel(self, day, title):
        kept = [one for one in self.bookings if one[0] != day or one[3] != title]
        count = len(self.bookings) - len(kept)
        self.bookings = kept
        for waiter in list(self.waiting):
            if self._is_free(*waiter[:3]):
                self.waiting.remove(waiter)
                waiter[3](day, clock(waiter[1]), clock(waiter[2]))
        return count

    def free(self, day, at_least=1):
        """Slots of a day, as pairs of clock times."""
        slots, at = [], self.opens
        for begin, stop in [(one[1], one[2]) for one in self.bookings if one[0] == day] + [(self.closes, None)]:
            if begin - at >= at_least:
                slots.append((clock(at), clock(begin)))
            at = stop
        return slots

    def _is_free(self, day, begin, stop):
        return all(one[0] != day or stop <= one[1] or one[2] <= begin for one in self.bookings)
