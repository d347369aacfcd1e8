import { expect, it } from 'vitest';
import { getT } from '#platform/web/lib/language.ts';
import { avatarProblem } from './avatar-file.ts';

const file = (name: string, type: string, size = 1000) => ({ name, type, size });
const LIMIT = 10 * 1024 * 1024;

it.each([
  file('a.jpg', 'image/jpeg'),
  file('a', 'image/avif'),
  file('a.HEIC', ''),
  file('a.heif', 'application/octet-stream'),
  file('a.png', 'image/png', LIMIT),
])('accepts the file %o', (picture) => {
  expect(avatarProblem(getT(), picture)).toBeNull();
});

it('refuses other types of files', () => {
  const sentence = 'Please select a valid image file (JPEG, PNG, WebP, HEIC, HEIF)';
  expect(avatarProblem(getT(), file('a.txt', 'text/plain'))).toBe(sentence);
  expect(avatarProblem(getT(), file('a.svg', 'image/svg+xml'))).toBe(sentence);
});

it('refuses a picture that is one byte larger than 10 MB', () => {
  expect(avatarProblem(getT(), file('a.png', 'image/png', LIMIT + 1))).toBe('File size must be less than 10MB');
});
