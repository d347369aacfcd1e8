import { expect, it } from 'vitest';
import { avatarProblem } from './avatar-file.ts';

const file = (name: string, type: string, size = 1000) => ({ name, type, size });
const LIMIT = 10 * 1024 * 1024;

it.each([
  file('a.jpg', 'image/jpeg'),
  file('a', 'image/avif'),
  file('a.HEIC', ''),
  file('a.heif', 'application/octet-stream'),
  file('a.png', 'image/png', LIMIT),
])('takes %o', (picture) => {
  expect(avatarProblem(picture)).toBeNull();
});

it('refuses what is no image of the list', () => {
  const sentence = 'Please select a valid image file (JPEG, PNG, WebP, HEIC, HEIF)';
  expect(avatarProblem(file('a.txt', 'text/plain'))).toBe(sentence);
  expect(avatarProblem(file('a.svg', 'image/svg+xml'))).toBe(sentence);
});

it('refuses one byte more than 10 MB', () => {
  expect(avatarProblem(file('a.png', 'image/png', LIMIT + 1))).toBe('File size must be less than 10MB');
});
