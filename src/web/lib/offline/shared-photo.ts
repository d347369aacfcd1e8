import { deviceDb } from './device-db.ts';

const KEY = 'latest';
/** An older share is ignored: it was not meant for the check-in of now. */
const MAX_AGE_MS = 30 * 60_000;

export interface SharedPhoto {
  readonly photo: File | null;
  readonly text: string;
}

/** Saves what the system's share sheet sent (the manifest's share_target). The service worker calls this. */
export async function saveSharedFile(form: FormData): Promise<void> {
  const photo = form.get('photo');
  const words = ['title', 'text'].map((name) => form.get(name)).filter((word) => typeof word === 'string' && word);
  const shared = { photo: photo instanceof File ? photo : null, text: words.join('\n'), at: Date.now() };
  await (await deviceDb()).put('shared', shared, KEY);
}

/** Returns what was shared and deletes it. Null if there is nothing, or nothing recent. */
export async function takeSharedFile(): Promise<SharedPhoto | null> {
  const db = await deviceDb();
  const shared = await db.get('shared', KEY);
  if (shared) await db.delete('shared', KEY);
  return shared && Date.now() - shared.at < MAX_AGE_MS ? { photo: shared.photo, text: shared.text } : null;
}
