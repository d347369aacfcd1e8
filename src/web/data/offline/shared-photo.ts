import { CHECKIN_CONTENT_MAX, PHOTO_BYTES_MAX } from '#domain/limits.ts';
import { deviceDb } from '#platform/web/device-db.ts';

const KEY = 'latest';
/** An older share is ignored: it was not meant for the check-in of now. */
const MAX_AGE_MS = 30 * 60_000;

export interface SharedPhoto {
  readonly photo: File | null;
  readonly text: string;
}

/** Systems that do not know HEIC give such a file no type, or this one. */
const UNKNOWN_TYPES = ['', 'application/octet-stream'];

const isPhoto = ({ type, name, size }: File): boolean =>
  size <= PHOTO_BYTES_MAX && (type.startsWith('image/') || (UNKNOWN_TYPES.includes(type) && /\.hei[cf]$/i.test(name)));

/**
 * What a form that was handed over has for a check-in: a picture of at most 15 MB and 2,000 characters; null if it has
 * neither. Any site can send such a form.
 */
export function readSharedForm(form: FormData): SharedPhoto | null {
  const file = form.get('photo');
  const photo = file instanceof File && file.size > 0 && isPhoto(file) ? file : null;
  const words = ['title', 'text'].map((name) => form.get(name)).filter((word) => typeof word === 'string' && word);
  const text = words.join('\n').slice(0, CHECKIN_CONTENT_MAX);
  return photo || text ? { photo, text } : null;
}

/**
 * Saves what the system's share sheet sent (the manifest's share_target). The service worker calls this. False if there
 * was nothing for a check-in.
 */
export async function saveShared(form: FormData): Promise<boolean> {
  const shared = readSharedForm(form);
  if (shared) await (await deviceDb()).put('shared', { ...shared, at: Date.now() }, KEY);
  return shared !== null;
}

/** Returns what was shared, which stays. Null if there is nothing, or nothing recent. */
export async function findSharedPhoto(): Promise<SharedPhoto | null> {
  const shared = await (await deviceDb()).get('shared', KEY);
  return shared && Date.now() - shared.at < MAX_AGE_MS ? { photo: shared.photo, text: shared.text } : null;
}

export async function deleteShared(): Promise<void> {
  await (await deviceDb()).delete('shared', KEY);
}
