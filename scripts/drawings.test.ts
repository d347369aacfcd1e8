import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import swc from '@swc/core';
import { expect, it } from 'vitest';

/** Returns the minified script of a file of `src`. */
function minify(file: string): string {
  const text = readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8');
  const options = { compress: true, mangle: { toplevel: true } } as const;
  return swc.transformSync(text, {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022', minify: options },
    minify: true,
  }).code;
}

/** In bytes, minified. They load after the first paint, but on every page with a mission. */
const BYTES_MAX = 14_000;

it('the drawings of patches and dolls have at most 14,000 bytes of script', () => {
  const scripts = ['patch-catalogue.ts', 'doll.ts'].map((file) => minify(`domain/${file}`));
  expect(scripts.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(BYTES_MAX);
});

/** In bytes, minified and compressed. It loads when the button comes into view. */
const PICTURE_BYTES_MAX = 6000;

it("the drawing of a group's picture has at most 6,000 bytes of script (brotli)", () => {
  const files = ['domain/fire-paths.ts', 'domain/fire-picture.ts', 'web/features/members/draw-group.ts'];
  expect(brotliCompressSync(files.map(minify).join('\n')).length).toBeLessThanOrEqual(PICTURE_BYTES_MAX);
});
