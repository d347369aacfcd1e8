import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { squareClothOf } from '#domain/doll.ts';
import { lookOf } from '#domain/looks.ts';
import { changeLanguage } from '#platform/web/lib/language.ts';
import type { Square } from './squares.ts';
import { TeamQuilt } from './team-quilt.tsx';

afterEach(() => changeLanguage('en'));

const renderFull = (full: readonly string[], ...squares: Square[]) => {
  const row = {
    id: 'a',
    name: 'Ana',
    label: 'You',
    avatar_url: null,
    look: lookOf('a'),
    cloth: squareClothOf(lookOf('a')),
    squares,
  };
  const days = squares.map((_, at) => `2026-11-0${at + 1}`);
  return renderToStaticMarkup(<TeamQuilt days={days} full={new Set(full)} rows={[row]} />);
};
const render = (...squares: Square[]) => renderFull([], ...squares);
const legendOf = (html: string) => /<ul aria-hidden="true" class="mt-3.*?<\/ul>/.exec(html)?.[0] ?? '';

it('names days off and saved days in the legend and the table if there are any', () => {
  const html = render('checked', 'off', 'saved', 'missed');
  expect(legendOf(html)).toMatch(/Saved<.*Day off</);
  expect(html.match(/<td>.*?<\/td>/g)).toEqual([
    '<td>sewn</td>',
    '<td>day off</td>',
    '<td>saved</td>',
    '<td>no stitch</td>',
  ]);
});

it('needs no legend for checked, missed and coming days', () => {
  expect(legendOf(render('checked', 'missed', 'open', 'later'))).toBe('');
});

it('hems each square of a full day and names it in the legend and the column header', () => {
  const html = renderFull(['2026-11-02'], 'checked', 'checked', 'missed');
  // One in the row and one in the legend.
  expect(html.match(/stroke="var\(--hem\)"/g)).toHaveLength(2);
  expect(legendOf(html)).toMatch(/Full day</);
  expect(html.match(/<th scope="col">.*?<\/th>/g)?.slice(1)).toEqual([
    '<th scope="col">Nov 01</th>',
    '<th scope="col">Nov 02, full day</th>',
    '<th scope="col">Nov 03</th>',
  ]);
});

const placesIn = (html: string) => [...html.matchAll(/translate\((\d+) 0.5\)/g)].map(([, x]) => Number(x));

it('puts the first day at the right end in Arabic', async () => {
  expect(placesIn(render('checked', 'missed', 'open'))).toEqual([0, 20, 40]);
  await changeLanguage('ar');
  expect(placesIn(render('checked', 'missed', 'open'))).toEqual([583, 563, 543]);
});
