import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import sharp from 'sharp';
import type { TestApp } from '../test-app.ts';
import type { TestUser } from './users.ts';

const FIXTURES = join(import.meta.dirname, '..', 'fixtures');

/** Creates a picture of one color, 640 x 400 by default. */
export const drawing = (width = 640, height = 400, background = '#b5472f') =>
  sharp({ create: { width, height, channels: 3, background } });

/** Reads a HEIC file, the format of phones, which sharp cannot create. */
export const heic = () => readFile(join(FIXTURES, 'picture.heic'));

interface FormOptions {
  fields: Record<string, string>;
  photo?: Buffer | undefined;
  filename?: string;
  type?: string;
}

/** Returns the multipart body and content type of a browser's form with these fields and this photo. */
export async function photoForm({ fields, photo, filename = 'photo.jpg', type = 'image/jpeg' }: FormOptions) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (photo) form.append('photo', new Blob([new Uint8Array(photo)], { type }), filename);
  const response = new Response(form);
  return { payload: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type') ?? '' };
}

async function send(
  t: TestApp,
  person: TestUser,
  method: 'POST' | 'PUT',
  url: string,
  options: FormOptions,
): Promise<LightMyRequestResponse> {
  const { payload, type } = await photoForm(options);
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': type };
  return t.app.inject({ method, url, headers, payload });
}

/** Checks in with a photo. */
export const checkInWithPhoto = (
  t: TestApp,
  person: TestUser,
  mission_id: string,
  photo: Buffer | undefined,
  fields: Record<string, string> = {},
  named: { filename?: string; type?: string } = {},
) => send(t, person, 'POST', '/api/checkins', { fields: { mission_id, type: 'photo', ...fields }, photo, ...named });

/** Edits a check-in with a multipart form, optionally with a new photo. */
export const editByForm = (
  t: TestApp,
  person: TestUser,
  checkinId: string,
  fields: Record<string, string>,
  photo?: Buffer,
) => send(t, person, 'PUT', `/api/checkins/${checkinId}`, { fields, photo });

/** Lists every file in a folder of the data directory, including hidden files. */
export const filesIn = async (t: TestApp, folder: string): Promise<string[]> =>
  (await readdir(join(t.dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(t.dataDir, folder).length + 1));

/** Returns a function that lists the spooled uploads and counts the files stored since now. */
export async function watchFiles(t: TestApp) {
  const before = (await filesIn(t, 'media')).length;
  return async () => ({ tmp: await filesIn(t, 'tmp'), media: (await filesIn(t, 'media')).length - before });
}
