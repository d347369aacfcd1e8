import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { PUSH_TYPES } from '#domain/notifications.ts';
import { described, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { Language } from './fields.ts';

export const Settings = namedObject(
  'Settings',
  'Which notifications come as push messages or emails, besides the bell, and your language.',
  {
    push_types: described(
      z.array(z.enum(PUSH_TYPES)).check(z.maxLength(PUSH_TYPES.length)),
      'Types of notifications that also come as a push message.',
    ),
    weekly_digest: described(z.boolean(), "An email with the week's quilt on Mondays."),
    new_device_mail: described(z.boolean(), 'An email when someone signs in on a new device.'),
    language: described(
      z.nullable(Language),
      'The language of your screens, emails and notifications; null for that of the browser.',
    ),
  },
);
export type Settings = z.output<typeof Settings>;

const SettingsInput = z.extend(Settings, {
  new_device_mail: described(
    z.optional(z.boolean()),
    'An email when someone signs in on a new device; left out, it stays as it is.',
  ),
  language: described(
    z.optional(z.nullable(Language)),
    'The language of your screens, emails and notifications; null for that of the browser; left out, it stays as it is.',
  ),
});
export type SettingsInput = z.output<typeof SettingsInput>;

export const readSettings = endpoint(
  { method: 'GET', path: '/api/settings' },
  ON_SERVER && {
    access: 'user',
    summary: 'Get your settings',
    response: Settings,
  },
);

export const saveSettings = endpoint(
  { method: 'PUT', path: '/api/settings', body: SettingsInput },
  ON_SERVER && {
    access: 'user',
    summary: 'Change your settings',
    response: Settings,
  },
);
