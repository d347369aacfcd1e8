import { expect, givenAccount, newPerson, signIn, test } from './fixtures.ts';
import { givenMission } from './given.ts';

// What a page asks for without a network fails; that is what these journeys are about.
test.use({ serviceWorkers: 'allow', expected: /failed: |console: Failed to load resource/ });

test('opens without a network, on the dashboard and on a deep link, and says so', async ({ page, context }) => {
  const token = await givenAccount(page, newPerson('Nora Offline'));
  const mission = await givenMission(page, token, 'Stretch on the train');
  await signIn(page, token);
  await expect(page.getByRole('link', { name: /Stretch on the train/ }).first()).toBeVisible();
  await page.goto(`/mission/${mission}`);
  await expect(page.getByRole('heading', { name: 'Stretch on the train' })).toBeVisible();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Stretch on the train' })).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /Stretch on the train/ }).first()).toBeVisible();
  await expect(page.getByText('You are offline.')).toBeVisible();
  await context.setOffline(false);
  // The browser's own word makes the page ask again.
  await expect(page.getByText('You are offline.')).toBeHidden();
});

test('keeps nothing private on the device after logging out', async ({ page }) => {
  const token = await givenAccount(page, newPerson('Liv Leaves'));
  await givenMission(page, token, 'A very private habit');
  await signIn(page, token);
  await expect(page.getByRole('heading', { name: 'My Missions' })).toBeVisible();
  const kept = () =>
    page.evaluate(async () => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('emberkin');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      const rows: unknown[] = [];
      for (const store of db.objectStoreNames)
        rows.push(
          ...(await new Promise<unknown[]>((resolve, reject) => {
            const request = db.transaction(store).objectStore(store).getAll();
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          })),
        );
      db.close();
      const cached: string[] = [];
      for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys())
          cached.push(await (await caches.match(request))!.text());
      return {
        rows: JSON.stringify(rows),
        cached: cached.join('\n'),
        local: JSON.stringify({ ...localStorage, ...sessionStorage }),
      };
    });
  await expect.poll(async () => (await kept()).rows).toContain('A very private habit');
  expect((await kept()).cached).not.toContain('A very private habit');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
  await expect.poll(async () => (await kept()).rows).toBe('[]');
  const left = await kept();
  expect(left.cached).not.toContain('Liv Leaves');
  expect(left.local).not.toContain(token);
});
