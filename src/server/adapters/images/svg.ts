import { makeConcurrencyLimit } from '../concurrency-limit.ts';
import { escapeHtml } from '../html.ts';

type Attributes = Readonly<Record<string, string | number>>;

const kebab = (name: string) =>
  name === 'viewBox' ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** An element of a drawing; attributes may be in camelCase, as the shapes of the domain are. */
export function svgElement(tag: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${kebab(name)}="${escapeHtml(String(value))}"`);
  return `<${tag}${written.join('')}>${children.join('')}</${tag}>`;
}

/** A whole drawing of `width` x `height` units. */
export const drawing = (width: number, height: number, ...children: readonly string[]): string =>
  svgElement(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` },
    ...children,
  );

// Each drawing occupies a thread of the pool that also hashes passwords and reads files.
const limited = makeConcurrencyLimit(2, 30);

/**
 * Renders a drawing as PNG, `width` pixels wide, off the event loop. There are no fonts, so text has to be paths, and a
 * drawing must not refer to anything: resvg would read any file of the machine. Throws Overloaded when too many wait.
 */
export const renderPng = (svg: string, width: number): Promise<Buffer> =>
  limited(async () => {
    if (/<image\b|href\s*=|@import|url\((?!#)/i.test(svg)) throw new Error('A drawing may not refer to a file.');
    // Loaded with the first drawing: most processes never draw one.
    const { renderAsync } = await import('@resvg/resvg-js');
    const image = await renderAsync(svg, {
      fitTo: { mode: 'width', value: width },
      font: { loadSystemFonts: false },
      logLevel: 'off',
    });
    return image.asPng();
  });
