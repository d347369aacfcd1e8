import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import { buildPerson } from './factories.ts';
import { expect, expectScreen, signIn, test, toast } from './fixtures.ts';

test.slow();
// The first step sends a file with a wrong line.
test.use({ expected: /status of 422.*\/api\/imports/ });

const HEADER =
  'Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color,Unit,Target Type,Target Value,Archived?';
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Builds an export of Loop with days of the last weeks and of last year. */
function buildLoopFile(): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  const add = (name: string, lines: string[]) => zip.addBuffer(Buffer.from(`${lines.join('\n')}\n`), name);
  add('Habits.csv', [
    HEADER,
    '001,Run,NUMERICAL,,,1,1,#FF8F00,km,AT_LEAST,5.0,false',
    '002,Coffee,NUMERICAL,,,1,1,#FF8F00,cups,AT_MOST,2.0,false',
  ]);
  const rows = [3, 4, 5, 10, 24, 400].map((days) => `${daysAgo(days)},5250,`);
  add('001 Run/Checkmarks.csv', ['Date,Value,Notes', ...rows]);
  zip.end();
  return buffer(zip.outputStream);
}

test('a user brings the days of Loop, looks at them and removes them', async ({ page }) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  await signIn(page, token, '/settings');
  const data = page.getByRole('region', { name: 'Your data' });
  const input = data.getByLabel('Bring your days');

  await test.step('a wrong line is named below the button, which keeps the focus', async () => {
    await input.focus();
    await input.setInputFiles({ name: 'days.csv', mimeType: 'text/csv', buffer: Buffer.from('date,habit\nx,Run\n') });
    await expect(data.getByRole('alert')).toHaveText('Line 2: please give the date as YYYY-MM-DD');
    await expect(input).toBeFocused();
  });

  await input.setInputFiles({ name: 'loop.zip', mimeType: 'application/zip', buffer: await buildLoopFile() });
  await expect(data.getByRole('alert')).toBeHidden();
  await expect(data.getByRole('status')).toContainText('Brought 1 habit, 6 days.');
  await expect(data.getByRole('status')).toContainText('Coffee: a target not to exceed');
  await expectScreen(page, 'settings, days brought', { scan: true });

  await test.step('all years are shown, with amounts', async () => {
    await data.getByRole('button', { name: 'Show Run' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Run' });
    await expect(dialog.getByRole('img')).not.toHaveCount(0);
    await expect(dialog.locator('title').first()).toContainText('5.25 km');
    await expectScreen(page, 'settings, days of an import', { scan: true });
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step("the user's quilt has paler squares", async () => {
    await page.goto('/profile');
    await expect(page.getByRole('region', { name: 'Your quilt' }).getByText('Brought')).toBeVisible();
    await expectScreen(page, 'profile, days brought', { scan: true });
  });

  await test.step('they are removed with the keyboard', async () => {
    await page.goto('/settings');
    await data.getByRole('button', { name: 'Remove Run' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
    await expect(toast(page, 'The days are removed')).toBeVisible();
    await expect(data.getByRole('button', { name: 'Show Run' })).toBeHidden();
    await page.goto('/profile');
    await expect(page.getByRole('region', { name: 'Your quilt' })).toBeVisible();
    await expect(page.getByText('Brought')).toBeHidden();
  });
});
