import { addDays, dayOf } from '#domain/days.ts';
import { buildInvitationCode, buildMission, buildPerson, choose } from './factories.ts';
import { expect, signIn, test, ZONE } from './fixtures.ts';

// The list of breaks fails once, and the server refuses a second break on the same days.
test.use({ expected: /(500 \(Internal Server Error\)|400 \(Bad Request\)).*\/api\/pauses/ });

const inWords = (day: string, month: 'long' | 'short') =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

test("friends see the end of a user's break but not its reason", async ({ page, another }) => {
  const ana = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, ana.token, 'Read 20 pages before bed');
  const friend = await another();
  const ben = await buildPerson(friend, 'Ben Okoro');
  const code = await buildInvitationCode(page, ana.token, mission);
  await friend.request.post(`/api/join/${code}`, { headers: { authorization: `Bearer ${ben.token}` } });
  await signIn(friend, ben.token, `/mission/${mission}`);
  await friend.getByRole('button', { name: /Who is in today/ }).click();
  const row = friend.getByRole('dialog', { name: 'Who is in today' }).getByRole('listitem').filter({ hasText: 'Ana' });
  await expect(row).toContainText('not yet');
  // On the day that he joined, nobody can nudge him.
  await expect(row.getByRole('button')).toHaveCount(0);

  const last = addDays(dayOf(new Date(), ZONE), 3);
  const ledger = page.getByRole('dialog', { name: /Why is my streak/ });
  const form = page.getByRole('dialog', { name: 'Take a break' });
  const openLedger = () => page.getByRole('button', { name: /streak, why/ }).click();

  await test.step('a failed list of breaks loads again', async () => {
    await page.route('**/api/pauses', (route) => route.fulfill({ status: 500, json: { code: 'internal' } }));
    await signIn(page, ana.token);
    await openLedger();
    await expect(ledger.getByText("We couldn't load your breaks")).toBeVisible();
    await page.unroute('**/api/pauses');
    await ledger.getByRole('button', { name: 'Try again' }).click();
    await expect(ledger.getByRole('button', { name: 'Take a break' })).toBeVisible();
  });

  await test.step('the keyboard takes a break from today', async () => {
    await ledger.getByRole('button', { name: 'Take a break' }).press('Enter');
    await expect(form.getByText('42 of 42 days left')).toBeVisible();
    await form.getByRole('button', { name: /^To:/ }).press('Enter');
    await expect(page.getByRole('dialog', { name: 'To', exact: true }).locator('[aria-current=date]')).toBeFocused();
    for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(form.getByRole('button', { name: /^To:/ })).toContainText(inWords(last, 'long'));
    await choose(form.getByRole('radio', { name: 'Ill' }));
    await form.getByRole('button', { name: 'Start the break' }).click();
    await expect(form).toBeHidden();
    await expect(ledger.getByText(new RegExp(`^On a break until ${inWords(last, 'long')}`))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(ledger).toBeHidden();
  });

  await test.step("dashboard and friend's page show it", async () => {
    await expect(page.getByRole('region', { name: 'Your break' })).toContainText(
      `On a break until ${inWords(last, 'long')}`,
    );
    await expect(page.getByText('On a break', { exact: true })).toBeVisible();
    await expect(row).toContainText(`away until ${inWords(last, 'short')}`);
    await expect(row.getByRole('button')).toHaveCount(0);
  });

  await test.step('the check-in card says that a check-in counts', async () => {
    await page.getByRole('link', { name: 'Read 20 pages before bed', exact: true }).click();
    const line = `You're on a break until ${inWords(last, 'long')}. A check-in counts in full.`;
    await expect(page.getByText(line)).toBeVisible();
    await page.goBack();
  });

  await test.step('a break on the same days is refused with an explanation', async () => {
    await openLedger();
    await ledger.getByRole('button', { name: 'Take a break' }).click();
    await form.getByRole('button', { name: 'Start the break' }).click();
    await expect(page.getByText('You already have a break on these days')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await page.keyboard.press('Escape');
  });

  await test.step('I’m back ends it', async () => {
    await page.getByRole('region', { name: 'Your break' }).getByRole('button', { name: "I'm back" }).click();
    await expect(page.getByRole('region', { name: 'Your break' })).toBeHidden();
    await expect(page.getByText('On a break', { exact: true })).toBeHidden();
    await expect(row).toContainText('not yet');
  });

  await test.step('a future break can be canceled', async () => {
    await openLedger();
    await ledger.getByRole('button', { name: 'Take a break' }).click();
    await form.getByRole('button', { name: /^From:/ }).press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await form.getByRole('button', { name: 'Start the break' }).click();
    await expect(ledger.getByText(`A break on ${inWords(addDays(last, -2), 'long')}`)).toBeVisible();
    await ledger.getByRole('button', { name: 'Cancel the break' }).click();
    await expect(ledger.getByRole('button', { name: 'Cancel the break' })).toBeHidden();
  });
});
