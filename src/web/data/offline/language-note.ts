import { deviceDb } from '#platform/web/device-db.ts';

/** Tells the service worker which language the user chose on this device. Null means that they chose none. */
export async function noteLanguage(tag: string | null): Promise<void> {
  const db = await deviceDb();
  if (tag === null) await db.delete('notes', 'language');
  else await db.put('notes', tag, 'language');
}
