import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { DEVICE_NAME_MAX, PUSH_ENDPOINT_MAX } from '#domain/limits.ts';
import { described } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { problem } from '#platform/i18n/problem.ts';
import { Instant, line } from './fields.ts';

const PushDevice = z.object({
  id: described(z.string(), 'The id of the device.'),
  name: described(z.string(), 'The name of the device.'),
  created_at: described(Instant, 'When it was added.'),
  current: described(z.boolean(), 'Whether it sent this request.'),
});
export type PushDevice = z.output<typeof PushDevice>;

/** The error for an endpoint that is too long, or to which the server sends nothing. */
export const UNKNOWN_SERVICE = problem('problems.push.service');
const BAD_KEYS = problem('problems.push.keys');
/** An uncompressed point on P-256, and 16 bytes, in the base64url that browsers write. */
const P256DH = /^B[A-Za-z0-9_-]{86}=?$/;
const AUTH = /^[A-Za-z0-9_-]{22}={0,2}$/;

export const pushKey = endpoint(
  { method: 'GET', path: '/api/push/key' },
  ON_SERVER && {
    access: 'user',
    summary: 'Get the public key that a browser subscribes with',
    response: z.object({ public_key: described(z.string(), 'The public key, in base64url.') }),
  },
);

export const listPushSubscriptions = endpoint(
  { method: 'GET', path: '/api/push/subscriptions' },
  ON_SERVER && {
    access: 'user',
    summary: 'List your devices that receive push messages, newest first',
    response: z.array(PushDevice),
  },
);

export const createPushSubscription = endpoint(
  {
    method: 'POST',
    path: '/api/push/subscriptions',
    body: z.object({
      endpoint: described(
        z.string(UNKNOWN_SERVICE).check(z.maxLength(PUSH_ENDPOINT_MAX, UNKNOWN_SERVICE)),
        "The address of the subscription: https at a known push service (Google, Mozilla, Apple, Windows), or at a host that this server's operator allows, also over http if they name it.",
        { format: 'uri' },
      ),
      keys: described(
        z.object(
          {
            p256dh: described(z.string(BAD_KEYS).check(z.regex(P256DH, BAD_KEYS)), 'Its public key, in base64url.'),
            auth: described(z.string(BAD_KEYS).check(z.regex(AUTH, BAD_KEYS)), 'Its secret, in base64url.'),
          },
          BAD_KEYS,
        ),
        'The keys of the subscription.',
      ),
      name: described(line('problems.labels.name', DEVICE_NAME_MAX), 'A name for the device.'),
    }),
  },
  ON_SERVER && {
    access: 'user',
    summary: 'Let this device receive push messages; the same endpoint again replaces its subscription',
    response: PushDevice,
    status: 201,
    idempotent: true,
    errors: ['push_device_limit'],
  },
);

export const deletePushSubscription = endpoint(
  { method: 'DELETE', path: '/api/push/subscriptions/{id}' },
  ON_SERVER && {
    access: 'user',
    summary: 'Stop push messages to one of your devices',
    errors: ['not_found'],
  },
);

/** The payload of a push message, which the service worker shows. Paths are of this site. */
export const PushMessage = z.object({
  title: z.string(),
  body: z.string(),
  /** The page that a tap opens. */
  path: z.string(),
  /** A later message with the same tag replaces this message. */
  tag: z.string(),
  /** The page that the action 'Check in' opens; without it, the message has no action. */
  checkin_path: z.optional(z.string()),
  checkin_label: z.optional(z.string()),
  /** The language of the text, and its direction. */
  lang: z.optional(z.string()),
  dir: z.optional(z.enum(['ltr', 'rtl'])),
});
export type PushMessage = z.output<typeof PushMessage>;
