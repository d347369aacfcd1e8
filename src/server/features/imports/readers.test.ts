import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import yazl from 'yazl';
import type { LocalDay } from '#domain/days.ts';
import {
  IMPORT_BYTES_MAX,
  IMPORT_CELLS_MAX,
  IMPORT_ENTRIES_MAX,
  IMPORT_INFLATED_MAX,
  IMPORT_READ_HABITS_MAX,
  IMPORT_ROW_LENGTH_MAX,
  IMPORT_ROWS_MAX,
} from '#domain/limits.ts';
import { readFile } from './file/read.ts';

const READER = { zone: 'Asia/Kuala_Lumpur', today: '2026-11-28' };
const read = (file: Buffer | string) => readFile(Buffer.from(file), READER);
const refusalOf = async (file: Buffer | string) =>
  read(file).then(
    () => null,
    (error: { code: string; extra: { errors?: { message: string }[] } }) =>
      error.extra.errors?.[0]?.message ?? error.code,
  );
const daysOf = async (file: Buffer | string) => {
  const { habits } = await read(file);
  return Object.fromEntries(habits.map(({ habit, days }) => [habit, Object.fromEntries(days)]));
};

/** Builds a ZIP of entries by name. */
async function zipOf(entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

const HEADER =
  'Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color,Unit,Target Type,Target Value,Archived?';
const loop = (habit: string, checkmarks: string, more: Record<string, string> = {}) =>
  zipOf({ 'Habits.csv': `${HEADER}\n${habit}\n`, '001/Checkmarks.csv': checkmarks, ...more });
const READ = '001,Read,YES_NO,,,1,1,#FF8F00,,,,false';
const TICKED = 'Date,Value,Notes\n2026-11-01,YES_MANUAL,\n';

describe('a hostile ZIP', () => {
  it('is too large if it inflates beyond 50 MB', async () => {
    const bomb = await loop(READ, `Date,Value,Notes\n${'\n'.repeat(IMPORT_INFLATED_MAX)}`);
    expect(bomb.length).toBeLessThan(100_000);
    expect(await refusalOf(bomb)).toBe('import_too_large');
  });

  it('is unreadable if an entry inflates to more than its directory states', async () => {
    const zip = await loop(READ, TICKED.repeat(100));
    const directory = zip.lastIndexOf('001/Checkmarks.csv') - 46;
    zip.writeUInt32LE(10, directory + 24);
    expect(await refusalOf(zip)).toBe('import_unreadable');
  });

  it('is too large with 1,001 entries', async () => {
    const extra = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}.txt`, '']));
    const fits = await loop(READ, TICKED, extra(IMPORT_ENTRIES_MAX - 2));
    expect(await daysOf(fits)).toEqual({ Read: { '2026-11-01': null } });
    expect(await refusalOf(await loop(READ, TICKED, extra(IMPORT_ENTRIES_MAX - 1)))).toBe('import_too_large');
  });

  it('reads no entry that it does not need', async () => {
    const zip = await loop(READ, TICKED, { 'Scores.csv': '\0'.repeat(IMPORT_INFLATED_MAX + 1) });
    expect(await daysOf(zip)).toEqual({ Read: { '2026-11-01': null } });
  });

  it.each([
    ['a wrong check sum', (zip: Buffer) => zip.writeUInt32LE(1, zip.lastIndexOf('001/Checkmarks.csv') - 46 + 16)],
    ['a parent folder in a name', (zip: Buffer) => zip.write('../', zip.lastIndexOf('001/Checkmarks.csv'))],
    ['an encrypted entry', (zip: Buffer) => zip.writeUInt16LE(1, zip.lastIndexOf('001/Checkmarks.csv') - 46 + 8)],
    ['no end', (zip: Buffer) => zip.fill(0, zip.length - 22)],
  ])('is unreadable with %s', async (_, damage) => {
    const zip = await loop(READ, TICKED);
    damage(zip);
    expect(await refusalOf(zip)).toBe('import_unreadable');
  });
});

describe('a file that would fill the memory', () => {
  /** Only a reader that stops early does not meet it. */
  const NEVER_ENDS = '"';

  it('is refused at the first of too many habits in the list of Loop', async () => {
    const list = (count: number, end = '') => zipOf({ 'Habits.csv': `${HEADER}\n${'1\n'.repeat(count)}${end}` });
    expect((await read(await list(IMPORT_READ_HABITS_MAX))).left_out).toHaveLength(100);
    expect(await refusalOf(await list(IMPORT_READ_HABITS_MAX + 1, NEVER_ENDS))).toBe('import_limit');
  });

  it('is refused at the first of too many habits in a table, also without days', async () => {
    const table = (count: number, end = '') =>
      `date,habit\n${Array.from({ length: count }, (_, i) => `2999-01-01,${i}\n`).join('')}${end}`;
    expect((await read(table(IMPORT_READ_HABITS_MAX))).days_left_out).toBe(IMPORT_READ_HABITS_MAX);
    expect(await refusalOf(table(IMPORT_READ_HABITS_MAX + 1, NEVER_ENDS))).toBe('import_limit');
  });

  it('is refused at the first of too many rows', async () => {
    const rows = (count: number, end = '') => loop(READ, 'x\n'.repeat(count) + end);
    expect(await daysOf(await rows(IMPORT_ROWS_MAX))).toEqual({});
    expect(await refusalOf(await rows(IMPORT_ROWS_MAX + 1, NEVER_ENDS))).toBe('import_limit');
  });

  it('is refused with JSON in a ZIP that is larger than a plain file may be', async () => {
    const habits = (completions: string) =>
      `{"habits":[{"name":"Read","completions":[${completions}"2026-11-01T00:00Z"]}]}`;
    const large = await zipOf({ 'habits.json': habits('{},'.repeat(IMPORT_BYTES_MAX / 3)) });
    expect(await refusalOf(large)).toBe('import_too_large');
    const settings = `{"system":{}}${' '.repeat(IMPORT_BYTES_MAX)}`;
    expect(await refusalOf(await zipOf({ 'habits.json': habits(''), 'settings.json': settings }))).toBe(
      'import_too_large',
    );
  });

  it('is refused with a row of too many cells or characters', async () => {
    const row = (cells: number) => `date,habit\n2026-11-01,Read${','.repeat(cells - 2)}`;
    expect(await daysOf(row(IMPORT_CELLS_MAX))).toEqual({ Read: { '2026-11-01': null } });
    expect(await refusalOf(row(IMPORT_CELLS_MAX + 1))).toBe('import_unreadable');
    expect(await refusalOf(','.repeat(IMPORT_BYTES_MAX))).toBe('import_unreadable');
    expect(await refusalOf(`date,habit\n2026-11-01,${'a'.repeat(IMPORT_ROW_LENGTH_MAX)}`)).toBe('import_unreadable');
  });

  it('is read with thousands of tasks, of which the response names 100', async () => {
    const todos = Array.from({ length: 5000 }, (_, i) => ({ text: `${i}` }));
    const found = await read(JSON.stringify({ tasks: { todos }, preferences: {} }));
    expect(found.left_out.map(({ habit }) => habit)).toEqual(Array.from({ length: 100 }, (_, i) => `${i}`));
  });
});

describe('an export of Loop', () => {
  it('reads a file for one habit only, and leaves out other kinds', async () => {
    const found = await read(await loop([READ, READ, '003,Odd,CLOCK,,,1,1,,,,,false'].join('\n'), TICKED));
    expect(found.habits.map(({ habit }) => habit)).toEqual(['Read']);
    expect(found.left_out).toEqual([
      { habit: 'Read (2)', reason: 'no_days' },
      { habit: 'Odd', reason: 'type' },
    ]);
  });

  it('never gives the name of a habit with days to one that is left out', async () => {
    const odd = READ.replace('YES_NO', 'CLOCK');
    const found = await read(
      await loop([odd, '002,Read,YES_NO,,,1,1,,,,,false'].join('\n'), TICKED, { '002/Checkmarks.csv': TICKED }),
    );
    expect(found.habits.map(({ habit }) => habit)).toEqual(['Read']);
    expect(found.left_out).toEqual([{ habit: 'Read (2)', reason: 'type' }]);
  });

  it('reads amounts in thousandths to two places, and no states as amounts', async () => {
    const water = '001,Water,NUMERICAL,,,1,1,#FF8F00,glasses of clean water,AT_LEAST,0.0,false';
    const rows = [7256, 4, 3, 2, 1, 0, -1].map((value, i) => `2026-11-0${i + 1},${value},`);
    const found = await read(await loop(water, `Date,Value,Notes\n${rows.join('\n')}\n2026-11-09,SKIP,\n`));
    expect(found.habits.map(({ unit, days }) => [unit, Object.fromEntries(days)])).toEqual([
      ['glasses of clean wat', { '2026-11-01': 7.26, '2026-11-02': null }],
    ]);
  });
});

describe('JSON', () => {
  it('is unreadable without the lists of a known tracker', async () => {
    for (const file of [
      '[]',
      '{}',
      '[{"habits":[]}]',
      '{"habits":{}}',
      '{"habits":[{}]}',
      '{"habits":[null]}',
      '{"tasks":1}',
    ])
      expect(await refusalOf(file), file).toBe('import_unreadable');
    expect(await refusalOf('['.repeat(1_000_000))).toBe('import_unreadable');
  });

  it('leaves out values of wrong kinds instead of failing', async () => {
    const records = [1, null, 'x', { record_type: 1, record_value: '1', record_date: 20_000 }, { record_date: 1e99 }];
    const odd = [
      { name: 7, type: 1, records },
      { name: '\u200b', type: 9, records: [] },
    ];
    const found = await read(JSON.stringify({ habits: odd }));
    expect(found).toMatchObject({ habits: [], days_left_out: 0 });
    expect(found.left_out).toEqual([
      { habit: '?', reason: 'no_days' },
      { habit: '? (2)', reason: 'type' },
    ]);
    const trove = { habits: [{ name: 'A\uD800B', completions: [7, {}, 'yesterday', '2026-11-01T00:00:00Z'] }] };
    expect(await read(JSON.stringify(trove))).toMatchObject({ habits: [{ habit: 'AB' }], days_left_out: 3 });
  });

  it('keeps long names apart within 100 characters', async () => {
    const habit = (name: string) => ({
      name,
      type: 1,
      records: [{ record_type: 1, record_value: 1, record_date: 20_000 }],
    });
    const names = ['🔥'.repeat(150), '🔥'.repeat(150), 'a (2)', 'a', 'a'];
    const found = await read(JSON.stringify({ habits: names.map(habit) }));
    expect(found.habits.map(({ habit: name }) => name)).toEqual([
      '🔥'.repeat(100),
      `${'🔥'.repeat(96)} (2)`,
      'a (2)',
      'a',
      'a (3)',
    ]);
  });

  it('starts the days of HabitTrove at midnight of an unknown zone as in the zone of the user', async () => {
    const habits = JSON.stringify({
      habits: [{ name: 'Read', completions: ['2026-11-01T15:59:59Z', '2026-11-01T16:00:00Z'] }],
    });
    const settings = JSON.stringify({ system: { timezone: 'Mars/Base' } });
    expect(await daysOf(await zipOf({ 'habits.json': habits, 'settings.json': settings }))).toEqual({
      Read: { '2026-11-01': null, '2026-11-02': null },
    });
  });

  it('reads 100,000 completions without a clock reading for each', async () => {
    const completions = Array.from({ length: 100_000 }, (_, i) =>
      new Date(Date.UTC(2026, 0, 1) + i * 61_000).toISOString(),
    );
    const start = process.cpuUsage();
    await read(JSON.stringify({ habits: [{ name: 'Read', targetCompletions: 5, completions }] }));
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(3000);
  });
});

describe('a table', () => {
  const days = (...rows: string[]) => daysOf(rows.join('\n'));
  const day: LocalDay = '2026-11-01';

  it('adds up the amounts of a day, whatever the spelling of white space in the name', async () => {
    expect(
      await days('Habit;Value;DATE', `Run;1,5;${day}`, `  Run ;2.25;${day}`, `Swim;0;${day}`, `Swim;-3;${day}`),
    ).toEqual({
      Run: { [day]: 3.75 },
    });
  });

  it('leaves out a habit that has only zeros', async () => {
    const found = await read(['date,habit,value', `${day},Run,0`, `${day},Swim,1`].join('\n'));
    expect(found.left_out).toEqual([{ habit: 'Run', reason: 'no_days' }]);
  });

  it('stores a day whose amounts add up to too much without an amount', async () => {
    const rows = (...values: number[]) => values.map((value) => `${day},Run,${value}`);
    expect(await days('date,habit,value', ...rows(600_000_000, 600_000_000, 5))).toEqual({ Run: { [day]: null } });
    expect(await days('date,habit,value', ...rows(2_000_000_000))).toEqual({ Run: { [day]: null } });
    expect(await days('date,habit,value', ...rows(999_999_995, 5))).toEqual({ Run: { [day]: 1_000_000_000 } });
  });

  it('rounds the sum of a day, not its parts', async () => {
    const rows = Array.from({ length: 4 }, () => `${day},Run,0.004`);
    expect(await days('date,habit,value', ...rows)).toEqual({ Run: { [day]: 0.02 } });
  });

  it('names the line on which a wrong row starts, under any line end', async () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(await refusalOf(['date,habit', `${day},"two${end}lines"`, '', `x,Read`].join(end))).toContain('"line":5');
    expect(await refusalOf(`date,habit,value\n${day},Run,1e3`)).toContain('import.value');
    expect(await refusalOf(`date,habit\n2026-11-01T10:00,Run`)).toContain('import.date');
    expect(await refusalOf(`date,habit\n,Read`)).toContain('import.date');
  });

  it('is unreadable with a quote that never ends, or if it is no text', async () => {
    expect(await refusalOf(`date,habit\n${day},"Read\n`)).toBe('import_unreadable');
    expect(await refusalOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a]))).toBe('import_unreadable');
    expect(await refusalOf(' \n\n ')).toBe('import_unreadable');
  });

  it('skips rows of empty cells, which Excel writes at the end', async () => {
    expect(await days('date;habit;value', `${day};Read;1`, ';;', ' ; ;', ';;')).toEqual({ Read: { [day]: 1 } });
  });

  it('takes a stray quote, missing cells and extra cells', async () => {
    expect(await days('date,habit,value,note', `${day},5" nails`, `2026-11-02,Read,1,x,y,z`)).toEqual({
      '5" nails': { [day]: null },
      Read: { '2026-11-02': 1 },
    });
  });

  it('counts days outside the range and refuses dates that are none', async () => {
    const found = await read('date,habit\n1969-12-31,Read\n1950-02-28,Read\n0001-01-01,Read\n2027-01-01,Read');
    expect(found).toMatchObject({ habits: [], days_left_out: 4, left_out: [{ habit: 'Read', reason: 'no_days' }] });
    expect(await refusalOf('date,habit\n1950-02-30,Read')).toContain('"line":2');
  });
});
