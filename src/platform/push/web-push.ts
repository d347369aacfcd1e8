import { Agent, request } from 'node:https';
import type { GuardedHttp } from '#platform/guarded-http/guarded-http.ts';
import type { VapidKeys } from '../keys/vapid-keys.ts';
import { PUSH_FIRST_TRY_SECONDS, PUSH_TTL_SECONDS } from './limits.ts';
import { type Push, PushGone, PushRefused, type PushTarget, type PushTry } from './push.ts';
import { isPushEndpoint } from './push-endpoint.ts';
import { makeSilentDevices } from './silent-devices.ts';

const TIMEOUT_MS = 10_000;
const GONE = new Set([404, 410]);

interface Options {
  readonly keys: VapidKeys;
  /** The contact for push services: a `mailto:` or https URL. */
  readonly subject: string;
  /** Tests direct connections to their own server with it; hosts and certificates are checked as usual. */
  readonly agent?: Agent;
  /** The way to push servers that are no known services; without it messages go to the known ones alone. */
  readonly http?: GuardedHttp;
  readonly timeout_ms?: number;
}

const SILENT = 'The push service is silent.';
const NOBODY = 'No push service there.';
const unlimited = () => undefined;

/** Returns the status; the body is not read. Redirects are not followed. */
const post = (url: string, headers: Record<string, string>, body: Buffer, options: { agent: Agent; timeout: number }) =>
  new Promise<number>((resolve, reject) => {
    const signal = AbortSignal.timeout(options.timeout);
    const sent = request(url, { method: 'POST', headers, agent: options.agent, signal }, (answer) => {
      resolve(answer.statusCode ?? 0);
      answer.destroy();
    });
    sent.on('error', () => reject(new Error(signal.aborted ? SILENT : NOBODY)));
    sent.end(body);
  });

/**
 * Web push (RFC 8030, 8291, 8292): encrypted for the device, signed with our key, stored by the service for 24 hours. A
 * request may take 10 s and goes to known push services, and to those that `http` accepts (docs/decisions/0048).
 */
export function webPushSender({ keys, subject, agent, http, timeout_ms = TIMEOUT_MS }: Options): Push {
  const transport = { agent: agent ?? new Agent({ keepAlive: true, maxSockets: 8 }), timeout: timeout_ms };
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
  const silent = makeSilentDevices();
  /** Notes whether a device's server answered in time; throws once it has been silent for a day. */
  const noteOutcome = (isTimeout: boolean, { device_id, now }: PushTry) => {
    if (isTimeout && !silent.noteTimeout(device_id, now)) return;
    silent.forget(device_id);
    if (isTimeout) throw new PushGone('The push server has been silent for a day.');
  };
  const postGuarded = async (
    guarded: GuardedHttp,
    message: { url: string; headers: Record<string, string>; body: Buffer },
    one: PushTry | undefined,
  ) => {
    const time_ms = one?.attempt === 1 ? Math.min(timeout_ms, PUSH_FIRST_TRY_SECONDS * 1000) : timeout_ms;
    const { status, error } = await guarded.post(message.url, message.headers, message.body, time_ms);
    const isTimeout = status === null && error === 'timeout';
    if (one) noteOutcome(isTimeout, one);
    if (status === null) throw new Error(isTimeout ? SILENT : NOBODY);
    return status;
  };
  const accepts = (endpoint: string) => isPushEndpoint(endpoint) || (http?.accepts(endpoint) ?? false);
  return {
    public_key: keys.public_key,
    accepts,
    restSeconds: silent.restSeconds,
    reserve: (device) => {
      if (isPushEndpoint(device.endpoint) || !http) return unlimited;
      const endTurn = silent.take(device);
      const giveBack = endTurn && http.reserve(device.endpoint);
      if (!giveBack) {
        endTurn?.();
        return null;
      }
      return () => {
        giveBack();
        endTurn();
      };
    },
    async send(target, payload, ttl_s, one) {
      if (!accepts(target.endpoint)) throw new PushGone('Not the address of a push service that is allowed.');
      // As it is read here, so that what signs the message reads no other host in it.
      const url = new URL(target.endpoint).href;
      const details = await encrypted({ ...target, endpoint: url }, payload, ttl_s);
      const headers = details.headers as Record<string, string>;
      const body = details.body as Buffer;
      const isGuarded = http && !isPushEndpoint(target.endpoint);
      const status = await (isGuarded
        ? postGuarded(http, { url, headers, body }, one)
        : post(url, headers, body, transport));
      if (status >= 200 && status < 300) return;
      if (GONE.has(status)) throw new PushGone('The device has taken its subscription back.');
      const sentence = `The push service answered ${status}.`;
      throw status < 500 && status !== 429 ? new PushRefused(sentence) : new Error(sentence);
    },
  };
}
