import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import webPush from 'web-push';

/** The pair that signs push messages (VAPID), base64url. Browsers hang on the public one, so it must not change. */
export interface VapidKeys {
  readonly public_key: string;
  readonly private_key: string;
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

async function read(path: string): Promise<VapidKeys | null> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  return text === null ? null : (JSON.parse(text) as VapidKeys);
}

/**
 * The keys kept in `<data_dir>/vapid.json`, made at the first start and readable by the owner alone (Limits:
 * configuration). Of two first starts at once one makes them, and both use those.
 */
export async function keptVapidKeys(data_dir: string): Promise<VapidKeys> {
  const path = join(data_dir, 'vapid.json');
  const kept = await read(path);
  if (kept) return kept;
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const draft = join(data_dir, `.vapid-${randomUUID()}`);
  try {
    await writeFile(draft, JSON.stringify({ public_key: publicKey, private_key: privateKey }), {
      mode: 0o600,
      flag: 'wx',
    });
    // A link takes the place whole, or finds it taken.
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await read(path))!;
}
