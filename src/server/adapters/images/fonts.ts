import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Renderer } from '@takumi-rs/core';

export type FontFamily = 'gabarito' | 'figtree';

const { resolve } = createRequire(import.meta.url);

/** The file of one of the product's fonts, from the same package that the web app uses. */
export const fontFile = (family: FontFamily, part: 'latin' | 'latin-ext'): string =>
  resolve(`@fontsource-variable/${family}/files/${family}-${part}-wght-normal.woff2`);

/** The families of the pictures with the parts that have their letters: Latin, Arabic and Chinese. */
const PARTS = [
  ['gabarito', /-latin(-ext)?-wght-normal\.woff2$/],
  ['figtree', /-latin(-ext)?-wght-normal\.woff2$/],
  ['readex-pro', /-arabic-wght-normal\.woff2$/],
  ['noto-sans-sc', /-\d+-wght-normal\.woff2$/],
] as const;

/** The value of `font-family` for a family: the fonts of other scripts have the letters that it lacks. */
export const toFontStack = (family: FontFamily): string => `"${family}", "readex-pro", "noto-sans-sc"`;

async function createRenderer(): Promise<Renderer> {
  // Imported with the first drawing: most processes never draw a picture.
  const { Renderer } = await import('@takumi-rs/core');
  const renderer = new Renderer({ cacheMaxBytes: 0 });
  for (const [name, used] of PARTS) {
    const folder = join(dirname(resolve(`@fontsource-variable/${name}/package.json`)), 'files');
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
