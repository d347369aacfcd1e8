import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCases, STANDARD } from './read-cases.ts';

const cases = readCases();
const COUNT = cases.length;
const WEEKDAYS = cases.filter(({ group }) => group === 'weekday').length;
const ENDS = cases.filter(({ group }) => group === 'end').length;

let folder: string;
let copy: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'emberkin-standard-'));
  // Only this folder, as other projects have it.
  copy = join(folder, 'standard');
  await cp(STANDARD, copy, { recursive: true });
  await writeFile(
    join(folder, 'expected.json'),
    JSON.stringify(Object.fromEntries(cases.map((c) => [c.id, c.expect]))),
  );
});
afterAll(() => rm(folder, { recursive: true }));

/**
 * Writes a command that knows the expected results. `body` writes the line for a case: `one` is the case, `at` its
 * number and `right` the right result.
 */
async function writeCommand(name: string, body: string): Promise<string> {
  const path = join(folder, `${name}.mjs`);
  await writeFile(
    path,
    `import { readFileSync } from 'node:fs';
    import { createInterface } from 'node:readline';
    import { setTimeout as wait } from 'node:timers/promises';
    const expected = JSON.parse(readFileSync(${JSON.stringify(join(folder, 'expected.json'))}, 'utf8'));
    const write = (value) => process.stdout.write((typeof value === 'string' ? value : JSON.stringify(value)) + '\\n');
    let at = 0;
    for await (const line of createInterface({ input: process.stdin })) {
      const one = JSON.parse(line);
      const right = expected[one.id];
      ${body}
      at += 1;
    }`,
  );
  return path;
}

const run = (command: readonly string[], options: readonly string[] = []) =>
  new Promise<{ code: number; text: string; lines: string[]; errors: string }>((done) => {
    const args = [join(copy, 'run.mjs'), ...options, ...(command.length > 0 ? ['--', ...command] : [])];
    execFile(process.execPath, args, { cwd: copy, maxBuffer: 1e8 }, (error, text, errors) => {
      const code = error === null ? 0 : Number(error.code);
      done({ code, text, lines: text.trim().split('\n'), errors });
    });
  });

const runNode = async (name: string, body: string, options: readonly string[] = []) =>
  run([process.execPath, await writeCommand(name, body)], options);

describe('the runner', () => {
  it('passes a correct command in every case, even from a copy of the folder', async () => {
    const { code, lines } = await runNode('right', 'write(right);');
    expect(lines.at(-1)).toBe(`passed ${COUNT} of ${COUNT}, skipped 0`);
    expect(lines).toContain('clock: passed 14 of 14, skipped 0');
    expect(code).toBe(0);
  });

  it('sends cases in order without the expected results', async () => {
    const { code } = await runNode('blind', "write(Object.hasOwn(one, 'expect') || !one.plans ? {} : right);");
    expect(code).toBe(0);
  });

  it('prints both sides of a wrong result, and compares only what is expected', async () => {
    const wrong = { id: 'weekday-04', title: cases.find(({ id }) => id === 'weekday-04')!.title };
    const { code, lines } = await runNode(
      'wrong',
      `if (one.id === 'weekday-04') right.plans.a.streak = 9;
       write({ ...right, points: 10, own: { streak: 99, longest: 99 } });`,
      ['--groups', 'weekday'],
    );
    expect(lines.slice(0, 2)).toEqual([`${wrong.id} ${wrong.title}`, '  plans.a.streak: expected 1, answered 9']);
    expect(lines.at(-1)).toBe(`passed ${WEEKDAYS - 1} of ${WEEKDAYS}, skipped 0`);
    expect(code).toBe(1);
  });

  it('distinguishes an extra, a counted and a refused check-in', async () => {
    const { code, lines } = await runNode(
      'extra',
      `if (one.id === 'weekday-03') right.check_ins[1] = { day: right.check_ins[1].day };
       if (one.id === 'weekday-04') right.check_ins[0] = null;
       if (one.id === 'weekday-05') right.check_ins[0].extra = false;
       if (one.id === 'weekday-06') right.check_ins.push(null);
       write(right);`,
      ['--groups', 'weekday'],
    );
    expect(lines.at(-1)).toBe(`passed ${WEEKDAYS - 3} of ${WEEKDAYS}, skipped 0`);
    expect(code).toBe(1);
  });

  it('counts a skipped case as no failure', async () => {
    const body = "write(one.events.some((event) => event.do === 'break') ? { skip: 'no breaks' } : right);";
    const { code, lines } = await runNode('skipping', body, ['--groups', 'break,clock']);
    expect(lines).toEqual([
      'break: passed 0 of 14, skipped 14',
      'clock: passed 14 of 14, skipped 0',
      'passed 14 of 28, skipped 14',
    ]);
    expect(code).toBe(0);
  });

  it('treats free, excused and rest days alike with --plain, but not missed ones', async () => {
    const body = "right.plans.a.days = right.plans.a.days.replaceAll(/[er]/g, 'f'); write(right);";
    expect((await runNode('plain', body, ['--groups', 'break,rest'])).code).toBe(1);
    expect((await runNode('plain', body, ['--groups', 'break,rest', '--plain'])).code).toBe(0);
    const missed = "right.plans.a.days = right.plans.a.days.replaceAll('e', 'm'); write(right);";
    expect((await runNode('missed', missed, ['--groups', 'break', '--plain'])).code).toBe(1);
  });

  it('prints results for programs with --json', async () => {
    const body = "if (one.id === 'end-01') right.check_ins[0].day = '2025-09-09'; write(right);";
    const { code, text } = await runNode('json', body, ['--groups', 'end', '--json']);
    const { version } = JSON.parse(await readFile(join(copy, 'standard.json'), 'utf8'));
    expect(JSON.parse(text)).toMatchObject({ version, passed: ENDS - 1, failed: 1, skipped: 0, cases: ENDS });
    expect(JSON.parse(text).results[0]).toMatchObject({
      id: 'end-01',
      result: 'failed',
      differences: [{ path: 'check_ins[0].day', expected: '2025-09-01', answered: '2025-09-09' }],
    });
    expect(code).toBe(1);
  });

  it('fails only the case whose result is not JSON or not a result', async () => {
    const body = "write(at === 0 ? 'hello' : at === 1 ? '[]' : at === 2 ? 'null' : right);";
    const { code, text, lines } = await runNode('talkative', body, ['--groups', 'weekday']);
    expect(text).toContain('  no JSON: hello');
    expect(text).toContain('  no answer: []');
    expect(text).toContain('  no answer: null');
    expect(lines.at(-1)).toBe(`passed ${WEEKDAYS - 3} of ${WEEKDAYS}, skipped 0`);
    expect(code).toBe(1);
  });

  it('fails the unanswered cases of a command that exits too early', async () => {
    const body = 'write(right); if (at === 2) process.exit(3);';
    const { code, text, lines } = await runNode('partial', body, ['--groups', 'weekday']);
    expect(text).toContain('  the command ended with 3');
    expect(lines.at(-1)).toBe(`passed 3 of ${WEEKDAYS}, skipped 0`);
    expect(code).toBe(1);
  });

  it('fails a command that writes more lines than cases exist', async () => {
    const { code, text, lines } = await runNode('surplus', 'write(right); if (at === 0) write({});', [
      '--groups',
      'end',
    ]);
    expect(code).toBe(1);
    expect(text).toContain('The command wrote more lines than there are cases: 1');
    expect(lines.at(-1)).toBe(`passed 1 of ${ENDS}, skipped 0`);
  });

  it('skips a withdrawn case', async () => {
    const path = join(folder, 'withdrawn');
    await cp(STANDARD, path, { recursive: true });
    const file = join(path, 'cases', 'end.json');
    const written = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify([{ ...written[0], withdrawn: 'It was wrong.' }, ...written.slice(1)]));
    const command = await writeCommand('right-again', 'write(right);');
    const args = [join(path, 'run.mjs'), '--groups', 'end', '--', process.execPath, command];
    const text = await new Promise<string>((done) => {
      execFile(process.execPath, args, (_, printed) => done(printed));
    });
    expect(text).toContain(`passed ${ENDS - 1} of ${ENDS - 1}, skipped 0`);
  });

  it.each<[string, string[], string[], string]>([
    ['no command', [], [], 'Use: node run.mjs'],
    ['an unknown option', ['--loud'], ['true'], 'There is no option "--loud"'],
    ['an unknown group', ['--groups', 'moon'], ['true'], 'There is no group "moon"'],
    ['a command that there is not', [], ['no-such-command-here'], 'The command cannot be run'],
  ])('rejects %s without running a case', async (_, options, command, message) => {
    const { code, text, errors } = await run(command, options);
    expect(errors).toContain(message);
    expect(text).toBe('');
    expect(code).toBe(2);
  });
});

/** Writes two results and then nothing, behind a parent program that waits, as npm does. */
async function runSilent() {
  const command = await writeCommand('silent', 'write(right); if (at === 1) await wait(300_000);');
  const parent = `require('node:child_process').spawnSync(process.execPath, [${JSON.stringify(command)}], { stdio: 'inherit' })`;
  return run([process.execPath, '-e', parent], ['--groups', 'weekday']);
}

it('stops a command after ten seconds without a line, with its children', async () => {
  const start = performance.now();
  const slowBody = 'await wait(2_000); write(right);';
  const [slow, silent] = await Promise.all([runNode('slow', slowBody, ['--groups', 'end']), runSilent()]);
  expect(performance.now() - start).toBeGreaterThan(12_000);
  expect(slow.lines.at(-1)).toBe(`passed ${ENDS} of ${ENDS}, skipped 0`);
  expect(slow.code).toBe(0);

  expect(silent.text).toContain('  no line in 10 s');
  expect(silent.lines.at(-1)).toBe(`passed 2 of ${WEEKDAYS}, skipped 0`);
  expect(silent.code).toBe(1);
}, 60_000);

it('our own program passes every case', async () => {
  const { code, lines } = await run([process.execPath, join(import.meta.dirname, 'main.ts')]);
  expect(lines.at(-1)).toBe(`passed ${COUNT} of ${COUNT}, skipped 0`);
  expect(code).toBe(0);
}, 60_000);
