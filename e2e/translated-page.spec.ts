import type { Page } from '@playwright/test';
import { buildCheckin, buildInvitationCode, buildMember, buildMission } from './factories.ts';
import { buildAccount, expect, newPerson, openPart, signIn, test } from './fixtures.ts';

/**
 * Translates the page like a browser: wraps each bare text in elements that the page does not know. Also wraps texts
 * that appear later.
 */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const wrap = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (walker.nextNode()) found.push(walker.currentNode as Text);
      for (const text of found) {
        const parent = text.parentElement;
        if (!text.data.trim() || !parent || parent.closest('font, script, style, svg')) continue;
        const font = document.createElement('font');
        parent.insertBefore(font, text);
        font.append(text);
      }
    };
    wrap(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node.isConnected) wrap(node.parentNode!);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await expect(page.locator('font').first()).toBeAttached();
}

test('a page that the browser translates keeps working through check-in, undo and comments', async ({ page }) => {
  const token = await buildAccount(page, newPerson('Tara Translated'));
  const mission = await buildMission(page, token, 'Learn ten words');
  // The list continues after the last check-in of the day, so this mission must be done too.
  await buildMission(page, token, 'Water the plants');
  const friend = await buildMember(page, await buildInvitationCode(page, token, mission), 'Fritz Foreign');
  await buildCheckin(page, friend.token, mission, 'Zehn');

  await test.step('the quick list', async () => {
    await signIn(page, token, '/check-in');
    await page.getByRole('button', { name: 'Check In: Learn ten words' }).waitFor();
    await translate(page);
    for (let turn = 0; turn < 2; turn++) {
      await page.getByRole('button', { name: 'Check In: Learn ten words' }).click();
      await expect(page.getByText('Checked in', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: /^Undo/ }).click();
    }
    await expect(page.getByRole('button', { name: 'Check In: Learn ten words' })).toBeVisible();
  });

  await test.step('the page of the mission', async () => {
    await page.goto(`/mission/${mission}`);
    await page.getByRole('button', { name: 'Record Check-in' }).first().waitFor();
    await translate(page);
    await page.getByRole('button', { name: 'Record Check-in' }).first().click();
    await expect(page.getByText("You've checked in today!")).toBeVisible();
    await openPart(page, 'Team');
    const post = page.getByRole('article', { name: /^Fritz Foreign,/ });
    for (const pressed of ['true', 'false', 'true']) {
      await post.getByRole('button', { name: /^Love/ }).click();
      await expect(post.getByRole('button', { name: /^Love/ })).toHaveAttribute('aria-pressed', pressed);
    }
    await post.getByRole('button', { name: 'Comment' }).click();
    await post.getByRole('combobox', { name: 'Comment' }).fill('Acht, neun');
    await post.getByRole('combobox', { name: 'Comment' }).press('Enter');
    await expect(post.getByText('Acht, neun')).toBeVisible();
    await openPart(page, 'Mission');
    await page.getByRole('link', { name: 'Invite Friends' }).click();
    await expect(page.getByRole('dialog', { name: 'Invite Friends' })).toBeVisible();
    await page.keyboard.press('Escape');
    await openPart(page, 'Today');
  });
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0);
});
