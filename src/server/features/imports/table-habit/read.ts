import { dayNumber, dayText } from '#domain/days.ts';
import { IMPORT_FIRST_DAY } from '#domain/imports.ts';
import { collectHabits, type FoundHabits, type HabitDays, type Reader } from '../habits/read.ts';
import { type JsonObject, numberOf, objectOf, objectsIn } from '../json/read.ts';

const AT_LEAST = 1;
const AT_MOST = 2;
const DELETED = 2;
const DONE = 1;

/** Adds the records that reach the daily goal. `record_date` counts the days since 1970-01-01. */
function addRecords(habit: HabitDays, { records, daily_goal, daily_goal_unit }: JsonObject, today: number): void {
  const goal = numberOf(daily_goal, 1);
  const hasAmount = goal !== 1 || (typeof daily_goal_unit === 'string' && daily_goal_unit.trim() !== '');
  for (const { record_type, record_value, record_date } of objectsIn(records)) {
    const value = numberOf(record_value, 0);
    if (record_type !== DONE || value <= 0 || value < goal) continue;
    const date = numberOf(record_date, -1);
    const isInRange = Number.isInteger(date) && date >= dayNumber(IMPORT_FIRST_DAY) && date <= today;
    habit.add(isInRange ? dayText(date) : null, hasAmount ? value : null);
  }
}

/** Reads the export of Table Habit. */
export function readTableHabit(file: unknown, { today }: Reader): FoundHabits {
  const found = collectHabits(today);
  for (const habit of objectsIn(objectOf(file)?.habits)) {
    const { name, type, status, daily_goal_unit } = habit;
    if (status === DELETED) found.leaveOut(name, 'deleted');
    else if (type === AT_MOST) found.leaveOut(name, 'at_most');
    else if (type !== AT_LEAST) found.leaveOut(name, 'type');
    else addRecords(found.habit(name, daily_goal_unit), habit, dayNumber(today));
  }
  return found.finish('table_habit');
}
