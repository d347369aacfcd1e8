import type { Locator, Page } from '@playwright/test';
import { buildCrowd } from './database.ts';
import { buildMission, buildPerson, openLogin } from './factories.ts';
import { expect, expectDoll, expectScreen, signIn, test, toast } from './fixtures.ts';

async function expectFocusVisible(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return 'nowhere';
    return at.getClientRects().length > 0 && at.matches(':focus-visible') ? 'visible' : `hidden: ${at.outerHTML}`;
  });
  expect(found).toBe('visible');
}

/** Presses Tab, or Shift+Tab, until the target has the focus. Returns the number of presses. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<number> {
  await expect(target).toBeAttached();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 1; presses <= 40; presses++) {
    await page.keyboard.press(key);
    await expectFocusVisible(page);
    if (await isThere()) return presses;
  }
  throw new Error(`Tab did not reach ${target}`);
}

// Checking the focus after each press takes time on a busy machine.
test.describe.configure({ timeout: 180_000 });
// Focused links are prefetched, and the last requests can arrive after the session has ended.
test.use({ expected: /status of 401.*\/api\/auth\/timezones/ });

test('a member spends a day in the app with the keyboard only', async ({ page }) => {
  const { person, token } = await buildPerson(page, 'Ana Lind');
  await buildMission(page, token, 'Read 20 pages before bed');

  await test.step('sign in', async () => {
    await openLogin(page);
    await tabTo(page, page.getByLabel('Email Address'));
    await page.keyboard.type(person.email);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('open the mission and check in', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Check In: Read 20 pages before bed' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Daily Check-in' })).toBeFocused();
    await tabTo(page, page.getByRole('radio', { name: 'Check In Only' }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Check In with Text' })).toBeChecked();
    await tabTo(page, page.getByLabel(/^Your Update/));
    await page.keyboard.type('Without a mouse.');
    await tabTo(page, page.getByRole('button', { name: 'Record Check-in' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: "You've checked in today!" })).toBeFocused();
  });

  await test.step('go home', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Back to Dashboard' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('skip to the content', async () => {
    await page.reload();
    await expect(page.getByText('1 of 1 checked in today')).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('the ledger opens and closes', async () => {
    const streak = page.getByRole('button', { name: /streak, why/ });
    await tabTo(page, streak);
    await page.keyboard.press('Enter');
    const ledger = page.getByRole('dialog', { name: 'Why is my streak 1 day?' });
    await expect(ledger.getByRole('heading', { name: 'Why is my streak 1 day?' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog')).toHaveCount(0);
    await expect(streak).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, ledger.getByRole('button', { name: 'Close' }));
    await page.keyboard.press('Enter');
    await expect(page.locator('dialog')).toHaveCount(0);
    await expect(streak).toBeFocused();
  });

  await test.step('the bell opens and closes', async () => {
    // With the skip link's fragment, a reload would start at the content.
    await page.goto('/dashboard');
    await page.reload();
    const bell = page.getByRole('button', { name: /^Notifications/ });
    // An invisible bell cannot be reached by keyboard.
    await expect(bell).toBeVisible();
    await tabTo(page, bell);
    await page.keyboard.press('Enter');
    const menu = page.getByRole('dialog', { name: 'Notifications' });
    await expect(menu.getByRole('heading', { name: 'Notifications' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(bell).toBeFocused();
  });

  await test.step('log out', async () => {
    const menu = page.getByRole('button', { name: 'Account menu' });
    await tabTo(page, menu);
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Insights' }));
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Log out' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/login$/);
    await expect(toast(page, 'Logged out successfully')).toBeVisible();
    await expectFocusVisible(page);
  });
});

test('a member with one open mission checks in with at most seven keys', async ({ page }) => {
  const { token } = await buildPerson(page, 'Ned Neun');
  await buildMission(page, token, 'Read 20 pages before bed');
  await signIn(page, token);
  await page.reload();
  const flame = page.getByRole('link', { name: 'Check In', exact: true });
  await expect(flame).toBeVisible();
  const toFlame = await tabTo(page, flame);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Daily Check-in' })).toBeFocused();
  const toButton = await tabTo(page, page.getByRole('button', { name: 'Record Check-in' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: "You've checked in today!" })).toBeFocused();
  expect(toFlame + 1 + toButton + 1).toBeLessThanOrEqual(7);
});

test('the operator uses the admin dashboard with the keyboard only', async ({ page }) => {
  const crowd = `Crowd${Date.now().toString(36)}`;
  await buildCrowd(crowd, 120);
  const { token } = await buildPerson(page, 'Ola Owner');
  const mission = `Gone ${crowd}`;
  await buildMission(page, token, mission);
  const row = (n: string) => page.getByRole('button', { name: `${crowd} ${n}, ` });

  await test.step('sign in', async () => {
    await page.goto('/admin');
    await tabTo(page, page.getByLabel('Username'));
    await page.keyboard.type(process.env.ADMIN_USERNAME!);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(process.env.ADMIN_PASSWORD!);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Total check-ins')).toBeVisible();
  });

  await test.step('choose a chart and open its table', async () => {
    await tabTo(page, page.getByText('Show as a table'));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('region', { name: 'Check-ins per day, table' }));
    await tabTo(page, page.getByRole('tab', { name: 'Check-ins' }));
    await page.keyboard.press('End');
    await expect(page.getByRole('tab', { name: 'Revenue' })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Revenue, 90 days' })).toBeVisible();
  });

  await test.step('search and sort', async () => {
    await tabTo(page, page.getByRole('searchbox', { name: 'Find a user' }));
    await page.keyboard.type(crowd);
    await expect(page.getByText('1 to 100 of 120')).toBeVisible();
    await expect(page.getByRole('searchbox')).toBeFocused();
    await tabTo(page, page.getByRole('button', { name: 'User', exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('columnheader', { name: 'User' })).toHaveAttribute('aria-sort', 'descending');
    await expect(row('120')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('columnheader', { name: 'User' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(row('120')).toHaveCount(0);
  });

  await test.step('move between rows and to the next page', async () => {
    await tabTo(page, row('001'));
    await page.keyboard.press('ArrowDown');
    await expect(row('002')).toBeFocused();
    await page.keyboard.press('End');
    await expect(row('100')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Next' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('101 to 120 of 120')).toBeVisible();
    await expect(row('101')).toBeFocused();
    await expectFocusVisible(page);
  });

  await test.step('suspend an account after canceling once', async () => {
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `${crowd} 101` });
    await expect(dialog.getByRole('heading')).toBeFocused();
    await tabTo(page, dialog.getByRole('button', { name: 'Suspend account' }));
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await tabTo(page, dialog.getByRole('button', { name: 'Cancel' }));
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Suspend account' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(row('101')).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByRole('button', { name: 'Suspend account' }));
    await page.keyboard.press('Enter');
    await page.keyboard.type('Nobody is there');
    await tabTo(page, dialog.getByRole('button', { name: 'Suspend', exact: true }));
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Account suspended')).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Suspended' })).toHaveCount(1);
    await expect(row('101')).toBeFocused();
  });

  await test.step('delete a mission in the next tab', async () => {
    await tabTo(page, page.getByRole('tab', { name: 'Users' }), 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Missions' })).toBeFocused();
    await tabTo(page, page.getByRole('searchbox', { name: 'Find a mission' }));
    await page.keyboard.type(mission);
    await expect(page.getByText('1 to 1 of 1')).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: `${mission}, Ola Owner` }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Delete Mission' }));
    await page.keyboard.press('Enter');
    const confirmation = page.getByRole('dialog', { name: 'Delete this mission?' });
    await tabTo(page, confirmation.getByRole('button', { name: 'Delete Mission' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('No mission found.')).toBeVisible();
    // The deleted row had the focus, which stays inside the list.
    await expect(page.getByRole('tabpanel').locator(':focus')).toHaveCount(1);
  });
});

const tile = (page: Page, group: string, name: string) =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true });

test('an owner gets a patch from the title and chooses another with the keyboard', async ({ page }) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  await signIn(page, token, '/create-mission');
  const patch = page.getByRole('group', { name: 'Patch' });
  const note = patch.getByText('Chosen from your title. Pick another if you like.');

  await test.step('it follows the title', async () => {
    await tabTo(page, page.getByLabel('Title'));
    await page.keyboard.type('Read 20 pages before bed');
    await expect(note).toBeVisible();
    await expect(patch.getByRole('img', { name: 'The patch of Read 20 pages before bed' })).toBeVisible();
  });

  const sheet = page.getByRole('dialog', { name: 'Patch' });
  await test.step('one button opens its choices', async () => {
    await tabTo(page, patch.getByRole('button', { name: 'Change' }));
    await page.keyboard.press('Enter');
    await expect(tile(page, 'Motif', 'Book')).toBeChecked();
  });

  await test.step('the arrow keys choose outline, colors and motif', async () => {
    for (const [group, name] of [
      ['Outline', 'Shield'],
      ['Colors', 'Lake'],
      ['Motif', 'Tent'],
    ] as const) {
      await tabTo(page, page.getByRole('radiogroup', { name: group }).getByRole('radio', { checked: true }));
      for (let presses = 0; presses < 18 && !(await tile(page, group, name).isChecked()); presses++)
        await page.keyboard.press('ArrowRight');
      await expect(tile(page, group, name)).toBeChecked();
      await expect(tile(page, group, name)).toBeFocused();
    }
    await expectScreen(page, 'new mission, its patch chosen', { scan: true });
  });

  await test.step('one button shows all 36 motifs', async () => {
    const motifs = page.getByRole('radiogroup', { name: 'Motif' }).getByRole('radio');
    await expect(motifs).toHaveCount(18);
    const all = sheet.getByRole('button', { name: 'All 36 motifs' });
    await tabTo(page, all);
    await expect(all).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('Enter');
    await expect(motifs).toHaveCount(36);
    await expect(sheet.getByRole('button', { name: 'Fewer motifs' })).toHaveAttribute('aria-expanded', 'true');
  });

  await test.step('Enter on a choice sends nothing, and closing returns to the button', async () => {
    await tile(page, 'Motif', 'Tent').press('Enter');
    await expect(sheet).toBeVisible();
    await tabTo(page, sheet.getByRole('button', { name: 'Done' }));
    await page.keyboard.press('Enter');
    await expect(sheet).toBeHidden();
    await expect(patch.getByRole('button', { name: 'Change' })).toBeFocused();
    await expect(note).toBeHidden();
  });

  const patchOf = async (id: string) => {
    const answer = await page.request.get(`/api/missions/${id}`, { headers: { authorization: `Bearer ${token}` } });
    return ((await answer.json()) as { patch: object | null }).patch;
  };
  const id = await test.step('the patch stays under another title, and the mission has it', async () => {
    await page.getByLabel('Title').fill('Walk every day');
    await page.getByRole('textbox', { name: 'Description' }).fill('Any way out.');
    await page.getByLabel(/^Success Goal/).fill('Thirty walks');
    await page.getByRole('button', { name: 'Create Mission' }).press('Enter');
    await expect(page).toHaveURL(/\/mission\/[0-9a-f-]{36}\?created=true$/);
    const created = page.url().match(/[0-9a-f-]{36}/)![0];
    expect(await patchOf(created)).toEqual({ motif: 'tent', palette: 'lake', outline: 'shield' });
    return created;
  });

  await test.step('an edit restores the first drawing', async () => {
    await page.goto(`/mission/${id}?part=mission`);
    await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
    const edit = page.getByRole('dialog', { name: 'Edit Mission' });
    await tabTo(page, edit.getByRole('button', { name: 'Change', exact: true }));
    await page.keyboard.press('Enter');
    await tabTo(page, sheet.getByRole('button', { name: 'Back to the first drawing' }));
    await page.keyboard.press('Enter');
    await expect(sheet.getByRole('button', { name: 'Choose a patch' })).toBeFocused();
    await expect(sheet.getByRole('radiogroup', { name: 'Motif' })).toBeHidden();
    await expectScreen(page, 'mission editor, the first drawing of its patch', { scan: true });
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(edit.getByRole('button', { name: 'Change', exact: true })).toBeFocused();
    await edit.getByRole('button', { name: 'Save Changes' }).press('Enter');
    await expect(toast(page, 'Mission updated successfully!')).toBeVisible();
    expect(await patchOf(id)).toBeNull();
  });
});

test.describe('a doll', () => {
  // One choice is refused, and without a network nothing can be fetched.
  test.use({ expected: /status of 422.*\/profile|ERR_INTERNET_DISCONNECTED/ });

  test('a user dresses the doll with the keyboard only, and each choice is saved immediately', async ({
    page,
    context,
  }) => {
    const { token } = await buildPerson(page, 'Taylor Reed');
    const headers = { authorization: `Bearer ${token}` };
    const before = { cloth: 'ember', hat: 'bobble', cut: 'poncho' } as const;
    const after = { cloth: 'ember-stripes', hat: 'hood', cut: 'coat' } as const;
    const dressed = await page.request.patch('/api/auth/profile', { headers, data: { look: before } });
    expect(dressed.status()).toBe(200);
    const savedLook = async () => {
      const answer = await page.request.get('/api/auth/me', { headers });
      return ((await answer.json()) as { look: object }).look;
    };
    await signIn(page, token, '/profile');
    const ring = page.getByRole('img', { name: /^You, on level/ });
    await expectDoll(ring, before);

    await test.step('the arrow keys choose cloth, hat and cut', async () => {
      await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }));
      await page.keyboard.press('Enter');
      const doll = page.getByRole('img', { name: 'Your doll' });
      await expectDoll(doll, before);
      for (const [group, from, key, to, look] of [
        ['Cloth', 'Ember', 'ArrowRight', 'Ember stripes', { ...before, cloth: after.cloth }],
        ['Hat', 'Bobble', 'ArrowRight', 'Hood', { ...after, cut: before.cut }],
        ['Cut', 'Poncho', 'ArrowLeft', 'Coat', after],
      ] as const) {
        await tabTo(page, tile(page, group, from));
        await page.keyboard.press(key);
        await expect(tile(page, group, to)).toBeChecked();
        await expect(tile(page, group, to)).toBeFocused();
        await expectDoll(doll, look);
        await expect.poll(savedLook).toEqual(look);
      }
      await expectScreen(page, 'profile, the doll to dress', { scan: true });
    });

    await test.step('a refused choice is reverted', async () => {
      await page.route('**/api/auth/profile', (route) =>
        route.fulfill({ status: 422, json: { code: 'invalid_input', detail: '' } }),
      );
      await page.keyboard.press('ArrowLeft');
      await expect(toast(page, "Couldn't save your doll. Please try again.")).toBeVisible();
      await expectDoll(page.getByRole('img', { name: 'Your doll' }), after);
      await expect(tile(page, 'Cut', 'Coat')).toBeChecked();
      await page.unroute('**/api/auth/profile');
    });

    await test.step('nothing can be chosen without a network', async () => {
      await context.setOffline(true);
      for (const [group, name] of [
        ['Cloth', 'Ember stripes'],
        ['Hat', 'Hood'],
        ['Cut', 'Coat'],
      ] as const)
        await expect(tile(page, group, name)).toBeDisabled();
      await context.setOffline(false);
      await expect(tile(page, 'Cloth', 'Ember stripes')).toBeEnabled();
    });

    await test.step('the figure in the ring wears it, also after a reload', async () => {
      await tabTo(page, page.getByRole('link', { name: 'Cancel' }));
      await page.keyboard.press('Enter');
      await expectDoll(ring, after);
      await page.reload();
      await expectDoll(ring, after);
    });
  });
});
