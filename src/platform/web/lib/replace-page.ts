let holdPage = (): boolean => false;

/** Sets a function that prevents reloads: it returns true while a field contains typed text. */
export function setPageHold(hold: typeof holdPage): void {
  holdPage = hold;
}

/**
 * Reloads the page once if a newer build replaced a file of this page.
 *
 * Returns a component to show instead of the file's. Throws the error if a reload cannot help.
 */
export async function replacePage(error: unknown): Promise<() => null> {
  const key = `reloaded:${error}`;
  // Without a response, a reload would lose the page. A second reload would not help.
  const { ok } = await fetch(location.href, { method: 'HEAD', redirect: 'manual' });
  if (!ok || sessionStorage.getItem(key)) throw error;
  if (holdPage()) return () => null;
  sessionStorage.setItem(key, '1');
  location.reload();
  return new Promise(() => undefined);
}
