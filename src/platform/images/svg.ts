import type { Node, Renderer } from '@takumi-rs/core';
import { makeConcurrencyLimit } from '#platform/lib/concurrency-limit.ts';
import { escapeHtml } from '#platform/lib/html.ts';

type Attributes = Readonly<Record<string, string | number>>;

const kebab = (name: string) =>
  name === 'viewBox' ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Builds an SVG element; attributes can be in camelCase, as in the domain's shapes. */
export function svgElement(tag: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${kebab(name)}="${escapeHtml(String(value))}"`);
  return `<${tag}${written.join('')}>${children.join('')}</${tag}>`;
}

/** Builds an SVG document of `width` x `height` units. */
export const drawing = (width: number, height: number, ...children: readonly string[]): string =>
  svgElement(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` },
    ...children,
  );

// Each drawing occupies a thread of the pool that also hashes passwords and reads files.
const limited = makeConcurrencyLimit(2, 30);

interface Rendering {
  readonly width: number;
  readonly height?: number;
  readonly lang?: string;
  readonly images: Readonly<Record<string, string>>;
}

/**
 * Renders a node as PNG in the thread pool. takumi loads nothing that a drawing refers to; references are rejected
 * nevertheless. Throws Overloaded if too many wait.
 */
export const renderNode = (renderer: Renderer, node: Node, { images, ...options }: Rendering): Promise<Buffer> =>
  limited(async () => {
    for (const svg of Object.values(images))
      if (/<image\b|href\s*=|@import|url\((?!#)/i.test(svg)) throw new Error('A drawing may not refer to a file.');
    const sources = Object.entries(images).map(([src, svg]) => ({ src, data: Buffer.from(svg) }));
    return renderer.render(node, { ...options, format: 'png', images: sources });
  });

let plain: Promise<Renderer> | undefined;

const openPlain = () => {
  plain ??= import('@takumi-rs/core').then(({ Renderer }) => new Renderer({ cacheMaxBytes: 0 }));
  return plain;
};

/** Renders a drawing of shapes, without text, as PNG, `width` pixels wide. Throws as `renderNode` does. */
export const renderPng = async (svg: string, width: number): Promise<Buffer> =>
  renderNode(
    await openPlain(),
    { type: 'image', src: 'drawing', style: { width } },
    { width, images: { drawing: svg } },
  );
