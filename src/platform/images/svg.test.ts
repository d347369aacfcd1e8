import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Node, Renderer } from '@takumi-rs/core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawSharePicture } from '#server/pictures/draw.ts';
import { patchPng } from '#server/pictures/patch-svg.ts';
import { images } from './images.ts';
import { drawing, renderPng, svgElement } from './svg.ts';

it('a drawing becomes a PNG of the requested width with a transparent background', async () => {
  const png = await patchPng({ seed: '019aa5b0-0000-7000-8000-000000000003', patch: null, done: 5, total: 10 }, 264);
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 264, height: 264, hasAlpha: true });
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
  expect(pixel(1, 1)[3]).toBe(0);
  // Five of ten stitches are lit: flame color on the right, dark thread on the left.
  expect(pixel(249, 132)).toEqual([0xf0, 0x53, 0x2b, 255]);
  expect(pixel(14, 132)).toEqual([0x6b, 0x4d, 0x80, 255]);
});

it('text in an attribute of a drawing is escaped', async () => {
  expect(svgElement('path', { d: '"><image href="x"/>', strokeWidth: 2 })).toBe(
    '<path d="&quot;&gt;&lt;image href=&quot;x&quot;/&gt;" stroke-width="2"></path>',
  );
});

it('a drawing cannot include a file, and sharp does not read drawings', async () => {
  for (const inside of [
    svgElement('image', { href: '/etc/passwd', width: 4, height: 4 }),
    '<image xlink:href = "file:///etc/passwd"/>',
    svgElement('use', { href: 'other.svg#a' }),
    svgElement('rect', { width: 4, height: 4, fill: 'url(other.svg#a)' }),
    svgElement('style', {}, '@import "other.css"'),
  ])
    await expect(renderPng(drawing(4, 4, inside), 4)).rejects.toThrow('may not refer');
  const pictures = images(drawSharePicture);
  await expect(
    sharp(Buffer.from(drawing(4, 4)))
      .png()
      .toBuffer(),
  ).rejects.toThrow();
  await pictures.close();
});

it('takumi reads no file and sends no request, whatever a node or drawing refers to', async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.end(red);
  });
  const red = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#f00' } })
    .png()
    .toBuffer();
  const folder = await mkdtemp(join(tmpdir(), 'emberkin-'));
  const file = join(folder, 'red.png');
  await writeFile(file, red);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const renderer = new Renderer();
  for (const href of [file, pathToFileURL(file).href, `http://127.0.0.1:${port}/red.png`]) {
    const size = { width: 4, height: 4 };
    const image: Node = { type: 'image', src: href, ...size };
    const ground: Node = { type: 'container', style: { ...size, backgroundImage: `url(${href})` } };
    const inside: Node = { type: 'image', src: 'drawing', ...size };
    const data = Buffer.from(drawing(4, 4, svgElement('image', { href, ...size })));
    for (const node of [image, ground, inside]) {
      const pixels = await renderer.render(node, { ...size, format: 'raw', images: [{ src: 'drawing', data }] });
      expect(pixels.every((value) => value === 0)).toBe(true);
    }
  }
  expect(requests).toBe(0);
  server.close();
  await rm(folder, { recursive: true });
});
