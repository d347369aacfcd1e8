import { useEffect, useRef } from 'react';
import type { Checkin, CheckinReceipt } from '#contract/checkins.ts';
import { EditButton, EditCheckin, useEditing } from '#web/features/checkins/feed/edit-checkin.tsx';
import { Campfire } from '#web/ui/drawings/campfire.tsx';
import { Flame } from '#web/ui/drawings/flame.tsx';
import { Star } from '#web/ui/drawings/star.tsx';
import { restStory } from './receipt-text.ts';

interface CheckinDoneProps {
  streak: number;
  /** What today's check-in added. */
  story: string;
  /** Who else has checked in today. */
  round: string | null;
  /** Right after the check-in on this page: the flame jumps and the heading takes the focus. */
  justCheckedIn: boolean;
  /** The server's answer to the check-in. */
  receipt: CheckinReceipt | null;
  /** Today's own check-in, once it is known. */
  checkin: Checkin | null;
}

/** Replaces the form after the day's check-in: the fire is lit, and what was earned is shown. */
export function CheckinDone({ streak, story, round, justCheckedIn, receipt, checkin }: CheckinDoneProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { editing, edit, close } = useEditing(heading);
  useEffect(() => {
    if (!justCheckedIn) return;
    // The button that had the focus is gone.
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
  }, [justCheckedIn]);
  const rest = restStory(receipt?.rest_days_used ?? 0);
  return (
    <section
      id="checkin"
      tabIndex={-1}
      aria-labelledby="checkin-title"
      className="relative isolate scroll-mt-4 overflow-hidden rounded-xl bg-night text-on-night shadow-card"
    >
      <div className="grid sm:grid-cols-[1fr_20rem] sm:items-end">
        <div className="p-6 sm:p-8" role="status">
          <p className="flex items-center gap-2 font-display text-lg font-extrabold text-star tabular">
            <Flame className={justCheckedIn ? 'jump h-8 w-auto' : 'h-8 w-auto'} />
            {streak}
            <span className="sr-only">{streak === 1 ? 'day streak here' : 'days streak here'}</span>
          </p>
          <h2 id="checkin-title" ref={heading} tabIndex={-1} className="mt-2 text-xl font-extrabold sm:text-2xl">
            You've checked in today!
          </h2>
          {receipt?.level_up && (
            <p className="pop mt-3 flex items-center gap-2 font-display text-lg font-extrabold text-star">
              <Star className="size-7" />
              You reached level {receipt.level}!
            </p>
          )}
          <p className="mt-2.5 text-on-night-2">{story}</p>
          {rest && <p className="mt-2 text-on-night-2">{rest}</p>}
          {round && (
            <p className="mt-4 inline-flex min-h-11 items-center rounded-md px-4 py-2 text-sm font-semibold text-on-night wrap-anywhere stitch">
              {round}
            </p>
          )}
          {checkin?.can.edit && !editing && (
            <p className="-ms-3 mt-3 empty:hidden">
              <EditButton checkin={checkin} onClick={edit} className="text-on-night-2 hover:text-on-night" />
            </p>
          )}
        </div>
        <Campfire className="-mt-6 h-48 w-full [mask-image:linear-gradient(to_bottom,transparent,#000_35%)] sm:mt-0 sm:h-full sm:min-h-64 sm:[mask-image:linear-gradient(to_right,transparent,#000_22%)] sm:rtl:[mask-image:linear-gradient(to_left,transparent,#000_22%)]" />
      </div>
      {checkin && editing && (
        <div className="p-3 pt-0 sm:p-5 sm:pt-0">
          <EditCheckin checkin={checkin} onClose={close} />
        </div>
      )}
    </section>
  );
}
