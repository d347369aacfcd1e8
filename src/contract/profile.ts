import * as z from 'zod/mini';
import { AVATAR_BYTES_MAX, BIO_MAX, LOCATION_MAX, NAME_MAX } from '#domain/limits.ts';
import { User } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { clearableText, line, optionalText } from './fields.ts';

export const timezones = endpoint({
  method: 'GET',
  path: '/api/auth/timezones',
  access: 'user',
  summary: 'List the time zones to choose from, sorted by offset',
  response: z.array(z.object({ value: z.string(), label: z.string() })),
});

const CHOOSE_ZONE = 'Please choose a timezone from the list';
const Timezone = z.string(CHOOSE_ZONE).check(z.maxLength(64, CHOOSE_ZONE));

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/auth/profile',
  access: 'user',
  summary: 'Change your profile; the first change completes it',
  body: z.object({
    name: line('Name', NAME_MAX),
    bio: optionalText('Bio', BIO_MAX),
    location: optionalText('Location', LOCATION_MAX),
    timezone: Timezone,
  }),
  response: User,
  errors: ['unknown_timezone'],
  rates: ['names', 'zones'],
});

export const patchProfile = endpoint({
  method: 'PATCH',
  path: '/api/auth/profile',
  access: 'user',
  summary: 'Change some fields of your profile; name and time zone together complete it',
  body: z.object({
    name: z.optional(line('Name', NAME_MAX)),
    bio: clearableText('Bio', BIO_MAX),
    location: clearableText('Location', LOCATION_MAX),
    timezone: z.optional(Timezone),
  }),
  response: User,
  errors: ['unknown_timezone'],
  rates: ['names', 'zones'],
});

export const uploadAvatar = endpoint({
  method: 'POST',
  path: '/api/auth/upload-avatar',
  access: 'user',
  summary: 'Replace your profile picture',
  files: { avatar: { max_bytes: AVATAR_BYTES_MAX, too_large: 'avatar_too_large' } },
  response: z.object({ avatar_url: z.string(), user: User }),
  errors: ['avatar_too_large', 'avatar_not_image', 'image_too_many_pixels', 'image_unreadable'],
  rate: 'photos',
});
