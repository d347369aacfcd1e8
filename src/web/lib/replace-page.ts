import { onMissingPart, type Part } from './lazy-part.ts';

/**
 * From now on the page reloads once for a part whose file the server no longer has, because a newer build replaced it.
 * `holdPage` keeps the page with what is typed instead, and returns true if something is typed.
 */
export function replaceOutdatedPage(holdPage = (): boolean => false): void {
  onMissingPart(async (error): Promise<Part> => {
    const key = `reloaded:${error}`;
    // Without an answer a reload would lose the page, and a second reload would not help.
    const { ok } = await fetch(location.href, { method: 'HEAD', redirect: 'manual' });
    if (!ok || sessionStorage.getItem(key)) throw error;
    if (holdPage()) return () => null;
    sessionStorage.setItem(key, '1');
    location.reload();
    return new Promise(() => undefined);
  });
}
