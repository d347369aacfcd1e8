import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Renderer } from '@takumi-rs/core';

export type FontFamily = 'gabarito' | 'figtree';

const require = createRequire(import.meta.url);

/** Returns the file of a product font, from the package that the web app uses too. */
export const fontFile = (family: FontFamily, part: 'latin' | 'latin-ext'): string =>
  require.resolve(`@fontsource-variable/${family}/files/${family}-${part}-wght-normal.woff2`);

const PARTS = [
  ['gabarito', require.resolve('@fontsource-variable/gabarito/package.json'), /-latin(-ext)?-wght-normal\.woff2$/],
  ['figtree', require.resolve('@fontsource-variable/figtree/package.json'), /-latin(-ext)?-wght-normal\.woff2$/],
  ['readex-pro', require.resolve('@fontsource-variable/readex-pro/package.json'), /-arabic-wght-normal\.woff2$/],
  ['noto-sans-sc', require.resolve('@fontsource-variable/noto-sans-sc/package.json'), /-\d+-wght-normal\.woff2$/],
] as const;

/** Returns a `font-family` whose fallbacks have the letters of other scripts. */
export const toFontStack = (family: FontFamily): string => `"${family}", "readex-pro", "noto-sans-sc"`;

async function createRenderer(): Promise<Renderer> {
  const { Renderer } = await import('@takumi-rs/core');
  const renderer = new Renderer({ cacheMaxBytes: 0 });
  for (const [name, description, used] of PARTS) {
    const folder = join(description, '../files');
    // Register files without the packages' unicode ranges, which promise letters that are missing. takumi then checks
    // each file.
    for (const file of (await readdir(folder)).sort())
      if (used.test(file)) await renderer.registerFont({ name, data: await readFile(join(folder, file)) });
  }
  return renderer;
}

let opened: Promise<Renderer> | undefined;

/** Returns the renderer, which has only the product's fonts. */
export const openRenderer = (): Promise<Renderer> => {
  opened ??= createRenderer();
  return opened;
};
