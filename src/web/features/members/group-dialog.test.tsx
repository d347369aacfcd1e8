import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { GroupDialog } from './group-dialog.tsx';

const words = {
  line: '2 of 3 are in',
  day: 'Day 14 of 30',
  caption: 'Our October: 2 of 3 are in.',
  text: '',
  link: '',
};
const render = (failed: boolean) =>
  renderToStaticMarkup(<GroupDialog picture={null} failed={failed} words={words} onClose={() => undefined} />);

it('waits for the picture, and shows its line if drawing failed', () => {
  expect(render(false)).toContain('aspect-square');
  expect(render(false)).not.toContain(words.caption);
  expect(render(true)).not.toContain('aspect-square');
  expect(render(true)).toContain(words.caption);
});
