let holdPage = (): boolean => false;

/** Sets what keeps a page that would be reloaded: it returns true if something is typed. */
export function setPageHold(hold: typeof holdPage): void {
  holdPage = hold;
}

/**
 * Reloads the page once for a file that the server no longer has, because a newer build replaced it. Returns a component
 * to show instead, or throws the error if a reload cannot help.
 */
export async function replacePage(error: unknown): Promise<() => null> {
  const key = `reloaded:${error}`;
  // Without an answer a reload would lose the page, and a second reload would not help.
  const { ok } = await fetch(location.href, { method: 'HEAD', redirect: 'manual' });
  if (!ok || sessionStorage.getItem(key)) throw error;
  if (holdPage()) return () => null;
  sessionStorage.setItem(key, '1');
  location.reload();
  return new Promise(() => undefined);
}
