import { ageCheckin } from './database.ts';
import { buildInvitationCode, buildMission, buildPerson, buildPicture } from './factories.ts';
import { expect, expectAccessible, expectScreen, fromDoneCard, openPart, signIn, test } from './fixtures.ts';

// Requests fail while the network is down, and a removed photo no longer exists.
test.use({ expected: /failed: |console: Failed to load resource/ });

const TAKEN_BACK = 'Undone. You can still check in today.';

test('a member undoes a check-in from its card with the keyboard, and from its menu', async ({ page }) => {
  const { token } = await buildPerson(page, 'Ana Back');
  const mission = await buildMission(page, token, 'Stretch');
  await signIn(page, token, `/mission/${mission}`);
  const record = page.getByRole('button', { name: 'Record Check-in' });
  const done = page.getByRole('heading', { name: "You've checked in today!" });
  const feed = page.getByRole('region', { name: 'Recent Check-ins' });

  await test.step('the card has Undo, and the form returns with the focus', async () => {
    await record.press('Enter');
    await expect(done).toBeFocused();
    await page.getByRole('button', { name: 'Edit or undo' }).press('ArrowUp');
    const undo = page.getByRole('menuitem', { name: 'Undo' });
    await expect(undo).toBeFocused();
    await expectAccessible(page, 'mission page, with Undo', { scan: true });
    await undo.press('Enter');
    await expect(page.getByText(TAKEN_BACK)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Daily Check-in' })).toBeFocused();
    await openPart(page, 'Check-ins');
    await expect(feed.getByText('No check-ins yet')).toBeVisible();
    await openPart(page, 'Today');
  });

  await test.step('the menu asks first', async () => {
    await record.press('Enter');
    await expect(done).toBeFocused();
    await openPart(page, 'Check-ins');
    await feed.getByRole('button', { name: 'Today', exact: true }).click();
    await feed.getByRole('button', { name: /^More options for .*check-in/ }).click();
    await page.getByRole('menuitem', { name: 'Undo...' }).click();
    const question = page.getByRole('dialog', { name: 'Undo this check-in?' });
    await expect(question).toContainText('Its points, reactions and comments go with it.');
    await expectScreen(page, 'question before a check-in is taken back', { scan: true });
    await question.getByRole('button', { name: 'Undo' }).click();
    await expect(feed.getByText('No check-ins yet')).toBeVisible();
    await openPart(page, 'Today');
    await expect(record).toBeVisible();
  });
});

test('a member removes a check-in from the device, unless it is being sent', async ({ page }) => {
  const { token } = await buildPerson(page, 'Oda Offline');
  const mission = await buildMission(page, token, 'Stretch');
  await signIn(page, token, `/mission/${mission}`);
  const record = page.getByRole('button', { name: 'Record Check-in' });
  const onDevice = page.getByRole('region', { name: 'On this device' });
  await page.route('**/api/checkins', (route) => route.abort('internetdisconnected'));

  await test.step('a waiting check-in is removed', async () => {
    await record.click();
    await expect(onDevice).toBeVisible();
    await expect(page.getByText('1-day streak')).toBeVisible();
    await fromDoneCard(page, 'Undo');
    await expect(page.getByText(TAKEN_BACK)).toBeVisible();
    await expect(onDevice).toBeHidden();
    await expect(record).toBeVisible();
  });

  await test.step('a check-in that is being sent arrives, and its menu undoes it', async () => {
    await record.click();
    await expect(onDevice).toBeVisible();
    let arrive: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const sending = page.waitForRequest('**/api/checkins');
    // Runs before the route that lets nothing through.
    await page.route('**/api/checkins', async (route) => {
      await released;
      await route.continue();
    });
    // Either the button or the device's next attempt sends it; that attempt removes the button.
    await onDevice
      .getByRole('button', { name: 'Send now' })
      .click({ timeout: 3000 })
      .catch(() => undefined);
    await sending;
    await fromDoneCard(page, 'Undo');
    await expect(page.getByText("It's on its way. You can undo it from its menu.")).toBeVisible();
    arrive();
    await expect(onDevice).toBeHidden();
    await openPart(page, 'Check-ins');
    await page.getByRole('button', { name: 'Today', exact: true }).click();
    await page.getByRole('button', { name: /^More options for .*check-in/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Undo...' })).toBeVisible();
  });
});

test('a member clears a photo from a group a day later, and the tick stays', async ({ page, another }) => {
  const { token } = await buildPerson(page, 'Pia Photo', 'UTC');
  const mission = await buildMission(page, token, 'Swim', 0);
  const ben = await buildPerson(page, 'Ben Looks', 'UTC');
  const join = `/api/join/${await buildInvitationCode(page, token, mission)}`;
  await page.request.post(join, { headers: { authorization: `Bearer ${ben.token}` } });
  const answer = await page.request.post('/api/checkins', {
    headers: { authorization: `Bearer ${token}` },
    multipart: {
      ...{ mission_id: mission, type: 'photo', content: 'At the lake' },
      photo: { name: 'lake.png', mimeType: 'image/png', buffer: await buildPicture() },
    },
  });
  const { checkin } = (await answer.json()) as { checkin: { id: string; photo_url: string } };
  await ageCheckin(checkin.id);
  const other = await another();
  await signIn(other, ben.token, `/mission/${mission}?part=team`);
  const seen = other.locator(`#checkin-${checkin.id}`);
  await expect(seen.getByText('At the lake')).toBeVisible();
  await expect(seen.getByRole('button', { name: /^Enlarge/ })).toBeVisible();

  await signIn(page, token, `/mission/${mission}?part=team`);
  const own = page.locator(`#checkin-${checkin.id}`);
  await own.getByRole('button', { name: /^More options for .*check-in/ }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Remove words and photo...']);
  await page.getByRole('menuitem', { name: 'Remove words and photo...' }).click();
  const question = page.getByRole('dialog', { name: 'Remove words and photo?' });
  await expect(question).toContainText("It stays as a tick with its points. This can't be undone.");
  await question.getByRole('button', { name: 'Remove' }).click();
  // It only says that it was made now, so the head of its day has it.
  for (const [at, row] of [
    [page, own],
    [other, seen],
  ] as const) {
    await at.getByRole('button', { name: /^Yesterday/ }).click();
    await expect(row.getByText('Words and photo were removed')).toBeVisible();
    await expect(row.getByText('+20 pts')).toBeVisible();
    await expect(row.getByText('At the lake')).toBeHidden();
    await expect(row.getByRole('button', { name: /^Enlarge/ })).toBeHidden();
  }
  await expect(own.getByRole('button', { name: /^More options for .*check-in/ })).toBeHidden();
  await expectScreen(page, 'feed, words and photo removed', { scan: true });
  // A job removes the files.
  await expect.poll(async () => (await page.request.get(checkin.photo_url)).status()).toBe(404);
});
