/**
 * Replaces the pull gesture of the installed app. iOS has none, and Android's reloads the page and loses typed text.
 * Our pull only fetches the data again. The listeners are passive and never delay a scroll. A pull starts with one
 * finger at the top of the page, outside of fields, dialogs and scrollable areas.
 */

import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { ArrowDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isOnline } from '#platform/web/lib/api/connectivity.ts';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { useMedia } from '#platform/web/lib/use-media.ts';
import { Flame } from '#web/drawings/flame.tsx';
import { PULL_AT, readPull } from './pull-gesture.ts';

/** Pages that show other people's activity. */
const WITH_DATA = /^\/(?:dashboard|invitations|mission\/[^/]+)$/;
/** Elements with their own touch gestures. */
const OWN_GESTURES = 'dialog, [role=dialog], [role=listbox], input, textarea, [contenteditable=true]';

const atTop = () => window.scrollY <= 0;

/** Returns true if an element around the target is scrolled, which pulling would scroll back. */
function isScrolled(target: Element): boolean {
  for (let element: Element | null = target; element && element !== document.documentElement; ) {
    if (element.scrollTop > 0) return true;
    element = element.parentElement;
  }
  return false;
}

const isFree = (target: EventTarget | null) =>
  target instanceof Element &&
  !target.closest(OWN_GESTURES) &&
  !isScrolled(target) &&
  !document.querySelector('dialog[open]');

function usePull(onPulled: () => void): number {
  const [distance, setDistance] = useState(0);
  const pulled = useRef(onPulled);
  pulled.current = onPulled;
  useEffect(() => {
    let start: { x: number; y: number } | null = null;
    let far = 0;
    const move = (to: number) => {
      far = to;
      setDistance(to);
    };
    const end = () => {
      start = null;
      if (far > 0) move(0);
    };
    const onStart = ({ touches, target }: TouchEvent) => {
      const [touch] = touches;
      end();
      if (touch && touches.length === 1 && atTop() && isFree(target)) start = { x: touch.clientX, y: touch.clientY };
    };
    const onMove = ({ touches }: TouchEvent) => {
      const [touch] = touches;
      if (!start || !touch) return;
      const pull = touches.length > 1 ? 'other' : readPull(start, { x: touch.clientX, y: touch.clientY }, atTop());
      if (pull === 'other') end();
      else if (pull !== null) move(pull);
    };
    const onEnd = () => {
      const enough = start !== null && far >= PULL_AT;
      end();
      if (enough) pulled.current();
    };
    const listening = new AbortController();
    const passive = { passive: true, signal: listening.signal };
    window.addEventListener('touchstart', onStart, passive);
    window.addEventListener('touchmove', onMove, passive);
    window.addEventListener('touchend', onEnd, passive);
    window.addEventListener('touchcancel', end, passive);
    return () => listening.abort();
  }, []);
  return distance;
}

function Pull() {
  const client = useQueryClient();
  const reducedMotion = useMedia('(prefers-reduced-motion: reduce)');
  const [busy, setBusy] = useState(false);
  const t = useT();
  const [announcement, setAnnouncement] = useState('');
  const distance = usePull(() => {
    if (busy) return;
    setBusy(true);
    setAnnouncement(t('app.frame.pull.busy'));
    void client.refetchQueries({ type: 'active' }).finally(() => {
      setBusy(false);
      setAnnouncement(t(isOnline() ? 'app.frame.pull.done' : 'app.frame.pull.offline'));
    });
  });
  useEffect(() => {
    const { style } = document.documentElement;
    style.overscrollBehaviorY = 'contain';
    return () => {
      style.overscrollBehaviorY = '';
    };
  }, []);
  const y = reducedMotion || busy ? PULL_AT : distance;
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {(busy || distance > 0) && (
        <div
          aria-hidden
          className="pointer-events-none fixed inset-x-0 top-[env(safe-area-inset-top)] z-40 grid justify-items-center"
        >
          <span
            data-pull={busy ? 'busy' : distance >= PULL_AT ? 'ready' : 'pulled'}
            style={{ transform: `translateY(${y - 44}px)` }}
            className="grid size-11 place-items-center rounded-full border-2 border-line bg-card text-flame shadow-card"
          >
            {busy ? (
              <Flame className="breathe h-6 w-auto" />
            ) : (
              <ArrowDown className={cx('size-5 transition-transform', distance >= PULL_AT && 'rotate-180')} />
            )}
          </span>
        </div>
      )}
    </>
  );
}

/** Refetches the page's data when pulled; replaces the browser's gesture (`overscroll-behavior`). */
export function PullToRefresh() {
  const installed = useMedia('(display-mode: standalone)');
  const { pathname } = useLocation();
  return installed && WITH_DATA.test(pathname) && <Pull key={pathname} />;
}
