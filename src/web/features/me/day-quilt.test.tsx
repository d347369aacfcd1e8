import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DayQuilt, DayQuiltLegend } from './day-quilt.tsx';

it('draws a brought day with a mark of its own instead of a stitch', () => {
  const draw = (brought: boolean[]) =>
    renderToStaticMarkup(<DayQuilt counts={[2, 0, 0]} brought={brought} months={[]} summary="Days" />);
  const mark = 'a2.2 2.2';
  expect(draw([false, false, false])).not.toContain(mark);
  expect(draw([false, true, false])).toContain(mark);
  expect(renderToStaticMarkup(<DayQuiltLegend hasBrought />)).toContain('Brought');
  expect(renderToStaticMarkup(<DayQuiltLegend />)).not.toContain('Brought');
});
