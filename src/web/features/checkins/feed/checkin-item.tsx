import { EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Checkin } from '#contract/checkins.ts';
import { Pill } from '#platform/web/kit/pill.tsx';
import { clockTime, exactTime } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { relativeTime } from '#web/data/relative-time.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { Photo } from '#web/features/checkins/photo/photo.tsx';
import { hasPhoto } from '#web/features/checkins/photo/photo-viewer.tsx';
import { LinkedText } from '#web/features/comments/public.ts';
import { CheckinDiscussion, type FeedFacts } from './checkin-discussion.tsx';
import { CheckinMenu } from './checkin-menu.tsx';
import { useCanEdit, useEditing } from './edit-checkin.tsx';
import { ShowAgain } from './hide-checkin.tsx';

type Hidden = NonNullable<Checkin['hidden']>;

/** Tells the author who still sees the check-in and why. The first line says that points and streak stay. */
function HiddenFromOthers({ hidden, action }: { hidden: Hidden; action: ReactNode }) {
  const t = useT();
  return (
    <div className="rounded-md bg-sunk p-4 text-sm">
      <p className="flex items-center gap-2 font-bold">
        <EyeOff className="size-4.5 shrink-0 text-ink-2" aria-hidden />
        {t('app.checkins.hidden.stays')}
      </p>
      <p className="mt-1 text-ink-2">
        {hidden.by === 'owner' ? t('app.checkins.hidden.owner_writes') : t('app.checkins.hidden.operator_writes')}
      </p>
      <p className="mt-2 whitespace-pre-line wrap-anywhere">{hidden.reason}</p>
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}

interface HiddenCheckinProps {
  checkin: Checkin;
  hidden: Hidden;
  action: ReactNode;
}

function HiddenCheckin({ checkin, hidden, action }: HiddenCheckinProps) {
  const t = useT();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-sunk p-4 text-sm">
      <div className="min-w-0 grow basis-48">
        <p className="flex items-center gap-2 font-bold">
          <EyeOff className="size-4.5 shrink-0 text-ink-2" aria-hidden />
          {hidden.by === 'owner' ? t('app.checkins.hidden.by_owner') : t('app.checkins.hidden.by_operator')}
        </p>
        <p className="mt-1 whitespace-pre-line text-ink-2 wrap-anywhere">{hidden.reason}</p>
        {checkin.content && (
          <details className="mt-1">
            <summary className="min-h-11 cursor-pointer content-center font-semibold text-ink-2">
              {t('app.checkins.hidden.content')}
            </summary>
            <p className="mt-1 leading-relaxed whitespace-pre-line wrap-anywhere user-text">{checkin.content}</p>
          </details>
        )}
      </div>
      <div className="flex items-center gap-1">{action}</div>
    </div>
  );
}

interface CheckinItemProps {
  checkin: Checkin;
  mine: boolean;
  zone: string;
  facts: FeedFacts;
}

/** A check-in that arrives this long after it was made was made offline. */
const OFFLINE_MS = 60_000;

const wasOffline = ({ performed_at, created_at }: Checkin) =>
  Date.parse(created_at) - Date.parse(performed_at) > OFFLINE_MS;

function worthOf({ is_extra, points_earned }: Checkin) {
  if (is_extra) return 'extra';
  if (points_earned === null) return 'unknown';
  return points_earned > 0 ? 'points' : 'none';
}

const isTick = ({ type, content, photo_small_url }: Checkin) => type === 'tick' && !content && !photo_small_url;

/** Own habit, time, type and points: 'Ten pages · 5m ago, With text, +15 pts'. A tick's habit is behind the name. */
function Facts({ checkin, zone }: Pick<CheckinItemProps, 'checkin' | 'zone'>) {
  const t = useT();
  const { created_at, performed_at, is_late, type, points_earned, edited_at } = checkin;
  return (
    <p className="text-xs text-ink-2 tabular">
      {checkin.own_habit && !isTick(checkin) && (
        <>
          <span className="text-ink wrap-anywhere user-text">{checkin.own_habit}</span>
          {' · '}
        </>
      )}
      {t.rich('app.checkins.item.facts', {
        when: relativeTime(new Date(created_at), new Date(), zone),
        note: is_late ? 'late' : wasOffline(checkin) ? 'offline' : 'none',
        performed: clockTime(performed_at, zone),
        synced: clockTime(created_at, zone),
        type,
        worth: worthOf(checkin),
        points: points_earned ?? 0,
        time: (inside) => (
          <time key="time" dateTime={created_at} title={exactTime(created_at, zone)}>
            {inside}
          </time>
        ),
      })}
      {edited_at && (
        <span className="ms-2" title={exactTime(edited_at, zone)}>
          {t('app.checkins.item.edited')}
        </span>
      )}
    </p>
  );
}

export function CheckinItem({ checkin, mine, zone, facts }: CheckinItemProps) {
  const t = useT();
  const { hidden } = checkin;
  const showAgain = checkin.can.hide && hidden && <ShowAgain checkinId={checkin.id} author={checkin.user_name} />;
  const exact = exactTime(checkin.created_at, zone);
  const { edit, form } = useEditing();
  const canEdit = useCanEdit(checkin);
  const name = mine ? t('app.common.you') : checkin.user_name;
  return (
    <article
      id={`checkin-${checkin.id}`}
      tabIndex={-1}
      aria-label={t('app.checkins.item.label', { name, when: exact })}
      className="grid scroll-mt-4 grid-cols-1 gap-3"
    >
      <header className="flex items-center gap-3">
        <Avatar name={checkin.user_name} look={checkin.user_look} url={checkin.user_avatar_url} size={36} decorative />
        <div className="min-w-0 grow">
          <p className="truncate leading-tight font-bold" title={name}>
            <span>{name}</span>
            {checkin.own_habit && isTick(checkin) && (
              <span className="text-sm font-normal text-ink-2">
                {' · '}
                <span className="user-text">{checkin.own_habit}</span>
              </span>
            )}
          </p>
          <Facts checkin={checkin} zone={zone} />
        </div>
        {checkin.is_comeback && <Pill tone="done">{t('app.checkins.item.comeback')}</Pill>}
      </header>
      {hidden && !mine ? (
        <HiddenCheckin
          checkin={checkin}
          hidden={hidden}
          action={
            <>
              {showAgain}
              <CheckinMenu checkin={checkin} />
            </>
          }
        />
      ) : (
        <>
          {checkin.cleared_at && <p className="text-sm text-ink-2 italic">{t('app.checkins.item.cleared')}</p>}
          {checkin.content && <LinkedText text={checkin.content} />}
          {hasPhoto(checkin) && <Photo key={checkin.photo_thumbhash} checkin={checkin} zone={zone} />}
          {hidden && <HiddenFromOthers hidden={hidden} action={showAgain} />}
          <CheckinDiscussion
            checkin={checkin}
            facts={facts}
            edit={canEdit ? () => edit(checkin, `checkin-${checkin.id}`) : null}
          />
        </>
      )}
      {form}
    </article>
  );
}
