import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { deleteAccount, exportData } from '#contract/account.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { deleteImport, type Import, type ImportResult, listImports } from '#contract/imports.ts';
import { getInsights } from '#contract/insights.ts';
import { getMission } from '#contract/missions.ts';
import { getStreak } from '#contract/streaks.ts';
import { daysIn } from '#domain/day-bits.ts';
import { IMPORT_BYTES_MAX, IMPORT_HABITS_MAX } from '#domain/limits.ts';
import { buildApiToken } from '../../testing/factories/api-tokens.ts';
import { sendImport } from '../../testing/factories/imports.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { testApp } from '../../testing/test-app.ts';
import { unzip } from '../../testing/unzip.ts';

const t = await testApp();
/** 28 November 2026 in Kuala Lumpur. */
const NOW = '2026-11-28T04:00:00.000Z';
beforeEach(() => t.clock.set(NOW));

const SAMPLES = join(import.meta.dirname, 'samples');
const sample = (name: string) => readFileSync(join(SAMPLES, name));
const LOOP = sample('loop/2.3.1.zip');
const buildReader = () => buildUser(t, { timezone: 'Asia/Kuala_Lumpur' });
const bring = async (user: TestUser, file: Buffer | string): Promise<ImportResult> => {
  const answer = await sendImport(t, user, file);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const list = async ({ token }: TestUser): Promise<Import[]> => (await t.call(listImports, { token })).json();
const remove = ({ token }: TestUser, id: string) => t.call(deleteImport, { token, params: { id } });
const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code];
const daysOf = ({ days, first_day, amounts }: Import) =>
  Object.fromEntries(daysIn(days, first_day).map((day, at) => [day, amounts?.[at] ?? null]));
const dates = (count: number) =>
  Array.from({ length: count }, (_, i) => new Date(Date.UTC(2026, 10, 27 - i)).toISOString().slice(0, 10));

interface Expected {
  error?: string;
  source: string;
  imports: { habit: string; unit: string | null; days: Record<string, number | null> }[];
  left_out: ImportResult['left_out'];
  days_left_out: number;
}
const { files } = JSON.parse(sample('expected.json').toString()) as { files: Record<string, Expected> };
const ERRORS: Record<string, [status: number, detail: string]> = {
  '415 import_unreadable': [
    415,
    "We can't read this file. Exports of Loop, HabitTrove, Table Habit and Habitica work, and CSV.",
  ],
  '422 file: Line 2: date': [422, 'Line 2: please give the date as YYYY-MM-DD'],
  '422 file: Line 3: date': [422, 'Line 3: please give the date as YYYY-MM-DD'],
  '422 file: Line 3: value': [422, 'Line 3: please give the value as a number'],
  '422 file: columns date and habit': [422, 'The first line needs the columns date and habit'],
  '422 file: not UTF-8': [422, 'Please save the file as CSV UTF-8'],
  '422 file: Habitica history': [
    422,
    "Habitica's history.csv does not say what was done. Please choose its export of user data.",
  ],
};

describe('the samples', () => {
  it('are all expected', async () => {
    const names = (await readdir(SAMPLES, { recursive: true })).filter((name) => name.includes('.'));
    expect(names.toSorted()).toEqual(['expected.json', ...Object.keys(files)].toSorted());
  });

  it.each(Object.entries(files).filter(([, { error }]) => error === undefined))('bring %s', async (name, expected) => {
    const ana = await buildReader();
    const result = await bring(ana, sample(name));
    expect({
      imports: result.imports.map((one) => ({ habit: one.habit, unit: one.unit, days: daysOf(one) })),
      left_out: result.left_out,
      days_left_out: result.days_left_out,
    }).toEqual({ imports: expected.imports, left_out: expected.left_out, days_left_out: expected.days_left_out });
    for (const one of result.imports) expect(one).toMatchObject({ source: expected.source, created_at: NOW });
    const byName = (one: Import, other: Import) => (one.habit < other.habit ? -1 : 1);
    expect((await list(ana)).toSorted(byName)).toEqual(result.imports.toSorted(byName));
  });

  it.each(Object.entries(files).filter(([, { error }]) => error !== undefined))(
    'refuse %s',
    async (name, { error }) => {
      const ana = await buildReader();
      const answer = await sendImport(t, ana, sample(name));
      const [status, detail] = ERRORS[error!]!;
      expect([answer.statusCode, answer.json().detail]).toEqual([status, detail]);
      if (status === 422) expect(answer.json().errors).toEqual([{ path: 'file', message: detail }]);
      expect(await list(ana)).toEqual([]);
      expect(await readdir(join(t.dataDir, 'tmp')).catch(() => [])).toEqual([]);
    },
  );
});

describe('bringing days', () => {
  it('needs a session', async () => {
    const ana = await buildReader();
    const { token } = await buildApiToken(t, ana);
    for (const [caller, code] of [
      [null, [401, 'not_signed_in']],
      [{ token }, [403, 'token_not_accepted']],
    ] as const) {
      expect(codeOf(await sendImport(t, caller, LOOP))).toEqual(code);
      expect(codeOf(await t.call(listImports, caller ?? {}))).toEqual(code);
      expect(codeOf(await t.call(deleteImport, { ...caller, params: { id: randomUUID() } }))).toEqual(code);
    }
    expect(await list(ana)).toEqual([]);
  });

  it('needs a file of at most 10 MB and takes no Idempotency-Key', async () => {
    const { token } = await buildReader();
    const headers = { authorization: `Bearer ${token}` };
    const none = await t.app.inject({ method: 'POST', url: '/api/imports', headers });
    expect([none.statusCode, none.json().errors]).toEqual([422, [{ path: 'file', message: 'Please choose a file' }]]);
    const large = await sendImport(t, { token }, Buffer.alloc(IMPORT_BYTES_MAX + 1, 'x'));
    expect([...codeOf(large), large.json().detail]).toEqual([
      ...[413, 'import_too_large'],
      'File size must be less than 10MB',
    ]);
    const keyed = await t.app.inject({
      method: 'POST',
      url: '/api/imports',
      headers: { ...headers, 'idempotency-key': 'again' },
    });
    expect(codeOf(keyed)).toEqual([400, 'idempotency_key_unused']);
  });

  it('replaces the same habit of the same source and keeps others', async () => {
    const ana = await buildReader();
    await bring(ana, 'date,habit\n2026-11-01,Read\n2026-11-02,Run\n');
    t.clock.advance(1000);
    await bring(ana, 'date,habit,value\n2026-11-05,Read,2\n');
    await bring(ana, sample('loop/same-names.zip'));
    expect((await list(ana)).map((one) => [one.source, one.habit, daysOf(one)])).toEqual([
      ['csv', 'Read', { '2026-11-05': 2 }],
      ['loop', 'Read', { '2026-01-02': null }],
      ['loop', 'Read (2)', { '2026-01-02': null, '2026-01-03': null }],
      ['loop', 'Read (3)', { '2026-01-04': null }],
      ['csv', 'Run', { '2026-11-02': null }],
    ]);
  });

  it('stores each habit once when 20 requests with one file are concurrent', async () => {
    const ana = await buildReader();
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendImport(t, ana, LOOP)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(201));
    expect(await list(ana)).toHaveLength(6);
  });

  it('refuses more than 100 habits or 100,000 days as a whole', async () => {
    const ana = await buildReader();
    const table = (habits: number, days: readonly string[], name = 'Habit') =>
      `date,habit\n${Array.from({ length: habits }, (_, i) => days.map((day) => `${day},${name} ${i}`))
        .flat()
        .join('\n')}`;
    await bring(ana, table(IMPORT_HABITS_MAX - 1, dates(1)));
    const before = await list(ana);
    const refused = await sendImport(t, ana, table(2, dates(1), 'More'));
    expect([...codeOf(refused), refused.json().detail]).toEqual([
      ...[400, 'import_limit'],
      'You can bring at most 100 habits and 100,000 days',
    ]);
    expect(await list(ana)).toEqual(before);
    await bring(ana, table(1, dates(1), 'More'));
    // A replaced habit is not counted twice.
    await bring(ana, table(IMPORT_HABITS_MAX - 1, dates(2)));
    const ben = await buildReader();
    expect(codeOf(await sendImport(t, ben, table(11, dates(9500))))).toEqual([400, 'import_limit']);
    await bring(ben, table(10, dates(9500)));
    expect(codeOf(await sendImport(t, ben, table(1, dates(9500), 'More')))).toEqual([400, 'import_limit']);
    expect((await list(ben)).map((one) => one.days_count)).toEqual(Array(10).fill(9500));
  });
});

describe('removing an import', () => {
  it("removes its days, once, and never another user's", async () => {
    const [ana, ben] = [await buildReader(), await buildReader()];
    const { imports } = await bring(ana, LOOP);
    const { id } = imports[0]!;
    for (const [user, wrong] of [
      [ben, id],
      [ana, randomUUID()],
      [ana, 'x'],
    ] as const)
      expect(codeOf(await remove(user, wrong))).toEqual([404, 'import_not_found']);
    const answers = await Promise.all(Array.from({ length: 20 }, () => remove(ana, id)));
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
    expect((await list(ana)).map((one) => one.id)).not.toContain(id);
    expect(await t.db.rows('select from imported_days where import_id = $1', [id])).toEqual([]);
  });

  it('comes with the deletion of the account, also when an import is concurrent', async () => {
    const ana = await buildReader();
    await bring(ana, LOOP);
    const { token, password } = ana;
    await Promise.all([sendImport(t, ana, LOOP), t.call(deleteAccount, { token, body: { password } })]);
    expect(await t.db.rows('select from imports where user_id = $1', [ana.id])).toEqual([]);
  });
});

describe('brought days', () => {
  const withoutDays = (body: Record<string, unknown>) => ({ ...body, imported_days: [] });

  it('are in the dashboard of their user, for 18 weeks, and not for API tokens', async () => {
    const ana = await buildReader();
    await bring(ana, 'date,habit\n2026-11-27,Read\n2026-11-27,Run\n2026-07-26,Read\n2026-07-25,Read\n2025-01-01,Read');
    const dashboardOf = async (token: string) => (await t.call(getDashboard, { token })).json().imported_days;
    expect(await dashboardOf(ana.token)).toEqual(['2026-07-26', '2026-11-27']);
    expect(await dashboardOf((await buildApiToken(t, ana)).token)).toEqual([]);
  });

  it('change nothing but the list of imports, for their user and for another member', async () => {
    const [ana, ben] = [await buildReader(), await buildReader()];
    const mission = await buildMission(t, ana);
    await buildMembers(t, ana, mission, [ben]);
    await checkIn(t, ana, mission);
    const readAll = async ({ token }: TestUser) => ({
      streak: (await t.call(getStreak, { token })).json(),
      streakInMission: (await t.call(getStreak, { token, query: { mission_id: mission } })).json(),
      insights: (await t.call(getInsights, { token })).json(),
      mission: (await t.call(getMission, { token, params: { id: mission } })).json(),
      dashboard: withoutDays((await t.call(getDashboard, { token })).json()),
    });
    const before = [await readAll(ana), await readAll(ben)];
    await bring(
      ana,
      `date,habit\n${dates(400)
        .map((day) => `${day},Read`)
        .join('\n')}`,
    );
    expect([await readAll(ana), await readAll(ben)]).toEqual(before);
    expect((await t.call(getDashboard, { token: ben.token })).json().imported_days).toEqual([]);
  });

  it('are in the archive of their user', async () => {
    const ana = await buildReader();
    const { imports } = await bring(ana, sample('csv/excel.csv'));
    const answer = await t.call(exportData, { token: ana.token });
    const rows = JSON.parse(unzip(answer.rawPayload).get('imports.json')!.toString());
    const lesen = imports[0]!;
    expect(rows.find((row: Import) => row.id === lesen.id)).toEqual({
      ...{ id: lesen.id, source: 'csv', habit: 'Lesen', unit: null, created_at: NOW },
      days: [
        { day: '2026-11-01', amount: 1.5 },
        { day: '2026-11-03', amount: null },
      ],
    });
  });
});

describe('ten years of ten habits', () => {
  it('are brought within seconds and listed whole', async () => {
    const ana = await buildReader();
    const years = dates(3650);
    const file = `date,habit,value\n${Array.from({ length: 10 }, (_, i) => years.map((day) => `${day},Habit ${i},1.5`))
      .flat()
      .join('\n')}`;
    const start = process.cpuUsage();
    const began = performance.now();
    const { imports } = await bring(ana, file);
    const { user, system } = process.cpuUsage(start);
    if (process.env.MEASURE)
      process.stdout.write(
        `${file.length} bytes, cpu ${(user + system) / 1000} ms, ${performance.now() - began} ms, peak ${process.resourceUsage().maxRSS / 1024} MB\n`,
      );
    expect(imports.map((one) => one.days_count)).toEqual(Array(10).fill(3650));
    expect(await list(ana)).toHaveLength(10);
  });
});
