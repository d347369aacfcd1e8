import { describe, expect, it } from 'vitest';
import { fitInto, isHeic, isJpeg, isTransparent, photoProblem } from './photo-file.ts';

const file = (name: string, type: string, size = 1000) => ({ name, type, size });
const MIB = 1024 * 1024;

describe('photo before it is sent', () => {
  it.each([
    file('a.jpg', 'image/jpeg'),
    file('a', 'image/png'),
    file('a.WEBP', ''),
    file('IMG_1.HEIC', ''),
    file('a.heif', 'image/heif'),
    file('a.avif', 'image/avif'),
    file('20261121', 'application/octet-stream'),
    file('a.jpg', 'image/jpeg', 15 * MIB),
  ])('is accepted as $name with type "$type"', (photo) => expect(photoProblem(photo)).toBeNull());

  it.each([
    file('a.svg', 'image/svg+xml'),
    file('a.gif', 'image/gif'),
    file('a.pdf', 'application/pdf'),
    file('a', ''),
  ])('is not an image as $name with type "$type"', (photo) =>
    expect(photoProblem(photo)).toBe('app.checkins.photo.not_image'),
  );

  it('has at most 15 MB', () =>
    expect(photoProblem(file('a.jpg', 'image/jpeg', 15 * MIB + 1))).toBe('app.checkins.photo.too_large'));

  it('is recognized as HEIC by its type or its name', () => {
    const photos = [file('a', 'image/heic'), file('a.HEIF', ''), file('a.jpg', 'image/jpeg'), file('heic.png', '')];
    expect(photos.map(isHeic)).toEqual([true, true, false, false]);
  });
});

describe('transparency of a photo', () => {
  it('is detected from its pixels', () => {
    const [opaque, clear] = [255, 254].map((alpha) => new Uint8ClampedArray([9, 9, 9, 255, 9, 9, 9, alpha]));
    expect([isTransparent(opaque!), isTransparent(clear!)]).toEqual([false, true]);
  });

  it("is ruled out by the first bytes of a JPEG, whatever the file's type", async () => {
    const jpeg = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], { type: 'application/octet-stream' });
    const png = new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], { type: 'image/jpeg' });
    expect(await Promise.all([jpeg, png, new Blob([])].map(isJpeg))).toEqual([true, false, false]);
  });
});

it('a photo shrinks to at most 1600 pixels a side and is never enlarged', () => {
  expect(fitInto(4032, 3024)).toEqual({ width: 1600, height: 1200 });
  expect(fitInto(3024, 4032)).toEqual({ width: 1200, height: 1600 });
  expect(fitInto(40_000, 10)).toEqual({ width: 1600, height: 1 });
  expect(fitInto(1600, 900)).toBeNull();
});
