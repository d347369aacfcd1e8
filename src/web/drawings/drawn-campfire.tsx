import { type ComponentType, Suspense } from 'react';
import { cx } from '#platform/web/lib/cx.ts';
import { lazyPart } from '#platform/web/lib/lazy-part.ts';

const PLACE = 'campfire';
/** The prerendered page contains the drawing, so the first script does not load it. */
const drawn = globalThis.document?.getElementById(PLACE)?.innerHTML;

type Drawing = ComponentType<{ className: string }>;
let Shown: Drawing = lazyPart(() => import('./campfire.tsx'), 'Campfire');

/** Renders the drawing directly, for the build, which does not wait for lazy files. */
export function drawWithCampfire(campfire: Drawing): void {
  Shown = campfire;
}

/** The campfire of the first page. Without the prerendered page, as after logging out, it loads. */
export function DrawnCampfire({ className }: { className: string }) {
  const place = { id: PLACE, className: cx('relative', className) };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: It is our own drawing, as the build has written it.
  if (drawn) return <div {...place} dangerouslySetInnerHTML={{ __html: drawn }} />;
  return (
    <div {...place}>
      <Suspense fallback={null}>
        <Shown className="absolute inset-0 size-full" />
      </Suspense>
    </div>
  );
}
