import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { buildInvitationCode, buildMember, buildMission, buildPerson, choose } from './factories.ts';
import { expect, expectScreen, fromDoneCard, openPart, PHONE, signIn, test, toast } from './fixtures.ts';

// The journey is cut off once.
test.use({ expected: /ERR_INTERNET_DISCONNECTED/ });

/** Creates a picture like a phone's: large, with a position in it. */
function picture(colour: string, width = 3000, height = 2000): Promise<Buffer> {
  const sun = `<svg width="${width}" height="${height}"><rect width="100%" height="100%" fill="${colour}"/>
    <circle cx="70%" cy="30%" r="12%" fill="#ffbc3b"/><rect y="70%" width="100%" height="30%" fill="#40605a"/></svg>`;
  return sharp(Buffer.from(sun))
    .flatten()
    .jpeg()
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '3/1 8/1 0/1' } })
    .toBuffer();
}

const drawingOnNothing = (): Promise<Buffer> =>
  sharp(Buffer.from('<svg width="2000" height="1500"><circle cx="50%" cy="50%" r="30%" fill="#1b1b2f"/></svg>'))
    .png()
    .toBuffer();

const createTransfer = (page: Page, name: string, data: Buffer) =>
  page.evaluateHandle(
    ([fileName, base64]) => {
      const bytes = Uint8Array.from(atob(base64!), (char) => char.charCodeAt(0));
      const dropped = new DataTransfer();
      dropped.items.add(new File([bytes], fileName!, { type: 'image/jpeg' }));
      return dropped;
    },
    [name, data.toString('base64')],
  );

async function drop(page: Page, name: string, data: Buffer): Promise<void> {
  const dataTransfer = await createTransfer(page, name, data);
  for (const type of ['dragover', 'drop']) await page.dispatchEvent('main', type, { dataTransfer });
}

async function paste(page: Page, data: Buffer): Promise<void> {
  const transfer = await createTransfer(page, 'image.png', data);
  await transfer.evaluate((clipboardData) => {
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
  });
}

test('a member chooses, sends, enlarges and edits a photo', async ({ page }) => {
  test.setTimeout(180_000);
  await page.setViewportSize(PHONE);
  const ana = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, ana.token, 'Read 20 pages before bed');
  const ben = await buildMember(page, await buildInvitationCode(page, ana.token, mission), 'Ben Osei');
  const posted = await page.request.post('/api/checkins', {
    headers: { authorization: `Bearer ${ben.token}` },
    multipart: {
      mission_id: mission,
      type: 'photo',
      content: 'Chapter nine by the window.',
      photo: { name: 'b.jpg', mimeType: 'image/jpeg', buffer: await picture('#5d7a8c', 1200, 1600) },
    },
  });
  expect(posted.status()).toBe(201);
  await signIn(page, ana.token, `/mission/${mission}`);
  const form = page.getByRole('region', { name: 'Daily Check-in' });
  const feed = page.getByRole('region', { name: 'Recent Check-ins' });
  const rows = feed.getByRole('article');

  await test.step('a file that is not an image is refused, and a missing photo is named', async () => {
    await choose(form.getByRole('radio', { name: 'Check In with Photo' }));
    await form.getByRole('button', { name: 'Record Check-in' }).click();
    await expect(form.getByText('Please choose a photo')).toBeVisible();
    await form
      .getByLabel(/^Choose a photo/)
      .setInputFiles({ name: 'list.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
    await expect(page.getByText('Please select a valid image file (JPEG, PNG, WebP, HEIC, HEIF, etc.)')).toBeVisible();
    await expectScreen(page, 'photo, a wrong file', { scan: true });
  });

  await test.step('pasting a photo works in the text, but not in another field', async () => {
    await choose(form.getByRole('radio', { name: 'Check In with Text' }));
    await form.getByLabel(/^Your Update/).fill('Started the new one.');
    await page.getByRole('button', { name: 'Mission menu' }).click();
    await page.getByRole('menuitem', { name: 'Reminder' }).click();
    await page.getByRole('dialog', { name: 'Reminder' }).getByLabel('When will you do it?').focus();
    await paste(page, await picture('#8a4f5c', 300, 200));
    await page.keyboard.press('Escape');
    // Before that, the focus returns to the menu.
    await expect(page.locator('dialog')).toHaveCount(0);
    await expect(form.getByRole('radio', { name: 'Check In with Text' })).toBeChecked();
    await form.getByLabel(/^Your Update/).focus();
    await paste(page, await picture('#8a4f5c', 300, 200));
    await expect(form.getByRole('radio', { name: 'Check In with Photo' })).toBeChecked();
    await expect(form.getByLabel(/^Photo Description/)).toHaveValue('Started the new one.');
    await expect(form.getByRole('img', { name: 'Your choice' })).toBeVisible();
    await form.getByRole('button', { name: 'Remove photo' }).click();
    await form.getByLabel(/^Photo Description/).fill('');
  });

  await test.step('a photo is dropped, removed and chosen', async () => {
    await choose(form.getByRole('radio', { name: 'Check In Only' }));
    await drop(page, 'a.jpg', await picture('#8a4f5c'));
    await expect(form.getByRole('radio', { name: 'Check In with Photo' })).toBeChecked();
    await expect(form.getByRole('img', { name: 'Your choice' })).toBeVisible();
    await form.getByRole('button', { name: 'Remove photo' }).click();
    await expect(form.getByRole('img', { name: 'Your choice' })).toHaveCount(0);
    await form
      .getByLabel(/^Choose a photo/)
      .setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('no picture') });
    await expect(toast(page, 'HEIC image selected. Upload may take a moment to process.')).toBeVisible();
    await form.getByRole('button', { name: 'Remove photo' }).click();
    await form
      .getByLabel(/^Choose a photo/)
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await picture('#8a4f5c') });
    await form.getByLabel(/^Photo Description/).fill('Started the new one.');
    await expect(form.getByRole('img', { name: 'Your choice' })).toBeVisible();
    await expectScreen(page, 'photo, chosen with words', { scan: true });
  });

  await test.step('a lost connection loses nothing, and the photo shrinks before it is sent', async () => {
    await page.route('**/api/checkins', (route) => route.abort('internetdisconnected'));
    await form.getByRole('button', { name: 'Record Check-in' }).click();
    await expect(page.getByRole('heading', { name: "You've checked in today!" })).toBeFocused();
    await expect(page.getByRole('region', { name: 'On this device' })).toContainText('Started the new one.');
    const sent = page.waitForRequest((it) => it.method() === 'POST' && it.url().endsWith('/api/checkins'));
    await page.unroute('**/api/checkins');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    expect((await sent).headers()['content-type']).toContain('multipart/form-data');
    await expect(page.getByRole('region', { name: 'On this device' })).toBeHidden();
    await expect(page.getByText('+20 points')).toBeVisible();
  });

  await test.step('the feed shows the photo, and arrow keys switch between photos', async () => {
    await openPart(page, 'Team');
    await expect(rows).toHaveCount(2);
    await expect(rows.first().getByText('Started the new one.')).toBeVisible();
    const photo = rows.first().getByRole('button', { name: /^Enlarge/ });
    await photo.scrollIntoViewIfNeeded();
    const loaded = photo.locator('img');
    await expect.poll(() => loaded.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(300);
    await photo.click();
    const dialog = page.getByRole('dialog', { name: /^Photo by Ana Lind/ });
    await expect(dialog.getByRole('img')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    await expect(dialog.getByRole('button', { name: 'Previous photo' })).toHaveAttribute('aria-disabled', 'true');
    await expectScreen(page, 'photo, enlarged', { scan: true });
    await dialog.getByRole('button', { name: 'Next photo' }).press('Enter');
    const bens = page.getByRole('dialog', { name: /^Photo by Ben Osei/ });
    await expect(bens.getByRole('button', { name: 'Next photo' })).toBeFocused();
    // The arrow keys work wherever the focus is.
    await bens.getByRole('img').click();
    await page.keyboard.press('ArrowLeft');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(bens).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(photo).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.mouse.click(4, 400);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('within the hour it becomes a text, and the photo is deleted', async () => {
    const address = await rows.first().locator('img[srcset]').getAttribute('src');
    const more = rows.first().getByRole('button', { name: /^More options for/ });
    await more.click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit check-in' });
    await expect(editing.getByRole('img', { name: 'Your choice' })).toBeVisible();
    await expectScreen(page, 'photo, editing in a sheet', { scan: true });
    await choose(editing.getByRole('radio', { name: 'Check In with Text' }));
    await editing.getByLabel(/^Your Update/).fill('Only words after all.');
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await expect(rows.first().getByText('Only words after all.')).toBeVisible();
    await expect(more).toBeFocused();
    await expect(rows.first().getByText('edited')).toBeVisible();
    await expect(rows.first().getByText('+15 pts')).toBeVisible();
    await expect(rows.first().getByRole('button', { name: /^Enlarge/ })).toHaveCount(0);
    await expect.poll(async () => (await page.request.get(address!)).status()).toBe(404);
  });

  await test.step('the card turns it into a photo again', async () => {
    await openPart(page, 'Today');
    await fromDoneCard(page, 'Edit');
    const editing = page.getByRole('dialog', { name: 'Edit check-in' });
    await choose(editing.getByRole('radio', { name: 'Check In with Photo' }));
    await editing
      .getByLabel(/^Choose a photo/)
      .setInputFiles({ name: 'drawing', mimeType: 'application/octet-stream', buffer: await drawingOnNothing() });
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await expect(editing).toHaveCount(0);
    await expect(page.getByText('+20 points')).toBeVisible();
    await openPart(page, 'Team');
    await expect(rows.first().getByRole('button', { name: /^Enlarge/ })).toBeVisible();
    const address = await rows.first().locator('img[srcset]').getAttribute('src');
    expect((await sharp(await (await page.request.get(address!)).body()).stats()).isOpaque).toBe(false);
  });

  await test.step('after its hour it cannot change', async () => {
    await openPart(page, 'Today');
    await page.clock.install();
    await page.reload();
    const edit = page.getByRole('button', { name: 'Edit or undo' });
    await expect(edit).toBeVisible();
    await page.clock.fastForward('01:00:00');
    await expect(edit).toHaveCount(0);
    await openPart(page, 'Team');
    await rows
      .first()
      .getByRole('button', { name: /^More options for/ })
      .click();
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toHaveCount(0);
  });
});
