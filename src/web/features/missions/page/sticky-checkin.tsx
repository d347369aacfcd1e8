import { Link } from '@tanstack/react-router';
import { House } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Flame } from '#web/drawings/flame.tsx';
import { Button } from '#web/kit/button.tsx';
import { scrollToElement } from '#web/kit/scroll-to.ts';

/** Whether the card's own button is in view; true until that is known. */
export function useInView(element: HTMLElement | null): boolean {
  const [inView, setInView] = useState(true);
  useEffect(() => {
    if (!element) return setInView(true);
    const observer = new IntersectionObserver(([entry]) => setInView(!!entry?.isIntersecting), { threshold: 0.6 });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return inView;
}

/**
 * For phones, while today's check-in is needed and the card's own button is out of view: replaces the tab bar, but for the
 * way home.
 */
export function StickyCheckin({ streak }: { streak: number }) {
  return (
    <nav
      aria-label="Today"
      className="fixed inset-x-0 bottom-0 z-30 flex translate-y-0 items-center gap-2 border-t-2 border-line bg-card px-3 py-2 pb-[calc(.5rem+env(safe-area-inset-bottom))] transition-transform duration-300 sm:hidden starting:translate-y-full"
    >
      <Link
        to="/dashboard"
        className="grid min-h-12 min-w-14 place-items-center content-center rounded-md px-2 text-xs font-semibold text-ink-2"
      >
        <House className="size-5.5" aria-hidden />
        Home
      </Link>
      <p className="ms-auto flex items-center gap-1.5 font-display text-lg font-extrabold tabular">
        <Flame className="h-8 w-auto" lit={streak > 0} />
        <span aria-hidden>{streak}</span>
        <span className="sr-only">{`${streak}-day streak`}</span>
      </p>
      <Button className="grow" onClick={() => scrollToElement('checkin', true)}>
        Check In
      </Button>
    </nav>
  );
}
