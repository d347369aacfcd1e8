import { useEffect, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Flame } from '#web/ui/drawings/flame.tsx';
import { scrollToElement } from '#web/ui/scroll-to.ts';

/** Phones, until today is done: stands where the tab bar stands, and steps aside while the card's own button is in view. */
export function StickyCheckin({ streak, submit }: { streak: number; submit: HTMLElement | null }) {
  const [near, setNear] = useState(true);
  useEffect(() => {
    if (!submit) return;
    const observer = new IntersectionObserver(([entry]) => setNear(!!entry?.isIntersecting), { threshold: 0.6 });
    observer.observe(submit);
    return () => observer.disconnect();
  }, [submit]);
  return (
    <nav
      aria-label="Today"
      inert={near}
      className={cx(
        'fixed inset-x-0 bottom-0 z-30 flex items-center gap-3 border-t-2 border-line bg-card px-4 py-3 pb-[calc(.75rem+env(safe-area-inset-bottom))] transition-transform duration-300 sm:hidden',
        near && 'translate-y-full',
      )}
    >
      <p className="flex items-center gap-1.5 font-display text-lg font-extrabold tabular">
        <Flame className="h-8 w-auto" lit={streak > 0} />
        {streak}
        <span className="sr-only">{streak === 1 ? ' day streak' : ' days streak'}</span>
      </p>
      <Button className="grow" onClick={() => scrollToElement('checkin', true)}>
        Check In
      </Button>
    </nav>
  );
}
