import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Emphasis } from './emphasis.tsx';

const render = (text: string, parts: string[]) =>
  renderToStaticMarkup(<Emphasis text={text} parts={parts} className="b" />);

it('The parts of a sentence stand out one after the other, and its words stay as they are.', () => {
  expect(render('2 of 2 stitches', ['2'])).toBe('<strong class="b">2</strong> of 2 stitches');
  expect(render('level 3 and a streak of 3', ['level 3', 'streak of 3'])).toBe(
    '<strong class="b">level 3</strong> and a <strong class="b">streak of 3</strong>',
  );
});

it('A sentence without the part is shown as it is.', () => {
  expect([render('Nothing', ['x']), render('Nothing', [])]).toEqual(['Nothing', 'Nothing']);
});
