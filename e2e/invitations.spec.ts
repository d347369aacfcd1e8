import type { Page } from '@playwright/test';
import {
  buildAccount,
  expect,
  expectAccessible,
  expectScreen,
  newPerson,
  openInvite,
  PHONE,
  signIn,
  test,
  toast,
} from './fixtures.ts';
import { readMail } from './mail.ts';

// Browsers log every refused request: a second invitation to an address, a used link, or a withdrawn invitation.
test.use({ expected: /status of 40[04] .*\/api\/invitations/ });

async function buildMission(page: Page, token: string, title: string): Promise<string> {
  const created = await page.request.post('/api/missions', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      title,
      description: '<p>One lamp, any book.</p>',
      goal: 'Two books',
      duration_days: 30,
      start_date: new Date().toISOString(),
    },
  });
  expect(created.status()).toBe(201);
  return ((await created.json()) as { id: string }).id;
}

async function buildInvitation(page: Page, token: string, missionId: string, email: string, message = '') {
  const sent = await page.request.post('/api/invitations', {
    headers: { authorization: `Bearer ${token}` },
    data: { mission_id: missionId, invitee_email: email, message },
  });
  expect(sent.status()).toBe(201);
}

const bell = (page: Page) => page.getByRole('button', { name: /^Mission Invitations/ });

test('a new person joins a mission by an emailed invitation', async ({ page, another }) => {
  test.slow();
  const ana = newPerson('Ana Lind');
  const ben = newPerson('Ben Okoro');
  const token = await buildAccount(page, ana);
  const missionId = await buildMission(page, token, 'Read 20 pages before bed');

  await test.step('the owner sends it from the mission page', async () => {
    await signIn(page, token, `/mission/${missionId}`);
    const card = await openInvite(page, 'Invite by email');
    await card.getByRole('button', { name: 'Send Invitation' }).click();
    await expect(card.getByText('Please enter an email address')).toBeVisible();
    await card.getByLabel('Email Address').fill('not an address');
    await card.getByRole('button', { name: 'Send Invitation' }).click();
    await expect(card.getByText('Please enter a valid email address')).toBeVisible();
    await card.getByLabel('Email Address').fill(ben.email.toUpperCase());
    await card.getByLabel(/^Personal message/).fill('You said you want to read more.');
    await expect(card.getByText('31/500')).toBeVisible();
    await card.getByRole('button', { name: 'Send Invitation' }).click();
    await expect(toast(page, 'Invitation sent successfully!')).toBeVisible();
    await expect(card.getByLabel('Email Address')).toHaveValue('');
    await card.getByRole('button', { name: 'Sent, 1 open' }).click();
    await expect(card.getByText(ben.email)).toBeVisible();
    await expectAccessible(page, 'mission page, an invitation pending', { scan: true });
    await card.getByLabel('Email Address').fill(ben.email);
    await card.getByRole('button', { name: 'Send Invitation' }).click();
    await expect(page.getByText('An invitation to this address is already pending')).toBeVisible();
  });

  const link = await test.step('the email contains the message and the link', async () => {
    const { subject, text } = await readMail(ben.email);
    expect(subject).toContain('Ana Lind');
    expect(text).toContain('You said you want to read more.');
    const found = /https?:\/\/\S+(\/accept-invitation\/[0-9a-f-]{36})/.exec(text!)?.[1];
    expect(found).toBeTruthy();
    return found!;
  });

  const visitor = await another({ viewport: PHONE, timezoneId: 'Europe/Berlin' });
  await test.step('the link explains the invitation, and signing up joins', async () => {
    await visitor.goto(link);
    await expect(visitor.getByRole('heading', { level: 1, name: 'Read 20 pages before bed' })).toBeVisible();
    await expect(visitor.getByText('Ana Lind invited you')).toBeVisible();
    await expect(visitor.getByText('You said you want to read more.')).toBeVisible();
    const join = await visitor.getByRole('button', { name: 'Join the mission' }).boundingBox();
    expect(join!.y + join!.height).toBeLessThanOrEqual(800);
    await expectScreen(visitor, 'invitation, open to a visitor', { scan: true });
    await visitor.getByLabel('Full Name').fill(ben.name);
    await visitor.getByLabel('Email Address').fill(ben.email);
    await visitor.getByLabel('Password', { exact: true }).fill(ben.password);
    await visitor.getByLabel('Confirm Password').fill(ben.password);
    await visitor.getByRole('button', { name: 'Join the mission' }).click();
    await expect(toast(visitor, 'Invitation accepted! Welcome to the mission!')).toBeVisible();
    await expect(visitor.getByText('Welcome to Emberkin!')).toBeHidden();
    await expect(visitor).toHaveURL(new RegExp(`/mission/${missionId}`));
    await expect(visitor.getByRole('heading', { level: 1, name: 'Read 20 pages before bed' })).toBeVisible();
    await expect(visitor.getByText('Profile updated successfully!')).toBeHidden();
  });

  await test.step('the owner no longer sees a pending invitation', async () => {
    await page.reload();
    await expect(page.getByRole('dialog', { name: 'Invite Friends' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Sent/ })).toBeHidden();
  });

  await test.step('the link works once', async () => {
    await visitor.goto(link);
    await expect(visitor.getByRole('heading', { name: 'Invitation Error' })).toBeVisible();
    await expect(visitor.getByText('This invitation has already been processed')).toBeVisible();
    await expect(visitor.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible();
    const stranger = await another();
    await stranger.goto(link);
    await expect(stranger.getByRole('heading', { name: 'Invitation Error' })).toBeVisible();
    await expect(stranger.getByText('This invitation has already been processed')).toBeVisible();
    await expectScreen(stranger, 'invitation, no longer open', { scan: true });
    await stranger.getByRole('link', { name: 'Go to Login' }).click();
    await expect(stranger).toHaveURL(/\/login/);
  });
});

test('a user responds to invitations in the bell, in the inbox and on the dashboard', async ({ page, another }) => {
  test.slow();
  const owner = newPerson('Mei Ling');
  const ben = newPerson('Ben Okoro');
  const host = await another();
  const ownerToken = await buildAccount(host, owner);
  const token = await buildAccount(page, ben);
  const swim = await buildMission(host, ownerToken, 'Swim on Sundays');
  const walk = await buildMission(host, ownerToken, 'Walk to work');
  const words = await buildMission(host, ownerToken, 'Ten words of Arabic');
  for (const [missionId, message] of [
    [swim, 'Bring the green cap.'],
    [walk, ''],
    [words, 'Marhaban!'],
  ] as const)
    await buildInvitation(host, ownerToken, missionId, ben.email, message);

  const panel = page.getByRole('dialog', { name: 'Mission Invitations' });
  await test.step('the bell counts them and opens by keyboard', async () => {
    await signIn(page, token);
    await expect(bell(page)).toHaveAccessibleName('Mission Invitations, 3 pending');
    await bell(page).focus();
    await page.keyboard.press('Enter');
    await expect(panel.getByText('3 pending')).toBeVisible();
    await expect(panel.getByText('Bring the green cap.')).toBeVisible();
    await expect(panel.getByText(/Invited by Mei Ling/).first()).toContainText('Just now');
    await expectScreen(page, 'bell, invitations', { scan: true });
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(bell(page)).toBeFocused();
  });

  await test.step('declining removes one', async () => {
    await bell(page).click();
    await panel.getByRole('button', { name: 'Decline Ten words of Arabic' }).click();
    await expect(toast(page, 'Invitation declined')).toBeVisible();
    await expect(panel.getByText('Ten words of Arabic')).toBeHidden();
    await expect(panel.getByRole('heading', { name: 'Mission Invitations' })).toBeFocused();
    await expect(bell(page)).toHaveAccessibleName('Mission Invitations, 2 pending');
  });

  await test.step('the inbox shows the remaining invitations; accepting one opens the dashboard', async () => {
    await panel.getByRole('link', { name: 'View all invitations' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mission Invitations' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Start New Mission' })).toBeVisible();
    await expectScreen(page, 'inbox, with invitations', { scan: true });
    await expectAccessible(page, 'inbox, with invitations, wide', { scan: true, themes: ['light'] });
    await page.getByRole('button', { name: 'Accept Walk to work' }).click();
    await expect(toast(page, 'Invitation accepted! Welcome to the mission!')).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('link', { name: 'Walk to work', exact: true })).toBeVisible();
  });

  await test.step('accepting on the dashboard opens the mission', async () => {
    const card = page.getByRole('main').getByRole('region', { name: 'Mission Invitations' });
    await card.getByRole('button', { name: 'Accept Swim on Sundays' }).click();
    await expect(card).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Swim on Sundays' })).toBeVisible();
  });

  await test.step('no invitation is pending', async () => {
    await page.setViewportSize(PHONE);
    await page.goto('/dashboard');
    await bell(page).click();
    await expect(panel.getByText('No pending invitations')).toBeVisible();
    await expectScreen(page, 'bell, no invitations', { scan: true });
    await panel.getByRole('link', { name: 'View all invitations' }).click();
    await expect(page.getByRole('heading', { name: 'No pending invitations' })).toBeVisible();
    await expectScreen(page, 'inbox, empty', { scan: true });
  });
});

test('a user blocks a sender from an invitation, and unblocking restores it', async ({ page, another }) => {
  test.slow();
  const [owner, ben] = [newPerson('Mei Ling'), newPerson('Ben Okoro')];
  const host = await another();
  const ownerToken = await buildAccount(host, owner);
  const token = await buildAccount(page, ben);
  for (const title of ['Swim on Sundays', 'Walk to work'])
    await buildInvitation(host, ownerToken, await buildMission(host, ownerToken, title), ben.email);
  const panel = page.getByRole('dialog', { name: 'Mission Invitations' });
  const more = panel.getByRole('button', { name: 'More about the invitation to Walk to work' });
  const dialog = page.getByRole('dialog', { name: 'Block Mei Ling?' });
  const blocking = '**/api/invitations/*/block';

  await test.step('the keyboard opens the menu and the question; each Escape closes one', async () => {
    await signIn(page, token);
    await bell(page).click();
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Block this person...' })).toBeFocused();
    await expectScreen(page, 'bell, menu of an invitation', { scan: true });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(more).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText("We won't tell them");
    await expectAccessible(page, 'question before an inviter is blocked', { scan: true });
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(more).toBeFocused();
  });

  await test.step('a failure is reported, and the question stays', async () => {
    await page.route(blocking, (route) =>
      route.fulfill({ status: 404, json: { code: 'invitation_not_found', detail: '' } }),
    );
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Block', exact: true }).click();
    await expect(toast(page, "We couldn't block them")).toBeVisible();
    await expect(dialog).toBeVisible();
    await page.unroute(blocking);
  });

  await test.step('it shows progress, then both invitations of this person disappear', async () => {
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route(blocking, async (route) => {
      await held;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Block', exact: true }).click();
    await expect(dialog.getByRole('button', { name: 'Blocking...' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    go();
    await expect(toast(page, "You've blocked Mei Ling")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(panel.getByText('No pending invitations')).toBeVisible();
    await expect(bell(page)).toHaveAccessibleName('Mission Invitations');
  });

  await test.step('unblocking on the profile restores them in the inbox', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const [blocked] = await (await page.request.get('/api/users/blocks', { headers })).json();
    expect(blocked.name).toBe('Mei Ling');
    await page.request.delete(`/api/users/${blocked.user_id}/block`, { headers });
    await page.setViewportSize(PHONE);
    await page.goto('/invitations');
    await expect(page.getByRole('button', { name: 'Accept Walk to work' })).toBeVisible();
    await page.getByRole('button', { name: 'More about the invitation to Walk to work' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectScreen(page, 'inbox, menu of an invitation', { scan: true });
  });
});

test('a person stops invitation emails, and the sender is told to share the link', async ({ page, another }) => {
  const ana = newPerson('Ana Lind');
  const ben = newPerson('Ben Okoro');
  const token = await buildAccount(page, ana);
  await buildInvitation(page, token, await buildMission(page, token, 'Swim on Sundays'), ben.email);
  const { text } = await readMail(ben.email);
  const link = /Never send me invitations from here: \S+(\/unsubscribe\/\S+)/.exec(text!)![1]!;

  await test.step('the link at the end of the email asks first', async () => {
    const visitor = await another({ viewport: PHONE });
    await visitor.goto(link);
    await expect(visitor.getByRole('heading', { name: 'Stop the invitations?' })).toBeVisible();
    await expectScreen(visitor, 'invitations by mail, question before they stop', { scan: true });
    await visitor.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(visitor.getByRole('heading', { name: 'No more invitations' })).toBeVisible();
    await expect(visitor.getByText("We won't email you invitations from here any more.")).toBeFocused();
    await expect(visitor.getByRole('link', { name: 'Open your settings' })).toBeHidden();
    await expectScreen(visitor, 'invitations by mail, stopped', { scan: true });
  });

  await test.step('the next invitation is saved without an email', async () => {
    await signIn(page, token, `/mission/${await buildMission(page, token, 'Walk to work')}`);
    const card = await openInvite(page, 'Invite by email');
    await card.getByLabel('Email Address').fill(ben.email);
    await card.getByRole('button', { name: 'Send Invitation' }).click();
    await expect(
      card.getByText(
        'Saved, but no email was sent: this address has had several lately, or has opted out. Share the link instead.',
      ),
    ).toBeVisible();
    await expect(toast(page, 'Invitation sent successfully!')).toBeHidden();
    await card.getByRole('button', { name: 'Sent, 1 open' }).click();
    await expect(card.getByText(ben.email)).toBeVisible();
    await expectScreen(page, 'mission page, an invitation without a mail', { scan: true });
    await card.getByLabel('Email Address').fill(newPerson('Mei Ling').email);
    await card.getByRole('button', { name: 'Send Invitation' }).click();
    await expect(toast(page, 'Invitation sent successfully!')).toBeVisible();
    await expect(card.getByText(/^Saved, but no email was sent/)).toBeHidden();
  });
});

test("a withdrawn invitation's link no longer works", async ({ page, another }) => {
  const ana = newPerson('Ana Lind');
  const ben = newPerson('Ben Okoro');
  const token = await buildAccount(page, ana);
  const missionId = await buildMission(page, token, 'Read 20 pages before bed');
  await buildInvitation(page, token, missionId, ben.email);
  const { text } = await readMail(ben.email);
  const link = /\/accept-invitation\/[0-9a-f-]{36}/.exec(text!)![0];

  await signIn(page, token, `/mission/${missionId}`);
  const sheet = await openInvite(page);
  await sheet.getByRole('button', { name: 'Sent, 1 open' }).click();
  await page.getByRole('button', { name: `Withdraw the invitation to ${ben.email}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw this invitation?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'question before an invitation is withdrawn', { scan: true });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(ben.email)).toBeVisible();
  await page.getByRole('button', { name: `Withdraw the invitation to ${ben.email}` }).click();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Invitation withdrawn')).toBeVisible();
  await expect(page.getByText(ben.email)).toBeHidden();

  const visitor = await another();
  const visitorToken = await buildAccount(visitor, ben);
  await signIn(visitor, visitorToken, link);
  await expect(visitor.getByRole('heading', { name: 'Invitation Error' })).toBeVisible();
  await expect(visitor.getByText('Invitation not found or has expired')).toBeVisible();
  await visitor.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(visitor).toHaveURL(/\/dashboard$/);
});
