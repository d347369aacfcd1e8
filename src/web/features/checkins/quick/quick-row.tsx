import { Link } from '@tanstack/react-router';
import { Check, Loader } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { DashboardMission } from '#contract/dashboard.ts';
import { button } from '#platform/web/kit/button.tsx';
import { SeamButton } from '#platform/web/kit/seam-button.tsx';
import { useCountUp } from '#platform/web/kit/use-count-up.ts';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import type { OutboxItem } from '#platform/web/outbox/outbox-item.ts';
import { habitName } from '#web/data/missions/own-habit.ts';
import { Flame } from '#web/drawings/flame.tsx';
import { StitchedPatch } from '#web/drawings/stitched-patch.tsx';
import { UndoButton } from '#web/features/checkins/form/undo-button.tsx';
import { useTick } from './use-tick.ts';

export interface RowProps {
  mission: DashboardMission;
  done: boolean;
  items: readonly OutboxItem[];
  sharing: boolean;
  heading: 'h2' | 'h3';
  onLeave: (() => void) | undefined;
}

export const rowGrid =
  'grid grid-cols-[64px_1fr] items-center gap-x-3.5 gap-y-2.5 pt-3 pb-5 not-first:seam @min-[30rem]:grid-cols-[64px_1fr_14rem]';
/** The box of a row's buttons, equally tall in every state. */
const place =
  '@min-[30rem]:h-22 @max-[15.5rem]:h-28 grid h-11 items-center starting:opacity-0 transition-opacity duration-200';

function OpenActions({ mission, sharing, busy, onLeave, onTick }: RowProps & { busy: boolean; onTick: () => void }) {
  const t = useT();
  const more = { to: '/mission/$missionId', params: { missionId: mission.id }, hash: 'checkin' } as const;
  if (sharing)
    return (
      <div className={place}>
        <Link {...more} search={{ shared: true }} className={button({ kind: 'night', size: 'sm' })}>
          {t('app.checkins.quick.add_photo')}
        </Link>
      </div>
    );
  return (
    <div className={cx(place, 'grid-cols-[1fr_auto] gap-x-1.5 @max-[15.5rem]:grid-cols-1 @min-[30rem]:grid-cols-1')}>
      <SeamButton
        kind={mission.needed_today ? 'flame' : 'quiet'}
        size="sm"
        className="whitespace-nowrap"
        busy={busy}
        busyLabel={
          <>
            <Loader className="size-4 animate-spin" aria-hidden />
            {t('app.checkins.act.checking_in')}
          </>
        }
        aria-label={busy ? undefined : t('app.checkins.act.check_in_to', { title: habitName(mission) })}
        onClick={onTick}
      >
        {t('app.checkins.act.check_in')}
      </SeamButton>
      <Link
        {...more}
        onClick={onLeave}
        className={button({ kind: 'bare' })}
        aria-label={t('app.checkins.quick.with_more_to', { title: habitName(mission) })}
      >
        {t('app.checkins.quick.with_more')}
      </Link>
    </div>
  );
}

interface DoneActionsProps {
  title: string;
  busy: boolean;
  undo: (() => void) | null;
  /** Whether the replaced button had the focus. */
  takesFocus: boolean;
}

function DoneActions({ title, busy, undo, takesFocus }: DoneActionsProps) {
  const t = useT();
  const undoButton = useRef<HTMLButtonElement>(null);
  const canUndo = undo !== null;
  useEffect(() => {
    if (canUndo && takesFocus && document.activeElement === document.body)
      undoButton.current?.focus({ preventScroll: true });
  }, [canUndo, takesFocus]);
  return (
    <div className={place}>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-2 rounded-md bg-pine-soft ps-4">
        <p className="flex items-center gap-2 text-sm font-bold whitespace-nowrap text-pine">
          <Check className="size-5" strokeWidth={3} aria-hidden />
          {t('app.checkins.act.checked_in')}
        </p>
        {undo && (
          <UndoButton
            ref={undoButton}
            busy={busy}
            onPress={undo}
            label={t('app.checkins.undo.named', { title })}
            className="rounded-md px-4 text-ink decoration-pine"
          />
        )}
      </div>
    </div>
  );
}

function RowStreak({ days, wasTickedHere }: { days: number; wasTickedHere: boolean }) {
  const t = useT();
  const shown = useCountUp(days);
  return (
    <p className={cx('mt-1 flex items-center gap-1.5 text-sm tabular', wasTickedHere ? 'font-bold' : 'text-ink-2')}>
      <Flame className={cx('h-5 w-auto shrink-0', wasTickedHere && 'jump')} lit={days > 0} />
      {days > 0 ? (
        <span className="whitespace-nowrap">{t('app.checkins.streak.days', { days: shown })}</span>
      ) : (
        <span>{t('app.checkins.streak.start')}</span>
      )}
    </p>
  );
}

/** Its position and height never change; the result replaces its button. */
export function Row(props: RowProps) {
  const { mission, done, heading: Title } = props;
  const { busy, problem, wasTickedHere, tick, undo } = useTick(mission, props.items);
  const row = useRef<HTMLLIElement>(null);
  const wasDone = useRef(done);
  useEffect(() => {
    // `Undo` had the focus and no longer exists. A busy button takes no focus.
    if (busy) return;
    // A rejection restores the button.
    if ((wasDone.current || problem) && !done && document.activeElement === document.body)
      row.current?.querySelector('button')?.focus({ preventScroll: true });
    wasDone.current = done;
  }, [done, busy, problem]);
  return (
    <li ref={row} className={cx('relative', rowGrid)}>
      <StitchedPatch mission={mission} size={64} animateNewest={wasTickedHere && done} />
      <div className="min-w-0">
        <Title className="leading-tight font-extrabold wrap-anywhere user-line">{habitName(mission)}</Title>
        {mission.own_habit && (
          <p className="mt-0.5 text-sm leading-tight text-ink-2 wrap-anywhere user-line">{mission.title}</p>
        )}
        <RowStreak days={mission.streak_days} wasTickedHere={wasTickedHere && done} />
      </div>
      <div className="col-span-2 grid gap-y-2.5 @min-[30rem]:col-span-1">
        {done ? (
          <DoneActions title={habitName(mission)} busy={busy} undo={undo} takesFocus={wasTickedHere || busy} />
        ) : mission.can.check_in ? (
          <OpenActions {...props} busy={busy} onTick={tick} />
        ) : (
          <div className={place} />
        )}
      </div>
      {/* Uses the space below the button, so no row moves. */}
      {problem && (
        <p
          role="alert"
          className="absolute inset-x-0 bottom-px truncate text-xs leading-4 font-medium text-rose @min-[30rem]:text-end"
        >
          {problem}
        </p>
      )}
    </li>
  );
}
