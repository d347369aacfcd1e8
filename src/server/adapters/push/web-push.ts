import { Agent, request } from 'node:https';
import webPush from 'web-push';
import { PUSH_TTL_SECONDS } from '#domain/limits.ts';
import { isPushEndpoint } from '#domain/push.ts';
import type { VapidKeys } from '../keys/vapid-keys.ts';
import { type Push, PushGone, PushRefused, type PushTarget } from './push.ts';

const TIMEOUT_MS = 10_000;
const GONE = new Set([404, 410]);

interface Options {
  readonly keys: VapidKeys;
  /** Who answers for the messages: a `mailto:` or https URL. */
  readonly subject: string;
  /** Tests reach their own peer through it; hosts and certificates are checked as ever. */
  readonly agent?: Agent;
  readonly timeout_ms?: number;
}

/** The status of the answer; its body is of no use and not read. Redirects are not followed. */
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
 * Web push (RFC 8030, 8291, 8292): encrypted for the device, signed with our key, kept for 24 hours by the service, 10 s
 * at most, sent to the known services alone (Limits: push).
 */
export function webPushSender({ keys, subject, agent, timeout_ms }: Options): Push {
  const transport = {
    agent: agent ?? new Agent({ keepAlive: true, maxSockets: 8 }),
    timeout: timeout_ms ?? TIMEOUT_MS,
  };
  const sealed = ({ endpoint, p256dh, auth }: PushTarget, payload: string, ttl = PUSH_TTL_SECONDS) => {
    try {
      return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject, publicKey: keys.public_key, privateKey: keys.private_key },
        TTL: Math.min(ttl, PUSH_TTL_SECONDS),
        contentEncoding: 'aes128gcm',
      });
    } catch (cause) {
      // A point that is not on the curve: no browser can be behind it.
      throw new PushGone('The keys of the device are none.', { cause });
    }
  };
  return {
    public_key: keys.public_key,
    async send(target, payload, ttl_s) {
      if (!isPushEndpoint(target.endpoint)) throw new PushRefused('Not the address of a push service.');
      const { headers, body, endpoint } = sealed(target, payload, ttl_s);
      const status = await post(endpoint, headers as Record<string, string>, body as Buffer, transport);
      if (status >= 200 && status < 300) return;
      if (GONE.has(status)) throw new PushGone('The device has taken its subscription back.');
      const sentence = `The push service answered ${status}.`;
      throw status < 500 && status !== 429 ? new PushRefused(sentence) : new Error(sentence);
    },
  };
}
