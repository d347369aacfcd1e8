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
  /** A `mailto:` or https URL. */
  readonly subject: string;
  /** Tests use it to connect to their own server; hosts and certificates are still checked. */
  readonly agent?: Agent;
  /** Sends to servers other than the known services; without it they are rejected. */
  readonly http?: GuardedHttp;
  readonly timeout_ms?: number;
}

const SILENT = 'The push service does not respond.';
const NOBODY = 'The push service cannot be reached.';
const unlimited = () => undefined;

/** Returns the status without reading the body or following redirects. */
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
 * Creates a web push sender (RFC 8030, 8291, 8292). Requests time out after 10 s. They go to known push services and to
 * hosts that `http` accepts (docs/decisions/0048).
 */
export function webPushSender({ keys, subject, agent, http, timeout_ms = TIMEOUT_MS }: Options): Push {
  const transport = { agent: agent ?? new Agent({ keepAlive: true, maxSockets: 8 }), timeout: timeout_ms };
  const encrypted = async ({ endpoint, p256dh, auth }: PushTarget, payload: string, ttl = PUSH_TTL_SECONDS) => {
    // Imported for the first message, so startup does not wait for it.
    const { default: webPush } = await import('web-push');
    try {
      return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject, publicKey: keys.public_key, privateKey: keys.private_key },
        TTL: Math.min(ttl, PUSH_TTL_SECONDS),
        contentEncoding: 'aes128gcm',
      });
    } catch (cause) {
      // The key is not on the curve, so no browser created it.
      throw new PushGone('The keys of the device are invalid.', { cause });
    }
  };
  const silent = makeSilentDevices();
  /** Records whether the server responded in time; throws if it has been silent for a day. */
  const noteOutcome = (isTimeout: boolean, { device_id, now }: PushTry) => {
    if (isTimeout && !silent.noteTimeout(device_id, now)) return;
    silent.forget(device_id);
    if (isTimeout) throw new PushGone('The push server has not responded for a day.');
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
      if (!accepts(target.endpoint)) throw new PushGone('The address of the push service is not allowed.');
      // Normalized, so the signing library cannot read another host in it.
      const url = new URL(target.endpoint).href;
      const details = await encrypted({ ...target, endpoint: url }, payload, ttl_s);
      const headers = details.headers as Record<string, string>;
      const body = details.body as Buffer;
      const isGuarded = http && !isPushEndpoint(target.endpoint);
      const status = await (isGuarded
        ? postGuarded(http, { url, headers, body }, one)
        : post(url, headers, body, transport));
      if (status >= 200 && status < 300) return;
      if (GONE.has(status)) throw new PushGone('The device has ended its subscription.');
      const sentence = `The push service returned ${status}.`;
      throw status < 500 && status !== 429 ? new PushRefused(sentence) : new Error(sentence);
    },
  };
}
