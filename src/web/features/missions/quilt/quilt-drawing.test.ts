import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { squareClothOf } from '#domain/doll.ts';
import { lookOf } from '#domain/looks.ts';
import { drawQuilt, type Palette, type QuiltData, scaleToRead } from './quilt-drawing.ts';
import { MOON } from './squares.ts';

const [WIDTH, HEIGHT] = [300, 120];
const SCALE = scaleToRead({ width: WIDTH });
const PALETTE = new Proxy({} as Palette, { get: (_, name) => String(name) });

interface Drawn {
  squares: number[];
  signs: string[];
  texts: [text: string, x: number][];
}

beforeAll(() => {
  vi.stubGlobal(
    'DOMRectReadOnly',
    class {
      constructor(x: number, y: number, width: number, height: number) {
        Object.assign(this, { x, y, width, height });
      }
    },
  );
  vi.stubGlobal(
    'Path2D',
    class {
      d: string;
      constructor(d: string) {
        this.d = d;
      }
    },
  );
});
afterAll(() => {
  vi.unstubAllGlobals();
});

/** Where the squares and the texts of the quilt come to lie, scrolled so far. */
function draw(start: number, mirrored: boolean, days = 20): Drawn {
  const drawn: Drawn = { squares: [], signs: [], texts: [] };
  const calls: Partial<Record<string, (...values: never[]) => unknown>> = {
    roundRect: (x: number) => drawn.squares.push(x),
    fill: (path?: { d: string }) => path && drawn.signs.push(path.d),
    fillText: (text: string, x: number) => drawn.texts.push([text, x]),
    measureText: () => ({ width: 20 }),
  };
  const context = new Proxy({} as CanvasRenderingContext2D, {
    get: (_, name) => calls[String(name)] ?? (() => undefined),
    set: () => true,
  });
  const quilt: QuiltData = {
    rows: [{ label: 'Ana', cloth: squareClothOf(lookOf('a')), own: true }],
    days,
    months: [{ label: 'Nov', from: 0 }],
    weekday: 0,
    letters: ['M', 'T', 'W', 'T', 'F', 'S', 'S'],
    squareAt: () => 'saved',
  };
  const view = { start, top: 0, width: WIDTH, height: HEIGHT, mirrored };
  drawQuilt(context, quilt, { scale: SCALE, view, palette: PALETTE, font: 'x' });
  return drawn;
}

it('From right to left each square and each text lies as far from the right as it did from the left.', () => {
  for (const start of [0, 130]) {
    const [plain, mirrored] = [draw(start, false), draw(start, true)];
    expect(plain.squares.length).toBeGreaterThan(8);
    expect(mirrored.squares).toEqual(plain.squares.map((x) => WIDTH - x - SCALE.cell));
    expect(mirrored.texts.map(([, x]) => x)).toEqual(plain.texts.map(([, x]) => WIDTH - x));
  }
});

it('Names stand at the right in text from right to left, isolated where their letters run the other way.', () => {
  expect(draw(0, false).texts[0]).toEqual(['Ana', 0]);
  expect(draw(0, true).texts[0]).toEqual(['\u2068Ana\u2069', WIDTH]);
});

it('marks a saved day with the moon of the small quilt and the ledger', () => {
  const { squares, signs } = draw(0, false);
  expect(signs).toHaveLength(squares.length);
  expect(new Set(signs)).toEqual(new Set([MOON]));
});
