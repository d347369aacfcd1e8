import { parse } from 'csv-parse/sync';
import { isDay } from '#domain/days.ts';
import { IMPORT_CELLS_MAX, IMPORT_ROW_LENGTH_MAX, IMPORT_ROWS_MAX } from '#domain/limits.ts';
import { Failure, fail, failField } from '#platform/http/errors.ts';
import { problem } from '#platform/i18n/problem.ts';
import { tidyLine } from '#platform/lib/text.ts';
import { collectHabits, type FoundHabits, type HabitDays, type Reader } from '../habits/read.ts';

type OnRow = (cells: readonly string[], line: number) => void;

const CR = 13;
const LF = 10;

/** Writes every line end as LF. A replacement in the text would take 36 bytes for each line end. */
function unifyLineEnds(text: string): Buffer {
  const bytes = Buffer.from(text);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === CR && bytes[at + 1] === LF) continue;
    bytes[length] = bytes[at] === CR ? LF : bytes[at]!;
    length += 1;
  }
  return bytes.subarray(0, length);
}

/** The parser limits the characters of a row, but not its cells. */
function limitCells(cell: string, { index }: { index: number }): string {
  return index < IMPORT_CELLS_MAX ? cell : fail('import_unreadable');
}

/**
 * Reads rows of CSV one by one; blank lines and rows of empty cells are left out. `line` is the line where the row starts, from 1. Throws
 * import_unreadable for a quote without an end or a row that is too long, import_limit for too many rows.
 */
export function readRows(text: string, delimiter: string, onRow: OnRow): void {
  let rows = 0;
  try {
    // The parser learns the line end from the first line only.
    parse(unifyLineEnds(text), {
      bom: true,
      cast: limitCells,
      delimiter,
      max_record_size: IMPORT_ROW_LENGTH_MAX,
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      on_record: (cells: string[], { lines: end }) => {
        rows += 1;
        if (rows > IMPORT_ROWS_MAX) fail('import_limit');
        onRow(cells, end - cells.reduce((count, cell) => count + cell.split('\n').length - 1, 0));
        return null;
      },
    });
  } catch (error) {
    if (error instanceof Failure || !(error instanceof Error && 'code' in error)) throw error;
    fail('import_unreadable');
  }
}

const DELIMITERS = [',', ';', '\t'];
const NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/;
/** The columns of Habitica's `history.csv`, which has values of points and not what was done. */
const HABITICA_HISTORY = 'task name,task id,task type,date,value';

interface Columns {
  readonly delimiter: string;
  readonly date: number;
  readonly habit: number;
  /** -1 without one. */
  readonly value: number;
}

/** Finds the columns in the first line; throws `invalid_input`. */
function findColumns(text: string): Columns {
  const [first = ''] = text.slice(0, IMPORT_ROW_LENGTH_MAX).split(/[\r\n]/, 1);
  for (const delimiter of DELIMITERS) {
    const names: string[] = [];
    readRows(first, delimiter, (cells) => names.push(...cells.map((cell) => cell.trim().toLowerCase())));
    if (names.join() === HABITICA_HISTORY) failField('file', problem('problems.import.habitica_history'));
    const [date, habit, value] = ['date', 'habit', 'value'].map((name) => names.indexOf(name)) as [
      number,
      number,
      number,
    ];
    if (date >= 0 && habit >= 0) return { delimiter, date, habit, value };
  }
  return failField('file', problem('problems.import.columns'));
}

/** Returns the amount of a cell, null for an empty one; NaN for anything that is not a number. */
function amountOf(cell: string): number | null {
  const text = cell.trim();
  if (text === '') return null;
  return NUMBER.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
}

/** Reads a table with a row for each day. Rows of one name are one habit. Throws `invalid_input` with the line. */
export function readTable(text: string, { today }: Reader): FoundHabits {
  const columns = findColumns(text);
  const found = collectHabits(today);
  const habits = new Map<string, HabitDays>();
  let isHeader = true;
  readRows(text, columns.delimiter, (cells, line) => {
    if (isHeader) {
      isHeader = false;
      return;
    }
    const day = (cells[columns.date] ?? '').trim();
    const amount = amountOf(cells[columns.value] ?? '');
    if (!isDay(day) && !isEarlyDay(day)) failField('file', problem('problems.import.date', { line }));
    if (Number.isNaN(amount)) failField('file', problem('problems.import.value', { line }));
    const name = tidyLine(cells[columns.habit] ?? '');
    const habit = habits.get(name) ?? found.habit(name);
    habits.set(name, habit);
    if (amount === null || amount > 0) habit.add(day, amount);
  });
  return found.finish('csv');
}

/** Returns true for a calendar day before 1970, which is too early but not a mistake. */
const isEarlyDay = (text: string) => text < '1970' && isDay(`2${text.slice(1)}`);
