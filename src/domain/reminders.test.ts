import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#platform/lib/durations.ts';
import { wallClock } from '#platform/lib/zones.ts';
import { addDays, dayNumber, dayOf, dayText, startOfDay, startOfMinute, weekdayOf } from './days.ts';
import {
  dueAt,
  dueTimes,
  isQuiet,
  isReminderDay,
  REMINDER_MINUTES,
  type ReminderTime,
  reminderEnd,
  wantsReminder,
} from './reminders.ts';
import { someDay, someZone } from './testing/arbitraries.ts';

const TIMES: ReminderTime[] = Array.from({ length: 24 }, (_, hour) =>
  REMINDER_MINUTES.map((minute) => ({ hour, minute })),
).flat();
const nameOf = ({ hour, minute }: ReminderTime) =>
  [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
const timeOf = (name: string) => TIMES.find((time) => nameOf(time) === name)!;
const timeShown = (at: Date, zone: string) => new Date(wallClock(at, zone)).toISOString().slice(11, 16);
const someInstant = () =>
  fc.tuple(someDay(), someZone(), fc.integer({ min: 0, max: 26 * 60 })).map(([day, zone, minutes]) => ({
    zone,
    at: new Date(startOfDay(day, zone).getTime() + minutes * MINUTE_MS),
  }));

function sent(time: ReminderTime, zone: string, from: string, hours: number): string[] {
  const start = Date.parse(from);
  const days = new Set<string>();
  const instants: string[] = [];
  for (let minute = 0; minute < hours * 60; minute++) {
    const now = new Date(start + minute * MINUTE_MS);
    const due = dueAt(time, zone, now);
    if (!due || days.has(due.day)) continue;
    days.add(due.day);
    instants.push(now.toISOString().slice(0, 16));
  }
  return instants;
}

describe('dueTimes', () => {
  it('are exactly the quarters of the day that are due', () => {
    fc.assert(
      fc.property(someInstant(), ({ zone, at }) => {
        const all = TIMES.map((time) => dueAt(time, zone, at)).filter((due) => due !== null);
        expect(dueTimes(zone, at)).toEqual(all);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['Antarctica/Troll', '2026-03-29T01:00Z'],
    ['Antarctica/Troll', '2026-10-25T01:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
    ['America/Nuuk', '2026-03-29T01:00Z'],
  ])('are correct around a change of two hours, half an hour or at midnight: %s at %s', (zone, change) => {
    for (let minutes = -4 * 60; minutes <= 4 * 60; minutes += 7) {
      const at = new Date(Date.parse(change) + minutes * MINUTE_MS);
      expect(dueTimes(zone, at)).toEqual(TIMES.map((time) => dueAt(time, zone, at)).filter((due) => due !== null));
    }
  });

  it('keep each reminder on its own day, never early and never two hours late', () => {
    fc.assert(
      fc.property(someInstant(), ({ zone, at }) => {
        for (const { day, due_at } of dueTimes(zone, at)) {
          expect(day).toBe(dayOf(at, zone));
          const late = at.getTime() - due_at.getTime();
          expect(late >= 0 && late < 2 * HOUR_MS).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('allow a reminder in the quiet hours only within an hour of its time', () => {
    fc.assert(
      fc.property(someInstant(), ({ zone, at }) => {
        if (!isQuiet(at, zone)) return;
        for (const { due_at } of dueTimes(zone, at)) expect(at.getTime() - due_at.getTime()).toBeLessThan(HOUR_MS);
      }),
      { numRuns: 400 },
    );
  });

  it("match the clock's reading, or a later one only if the clock skipped that time", () => {
    fc.assert(
      fc.property(someInstant(), ({ zone, at }) => {
        for (const due of dueTimes(zone, at)) {
          const shown = timeShown(due.due_at, zone);
          if (shown === nameOf(due)) continue;
          expect(shown > nameOf(due)).toBe(true);
          // A minute earlier, the clock had not reached this reading.
          const before = new Date(due.due_at.getTime() - MINUTE_MS);
          expect(dayOf(before, zone) < due.day || timeShown(before, zone) < nameOf(due)).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('include every quarter once a day, through every clock change', () => {
    fc.assert(
      fc.property(someDay(), someZone(), fc.constantFrom(...TIMES), (day, zone, time) => {
        const start = startOfDay(day, zone);
        // The zone skipped the day, or the day ends with a gap that contains this time.
        if (dayOf(startOfMinute(day, time.hour * 60 + time.minute, zone), zone) !== day) return;
        const instants = new Set<string>();
        for (let at = start.getTime(); at < start.getTime() + 26 * HOUR_MS; at += 15 * MINUTE_MS) {
          const due = dueAt(time, zone, new Date(at));
          if (due?.day === day) instants.add(due.due_at.toISOString());
        }
        expect([...instants]).toHaveLength(1);
      }),
      { numRuns: 300 },
    );
  });
});

describe('clock changes of 2026, checked every minute', () => {
  it.each([
    // Spring: 02:00 is skipped, so the reminder comes right after the gap.
    ['Europe/Berlin', '02:00', '2026-03-28T00:00Z', ['2026-03-28T01:00', '2026-03-29T01:00', '2026-03-30T00:00']],
    ['America/New_York', '02:00', '2026-03-07T05:00Z', ['2026-03-07T07:00', '2026-03-08T07:00', '2026-03-09T06:00']],
    ['Australia/Lord_Howe', '02:00', '2026-10-02T20:00Z', ['2026-10-03T15:30', '2026-10-04T15:00']],
    // Autumn: in a repeated hour the reminder comes once, the first time.
    ['Europe/Berlin', '02:00', '2026-10-24T00:00Z', ['2026-10-24T00:00', '2026-10-25T00:00', '2026-10-26T01:00']],
    ['America/New_York', '01:00', '2026-10-31T04:00Z', ['2026-10-31T05:00', '2026-11-01T05:00', '2026-11-02T06:00']],
    // Times without a change keep their reading before and after it.
    ['Europe/Berlin', '09:00', '2026-03-28T00:00Z', ['2026-03-28T08:00', '2026-03-29T07:00', '2026-03-30T07:00']],
    ['America/New_York', '20:00', '2026-10-31T04:00Z', ['2026-11-01T00:00', '2026-11-02T01:00', '2026-11-03T01:00']],
    ['Asia/Kuala_Lumpur', '20:00', '2026-03-28T00:00Z', ['2026-03-28T12:00', '2026-03-29T12:00', '2026-03-30T12:00']],
    // Every quarter of a gap is due right after it; a quarter next to it is on time.
    ['Europe/Berlin', '02:15', '2026-03-28T00:00Z', ['2026-03-28T01:15', '2026-03-29T01:00', '2026-03-30T00:15']],
    ['Europe/Berlin', '02:45', '2026-03-28T00:00Z', ['2026-03-28T01:45', '2026-03-29T01:00', '2026-03-30T00:45']],
    ['Europe/Berlin', '03:15', '2026-03-28T00:00Z', ['2026-03-28T02:15', '2026-03-29T01:15', '2026-03-30T01:15']],
    ['Australia/Lord_Howe', '02:15', '2026-10-02T20:00Z', ['2026-10-03T15:30', '2026-10-04T15:15']],
    ['Australia/Lord_Howe', '02:30', '2026-10-02T20:00Z', ['2026-10-03T15:30', '2026-10-04T15:30']],
    // A repeated quarter comes the first time.
    ['Europe/Berlin', '02:45', '2026-10-24T00:00Z', ['2026-10-24T00:45', '2026-10-25T00:45', '2026-10-26T01:45']],
    ['Australia/Lord_Howe', '01:45', '2026-04-04T00:00Z', ['2026-04-04T14:45', '2026-04-05T15:15']],
    // In the evening: 21:45 keeps its reading. In Nuuk, a gap removes 23:15 and the rest of its day.
    ['Europe/Berlin', '21:45', '2026-03-28T12:00Z', ['2026-03-28T20:45', '2026-03-29T19:45', '2026-03-30T19:45']],
    ['Europe/Berlin', '21:45', '2026-10-24T12:00Z', ['2026-10-24T19:45', '2026-10-25T20:45', '2026-10-26T20:45']],
    ['America/Nuuk', '23:15', '2026-03-27T12:00Z', ['2026-03-28T01:15', '2026-03-30T00:15']],
    ['America/Nuuk', '23:15', '2026-10-23T12:00Z', ['2026-10-24T00:15', '2026-10-25T00:15', '2026-10-26T01:15']],
    ['Asia/Kathmandu', '21:45', '2026-03-28T00:00Z', ['2026-03-28T16:00', '2026-03-29T16:00', '2026-03-30T16:00']],
  ])('in %s send a reminder for %s once a day', (zone, time, from, instants) => {
    expect(sent(timeOf(time), zone, from, 72).slice(0, instants.length)).toEqual(instants);
  });
});

describe('late reminders', () => {
  const zone = 'Europe/Berlin';
  it.each([
    ['09:00', '2026-06-01T07:00Z', true],
    ['09:00', '2026-06-01T08:59Z', true],
    ['09:00', '2026-06-01T09:00Z', false],
    ['09:00', '2026-06-01T06:59Z', false],
    // Due at 20:00, checked at 21:29 and at 21:30.
    ['20:00', '2026-06-01T19:29Z', true],
    ['20:00', '2026-06-01T19:30Z', false],
    // The chosen hour itself is in the quiet hours.
    ['21:00', '2026-06-01T19:59Z', true],
    ['21:00', '2026-06-01T20:00Z', false],
    ['23:00', '2026-06-01T21:59Z', true],
    ['05:00', '2026-06-01T03:30Z', true],
    ['05:00', '2026-06-01T04:30Z', false],
    ['06:00', '2026-06-01T05:59Z', false],
    ['06:00', '2026-06-01T06:00Z', false],
    ['07:00', '2026-06-01T06:30Z', true],
    // A quarter has its own hour: 21:45 until 22:45. 20:45 expires when it is late in the quiet hours.
    ['21:45', '2026-06-01T20:44Z', true],
    ['21:45', '2026-06-01T20:45Z', false],
    ['20:45', '2026-06-01T19:44Z', true],
    ['20:45', '2026-06-01T19:45Z', false],
    ['20:15', '2026-06-01T19:29Z', true],
    ['20:15', '2026-06-01T19:30Z', false],
    ['09:15', '2026-06-01T07:14Z', false],
    ['09:15', '2026-06-01T07:15Z', true],
    ['09:15', '2026-06-01T09:14Z', true],
    ['09:15', '2026-06-01T09:15Z', false],
  ])('for %s can go out at %s: %s', (time, at, isDue) => {
    expect(dueAt(timeOf(time), zone, new Date(at)) !== null).toBe(isDue);
  });
});

it.each([
  // Due, checked at, and the end: after two hours, at the quiet hours, after a chosen hour in them, immediately.
  ['2026-06-01T09:00Z', '2026-06-01T09:30Z', '2026-06-01T11:00Z'],
  ['2026-06-01T20:00Z', '2026-06-01T20:10Z', '2026-06-01T21:30Z'],
  ['2026-06-01T21:00Z', '2026-06-01T21:40Z', '2026-06-01T22:00Z'],
  ['2026-06-01T05:00Z', '2026-06-01T05:00Z', '2026-06-01T06:00Z'],
  ['2026-06-01T09:00Z', '2026-06-01T11:30Z', '2026-06-01T11:30Z'],
])('a reminder due at %s and sent at %s can wait until %s', (due, now, end) => {
  expect(reminderEnd(new Date(due), 'UTC', new Date(now))).toEqual(new Date(end));
});

it('a day wants a reminder if it is needed, or due on a chosen weekday', () => {
  // Monday and Sunday.
  const chosen = 0b1000001;
  for (const [at, isWeekday] of [true, false, false, false, false, false, true].entries()) {
    const day = dayNumber('2026-06-01') + at;
    expect(wantsReminder({ due: true, needed: true }, null, day)).toBe(true);
    expect(wantsReminder({ due: true, needed: false }, null, day)).toBe(false);
    expect(wantsReminder({ due: true, needed: false }, chosen, day)).toBe(isWeekday);
    expect(wantsReminder({ due: false, needed: false }, chosen, day)).toBe(false);
  }
});

describe('unanswered reminders', () => {
  function sendings(first: string, days: number, isDue: (day: string) => boolean, unanswered = 0): string[] {
    const sent: string[] = [];
    for (let at = 0; at < days; at += 1) {
      const day = addDays(first, at);
      const isDueOn = (number: number) => isDue(dayText(number));
      if (isDue(day) && isReminderDay(unanswered + sent.length, dayNumber(day), isDueOn)) sent.push(day);
    }
    return sent;
  }
  const isMonday = (day: string) => weekdayOf(day) === 0;

  it('come three times daily, four times on Mondays and a last time in 60 silent days', () => {
    fc.assert(
      fc.property(someDay(), (first) => {
        const sent = sendings(first, 60, (day) => day >= first);
        expect(sent).toHaveLength(8);
        expect(sent.slice(0, 3)).toEqual([first, addDays(first, 1), addDays(first, 2)]);
        expect(sent.slice(3).every(isMonday)).toBe(true);
        for (const [at, day] of sent.slice(4).entries()) expect(day).toBe(addDays(sent[3 + at]!, 7));
      }),
    );
  });

  it('start over after a check-in: the next three come on each due day', () => {
    fc.assert(
      fc.property(someDay(), fc.integer({ min: 1, max: 60 }), (first, silence) => {
        const checkin = addDays(first, silence);
        const sent = sendings(addDays(checkin, 1), 4, () => true);
        expect(sent.slice(0, 3)).toEqual([1, 2, 3].map((at) => addDays(checkin, at)));
      }),
    );
  });

  it('come, after the third, on the first due day of a calendar week, once a week', () => {
    fc.assert(
      fc.property(someDay(), fc.array(fc.boolean(), { minLength: 90, maxLength: 90 }), (first, due) => {
        const days = due.map((isDue, at) => (isDue ? addDays(first, at) : '')).filter(Boolean);
        const sent = sendings(first, due.length, (day) => days.includes(day));
        const mondayOf = (day: string) => addDays(day, -weekdayOf(day));
        const firsts = days.filter((day) => !days.some((other) => other < day && mondayOf(other) === mondayOf(day)));
        expect(sent.slice(0, 3)).toEqual(days.slice(0, 3));
        expect(sent.slice(3)).toEqual(firsts.filter((day) => day > (days[2] ?? '9')).slice(0, 5));
      }),
    );
  });
});
