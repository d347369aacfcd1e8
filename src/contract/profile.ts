import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { AVATAR_BYTES_MAX, BIO_MAX, LOCATION_MAX, NAME_MAX } from '#domain/limits.ts';
import { described } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { problem } from '#platform/i18n/problem.ts';
import { User } from './auth.ts';
import { clearableText, Look, line, optionalText } from './fields.ts';

export const timezones = endpoint(
  { method: 'GET', path: '/api/auth/timezones' },
  ON_SERVER && {
    access: 'user',
    summary: 'List the timezones to choose from, sorted by offset',
    response: z.array(
      z.object({
        value: described(z.string(), 'The IANA name.'),
        label: described(z.string(), 'The name with its offset, to show to people.'),
      }),
    ),
  },
);

const CHOOSE_ZONE = problem('problems.zone');
const look = described(z.optional(z.nullable(Look)), 'Your doll; null for the one drawn from your id.');
const Timezone = z.string(CHOOSE_ZONE).check(z.maxLength(64, CHOOSE_ZONE));

export const updateProfile = endpoint(
  {
    method: 'PUT',
    path: '/api/auth/profile',
    body: z.object({
      name: described(line('problems.labels.name', NAME_MAX), 'The name that others see.'),
      bio: described(optionalText('problems.labels.bio', BIO_MAX), 'A few words about you; null or empty clears them.'),
      location: described(
        optionalText('problems.labels.location', LOCATION_MAX),
        'Your location in your own words; null or empty clears it.',
      ),
      timezone: described(Timezone, 'Your timezone, by its IANA name; one of the list.'),
      look,
    }),
  },
  ON_SERVER && {
    access: 'user',
    summary: 'Change your profile; the first change completes it',
    response: User,
    errors: ['unknown_timezone'],
    rates: ['names', 'zones'],
  },
);

export const patchProfile = endpoint(
  {
    method: 'PATCH',
    path: '/api/auth/profile',
    body: z.object({
      name: described(z.optional(line('problems.labels.name', NAME_MAX)), 'The name that others see.'),
      bio: described(clearableText('problems.labels.bio', BIO_MAX), 'A few words about you; null clears them.'),
      location: described(
        clearableText('problems.labels.location', LOCATION_MAX),
        'Your location in your own words; null clears it.',
      ),
      timezone: described(z.optional(Timezone), 'Your timezone, by its IANA name; one of the list.'),
      look,
    }),
  },
  ON_SERVER && {
    access: 'user',
    summary: 'Change some fields of your profile; name and timezone together complete it',
    response: User,
    errors: ['unknown_timezone'],
    rates: ['names', 'zones'],
  },
);

export const uploadAvatar = endpoint(
  { method: 'POST', path: '/api/auth/upload-avatar' },
  ON_SERVER && {
    access: 'user',
    summary: 'Replace your profile picture',
    files: { avatar: { max_bytes: AVATAR_BYTES_MAX, too_large: 'avatar_too_large' } },
    response: z.object({
      avatar_url: described(z.string(), 'The path of the new picture.'),
      user: described(User, 'Your account with it.'),
    }),
    errors: ['avatar_too_large', 'avatar_not_image', 'image_too_many_pixels', 'image_unreadable'],
    rate: 'photos',
  },
);
