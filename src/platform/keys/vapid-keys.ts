import { createECDH } from 'node:crypto';
import { createOnce, readCreated } from './create-once.ts';

/**
 * The key pair that signs push messages (VAPID), base64url. Subscriptions of browsers depend on the public key, so it
 * must not change.
 */
export interface VapidKeys {
  readonly public_key: string;
  readonly private_key: string;
}

async function createKeys(): Promise<string> {
  const { default: webPush } = await import('web-push');
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  return JSON.stringify({ public_key: publicKey, private_key: privateKey } satisfies VapidKeys);
}

const FILE = 'vapid.json';

/** The key pair in `<data_dir>/vapid.json`, which the first start creates. */
export const loadVapidKeys = async (data_dir: string): Promise<VapidKeys> =>
  JSON.parse(await createOnce(data_dir, FILE, createKeys)) as VapidKeys;

/** The same key pair, or null before the first start. Throws where the file holds something else. */
export async function findVapidKeys(data_dir: string): Promise<VapidKeys | null> {
  const text = await readCreated(data_dir, FILE);
  return text === null ? null : (JSON.parse(text) as VapidKeys);
}

/** Whether both are keys, and the public one belongs to the private one. */
export function isPair({ public_key, private_key }: VapidKeys): boolean {
  try {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(private_key, 'base64url');
    return curve.getPublicKey('base64url') === public_key;
  } catch {
    return false;
  }
}
