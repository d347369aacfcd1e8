import { Link } from '@tanstack/react-router';
import { House, type LucideIcon, Target } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { FLAME } from '#domain/flame.ts';
import { badge } from '#platform/web/kit/bell-count.tsx';
import { tabClass, tabName } from '#platform/web/kit/tab-class.ts';
import { useSeam } from '#platform/web/kit/use-seam.ts';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { useMe } from '#web/data/me.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { Flame } from '#web/drawings/flame.tsx';
import { TabNotificationBell } from '#web/features/notifications/public.ts';
import { useFrame } from './frame-actions.ts';
import { type TodaysCheckins, useTodaysCheckins } from './todays-checkins.ts';

const middleClass =
  'relative mb-2 grid size-16 max-[15.5rem]:size-12 -translate-y-3 place-items-center rounded-full shadow-card ring-4 ring-canvas active:-translate-y-2';

/** Home and Missions share a page; the fragment decides which of them is current. */
const activeOptions = { exact: true, includeHash: true };

function Item({ name, Icon, hash }: { name: string; Icon: LucideIcon; hash?: string }) {
  return (
    <li>
      <Link to="/dashboard" {...(hash && { hash })} activeOptions={activeOptions} className={tabClass}>
        <Icon className="size-6" aria-hidden />
        <span className={tabName}>{name}</span>
      </Link>
    </li>
  );
}

/** The flame's own colors in both themes, because its ground is night or gold. */
const FIRE = '#F0532B';
const AMBER = '#FFBC3B';

function MiddleFlame({ state }: Pick<TodaysCheckins, 'state'>) {
  const unlit = state === 'none';
  return (
    <svg
      viewBox="-2 0 52 60"
      fill="none"
      strokeLinecap="round"
      aria-hidden="true"
      className={cx('relative h-9 w-auto max-[15.5rem]:h-6', state === 'unknown' && 'opacity-40')}
    >
      {unlit ? (
        <path d={FLAME.fire} stroke="#D9C3DA" strokeWidth="3.5" strokeDasharray="7 5" />
      ) : (
        <>
          <path className={state === 'unknown' ? undefined : 'flicker'} d={FLAME.fire} fill={FIRE} />
          <path d={FLAME.heart} fill={state === 'done' ? '#FFF3E6' : AMBER} />
        </>
      )}
    </svg>
  );
}

/** Returns the flame link's name, target and action. With several missions it opens their list as a sheet. */
function useFlameLink() {
  const t = useT();
  const { openQuickCheckin } = useFrame();
  const { state, missions } = useTodaysCheckins();
  if (state === 'done')
    return {
      'aria-label': t(missions.length === 0 ? 'app.frame.tabs.all_done' : 'app.frame.tabs.done'),
      to: '/dashboard',
    } as const;
  const [only, ...others] = missions;
  if (only !== undefined && others.length === 0)
    return {
      'aria-label': t(state === 'needed' ? 'app.frame.tabs.needed' : 'start.common.check_in'),
      to: '/mission/$missionId',
      params: { missionId: only },
      hash: 'checkin',
    } as const;
  if (only === undefined) return { 'aria-label': t('start.common.check_in'), to: '/check-in' } as const;
  const onClick = (event: MouseEvent) => {
    // With a modifier key the browser opens the list's page elsewhere.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    openQuickCheckin();
  };
  return {
    'aria-label':
      state === 'needed' ? t('app.frame.tabs.needed_many', { count: missions.length }) : t('start.common.check_in'),
    'aria-haspopup': 'dialog',
    to: '/check-in',
    onClick,
  } as const;
}

const openCount = 'grid place-items-center rounded-full bg-dusk-star text-xs font-extrabold text-dusk tabular';

/** Always the same element, so the focus returns to it when the sheet closes. */
function FlameTab() {
  const { state, missions } = useTodaysCheckins();
  const press = useSeam();
  const seam = state === 'done' ? 'border-dusk/45' : state === 'needed' ? 'border-dusk-star/60' : 'border-on-night/25';
  return (
    <Link
      {...useFlameLink()}
      {...press}
      className={cx('sews', middleClass, state === 'done' ? 'bg-dusk-star text-dusk' : 'bg-night text-dusk-star')}
    >
      <span aria-hidden className={cx('absolute inset-1 rounded-full border-2 border-dashed', seam)} />
      <MiddleFlame state={state} />
      {state === 'needed' && missions.length > 1 && (
        <span aria-hidden className={cx(openCount, 'absolute -end-0.5 -top-0.5 size-6 ring-2 ring-canvas')}>
          {badge(missions.length)}
        </span>
      )}
    </Link>
  );
}

/** The flame of wide screens, which have no tab bar, while a check-in is needed. */
export function HeaderFlame() {
  const { state, missions } = useTodaysCheckins();
  const link = useFlameLink();
  const press = useSeam();
  if (state !== 'needed') return null;
  return (
    <Link
      {...link}
      {...press}
      className="sews relative inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 font-display font-extrabold hover:bg-sunk max-sm:hidden"
    >
      <Flame className="h-6 w-auto" />
      <span aria-hidden className={cx(openCount, 'h-6 min-w-6 px-1')}>
        {badge(missions.length)}
      </span>
    </Link>
  );
}

function Bar({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <nav
      aria-label={t('app.frame.tabs.label')}
      className="fixed inset-x-0 bottom-0 z-30 border-t-2 border-line bg-card pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      <ul className="mx-auto grid max-w-md auto-cols-fr grid-flow-col items-end">{children}</ul>
    </nav>
  );
}

/** The tab bar of phones. Its flame shows today's state and opens what can be done. */
export function TabBar() {
  const t = useT();
  const me = useMe();
  return (
    <Bar>
      <Item name={t('app.frame.tabs.home')} Icon={House} />
      <Item name={t('app.frame.tabs.missions')} Icon={Target} hash="missions" />
      <li className="grid place-items-center">
        <FlameTab />
      </li>
      {me.profile_completed && (
        <li>
          <TabNotificationBell />
        </li>
      )}
      <li>
        <Link to="/profile" className={cx(tabClass, 'group')}>
          <span
            aria-hidden
            className="grid rounded-full p-0.5 ring-flame [ul:not(:has([aria-expanded=true]))_&]:group-aria-[current=page]:ring-2"
          >
            <Avatar name={me.name} look={me.look} url={me.avatar_url} size={24} decorative />
          </span>
          <span className={tabName}>{t('app.frame.tabs.me')}</span>
        </Link>
      </li>
    </Bar>
  );
}
