import { deviceDb } from '#platform/web/device-db.ts';

/** Tells the service worker which language was chosen on this device; null for none. */
export async function noteLanguage(tag: string | null): Promise<void> {
  const db = await deviceDb();
  if (tag === null) await db.delete('notes', 'language');
  else await db.put('notes', tag, 'language');
}
