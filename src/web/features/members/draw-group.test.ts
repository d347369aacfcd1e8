import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { breakLines, drawPicture, type GroupPicture, PICTURE_SIZE } from './draw-group.ts';

const FONTS = { title: 'title', line: 'line', foot: 'foot', moon: 'moon' };
const LETTER = 30;
const measure = (text: string) => [...text].length * LETTER;
const PICTURE: GroupPicture = {
  own: { cloth: 'lake-stripes', hat: 'leaf', cut: 'cape' },
  others: 1,
  out: 1,
  share: 2 / 3,
  all: false,
  title: 'Our October',
  line: '2 of 3 are in',
  day: 'Day 14 of 30',
  host: 'habits.example',
  direction: 'ltr',
};

beforeAll(() => {
  vi.stubGlobal('Path2D', class {});
});
afterAll(() => {
  vi.unstubAllGlobals();
});

type Written = [text: string, x: number, y: number, align: unknown];

/** Returns the texts that a picture contains, with their positions. */
function write(fields: Partial<GroupPicture> = {}): Written[] {
  const written: Written[] = [];
  const state: Record<string, unknown> = {};
  const context = new Proxy({} as CanvasRenderingContext2D, {
    get: (_, name) => {
      if (name === 'measureText') return (text: string) => ({ width: measure(text) });
      if (name === 'fillText')
        return (text: string, x: number, y: number) => written.push([text, x, y, state.textAlign]);
      return () => undefined;
    },
    set: (_, name, value) => {
      state[String(name)] = value;
      return true;
    },
  });
  drawPicture(context, { ...PICTURE, ...fields }, FONTS);
  return written;
}
const textsOf = (fields?: Partial<GroupPicture>) => write(fields).map(([text]) => text);

describe("the texts of a group's picture", () => {
  it('are the title, who is in, the day and the host', () => {
    expect(textsOf()).toEqual(['Our October', '2 of 3 are in', 'Day 14 of 30', 'habits.example']);
  });

  it('have the title on two lines at most', () => {
    const title = 'Thirty days of reading twenty pages before bed, and ten more on Sundays';
    const [first, second, line] = textsOf({ title });
    expect([first, second]).toEqual(['Thirty days of reading twenty', 'pages before bed, and ten more…']);
    expect(line).toBe('2 of 3 are in');
  });

  it('have the number of people without a seat', () => {
    expect(textsOf({ others: 8, out: 3 })[0]).toBe('+4');
    expect(textsOf({ others: 7, out: 0 })[0]).toBe('Our October');
  });

  it('start at the right in right-to-left languages, with isolated left-to-right texts', () => {
    const [title, , , host] = write({ direction: 'rtl' });
    expect(title).toEqual(['\u2068Our October\u2069', PICTURE_SIZE - 60, 878, 'start']);
    expect(host).toEqual(['\u2068habits.example\u2069', 60, 1028, 'end']);
  });
});

describe('breaking lines', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }),
    fc.lorem({ maxCount: 15 }),
    fc.constantFrom('每天读二十页书'.repeat(8), 'Averyverylongwordthatnobodyeverbreaks'.repeat(2)),
  );

  it('fits every text into its lines and loses nothing before the dots', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 3 }), fc.integer({ min: 4, max: 40 }), (whole, count, letters) => {
        const lines = breakLines(whole, count, letters * LETTER, measure);
        expect(lines.length).toBeLessThanOrEqual(count);
        for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(letters * LETTER);
        const plain = (some: string) => some.replaceAll(/\s/gu, '');
        const joined = plain(lines.join(''));
        if (joined !== plain(whole)) expect(plain(whole).startsWith(joined.replace(/…$/u, ''))).toBe(true);
      }),
    );
  });

  it('breaks between words, and inside words only if one is too long', () => {
    expect(breakLines('one two three', 3, 8 * LETTER, measure)).toEqual(['one two', 'three']);
    expect(breakLines('every single', 2, 5 * LETTER, measure)).toEqual(['every', 'sing…']);
    expect(breakLines('每天读二十页书', 2, 4 * LETTER, measure)).toEqual(['每天读二', '十页书']);
  });
});
