import { useEffect } from 'react';
import { canMove } from '#web/kit/use-count-up.ts';
import { MilestonePicture } from './milestone-picture.tsx';
import type { MilestoneNews } from './receipt-text.ts';

/** A milestone beside its words. It is felt once, where the device can and things may move. */
export function MilestoneCard({ news: { kind, words, more } }: { news: MilestoneNews }) {
  useEffect(() => {
    if (canMove()) navigator.vibrate?.(10);
  }, []);
  return (
    <div className="flex items-center gap-4 rounded-lg bg-on-night/8 p-3 pe-4 outline-2 -outline-offset-2 outline-dashed outline-dusk-star/60">
      <MilestonePicture kind={kind} className="pop size-26 shrink-0 sm:size-40" />
      <div>
        <p className="font-display text-xl leading-tight font-extrabold text-balance">{words}</p>
        {more.length > 0 && (
          <p className="mt-1.5 text-sm leading-snug text-on-night-2">
            {more.map((sentence) => (
              <span key={sentence} className="block">
                {sentence}
              </span>
            ))}
          </p>
        )}
      </div>
    </div>
  );
}
