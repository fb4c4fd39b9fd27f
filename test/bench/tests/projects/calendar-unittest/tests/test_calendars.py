import unittest

from calendars import Conflict, Room, clock, minutes


class RoomCase(unittest.TestCase):
    def setUp(self):
        self.room = Room()
        self.room.book("mon", "09:00", "10:30", "standup")
        self.room.book("mon", "13:00", "14:00", "review")
        self.room.book("tue", "08:00", "18:00", "workshop")
        self.calls = []

    def told(self, *words):
        self.calls.append(" ".join(words))

    def assertFree(self, day, *slots, at_least=1):
        found = self.room.free(day, at_least)
        self.assertEqual(len(found), len(slots))
        for (begin, stop), slot in zip(found, slots):
            self.assertEqual(f"{begin}-{stop}", slot)


class TimesTest(unittest.TestCase):
    def test_there_and_back(self):
        for text in ("00:00", "00:59", "01:00", "12:34", "23:59"):
            with self.subTest(text=text):
                self.assertEqual(clock(minutes(text)), text)


class BookTest(RoomCase):
    def test_sorts_by_day_and_time(self):
        self.room.book("mon", "08:00", "09:00", "early")
        titles = [title for _, _, _, title in self.room.bookings]
        self.assertEqual(titles, ["early", "standup", "review", "workshop"])

    def test_refuses_what_is_taken(self):
        for start, end in (("08:30", "09:01"), ("09:30", "10:00"), ("10:29", "11:00"), ("08:00", "12:00")):
            with self.subTest(start=start):
                with self.assertRaises(Conflict) as caught:
                    self.room.book("mon", start, end, "other")
                self.assertEqual(caught.exception.other, "standup")

    def test_allows_one_right_after_the_other(self):
        self.room.book("mon", "10:30", "13:00", "between")
        self.assertFree("mon", "08:00-09:00", "14:00-18:00")

    def test_refuses_times_outside(self):
        for start, end in (("07:59", "09:00"), ("17:00", "18:01"), ("12:00", "12:00"), ("15:00", "14:30")):
            with self.assertRaisesRegex(ValueError, "is not possible"):
                self.room.book("wed", start, end, "other")
        self.assertEqual(len(self.room.bookings), 3)

    def test_repeats_where_it_can(self):
        refused = self.room.repeat(["mon", "tue", "wed", "thu"], "13:30", "15:00", "course")
        self.assertEqual(refused, ["mon", "tue"])
        self.assertFree("wed", "08:00-13:30", "15:00-18:00")


class FreeTest(RoomCase):
    def test_whole_day(self):
        self.assertFree("wed", "08:00-18:00")

    def test_nothing(self):
        self.assertFree("tue")

    def test_between(self):
        self.room.book("mon", "14:20", "16:00", "interview")
        self.room.book("mon", "10:40", "11:00", "call")
        self.assertFree("mon", "08:00-09:00", "11:00-13:00", "16:00-18:00", at_least=30)


class CancelTest(RoomCase):
    def test_counts(self):
        self.assertEqual(self.room.cancel("mon", "review"), 1)
        self.assertEqual(self.room.cancel("mon", "review"), 0)
        self.assertFree("mon", "08:00-09:00", "10:30-18:00")

    def test_tells_those_who_wait(self):
        self.room.wait_for("tue", "10:00", "11:00", self.told)
        self.room.wait_for("mon", "09:30", "10:00", self.told)
        self.room.wait_for("mon", "13:00", "13:30", self.told)
        self.room.cancel("mon", "standup")
        self.room.cancel("mon", "review")
        self.assertEqual(self.calls, ["mon 09:30 10:00", "mon 13:00 13:30"])
        self.assertEqual(len(self.room.waiting), 1)


if __name__ == "__main__":
    unittest.main()
