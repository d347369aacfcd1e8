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
  /** The columns whose header has a hem. */
  hems: number[];
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

/** Returns the positions of squares and texts, scrolled by `start`. */
function draw(start: number, mirrored: boolean, days = 20, full: readonly number[] = []): Drawn {
  const drawn: Drawn = { squares: [], signs: [], texts: [], hems: [] };
  const calls: Partial<Record<string, (...values: never[]) => unknown>> = {
    roundRect: (x: number) => drawn.squares.push(x),
    fillRect: (x: number, _y: number, w: number, h: number) => w === SCALE.cell && h === 2 && drawn.hems.push(x),
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
    isFull: (day) => full.includes(day),
  };
  const view = { start, top: 0, width: WIDTH, height: HEIGHT, mirrored };
  drawQuilt(context, quilt, { scale: SCALE, view, palette: PALETTE, font: 'x' });
  return drawn;
}

it('right-to-left text mirrors the position of every square and text', () => {
  for (const start of [0, 130]) {
    const [plain, mirrored] = [draw(start, false), draw(start, true)];
    expect(plain.squares.length).toBeGreaterThan(8);
    expect(mirrored.squares).toEqual(plain.squares.map((x) => WIDTH - x - SCALE.cell));
    expect(mirrored.texts.map(([, x]) => x)).toEqual(plain.texts.map(([, x]) => WIDTH - x));
  }
});

it('hems a full day in the header and round its square', () => {
  const [plain, hemmed] = [draw(0, false, 3), draw(0, false, 3, [1])];
  expect(hemmed.hems).toEqual([SCALE.names + SCALE.cell]);
  expect(plain.hems).toEqual([]);
  // The hem, and the square inside it.
  const left = SCALE.names + SCALE.cell;
  expect(hemmed.squares.toSpliced(1, 2)).toEqual(plain.squares.toSpliced(1, 1));
  expect(hemmed.squares.slice(1, 3)).toEqual([left + 1, left + 3]);
});

it('right-to-left text puts names at the right and isolates left-to-right names', () => {
  expect(draw(0, false).texts[0]).toEqual(['Ana', 0]);
  expect(draw(0, true).texts[0]).toEqual(['\u2068Ana\u2069', WIDTH]);
});

it('marks a saved day with the moon of the small quilt and the ledger', () => {
  const { squares, signs } = draw(0, false);
  expect(signs).toHaveLength(squares.length);
  expect(new Set(signs)).toEqual(new Set([MOON]));
});
