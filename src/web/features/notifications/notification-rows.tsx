import { Link, linkOptions } from '@tanstack/react-router';
import { AtSign, BellOff, Camera, Check, Hand, MessageCircle, MessageSquareText, Repeat2 } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { Notification } from '#contract/notifications.ts';
import { anchorOf } from '#domain/notifications.ts';
import type { MessageKey } from '#platform/i18n/translate.ts';
import { IconButton } from '#platform/web/kit/button.tsx';
import { Pill } from '#platform/web/kit/pill.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { useT, within } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { relativeTime } from '#web/data/relative-time.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { ReactionArt } from '#web/drawings/reaction-art.tsx';
import { checkedInNames, type NotificationGroup } from './group.ts';
import { useMute } from './mute-mission.ts';

/** Messages whose only value is the mission, in bold. */
const IN_MISSION = {
  comment: 'app.notifications.row.comment',
  reply: 'app.notifications.row.reply',
  mention: 'app.notifications.row.mention',
  invitation: 'app.notifications.row.invitation',
  nudge: 'app.notifications.row.nudge',
} as const satisfies Record<string, MessageKey>;

function WhatHappened({ notification }: { notification: Notification }) {
  const t = useT();
  const { type, is_own_checkin, reaction_type } = notification;
  const values = { mission: within('b'), title: notification.mission_title };
  switch (type) {
    case 'checkin':
      return t('app.notifications.row.checkin', { mission: notification.mission_title });
    case 'reaction':
      return t.rich('app.notifications.row.reaction', {
        ...values,
        reaction: (name) =>
          reaction_type && (
            <Fragment key="reaction">
              <span className="sr-only">{name}</span>
              <ReactionArt type={reaction_type} className="inline size-4 -translate-y-0.5" />
            </Fragment>
          ),
        name: reaction_type ? t(`app.drawings.reactions.${reaction_type}`) : '',
      });
    case 'comment':
      return t.rich(is_own_checkin ? IN_MISSION.comment : IN_MISSION.reply, values);
    default:
      return t.rich(IN_MISSION[type], values);
  }
}

/** Returns the icon of a kind of notification; check-ins have none. */
function signOf({ type, reaction_type }: Notification): ReactNode {
  if (type === 'reaction') return reaction_type && <ReactionArt type={reaction_type} className="size-4" />;
  const Icon = { comment: MessageCircle, mention: AtSign, nudge: Hand, invitation: Repeat2, checkin: null }[type];
  return Icon && <Icon aria-hidden strokeWidth={2.5} className="size-3.5 text-ink-2" />;
}

/**
 * Returns the link's target: the comment, the check-in, or for a nudge the check-in form.
 *
 * An invitation opens the inbox, because only members can open the mission.
 */
function placeOf({ type, mission_id, checkin_id, comment_id }: Notification) {
  if (type === 'invitation') return linkOptions({ to: '/invitations' });
  const hash = checkin_id === null ? 'checkin' : anchorOf(checkin_id, comment_id);
  return linkOptions({ to: '/mission/$missionId', params: { missionId: mission_id }, hash });
}

interface RowProps {
  group: NotificationGroup;
  zone: string;
  onOpen: () => void;
}

function RowLink({
  group,
  zone,
  onOpen,
  quiet = false,
  children,
}: RowProps & { quiet?: boolean; children?: ReactNode }) {
  const t = useT();
  const { latest } = group;
  const sign = signOf(latest);
  return (
    <Link
      {...placeOf(latest)}
      onClick={onOpen}
      className={cx(
        'grid min-w-0 grow grid-cols-[auto_1fr_auto] gap-x-3 rounded-md p-3 hover:bg-sunk',
        quiet && 'text-ink-2',
      )}
    >
      <span className="relative self-start">
        <Avatar name={latest.user_name} look={latest.user_look} url={latest.user_avatar_url} size={40} decorative />
        {sign && (
          <span className="absolute -end-1.5 -bottom-1 grid size-6 place-items-center rounded-full bg-card ring-2 ring-line">
            {sign}
          </span>
        )}
      </span>
      <span className="min-w-0 text-sm leading-snug">
        <span className={cx('block wrap-anywhere', !quiet && 'font-bold')}>{checkedInNames(t, group)}</span>{' '}
        <span className="block wrap-anywhere">
          <WhatHappened notification={latest} />
        </span>
        {latest.content && (
          <span className="mt-1 line-clamp-1 text-ink-2 wrap-anywhere">
            {t('app.notifications.row.quote', { content: latest.content })}
          </span>
        )}
        <span className="mt-1.5 flex flex-wrap items-center gap-1.5">
          {latest.type === 'checkin' && (
            <>
              {latest.checkin_type && <CheckinTypePill kind={latest.checkin_type} />}
              {latest.points_earned !== null && <PointsPill points={latest.points_earned} />}
            </>
          )}
          <span className="text-xs text-ink-2">{relativeTime(new Date(latest.created_at), new Date(), zone)}</span>
        </span>
      </span>
      {children}
    </Link>
  );
}

export function OwnRow({ isNew, ...row }: RowProps & { isNew: boolean }) {
  const t = useT();
  return (
    <li>
      <RowLink {...row}>
        {isNew && (
          <span
            role="img"
            aria-label={t('app.notifications.row.new')}
            className="mt-1.5 size-2.5 rounded-full bg-flame"
          />
        )}
      </RowLink>
    </li>
  );
}

/** Other people's check-ins in a mission: not bold, never new, and with a button that mutes them. */
export function CheckinsRow(row: RowProps) {
  const t = useT();
  const { mission_id, mission_title: mission } = row.group.latest;
  const { mutateAsync, isPending } = useMute();
  // `useMute` reports its own failures.
  const change = (muted: boolean) => mutateAsync({ mission_id, muted }).catch(() => null);
  const mute = async () => {
    // The row can be removed before the response arrives.
    const saved = await change(true);
    if (saved)
      toast.success(t('app.notifications.row.muted', { mission }), {
        label: t('start.common.undo'),
        run: () => void change(false),
      });
  };
  return (
    <li className="flex items-center">
      <RowLink {...row} quiet />
      <IconButton
        label={t('app.notifications.row.mute_of', { mission })}
        aria-busy={isPending || undefined}
        title={t('app.notifications.row.mute')}
        onClick={() => !isPending && void mute()}
      >
        <BellOff className="size-5 text-ink-2" aria-hidden />
      </IconButton>
    </li>
  );
}

const icons = { tick: Check, text: MessageSquareText, photo: Camera };

function CheckinTypePill({ kind }: { kind: keyof typeof icons }) {
  const t = useT();
  const Icon = icons[kind];
  return <Pill icon={<Icon aria-hidden strokeWidth={2.5} />}>{t(`app.kit.checkin_types.${kind}`)}</Pill>;
}

function PointsPill({ points }: { points: number }) {
  const t = useT();
  return (
    <Pill tone={points > 0 ? 'open' : 'plain'}>
      {points > 0 ? t('app.kit.points', { count: points }) : t('app.kit.no_points')}
    </Pill>
  );
}
