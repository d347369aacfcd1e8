import { deviceDb } from './device-db.ts';

const KEY = 'latest';
/** What was shared yesterday is not what somebody wants to post today. */
const MAX_AGE_MS = 30 * 60_000;

export interface SharedPhoto {
  readonly photo: File | null;
  readonly text: string;
}

/** Keeps what the system's share sheet handed over (the manifest's share_target). The service worker calls this. */
export async function saveSharedFile(form: FormData): Promise<void> {
  const photo = form.get('photo');
  const words = ['title', 'text'].map((name) => form.get(name)).filter((word) => typeof word === 'string' && word);
  const shared = { photo: photo instanceof File ? photo : null, text: words.join('\n'), at: Date.now() };
  await (await deviceDb()).put('shared', shared, KEY);
}

/** Takes it, once. Null when there is nothing, or nothing recent. */
export async function takeSharedFile(): Promise<SharedPhoto | null> {
  const db = await deviceDb();
  const shared = await db.get('shared', KEY);
  if (shared) await db.delete('shared', KEY);
  return shared && Date.now() - shared.at < MAX_AGE_MS ? { photo: shared.photo, text: shared.text } : null;
}
