import webPush from 'web-push';
import { createOnce } from './create-once.ts';

/** The pair that signs push messages (VAPID), base64url. Browsers hang on the public one, so it must not change. */
export interface VapidKeys {
  readonly public_key: string;
  readonly private_key: string;
}

function made(): string {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  return JSON.stringify({ public_key: publicKey, private_key: privateKey } satisfies VapidKeys);
}

/** The keys kept in `<data_dir>/vapid.json` (Limits: configuration). */
export const loadVapidKeys = async (data_dir: string): Promise<VapidKeys> =>
  JSON.parse(await createOnce(data_dir, 'vapid.json', made)) as VapidKeys;
