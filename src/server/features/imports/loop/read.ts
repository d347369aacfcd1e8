import { IMPORT_READ_HABITS_MAX } from '#domain/limits.ts';
import { fail } from '#platform/http/errors.ts';
import { readRows } from '../csv/read.ts';
import { type Collector, collectHabits, type FoundHabits, type HabitDays, type Reader } from '../habits/read.ts';
import type { Archive } from '../zip/read.ts';

export const LOOP_HABITS = 'Habits.csv';
/** The start of `Habits.csv`, which other archives with a file of this name lack. */
const LOOP_HEADER = 'Position,Name,';

/** The file of a habit. Only its position identifies it: the name in the path lacks all but ASCII. */
const CHECKMARKS = /^(\d{3,})(?: [A-Za-z0-9 ._-]*)?\/Checkmarks\.csv$/;

interface Row {
  readonly day: string;
  readonly value: string;
}

/** Reads the rows of a habit. Files before 2.3.1 have no header, and numbers instead of words. */
function readCheckmarks(text: string): Row[] {
  const rows: Row[] = [];
  readRows(text, ',', ([day = '', value = '']) => {
    if (day !== 'Date') rows.push({ day, value });
  });
  return rows;
}

/** A tick of a person; others are automatic, skipped, unknown or none. */
const TICKS = ['YES_MANUAL', '2'];
/** Numbers up to this are states, also in habits with amounts, which are in thousandths. */
const STATE_MAX = 3;
const THOUSAND = 1000;

/** Adds the days with an amount of at least `target`. */
function addAmounts(habit: HabitDays, rows: readonly Row[], target: number): void {
  const least = Math.max(Math.round(target * THOUSAND), STATE_MAX + 1);
  for (const { day, value } of rows) if (Number(value) >= least) habit.add(day, Number(value) / THOUSAND);
}

function addTicks(habit: HabitDays, rows: readonly Row[]): void {
  for (const { day, value } of rows) if (TICKS.includes(value)) habit.add(day);
}

/** Returns what a day needs; a target of a longer time needs nothing of a single day. */
const targetOf = (habit: Readonly<Record<string, string>>) =>
  habit.FrequencyDenominator === '1' ? Number(habit['Target Value']) || 0 : 0;

function addHabit(found: Collector, habit: Readonly<Record<string, string>>, rows: readonly Row[]): void {
  const { Name, Type, Unit } = habit;
  const isNumerical = Type === undefined ? rows.some(({ value }) => Number(value) > STATE_MAX) : Type === 'NUMERICAL';
  if (isNumerical && habit['Target Type'] === 'AT_MOST') found.leaveOut(Name, 'at_most');
  else if (isNumerical) addAmounts(found.habit(Name, Unit), rows, targetOf(habit));
  else if (Type === undefined || Type === 'YES_NO') addTicks(found.habit(Name), rows);
  else found.leaveOut(Name, 'type');
}

const COLUMNS = ['Position', 'Name', 'Type', 'FrequencyDenominator', 'Unit', 'Target Type', 'Target Value'];

/** Lists the habits of `Habits.csv` with the cells of `COLUMNS`. Throws import_limit for too many of them. */
function readHabits(list: string): Record<string, string>[] {
  const habits: Record<string, string>[] = [];
  let columns: [column: string, at: number][] | undefined;
  readRows(list, ',', (cells) => {
    if (!columns) {
      columns = COLUMNS.filter((column) => cells.includes(column)).map((column) => [column, cells.indexOf(column)]);
      return;
    }
    if (habits.length >= IMPORT_READ_HABITS_MAX) fail('import_limit');
    habits.push(Object.fromEntries(columns.map(([column, at]) => [column, cells[at] ?? ''])));
  });
  return habits;
}

/** Reads the export of Loop Habit Tracker; throws import_unreadable for another archive, import_limit. */
export async function readLoop(archive: Archive, { today }: Reader): Promise<FoundHabits> {
  const list = await archive.read(LOOP_HABITS);
  if (!list.startsWith(LOOP_HEADER)) fail('import_unreadable');
  const files = new Map<number, string>();
  for (const name of archive.names) {
    const position = CHECKMARKS.exec(name)?.[1];
    if (position !== undefined) files.set(Number(position), name);
  }
  const found = collectHabits(today);
  for (const habit of readHabits(list)) {
    const position = Number(habit.Position);
    const file = files.get(position);
    // A file belongs to one habit, so a long list cannot read it again and again.
    files.delete(position);
    addHabit(found, habit, file === undefined ? [] : readCheckmarks(await archive.read(file)));
  }
  return found.finish('loop');
}
