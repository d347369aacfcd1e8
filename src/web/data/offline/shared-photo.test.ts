import { expect, it } from 'vitest';
import { readSharedForm } from './shared-photo.ts';

const MB = 1024 * 1024;
const fileOf = (type: string, name: string, size = 10) => new File([new Uint8Array(size)], name, { type });

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

it('readSharedForm takes a picture and the text', () => {
  const photo = fileOf('image/png', 'bread.png');
  const shared = readSharedForm(formOf({ title: 'Bread', text: 'Still warm.', photo, url: 'https://a.example' }));
  expect(shared).toEqual({ photo: expect.any(File), text: 'Bread\nStill warm.' });
});

it.each([
  ['image/jpeg', 'a.jpg', 15 * MB, true],
  ['image/jpeg', 'a.jpg', 15 * MB + 1, false],
  ['', 'a.HEIC', 10, true],
  ['application/octet-stream', 'a.heif', 10, true],
  ['application/octet-stream', 'a.exe', 10, false],
  ['text/html', 'a.heic', 10, false],
  ['application/pdf', 'a.png', 10, false],
  ['image/png', 'empty.png', 0, false],
])('a file of type %j named %s with %i bytes is accepted: %j', (type, name, size, taken) => {
  expect(readSharedForm(formOf({ photo: fileOf(type, name, size) })) !== null).toBe(taken);
});

it('text is cut at 2,000 characters, and an empty form is dropped', () => {
  expect(readSharedForm(formOf({ text: 'x'.repeat(5000) }))?.text).toHaveLength(2000);
  expect(readSharedForm(formOf({ title: '', photo: 'no file' }))).toBeNull();
});
