import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { AdminStats } from '#contract/admin.ts';
import { PhotosNote } from './photos-note.tsx';

const render = (photos: AdminStats['photos']) => renderToStaticMarkup(<PhotosNote photos={photos} />);

it('describes photos of another database, an undecided storage place and a held sweep', () => {
  expect(render({ place: 'foreign', held: null })).toContain('belongs to another database. Nothing is removed there.');
  expect(render({ place: 'undecided', held: null })).toContain('the next start decides. Nothing is removed');
  const held = { orphans: 1234, pictures: 5000 };
  expect(render({ place: 'own', held })).toContain('it would move 1,234 of 5,000 to the trash.');
});

it('shows nothing if the photos have no problem', () => {
  expect(render({ place: 'own', held: null })).toBe('');
});
