import type { LocalDay } from '#domain/days.ts';
import { HOUR_MS } from '#platform/lib/durations.ts';
import { collectHabits, type FoundHabits, type HabitDays, type Reader } from '../habits/read.ts';
import { dayReader, timeOf } from '../instants/read.ts';
import { type JsonObject, numberOf, objectOf, objectsIn } from '../json/read.ts';

type DayAt = (entry: JsonObject) => LocalDay | null;

/** Adds the ticked days; entries that Habitica has summed up have no `completed`. */
function addDaily(habit: HabitDays, history: unknown, dayAt: DayAt): void {
  const done = objectsIn(history).filter(({ completed }) => completed === true);
  for (const day of new Set(done.map(dayAt))) habit.add(day);
}

/** Adds the days on which the plus was pressed; the presses of a day add up. */
function addPresses(habit: HabitDays, history: unknown, dayAt: DayAt): void {
  const presses = new Map<LocalDay | null, number>();
  for (const entry of objectsIn(history)) {
    const up = numberOf(entry.scoredUp, 0);
    const day = dayAt(entry);
    if (up > 0) presses.set(day, (presses.get(day) ?? 0) + up);
  }
  for (const [day, count] of presses) habit.add(day, count > 1 ? count : null);
}

/** Reads Habitica's export of user data. Its days start `preferences.dayStart` hours after midnight. */
export function readHabitica(file: JsonObject, reader: Reader): FoundHabits {
  const tasks = objectOf(file.tasks) ?? {};
  const dayStart = numberOf(objectOf(file.preferences)?.dayStart, 0) * HOUR_MS;
  const dayAtTime = dayReader(reader);
  const dayAt = ({ date }: JsonObject) => dayAtTime(timeOf(date) - dayStart);
  const found = collectHabits(reader.today);
  for (const { text, history } of objectsIn(tasks.dailys)) addDaily(found.habit(text), history, dayAt);
  for (const { text, history, up } of objectsIn(tasks.habits))
    if (up === true) addPresses(found.habit(text), history, dayAt);
    else found.leaveOut(text, 'at_most');
  for (const { text } of objectsIn(tasks.todos)) found.leaveOut(text, 'task');
  return found.finish('habitica');
}
