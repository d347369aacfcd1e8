import { Link } from '@tanstack/react-router';
import { relativeTime } from '#domain/relative-time.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Pill, TypePill } from '#web/ui/marks.tsx';
import { type NotificationGroup, whoIsIn } from './group.ts';

interface NotificationRowProps {
  group: NotificationGroup;
  fresh: boolean;
  zone: string;
  onOpen: () => void;
}

export function NotificationRow({ group, fresh, zone, onOpen }: NotificationRowProps) {
  const { latest } = group;
  return (
    <li>
      <Link
        to="/mission/$missionId"
        params={{ missionId: latest.mission_id }}
        onClick={onOpen}
        className="grid grid-cols-[auto_1fr_auto] gap-x-3 rounded-md p-3 hover:bg-sunk"
      >
        <Avatar name={latest.user_name} url={latest.user_avatar_url} size={40} decorative />
        <span className="min-w-0">
          <span className="block text-sm leading-snug wrap-anywhere">
            <strong>{whoIsIn(group)}</strong> {latest.type === 'nudge' ? 'Nudged you in' : 'Checked in to'}{' '}
            <b>{latest.mission_title}</b>
          </span>
          {latest.content && (
            <span className="mt-1 line-clamp-1 text-sm text-ink-2 wrap-anywhere">“{latest.content}”</span>
          )}
          <span className="mt-1.5 flex flex-wrap items-center gap-1.5">
            {latest.checkin_type && <TypePill kind={latest.checkin_type} />}
            {latest.points_earned > 0 && <Pill tone="open">+{latest.points_earned} pts</Pill>}
            <span className="text-xs text-ink-2">{relativeTime(new Date(latest.created_at), new Date(), zone)}</span>
          </span>
        </span>
        {fresh ? (
          <span role="img" aria-label="new" className="mt-1.5 size-2.5 rounded-full bg-flame" />
        ) : (
          <span className="size-2.5" />
        )}
      </Link>
    </li>
  );
}
