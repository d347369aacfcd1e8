import { IMPORT_BYTES_MAX } from '#domain/limits.ts';
import { fail, failField } from '#platform/http/errors.ts';
import { problem } from '#platform/i18n/problem.ts';
import { readTable } from '../csv/read.ts';
import { readHabitica } from '../habitica/read.ts';
import type { FoundHabits, Reader } from '../habits/read.ts';
import { readHabitTrove } from '../habittrove/read.ts';
import { objectOf, objectsIn, parseJson } from '../json/read.ts';
import { LOOP_HABITS, readLoop } from '../loop/read.ts';
import { readTableHabit } from '../table-habit/read.ts';
import { type Archive, decodeText, openArchive } from '../zip/read.ts';

const HABITTROVE_HABITS = 'habits.json';
const HABITTROVE_SETTINGS = 'settings.json';

/** Parses JSON of an archive up to the size of a plain file, because parsed JSON takes many times its size. */
const parseEntry = async (archive: Archive, name: string) => parseJson(await archive.read(name, IMPORT_BYTES_MAX));

async function readArchive(file: Buffer, reader: Reader): Promise<FoundHabits> {
  const archive = await openArchive(file);
  if (archive.names.has(LOOP_HABITS)) return readLoop(archive, reader);
  if (!archive.names.has(HABITTROVE_HABITS)) return fail('import_unreadable');
  const hasSettings = archive.names.has(HABITTROVE_SETTINGS);
  const settings = hasSettings ? await parseEntry(archive, HABITTROVE_SETTINGS) : null;
  const habits = await parseEntry(archive, HABITTROVE_HABITS);
  if (!isHabitTrove(objectOf(habits)?.habits)) fail('import_unreadable');
  return readHabitTrove(habits, settings, reader);
}

const haveAll = (habits: unknown, property: string): habits is unknown[] =>
  Array.isArray(habits) && objectsIn(habits).filter((habit) => Array.isArray(habit[property])).length === habits.length;
const isHabitTrove = (habits: unknown) => haveAll(habits, 'completions');

function readJson(text: string, reader: Reader): FoundHabits {
  const file = objectOf(parseJson(text)) ?? fail('import_unreadable');
  if (objectOf(file.tasks) && objectOf(file.preferences)) return readHabitica(file, reader);
  // A file without habits is of the tracker that also exports groups.
  const isEmpty = Array.isArray(file.habits) && file.habits.length === 0;
  if (isEmpty ? 'groups' in file : haveAll(file.habits, 'records')) return readTableHabit(file, reader);
  return isHabitTrove(file.habits) ? readHabitTrove(file, null, reader) : fail('import_unreadable');
}

/** The first bytes of a ZIP with and without entries. */
const ZIP_STARTS = ['504b0304', '504b0506'];
const isZip = (file: Buffer) => ZIP_STARTS.includes(file.toString('hex', 0, 4));

const UTF16_MARKS = ['fffe', 'feff'];
const isUtf16 = (file: Buffer) => UTF16_MARKS.includes(file.toString('hex', 0, 2));

/** Decodes a text file. Throws `invalid_input` for another encoding, `import_unreadable` if it is not text. */
function readText(file: Buffer): string {
  const isText = !file.includes(0);
  const text = isText ? decodeText(file) : null;
  if (text === null)
    return isText || isUtf16(file) ? failField('file', problem('problems.import.utf8')) : fail('import_unreadable');
  return text.trim() === '' ? fail('import_unreadable') : text;
}

/**
 * Reads the days of another tracker's file, which only its content identifies. Throws `import_unreadable`,
 * `import_too_large`, `import_limit` or `invalid_input`.
 */
export async function readFile(file: Buffer, reader: Reader): Promise<FoundHabits> {
  if (isZip(file)) return readArchive(file, reader);
  const text = readText(file);
  return /^\s*[{[]/.test(text) ? readJson(text, reader) : readTable(text, reader);
}
