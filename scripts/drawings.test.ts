import { readFileSync } from 'node:fs';
import swc from '@swc/core';
import { expect, it } from 'vitest';

/** In bytes, minified. They load after the first paint, but on every page with a mission. */
const BYTES_MAX = 14_000;

it('the drawings of patches and dolls have at most 14,000 bytes of script', () => {
  const scripts = ['patch-catalogue.ts', 'doll.ts'].map((file) => {
    const text = readFileSync(new URL(`../src/domain/${file}`, import.meta.url), 'utf8');
    const minify = { compress: true, mangle: { toplevel: true } } as const;
    return swc.transformSync(text, {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022', minify },
      minify: true,
    }).code;
  });
  expect(scripts.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(BYTES_MAX);
});
