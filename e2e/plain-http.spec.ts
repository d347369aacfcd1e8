import { expect, newPerson, openPart, test, toast } from './fixtures.ts';

const HOST = 'emberkin.lan';
// Like the name of a machine in the local network, which is not a secure address for the browser.
test.use({
  // The browser ignores a header that needs a secure address.
  expected: /Cross-Origin-Opener-Policy header has been ignored/,
  launchOptions: async ({ launchOptions }, use) => {
    const args = [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${HOST} 127.0.0.1`];
    await use({ ...launchOptions, args });
  },
});

test('a person signs up, creates, copies, checks in and comments over plain http', async ({ page, baseURL }) => {
  const address = baseURL!.replace('localhost', HOST);
  const person = newPerson('Lana Local');
  await page.goto(`${address}/register`);
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
  await page.getByLabel('Full Name').fill(person.name);
  await page.getByLabel('Email Address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm Password').fill(person.password);
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
  await page.locator('form').getByRole('button').last().click();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto(`${address}/create-mission`);
  await page.getByLabel('Title').fill('Read by the router');
  await page.getByRole('textbox', { name: 'Description' }).click();
  await page.keyboard.type('Any page.');
  await page.getByLabel(/^Success Goal/).fill('One book');
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('button', { name: 'Use suggested goals' }).click();
  await page.getByRole('button', { name: 'Create Mission' }).click();
  const created = page.getByRole('dialog', { name: 'Who is coming with you?' });
  await created.getByRole('button', { name: 'Copy Invitation Text' }).click();
  await expect(toast(page, 'Invitation text copied to clipboard!')).toBeVisible();
  await created.getByRole('button', { name: 'Start on my own' }).click();

  await page.getByRole('radio', { name: 'Check In with Text' }).check({ force: true });
  await page.getByLabel('Your Update').fill('Page one');
  await page.getByRole('button', { name: 'Record Check-in' }).first().click();
  await expect(page.getByText("You've checked in today!")).toBeVisible();
  await openPart(page, 'Check-ins');
  const post = page.getByRole('article').first();
  await post.getByRole('button', { name: 'Comment' }).click();
  await post.getByRole('combobox', { name: 'Comment' }).fill('And two');
  await post.getByRole('combobox', { name: 'Comment' }).press('Enter');
  await expect(post.getByText('And two')).toBeVisible();
});
