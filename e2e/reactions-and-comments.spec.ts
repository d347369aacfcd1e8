import type { Locator, Page } from '@playwright/test';
import { buildCheckin, buildInvitationCode, buildMember, buildMission, buildPerson } from './factories.ts';
import { expect, expectScreen, signIn, test, toast, WITH_MOTION } from './fixtures.ts';

const post = (page: Page, name: string): Locator => page.getByRole('article', { name: new RegExp(`^${name},`) });
const reactionsOf = (item: Locator): Locator => item.getByRole('list', { name: 'Reactions' });
const commentsOf = (item: Locator): Locator => item.getByRole('region', { name: 'Comments' });

// A request that fails on purpose is logged to the console.
test.use({ ...WITH_MOTION, expected: /status of 403/ });
// Twenty accessibility checks take time on a busy machine.
test.describe.configure({ timeout: 180_000 });

test('two people react, comment, reply, mention each other and follow the bell', async ({ page, another }) => {
  const ana = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, ana.token, 'Read 20 pages before bed');
  const code = await buildInvitationCode(page, ana.token, mission);
  const ben = await buildMember(page, code, 'Ben Okoro');
  const checkin = await buildCheckin(page, ana.token, mission, 'Page 22 already.');
  const bens = await another({ viewport: { width: 390, height: 844 } });

  await test.step('Ben reacts, removes it and reacts again', async () => {
    await signIn(bens, ben.token, `/mission/${mission}?part=team`);
    const reactions = reactionsOf(post(bens, 'Ana Lind'));
    await reactions.getByRole('button', { name: 'Laugh' }).click();
    await expect(reactions.getByRole('button', { name: 'Laugh, 1' })).toHaveAttribute('aria-pressed', 'true');
    await expect(bens.getByText('Reaction added')).toBeVisible();
    await reactions.getByRole('button', { name: 'Laugh, 1' }).click();
    await expect(bens.getByText('Reaction removed')).toBeVisible();
    await expect(reactions.getByRole('button', { name: 'Laugh', exact: true })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
    await reactions.getByRole('button', { name: 'Love' }).click();
    await expect(reactions.getByRole('button', { name: 'Love, 1' })).toBeVisible();
    // The menu at the end of the row lists who reacted.
    await post(bens, 'Ana Lind')
      .getByRole('button', { name: /^More options for/ })
      .click();
    await bens.getByRole('menuitem', { name: '1 reaction' }).click();
    await expect(bens.getByRole('list', { name: 'Who reacted' }).getByRole('listitem')).toContainText('You');
  });

  await test.step('a refused reaction is reverted', async () => {
    await bens.route('**/reactions', (route) =>
      route.fulfill({ status: 403, json: { code: 'forbidden', detail: '' } }),
    );
    const wow = reactionsOf(post(bens, 'Ana Lind')).getByRole('button', { name: 'Wow' });
    await wow.click();
    await expect(bens.getByText('Failed to update reaction')).toBeVisible();
    await expect(wow).toHaveAttribute('aria-pressed', 'false');
    await bens.unroute('**/reactions');
  });

  await test.step('he comments and mentions her', async () => {
    const item = post(bens, 'Ana Lind');
    await item.getByRole('button', { name: 'Comment' }).click();
    const field = commentsOf(item).getByRole('combobox', { name: 'Comment' });
    const send = commentsOf(item).getByRole('button', { name: 'Post' });
    await expect(send).toBeDisabled();
    await field.fill('   ');
    await expect(send).toBeDisabled();
    await field.fill('');
    await field.pressSequentially('Which book, @an');
    await expect(commentsOf(item).getByRole('option')).toHaveText([/Ana Lind$/]);
    await commentsOf(item).getByRole('option', { name: 'Ana Lind' }).click();
    await expect(field).toHaveValue('Which book, @Ana Lind ');
    await field.pressSequentially('? See https://example.org/books.');
    await send.click();
    await expect(toast(bens, 'Comment added successfully')).toBeVisible();
    await expect(field).toHaveValue('');
    await expect(commentsOf(item).locator('b', { hasText: '@Ana Lind' })).toBeVisible();
    await expect(item.getByRole('button', { name: '1 comment' })).toBeVisible();
    await expect(commentsOf(item).getByRole('link', { name: 'https://example.org/books' })).toHaveAttribute(
      'rel',
      'noopener nofollow',
    );
  });

  const menu = page.getByRole('dialog', { name: 'Notifications' });
  await test.step('her bell rings and opens the comment', async () => {
    await signIn(page, ana.token);
    await expect(page.getByRole('button', { name: 'Notifications, 2 new' })).toBeVisible();
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(menu.getByText('2 new')).toBeVisible();
    await expect(menu.getByRole('listitem').nth(0)).toContainText(
      'Ben Okoro Mentioned you in Read 20 pages before bed',
    );
    await expect(menu.getByRole('listitem').nth(1)).toContainText('to your check-in in Read 20 pages before bed');
    await expect(menu.getByRole('listitem').nth(1)).toContainText('Page 22 already.');
    await expectScreen(page, 'bell, a mention', { scan: true });
    await menu.getByRole('link', { name: /Mentioned you/ }).click();
    await expect(page).toHaveURL(new RegExp(`/mission/${mission}\\?part=team#checkin-${checkin}-comment-`));
    await expect(page.getByRole('article', { name: 'Ben Okoro' })).toBeFocused();
  });

  await test.step('she replies and adds more', async () => {
    const item = post(page, 'You');
    await item.getByRole('button', { name: 'Reply to Ben Okoro' }).click();
    const reply = item.getByRole('combobox', { name: 'Reply to Ben Okoro' });
    await expect(reply).toBeFocused();
    await reply.fill('The Ministry of Time.');
    await reply.press('Enter');
    await expect(item.getByRole('list', { name: 'Replies' })).toContainText('The Ministry of Time.');
    const field = item.getByRole('combobox', { name: 'Comment' });
    for (const words of ['You can have it on Tuesday.', 'Or on Wednesday.']) {
      await field.fill(words);
      await field.press('Enter');
      await expect(item.getByText(words)).toBeVisible();
      await expect(field).toHaveValue('');
    }
    await item.getByRole('button', { name: 'Show less comments' }).click();
    await expect(item.getByText('Or on Wednesday.')).toBeHidden();
    await item.getByRole('button', { name: 'View all 4 comments' }).click();
    await expect(item.getByText('Or on Wednesday.')).toBeVisible();
    for (const name of ['Support', 'Wow']) await reactionsOf(item).getByRole('button', { name }).click();
    await item.getByRole('button', { name: 'More options for your check-in' }).click();
    await page.getByRole('menuitem', { name: '3 reactions' }).click();
    await expect(item.getByRole('list', { name: 'Who reacted' })).toBeVisible();
    await expectScreen(page, 'comments, all that can appear', { scan: true });
  });

  await test.step('Ben hears of the reply and deletes his comment; its position stays', async () => {
    await bens.goto('/dashboard');
    await bens.getByRole('button', { name: /^Bell/ }).click();
    const row = bens
      .getByRole('dialog', { name: 'Notifications' })
      .getByRole('link', { name: /Replied to your comment/ });
    await expect(row).toContainText('The Ministry of Time.');
    await row.click();
    const item = post(bens, 'Ana Lind');
    await item.getByRole('button', { name: 'Delete comment of Ben Okoro' }).click();
    await bens.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(item.getByText('This comment was removed')).toBeVisible();
    await expect(item.getByText('The Ministry of Time.')).toBeVisible();
    await expect(item.getByRole('button', { name: '3 comments' })).toBeVisible();
    await expectScreen(bens, 'comments, one removed', { scan: true });
  });
});

test('a member reacts and comments with the keyboard only', async ({ page }) => {
  const ana = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, ana.token, 'Read 20 pages before bed');
  const code = await buildInvitationCode(page, ana.token, mission);
  for (const name of ['Ben Okoro', 'Bea Winter']) await buildMember(page, code, name);
  const checkin = await buildCheckin(page, ana.token, mission, 'Page 22 already.');
  await signIn(page, ana.token, `/mission/${mission}#checkin-${checkin}`);
  const item = post(page, 'You');
  await expect(item).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(item.getByRole('button', { name: 'Love' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(item.getByRole('button', { name: 'Love, 1' })).toBeFocused();
  for (let presses = 0; presses < 5; presses++) await page.keyboard.press('Tab');
  await expect(item.getByRole('button', { name: 'Comment' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const more = item.getByRole('button', { name: /^More options for/ });
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: '1 reaction' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(item.getByRole('list', { name: 'Who reacted' })).toContainText('You');
  await expect(more).toBeFocused();
  await page.keyboard.press('Tab');
  const field = item.getByRole('combobox', { name: 'Comment' });
  await expect(field).toBeFocused();
  await page.keyboard.type('Thank you @b');
  await expect(item.getByRole('option')).toHaveText([/Ben Okoro$/, /Bea Winter$/]);
  await expect(item.getByRole('option', { name: 'Ben Okoro' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(item.getByRole('option')).toHaveCount(0);
  await page.keyboard.type('e');
  await page.keyboard.press('ArrowDown');
  const lit = await field.getAttribute('aria-activedescendant');
  await expect(page.locator(`[id="${lit}"]`)).toHaveText(/Bea Winter$/);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Thank you @Bea Winter ');
  await page.keyboard.press('Enter');
  await expect(item.getByText('Thank you @Bea Winter')).toBeVisible();
  await expect(field).toBeFocused();
});
