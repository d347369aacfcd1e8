import { expect, type Page } from '@playwright/test';

/** Returns the rows of the browser's databases, each with its store's name. Files are rows without text. */
export function readRows(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const rows: string[] = [];
    // Opening a database before the app does would create an empty one.
    for (const { name } of await indexedDB.databases()) {
      const db = await settled(indexedDB.open(name!));
      // Keys are JSON inside JSON.
      for (const store of db.objectStoreNames)
        for (const row of await settled(db.transaction(store).objectStore(store).getAll()))
          rows.push(`${store} ${JSON.stringify(row).replaceAll('\\', '')}`);
      db.close();
    }
    return rows;
  });
}

/** Returns the paths of all cached files, and the URLs of the files that contain any of the words. */
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

/** Waits until the device has persisted what it needs offline. */
export async function expectPersisted(page: Page, ...words: string[]): Promise<void> {
  for (const word of words)
    await expect.poll(async () => (await readRows(page)).join('\n'), `persisted: ${word}`).toContain(word);
}

/** Waits for the service worker, which responds from the next page. */
export async function untilInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}
