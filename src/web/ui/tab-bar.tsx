import { Link } from '@tanstack/react-router';
import { Check, House, type LucideIcon, Plus, Target } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from './avatar.tsx';
import { cx } from './cx.ts';
import { Flame } from './drawings/flame.tsx';
import { useShell } from './shell.ts';

/** Looks of an item of the bar, for the bell too. */
export const tabClass =
  'relative flex h-16 w-full cursor-pointer flex-col items-center justify-center gap-1 text-xs font-semibold text-ink-2 aria-[current=page]:text-flame aria-expanded:text-flame';
const middleClass =
  'mb-2 grid size-16 -translate-y-3 place-items-center rounded-full bg-night text-on-night shadow-card ring-4 ring-canvas active:-translate-y-2';

/** Home and Missions share a page: the fragment decides which of the two is the current one. */
const activeOptions = { exact: true, includeHash: true };

function Item({ name, Icon, hash }: { name: string; Icon: LucideIcon; hash?: string }) {
  return (
    <li>
      <Link to="/dashboard" {...(hash && { hash })} activeOptions={activeOptions} className={tabClass}>
        <Icon className="size-6" aria-hidden />
        {name}
      </Link>
    </li>
  );
}

function CheckinButton() {
  const { checkin } = useShell();
  if (checkin === 'done')
    return (
      <Link to="/dashboard" aria-label="All checked in today" className={middleClass}>
        <Check className="size-8 text-star" strokeWidth={3} aria-hidden />
      </Link>
    );
  if (!checkin)
    return (
      <Link to="/create-mission" aria-label="Create Mission" className={middleClass}>
        <Plus className="size-8" strokeWidth={3} aria-hidden />
      </Link>
    );
  return (
    <Link
      to="/mission/$missionId"
      params={{ missionId: checkin.mission_id }}
      hash="checkin"
      aria-label="Check In"
      className={middleClass}
    >
      <Flame className="h-9 w-auto" />
    </Link>
  );
}

function Bar({ children }: { children: ReactNode }) {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 border-t-2 border-line bg-card pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      <ul className="mx-auto grid max-w-md auto-cols-fr grid-flow-col items-end">{children}</ul>
    </nav>
  );
}

/** On phones only. The middle button leads to the first mission open today; a tick means that all are checked in. */
export function TabBar() {
  const { me, tabBell } = useShell();
  return (
    <Bar>
      <Item name="Home" Icon={House} />
      <Item name="Missions" Icon={Target} hash="missions" />
      <li className="grid place-items-center">
        <CheckinButton />
      </li>
      {tabBell && <li>{tabBell}</li>}
      <li>
        <Link to="/profile" className={cx(tabClass, 'group')}>
          <span
            aria-hidden
            className="grid rounded-full p-0.5 group-aria-[current=page]:ring-2 group-aria-[current=page]:ring-flame"
          >
            <Avatar name={me.name} url={me.avatar_url} size={24} decorative />
          </span>
          Me
        </Link>
      </li>
    </Bar>
  );
}
