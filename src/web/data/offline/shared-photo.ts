import { CHECKIN_CONTENT_MAX, PHOTO_BYTES_MAX } from '#domain/limits.ts';
import { deviceDb } from '#platform/web/device-db.ts';

const KEY = 'latest';
/** An older share is ignored, because it was not meant for the current check-in. */
const MAX_AGE_MS = 30 * 60_000;

export interface SharedPhoto {
  readonly photo: File | null;
  readonly text: string;
}

/** The types that a system without HEIC support gives such a file. */
const UNKNOWN_TYPES = ['', 'application/octet-stream'];

const isPhoto = ({ type, name, size }: File): boolean =>
  size <= PHOTO_BYTES_MAX && (type.startsWith('image/') || (UNKNOWN_TYPES.includes(type) && /\.hei[cf]$/i.test(name)));

/**
 * Reads a picture of at most 15 MB and 2,000 characters. Returns null without either. Any site can send such a form.
 */
export function readSharedForm(form: FormData): SharedPhoto | null {
  const file = form.get('photo');
  const photo = file instanceof File && file.size > 0 && isPhoto(file) ? file : null;
  const words = ['title', 'text'].map((name) => form.get(name)).filter((word) => typeof word === 'string' && word);
  const text = words.join('\n').slice(0, CHECKIN_CONTENT_MAX);
  return photo || text ? { photo, text } : null;
}

/**
 * Saves a form from the system's share sheet (`share_target` in the manifest). Runs in the service worker. Returns
 * false if there is nothing for a check-in.
 */
export async function saveShared(form: FormData): Promise<boolean> {
  const shared = readSharedForm(form);
  if (shared) await (await deviceDb()).put('shared', { ...shared, at: Date.now() }, KEY);
  return shared !== null;
}

/** Returns recently shared content without deleting it, or null. */
export async function findSharedPhoto(): Promise<SharedPhoto | null> {
  const shared = await (await deviceDb()).get('shared', KEY);
  return shared && Date.now() - shared.at < MAX_AGE_MS ? { photo: shared.photo, text: shared.text } : null;
}

export async function deleteShared(): Promise<void> {
  await (await deviceDb()).delete('shared', KEY);
}
