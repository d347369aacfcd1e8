import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.ts';

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

const hostile = fc.string({
  unit: fc.constantFrom('a', '1', ' ', '.', '"', ',', ';', '\t', '|', '\r', '\n', '=', '+', '-', '@', '＝', '＋'),
});

describe('CSV', () => {
  it('reads back as the written values, apart from the apostrophes before formulas', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ unit: 'binary' }), hostile), { minLength: 1, maxLength: 5 }),
        (rows) => {
          const back = read(toCsv(['a', 'b'], rows));
          expect(back[0]).toEqual(['a', 'b']);
          const plain = (text: string) => text.replaceAll("'", '');
          expect(back.slice(1).map((row) => row.map(plain))).toEqual(rows.map((row) => row.map(plain)));
        },
      ),
    );
  });

  it("has no cell with a formula after any spreadsheet's separator", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        fc.pre(!/^-?\d+(\.\d+)?$/.test(text));
        const cell = read(toCsv(['a'], [[text]]))[1]![0]!;
        for (const piece of cell.split(/[,;\t|\r\n]/)) expect(piece).not.toMatch(/^\s*[=+\-@＋－＝＠]/);
      }),
    );
  });

  it('has no formula outside quotes when a line is split without regard to quotes', () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 3 }), (cells) => {
        fc.pre(cells.every((text) => !/^-?\d+(\.\d+)?$/.test(text)));
        const line = toCsv(cells, []);
        for (const piece of line.split(/[,;\t|\r\n]/)) expect(piece).not.toMatch(/^["\s]*[=+\-@＋－＝＠]/);
      }),
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1 800', "'+1 800"],
    ['-cmd', "'-cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    [' =1', "' =1"],
    ['\uFF1D1', "'\uFF1D1"],
    ['=HYPERLINK("http://x","y")', '\'=HYPERLINK("http://x","y")'],
    ['Ana;=1', "Ana;'=1"],
    ['Ana\t=1', "Ana\t'=1"],
    ['Ana | @x', "Ana |' @x"],
    ['Ana\n-2', "Ana\n'-2"],
    ['a;"=1+1;b', 'a;\'"=1+1;b'],
    ['a;" "=1', 'a;\'" "=1'],
    ['"=1', '\'"=1'],
  ])('puts an apostrophe into %j wherever a spreadsheet would read a formula', (text, safe) => {
    expect(read(toCsv(['a'], [[text]]))[1]).toEqual([safe]);
  });

  it.each([[-5], ['-5'], ['-0.25'], [0], ['Ana'], ['a-b'], ['']])('writes %j unchanged', (value) => {
    expect(read(toCsv(['a'], [[value]]))[1]).toEqual([String(value)]);
  });

  it('writes null as an empty cell', () => {
    expect(toCsv(['a', 'b'], [[null, true]])).toBe('a,b\r\n,true\r\n');
  });
});
