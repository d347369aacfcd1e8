import { createOnce } from './create-once.ts';

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

/** The key pair in `<data_dir>/vapid.json`, which the first start creates. */
export const loadVapidKeys = async (data_dir: string): Promise<VapidKeys> =>
  JSON.parse(await createOnce(data_dir, 'vapid.json', createKeys)) as VapidKeys;
