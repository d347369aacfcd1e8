import * as z from 'zod/mini';
import { AVATAR_BYTES_MAX, BIO_MAX, LOCATION_MAX, NAME_MAX } from '#domain/limits.ts';
import { User } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { line, optionalText } from './fields.ts';

export const timezones = endpoint({
  method: 'GET',
  path: '/api/auth/timezones',
  access: 'user',
  summary: 'List the time zones to choose from, sorted by offset',
  response: z.array(z.object({ value: z.string(), label: z.string() })),
});

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/auth/profile',
  access: 'user',
  summary: 'Change your profile; the first change completes it',
  body: z.object({
    name: line('Name', NAME_MAX),
    bio: optionalText('Bio', BIO_MAX),
    location: optionalText('Location', LOCATION_MAX),
    timezone: z
      .string('Please choose a timezone from the list')
      .check(z.maxLength(64, 'Please choose a timezone from the list')),
  }),
  response: User,
  errors: ['unknown_timezone'],
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
