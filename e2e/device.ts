import { expect, type Page } from '@playwright/test';

/** What a browser keeps in its databases: the name of the store and the row. Files count as rows and have no words. */
export function readRows(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const rows: string[] = [];
    // Opening one here before the app did would make an empty one.
    for (const { name } of await indexedDB.databases()) {
      const db = await settled(indexedDB.open(name!));
      // Keys are JSON in JSON.
      for (const store of db.objectStoreNames)
        for (const row of await settled(db.transaction(store).objectStore(store).getAll()))
          rows.push(`${store} ${JSON.stringify(row).replaceAll('\\', '')}`);
      db.close();
    }
    return rows;
  });
}

/** What is in its caches: the paths of all files, and of those in which one of the words stands. */
export function readCaches(page: Page, words: readonly string[]): Promise<{ paths: string[]; found: string[] }> {
  return page.evaluate(async (secrets) => {
    const paths: string[] = [];
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const text = await (await cache.match(request))!.text();
        paths.push(new URL(request.url).pathname);
        if (secrets.some((secret) => text.includes(secret))) found.push(request.url);
      }
    }
    return { paths, found };
  }, words);
}

/** Waits until the device has written down what it shall know without a network. */
export async function expectKept(page: Page, ...words: string[]): Promise<void> {
  for (const word of words)
    await expect.poll(async () => (await readRows(page)).join('\n'), `kept: ${word}`).toContain(word);
}

/** Waits for the service worker: from the next page on it answers. */
export async function untilInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}
