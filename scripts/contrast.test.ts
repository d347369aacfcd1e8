import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast } from '#domain/testing/contrast.ts';

const css = readFileSync(new URL('../src/web/tokens.css', import.meta.url), 'utf8');

/** Returns the colors of a theme. The dark theme inherits the colors that it omits. */
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

describe.each(Object.entries(THEMES))('the %s theme', (_, theme) => {
  it.each(['canvas', 'card', 'sunk'])('shows edges of controls, outlines and danger on %s', (ground) => {
    for (const name of ['line-strong', 'ink-2', 'rose'])
      expect(contrast(theme[name]!, theme[ground]!), name).toBeGreaterThanOrEqual(3);
  });

  it('has readable text on buttons', () => {
    for (const fill of ['rose', 'flame', 'night'])
      expect(contrast(theme[`on-${fill}`]!, theme[fill]!), fill).toBeGreaterThanOrEqual(4.5);
  });
});
