import { Agent, request } from 'node:https';
import { PUSH_TTL_SECONDS } from '#domain/limits.ts';
import { isPushEndpoint } from '#domain/push.ts';
import type { VapidKeys } from '../keys/vapid-keys.ts';
import { type Push, PushGone, PushRefused, type PushTarget } from './push.ts';

const TIMEOUT_MS = 10_000;
const GONE = new Set([404, 410]);

interface Options {
  readonly keys: VapidKeys;
  /** The contact for push services: a `mailto:` or https URL. */
  readonly subject: string;
  /** Tests direct connections to their own server with it; hosts and certificates are checked as usual. */
  readonly agent?: Agent;
  readonly timeout_ms?: number;
}

/** Returns the status; the body is not read. Redirects are not followed. */
const post = (url: string, headers: Record<string, string>, body: Buffer, options: { agent: Agent; timeout: number }) =>
  new Promise<number>((resolve, reject) => {
    const signal = AbortSignal.timeout(options.timeout);
    const sent = request(url, { method: 'POST', headers, agent: options.agent, signal }, (answer) => {
      resolve(answer.statusCode ?? 0);
      answer.destroy();
    });
    sent.on('error', () =>
      reject(new Error(signal.aborted ? 'The push service is silent.' : 'No push service there.')),
    );
    sent.end(body);
  });

/**
 * Web push (RFC 8030, 8291, 8292): encrypted for the device, signed with our key, stored by the service for 24 hours. A
 * request may take 10 s and goes to known push services only.
 */
export function webPushSender({ keys, subject, agent, timeout_ms }: Options): Push {
  const transport = {
    agent: agent ?? new Agent({ keepAlive: true, maxSockets: 8 }),
    timeout: timeout_ms ?? TIMEOUT_MS,
  };
  const encrypted = async ({ endpoint, p256dh, auth }: PushTarget, payload: string, ttl = PUSH_TTL_SECONDS) => {
    // Loaded with the first message, so that the start does not wait for it.
    const { default: webPush } = await import('web-push');
    try {
      return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject, publicKey: keys.public_key, privateKey: keys.private_key },
        TTL: Math.min(ttl, PUSH_TTL_SECONDS),
        contentEncoding: 'aes128gcm',
      });
    } catch (cause) {
      // The key is not a point on the curve, so no browser created it.
      throw new PushGone('The keys of the device are none.', { cause });
    }
  };
  return {
    public_key: keys.public_key,
    async send(target, payload, ttl_s) {
      if (!isPushEndpoint(target.endpoint)) throw new PushRefused('Not the address of a push service.');
      const { headers, body, endpoint } = await encrypted(target, payload, ttl_s);
      const status = await post(endpoint, headers as Record<string, string>, body as Buffer, transport);
      if (status >= 200 && status < 300) return;
      if (GONE.has(status)) throw new PushGone('The device has taken its subscription back.');
      const sentence = `The push service answered ${status}.`;
      throw status < 500 && status !== 429 ? new PushRefused(sentence) : new Error(sentence);
    },
  };
}
