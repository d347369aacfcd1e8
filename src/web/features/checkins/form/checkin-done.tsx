import { useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Checkin, CheckinReceipt } from '#contract/checkins.ts';
import type { Mission } from '#contract/missions.ts';
import { EARNING_CHECKINS_A_DAY } from '#domain/limits.ts';
import type { OutboxItem } from '#web/data/outbox/outbox-item.ts';
import { Flame } from '#web/drawings/flame.tsx';
import { Patch } from '#web/drawings/patch.tsx';
import { Star } from '#web/drawings/star.tsx';
import { EditButton, useCanEdit, useEditing } from '#web/features/checkins/feed/edit-checkin.tsx';
import { NO_CHECKIN, undoWithToast } from '#web/features/checkins/undo-checkin.ts';
import { useCountUp } from '#web/kit/use-count-up.ts';
import { cx } from '#web/lib/cx.ts';
import { MilestoneCard } from './milestone-card.tsx';
import { type MilestoneNews, restStory } from './receipt-text.ts';
import { UndoButton } from './undo-button.tsx';
import { nightLink, WayOn, type WayOnProps } from './way-on.tsx';

interface CheckinDoneProps extends WayOnProps {
  missionId: string;
  patch: Mission['patch'];
  /** The user's stitches in the mission, of so many. */
  counted: number;
  planned: number;
  streak: number;
  /** What comes after this check-in. */
  next: string;
  /** For a check-in that is on this device alone: since when. */
  pendingSince: string | null;
  milestone: MilestoneNews | null;
  /** Right after the check-in on this page: things move, and the heading takes the focus. */
  justCheckedIn: boolean;
  /** The server's answer to the check-in. */
  receipt: CheckinReceipt | null;
  /** Today's own check-in once it is known, with its edits; or while it is pending. */
  checkin: Checkin | null;
  pending: OutboxItem | null;
  /** The mission's people round the fire. */
  fire: ReactNode;
  /** The question for the reminder. */
  moment: ReactNode;
}

function Points({ checkin, justCheckedIn }: { checkin: Checkin; justCheckedIn: boolean }) {
  const points = checkin.points_earned ?? 0;
  const without = checkin.is_extra
    ? 'One extra stitch'
    : `No points: ${EARNING_CHECKINS_A_DAY} check-ins a day earn them`;
  const shown = useCountUp(points, justCheckedIn ? 0 : points);
  return (
    <p className="mt-1.5 flex items-center gap-1.5 text-sm font-semibold text-on-night-2 tabular">
      <Star className="size-5" fill="var(--dusk-star)" />
      {points === 0 ? without : `+${shown} points`}
    </p>
  );
}

function Headline(props: CheckinDoneProps & { heading: React.RefObject<HTMLHeadingElement | null> }) {
  const { missionId, patch, counted, planned, streak, justCheckedIn, receipt, checkin, heading } = props;
  const days = useCountUp(streak, justCheckedIn ? streak - 1 : streak);
  return (
    <div className="flex items-center gap-4 sm:gap-6">
      {/* The page's header has said it in words. On the night the stitches to come need a line of their own. */}
      <span aria-hidden className="-m-1 shrink-0 [--line:#6b4d80] @max-[20rem]:[&>svg]:size-24">
        <Patch
          seed={missionId}
          patch={patch}
          done={counted}
          total={planned}
          size={120}
          animateNewest={justCheckedIn && checkin?.is_extra !== true}
          label={`${counted} of ${planned} days stitched`}
        />
      </span>
      <div className="min-w-0">
        <p className="flex items-center gap-2 font-display text-lg font-extrabold text-dusk-star tabular">
          <Flame className={cx('h-7 w-auto', justCheckedIn && 'jump')} />
          {days}-day streak
        </p>
        <h2 id="checkin-title" ref={heading} tabIndex={-1} className="mt-1 text-xl font-extrabold sm:text-2xl">
          You've checked in today!
        </h2>
        {checkin && <Points checkin={checkin} justCheckedIn={justCheckedIn} />}
        {receipt?.level_up && (
          <p className="pop mt-1.5 font-display font-extrabold text-dusk-star">You reached level {receipt.level}!</p>
        )}
      </div>
    </div>
  );
}

interface OwnActionsProps extends Pick<CheckinDoneProps, 'checkin' | 'pending'> {
  onEdit: (checkin: Checkin, after: string) => void;
}

/** While the hour lasts, the author may edit or undo it; one that is pending can only be undone. */
function OwnActions({ checkin, pending, onEdit }: OwnActionsProps) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const inTime = useCanEdit(checkin ?? NO_CHECKIN);
  const undoable = pending ? { pending } : checkin && inTime && checkin.can.take_back ? { checkin } : null;
  const undo = async () => {
    if (!undoable) return;
    setBusy(true);
    await undoWithToast(client, undoable);
    setBusy(false);
  };
  if (!undoable && !inTime) return null;
  return (
    <p className="mt-2.5 -mb-2 flex justify-center gap-4 @2xl:-ms-2 @2xl:justify-start">
      {checkin && (
        <EditButton
          checkin={checkin}
          onClick={() => onEdit(checkin, 'checkin-title')}
          className={cx('underline decoration-2 underline-offset-4', nightLink)}
        />
      )}
      {undoable && <UndoButton busy={busy} onPress={() => void undo()} className={cx('px-3', nightLink)} />}
    </p>
  );
}

/** How much of the window's height the card may take before its top, and not its bottom, is brought into view. */
const FITS = 0.8;

/** Replaces the form after the day's check-in: the stitch is sewn, the fire has one more, and the way on is one button. */
export function CheckinDone(props: CheckinDoneProps) {
  const { next, pendingSince, milestone, justCheckedIn, receipt, checkin, pending } = props;
  const editing = useEditing();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!justCheckedIn) return;
    // The button that had the focus is gone.
    heading.current?.focus({ preventScroll: true });
    const card = heading.current?.closest('section');
    card?.scrollIntoView({ block: card.offsetHeight < window.innerHeight * FITS ? 'nearest' : 'start' });
  }, [justCheckedIn]);
  const rest = restStory(receipt?.rest_days_used ?? 0);
  return (
    <section
      id="checkin"
      tabIndex={-1}
      aria-labelledby="checkin-title"
      className="@container relative isolate scroll-mt-4 overflow-hidden rounded-xl bg-dusk text-on-night shadow-card"
    >
      <div className="relative grid grid-cols-1 [forced-color-adjust:none]">
        <div className="grid content-start gap-4 p-5 pb-0 sm:p-8 sm:pb-0 @2xl:me-[46%]">
          <Headline {...props} heading={heading} />
          {pendingSince ? (
            <p className="flex items-start gap-3 rounded-md bg-on-night/10 p-3.5 text-sm">
              <CloudOff className="mt-0.5 size-5 shrink-0 text-dusk-star" aria-hidden />
              {pendingSince}
            </p>
          ) : (
            <p className="-mt-1 text-sm text-on-night-2">{next}</p>
          )}
          {rest && <p className="-mt-3 text-sm text-on-night-2">{rest}</p>}
          {milestone && <MilestoneCard key={milestone.kind} news={milestone} />}
        </div>
        <div className="@2xl:me-[46%]">{props.fire}</div>
        <div className="px-4 pb-5 sm:px-6 sm:pb-6 @2xl:me-[46%] @2xl:px-8">
          <WayOn way={props.way} />
          <OwnActions checkin={checkin} pending={pending} onEdit={editing.edit} />
        </div>
      </div>
      {props.moment && <div className="p-5 pt-1 sm:p-8 sm:pt-0">{props.moment}</div>}
      {editing.form}
    </section>
  );
}
