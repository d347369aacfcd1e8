import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Renderer } from '@takumi-rs/core';

export type FontFamily = 'gabarito' | 'figtree';

const require = createRequire(import.meta.url);

/** The file of one of the product's fonts, from the same package that the web app uses. */
export const fontFile = (family: FontFamily, part: 'latin' | 'latin-ext'): string =>
  require.resolve(`@fontsource-variable/${family}/files/${family}-${part}-wght-normal.woff2`);

/** The families of the pictures with the parts that have their letters: Latin, Arabic and Chinese. */
const PARTS = [
  ['gabarito', require.resolve('@fontsource-variable/gabarito/package.json'), /-latin(-ext)?-wght-normal\.woff2$/],
  ['figtree', require.resolve('@fontsource-variable/figtree/package.json'), /-latin(-ext)?-wght-normal\.woff2$/],
  ['readex-pro', require.resolve('@fontsource-variable/readex-pro/package.json'), /-arabic-wght-normal\.woff2$/],
  ['noto-sans-sc', require.resolve('@fontsource-variable/noto-sans-sc/package.json'), /-\d+-wght-normal\.woff2$/],
] as const;

/** The value of `font-family` for a family: the fonts of other scripts have the letters that it lacks. */
export const toFontStack = (family: FontFamily): string => `"${family}", "readex-pro", "noto-sans-sc"`;

async function createRenderer(): Promise<Renderer> {
  // Imported with the first drawing: most processes never draw a picture.
  const { Renderer } = await import('@takumi-rs/core');
  const renderer = new Renderer({ cacheMaxBytes: 0 });
  for (const [name, description, used] of PARTS) {
    const folder = join(description, '../files');
    // Without its ranges, takumi checks what a file really contains; the ranges of the packages promise more.
    for (const file of (await readdir(folder)).sort())
      if (used.test(file)) await renderer.registerFont({ name, data: await readFile(join(folder, file)) });
  }
  return renderer;
}

let opened: Promise<Renderer> | undefined;

/** Returns the renderer with the product's fonts, the only ones that it has. */
export const openRenderer = (): Promise<Renderer> => {
  opened ??= createRenderer();
  return opened;
};
