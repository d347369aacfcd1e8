import * as z from 'zod/mini';
import { PUSH_TYPES } from '#domain/notifications.ts';
import { endpoint } from './endpoint.ts';

/** Which notifications come as a push message or by mail, besides the bell. */
const Settings = z.object({
  /** Types of notifications that also come as a push message. */
  push_types: z.array(z.enum(PUSH_TYPES)).check(z.maxLength(PUSH_TYPES.length)),
  /** A mail with the week's quilt on Mondays. */
  weekly_digest: z.boolean(),
  /** A mail when somebody signs in on a device that is new. */
  new_device_mail: z.boolean(),
});
export type Settings = z.output<typeof Settings>;

/** The same from callers that may not know of the last one, which stays as it is then. */
const SettingsInput = z.extend(Settings, { new_device_mail: z.optional(z.boolean()) });
export type SettingsInput = z.output<typeof SettingsInput>;

export const readSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  access: 'user',
  summary: 'Get your notification settings',
  response: Settings,
});

export const saveSettings = endpoint({
  method: 'PUT',
  path: '/api/settings',
  access: 'user',
  summary: 'Change your notification settings',
  body: SettingsInput,
  response: Settings,
});
