import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('../src/web/tokens.css', import.meta.url), 'utf8');

/** The colours of a theme; the dark one takes over what it does not name. */
function coloursOf(...selectors: string[]): Record<string, string> {
  const blocks = selectors.flatMap((selector) =>
    [...css.matchAll(/^(\S+) \{\n([^}]*)\}/gm)].filter(([, name]) => name === selector).map(([, , body]) => body),
  );
  return Object.fromEntries(
    [...blocks.join('').matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
}

const LIGHT = coloursOf(':root');
const THEMES = { light: LIGHT, dark: { ...LIGHT, ...coloursOf('[data-theme="dark"]') } };

/** The relative luminance of WCAG 2. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

describe.each(Object.entries(THEMES))('the %s theme', (_, theme) => {
  it.each(['canvas', 'card', 'sunk'])('Edges of controls, outlines and danger are seen on %s.', (ground) => {
    for (const name of ['line-strong', 'ink-2', 'rose'])
      expect(contrast(theme[name]!, theme[ground]!), name).toBeGreaterThanOrEqual(3);
  });

  it('What is written on a button can be read.', () => {
    for (const fill of ['rose', 'flame', 'night'])
      expect(contrast(theme[`on-${fill}`]!, theme[fill]!), fill).toBeGreaterThanOrEqual(4.5);
  });
});
