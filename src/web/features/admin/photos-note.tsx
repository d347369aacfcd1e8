import { TriangleAlert } from 'lucide-react';
import type { AdminStats } from '#contract/admin.ts';
import { count } from '#platform/web/lib/format.ts';

/** Describes problems with the stored photos. Returns null if there are none. */
function photosNote({ place, held }: AdminStats['photos']): string | null {
  if (place === 'foreign') return 'The place for photos belongs to another database. Nothing is removed there.';
  if (place === 'undecided')
    return 'It is not known yet whose the place for photos is: the next start decides. Nothing is removed there until then.';
  if (held === null) return null;
  return `The daily sweep of photos is held: it would move ${count(held.orphans)} of ${count(held.pictures)} to the trash.`;
}

export function PhotosNote({ photos }: Pick<AdminStats, 'photos'>) {
  const note = photosNote(photos);
  if (note === null) return null;
  return (
    <p className="flex gap-2.5 text-sm text-ink-2">
      <TriangleAlert className="mt-px size-4.5 shrink-0 text-flame" aria-hidden />
      <span>{note} See “Photos” in the guide to operations.</span>
    </p>
  );
}
