import { useQueryClient } from '@tanstack/react-query';
import { CloudOff, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { User } from '#contract/auth.ts';
import type { Checkin, CheckinReceipt } from '#contract/checkins.ts';
import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { EARNING_CHECKINS_A_DAY } from '#domain/limits.ts';
import { Menu } from '#platform/web/kit/menu.tsx';
import { useCountUp } from '#platform/web/kit/use-count-up.ts';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import type { OutboxItem } from '#platform/web/outbox/outbox-item.ts';
import { useDashboardData } from '#web/data/missions/queries.ts';
import { Flame } from '#web/drawings/flame.tsx';
import { Patch } from '#web/drawings/patch.tsx';
import { editItem, useCanEdit, useEditing } from '#web/features/checkins/feed/edit-checkin.tsx';
import { NO_CHECKIN, undoWithToast } from '#web/features/checkins/undo-checkin.ts';
import { Fire, ShowGroup } from '#web/features/members/public.ts';
import { CheckinSection } from './checkin-section.tsx';
import type { MilestoneNews } from './milestone-news.ts';
import { MilestonePicture } from './milestone-picture.tsx';
import { isLastCheckin } from './next-day.ts';
import { nextText, pendingText, savedDaysText, sendingText } from './receipt-text.ts';
import type { CheckinForm } from './use-checkin-form.ts';
import { useFilm } from './use-film.ts';
import { useMilestone } from './use-milestone.ts';
import { WayOn } from './way-on.tsx';

export interface CheckinOfToday {
  mission: Mission;
  me: User;
  own: Member;
  /** The viewer's check-ins that count toward the schedule. */
  counted: number;
  form: CheckinForm;
  /** Whether today's check-in is recorded or pending. */
  isDone: boolean;
  pending: OutboxItem | null;
  /** The receipt, if this page made the check-in. */
  receipt: CheckinReceipt | null;
  /** The check-in in the feed, if loaded. */
  ownCheckin: Checkin | null;
  /** Opens the members dialog for the owner. It is null for other members. */
  onMembers: (() => void) | null;
}

interface DoneProps extends CheckinOfToday {
  /** Whether this page has just made the check-in. */
  isNew: boolean;
  film: ReturnType<typeof useFilm>;
  milestone: MilestoneNews | null;
  checkin: Checkin | null;
}

function useFactsText({ mission, own, counted, form, checkin, receipt, milestone, film }: DoneProps): string {
  const t = useT();
  const isLast = isLastCheckin(useDashboardData(), mission);
  const next = nextText(t, mission, { awayUntil: own.away_until, isLast });
  const earned = checkin?.points_earned ?? 0;
  const points = useCountUp(film('numbers') ? earned : 0);
  if (form.isSlow) return sendingText(t, form.progress);
  if (receipt?.level_up) return t('app.checkins.done.level', { level: receipt.level });
  if (milestone?.more) return milestone.more;
  if (next) return next;
  const stitches = { done: counted, total: mission.planned_days };
  if (!checkin) return t('app.checkins.done.stitches', stitches);
  if (checkin.is_extra) return t('app.checkins.done.extra', stitches);
  if (earned === 0) return t('app.checkins.done.unpaid', { ...stitches, limit: EARNING_CHECKINS_A_DAY });
  return t('app.checkins.done.points', { ...stitches, points });
}

function Headline(props: DoneProps & { heading: React.RefObject<HTMLHeadingElement | null> }) {
  const { mission, own, counted, form, isNew, film, checkin, milestone, heading } = props;
  const t = useT();
  const planned = mission.planned_days;
  const days = useCountUp(film('numbers') ? own.streak_days : own.streak_days - 1);
  const facts = useFactsText(props);
  const hidden = !film('numbers') && 'invisible';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:gap-x-6">
      {/* The page header already says this. On the dark card, open stitches need their own line color. */}
      <span aria-hidden className="-m-1 shrink-0 [--line:#6b4d80] @2xl:[&>svg]:size-32">
        <Patch
          seed={mission.id}
          patch={mission.patch}
          done={counted}
          total={planned}
          size={96}
          animateNewest={isNew && !(checkin?.is_extra ?? form.isExtra)}
          label={t('app.checkins.done.days_stitched', { done: counted, total: planned })}
        />
      </span>
      <div className="min-w-32 grow basis-0">
        <p
          className={cx(
            'flex items-center gap-2 pe-9 font-display leading-tight font-extrabold text-dusk-star tabular',
            // The text of a comeback is long.
            milestone?.kind === 'comeback' ? 'text-base text-balance' : 'text-lg',
            hidden,
          )}
        >
          <Flame className={cx('h-6 w-auto shrink-0', isNew && film('numbers') && 'jump')} />
          {milestone ? milestone.words : t('app.checkins.streak.days', { days })}
        </p>
        <h2 id="checkin-title" ref={heading} tabIndex={-1} className="mt-1 text-xl font-extrabold sm:text-2xl">
          {t('app.checkins.done.title')}
        </h2>
        <p className={cx('mt-1 text-sm text-on-night-2 tabular', hidden)}>{facts}</p>
      </div>
    </div>
  );
}

interface OwnActionsProps extends Pick<DoneProps, 'checkin' | 'pending'> {
  onEdit: (checkin: Checkin, after: string) => void;
}

/** Offers edit and undo within the hour. A pending check-in can only be undone. */
function OwnActions({ checkin, pending, onEdit }: OwnActionsProps) {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const inTime = useCanEdit(checkin ?? NO_CHECKIN);
  const undoable = pending ? { pending } : checkin && inTime && checkin.can.take_back ? { checkin } : null;
  const undo = async () => {
    if (!undoable || busy) return;
    setBusy(true);
    await undoWithToast(client, undoable);
    setBusy(false);
  };
  const edit = checkin &&
    inTime && {
      ...editItem(t),
      onSelect: () => onEdit(checkin, 'checkin-title'),
    };
  const takeBack = undoable && {
    label: t('start.common.undo'),
    icon: <Undo2 className="rtl:-scale-x-100" aria-hidden />,
    onSelect: () => void undo(),
  };
  const items = [...(edit ? [edit] : []), ...(takeBack ? [takeBack] : [])];
  if (items.length === 0) return null;
  return (
    <span className="absolute end-2 top-2 z-1 @2xl:end-[47%] [&>div>button>svg]:text-on-night [&>div>button:hover]:bg-on-night/10">
      <Menu label={t('app.checkins.done.menu')} items={items} />
    </span>
  );
}

/** The largest share of the window's height at which the whole card scrolls into view. A taller card shows its top. */
const FITS = 0.8;

export function CheckinDone(today: CheckinOfToday) {
  const { mission, me, form, pending, receipt, ownCheckin, onMembers } = today;
  const t = useT();
  const milestone = useMilestone(today);
  const isNew = form.isNew && (form.busy || receipt !== null || (pending !== null && form.pending));
  const film = useFilm(isNew, form.onPlayed);
  // Prefers the feed's row, because the receipt does not contain edits.
  const checkin = ownCheckin ?? receipt?.checkin ?? null;
  const editing = useEditing();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isNew) return;
    // The focused button no longer exists.
    heading.current?.focus({ preventScroll: true });
    const card = heading.current?.closest('section');
    card?.scrollIntoView({ block: card.offsetHeight < window.innerHeight * FITS ? 'nearest' : 'start' });
  }, [isNew]);
  const rest = savedDaysText(t, receipt?.rest_days_used ?? 0);
  return (
    <CheckinSection className="@container relative isolate overflow-hidden bg-dusk text-on-night">
      <div className="relative grid grid-cols-1 [forced-color-adjust:none]">
        <OwnActions checkin={checkin} pending={pending} onEdit={editing.edit} />
        <div className="grid content-start gap-4 p-5 pb-1 sm:p-8 sm:pb-4 @2xl:me-[46%]">
          <Headline {...today} {...{ isNew, film, milestone, checkin, heading }} />
          {pending && (
            <p className="flex items-start gap-2 text-sm text-on-night-2">
              <CloudOff className="size-5 shrink-0 text-dusk-star" aria-hidden />
              {pendingText(t, pending.performed_at, me.timezone)}
            </p>
          )}
          {rest && <p className="-mt-2 text-sm text-on-night-2">{rest}</p>}
        </div>
        <div
          className={cx(
            '@2xl:me-[46%]',
            !film('fire') ? 'invisible' : !film('end') && '@max-2xl:animate-[rise_.4s_ease-out_both]',
          )}
        >
          <Fire
            {...{ mission, me, onMembers }}
            hidesOwn={!film('fire')}
            sky={milestone && <MilestonePicture kind={milestone.kind} className="mt-2 size-26" />}
            beside
          />
        </div>
        <div className={cx('px-4 pb-5 sm:px-6 sm:pb-6 @2xl:me-[46%] @2xl:px-8', !film('way') && 'invisible')}>
          <WayOn missionId={mission.id} />
          <ShowGroup
            {...{ mission, me }}
            ready={film('end')}
            className="mt-1 -mb-3 justify-center @2xl:-ms-2.5 @2xl:justify-start"
            look="text-on-night decoration-on-night-2"
          />
        </div>
      </div>
      {!film('numbers') && <span aria-hidden className="fold absolute inset-0 bg-card" />}
      {editing.form}
    </CheckinSection>
  );
}
