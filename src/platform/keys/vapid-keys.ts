import { createECDH } from 'node:crypto';
import { createOnce, readCreated } from './create-once.ts';

/** The key pair that signs push messages, base64url. It must not change, because browser subscriptions depend on it. */
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

/** Returns the key pair in `<data_dir>/vapid.json`, which the first start creates. */
export const loadVapidKeys = async (data_dir: string): Promise<VapidKeys> =>
  JSON.parse(await createOnce(data_dir, FILE, createKeys)) as VapidKeys;

/** Returns the key pair, or null before the first start. Throws if the file contains something else. */
export async function findVapidKeys(data_dir: string): Promise<VapidKeys | null> {
  const text = await readCreated(data_dir, FILE);
  return text === null ? null : (JSON.parse(text) as VapidKeys);
}

/** Returns true if the public key belongs to the private key. */
export function isPair({ public_key, private_key }: VapidKeys): boolean {
  try {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(private_key, 'base64url');
    return curve.getPublicKey('base64url') === public_key;
  } catch {
    return false;
  }
}
