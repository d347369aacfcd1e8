import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { AdminStats } from '#contract/admin.ts';
import { PhotosNote } from './photos-note.tsx';

const render = (photos: AdminStats['photos']) => renderToStaticMarkup(<PhotosNote photos={photos} />);

it('The operator reads of photos that belong to another database, of a place that no start has decided about and of a held sweep.', () => {
  expect(render({ place: 'foreign', held: null })).toContain('belongs to another database. Nothing is removed there.');
  expect(render({ place: 'undecided', held: null })).toContain('the next start decides. Nothing is removed');
  const held = { orphans: 1234, pictures: 5000 };
  expect(render({ place: 'own', held })).toContain('it would move 1,234 of 5,000 to the trash.');
});

it('Where nothing is wrong with the photos there is no line.', () => {
  expect(render({ place: 'own', held: null })).toBe('');
});
