import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

async function checkJourneys(journeys: Record<string, string[]>): Promise<{ code: number | null; said: string }> {
  const root = await mkdtemp(join(tmpdir(), 'emberkin-screens-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'e2e'));
  for (const [name, lines] of Object.entries(journeys))
    await writeFile(join(root, 'e2e', `${name}.spec.ts`), lines.join('\n'));
  const script = join(import.meta.dirname, 'check-screens.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  return { code: status, said: stdout + stderr };
}

it('accepts other calls that pass through a state that one call scans', async () => {
  const journeys = {
    login: ["await expectScreen(page, 'login', { scan: true });", "await expectScreen(page, 'login');"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the line of a journey
    menus: ['await expectAccessible(page, `menu at ${width} px`, { scan: width > 320 });'],
  };
  expect(await checkJourneys(journeys)).toEqual({
    code: 0,
    said: '2 states of screens: exactly one call scans each.\n',
  });
});

it('reports a state that no call or two calls scan, and one without a name', async () => {
  const { code, said } = await checkJourneys({
    first: [
      "await expectScreen(page, 'never');",
      "await expectScreen(page, 'never', { scan: false });",
      "await expectScreen(page, 'twice', { scan: true });",
      'await expectAccessible(page);',
      'await expectAccessible(page, name, { scan: true });',
    ],
    second: ["test('…', () => expectAccessible(page, 'twice', { scan: true, themes: ['dark'] }));"],
  });
  expect(code).toBe(1);
  expect(said.split('\n')).toEqual([
    "e2e/first.spec.ts:1 no call scans 'never': add { scan: true } to one",
    'e2e/first.spec.ts:4 give the state of the screen a name, written here',
    'e2e/first.spec.ts:5 give the state of the screen a name, written here',
    "e2e/second.spec.ts:1 another call scans 'twice' already: e2e/first.spec.ts:3",
    '4 problems.',
    '',
  ]);
});
