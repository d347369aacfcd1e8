import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.ts';

/** A minimal reader of RFC 4180, one character at a time. */
function read(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < csv.length; i++) {
    const c = csv[i]!;
    if (quoted && c === '"' && csv[i + 1] === '"') cell += csv[i++];
    else if (c === '"') quoted = !quoted;
    else if (!quoted && c === ',') [row, cell] = [[...row, cell], ''];
    else if (!quoted && c === '\r' && csv[i + 1] === '\n') {
      rows.push([...row, cell]);
      [row, cell] = [[], ''];
      i++;
    } else cell += c;
  }
  return rows;
}

describe('CSV', () => {
  it('CSV reads back as the values that were written, except for the apostrophe before formulas.', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.string()), { minLength: 1, maxLength: 5 }),
        (rows) => {
          const back = read(toCsv(['a', 'b'], rows));
          expect(back[0]).toEqual(['a', 'b']);
          const cells = back.slice(1).flat();
          const expected = rows.flat();
          expect(cells).toHaveLength(expected.length);
          for (const [i, cell] of cells.entries()) expect([expected[i], `'${expected[i]}`]).toContain(cell);
        },
      ),
    );
  });

  it.each(['=1+1', '+1 800', '-cmd', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\uFF1D1', '=HYPERLINK("http://x","y")'])(
    'The text %j gets an apostrophe, so that a spreadsheet does not run it.',
    (text) => {
      expect(read(toCsv(['a'], [[text]]))[1]).toEqual([`'${text}`]);
    },
  );

  it.each([[-5], ['-5'], ['-0.25'], [0], ['Ana'], ['a-b'], ['']])('The value %j is written as it is.', (value) => {
    expect(read(toCsv(['a'], [[value]]))[1]).toEqual([String(value)]);
  });

  it('A null is written as an empty cell.', () => {
    expect(toCsv(['a', 'b'], [[null, true]])).toBe('a,b\r\n,true\r\n');
  });
});
