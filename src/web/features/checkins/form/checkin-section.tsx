import type { ReactNode } from 'react';
import { cx } from '#platform/web/lib/cx.ts';

/** The frame of today's check-in in every state. Links target it, and its heading is `checkin-title`. */
export const CheckinSection = ({ className, children }: { className: string; children: ReactNode }) => (
  <section
    id="checkin"
    tabIndex={-1}
    aria-labelledby="checkin-title"
    className={cx('scroll-mt-4 rounded-xl shadow-card', className)}
  >
    {children}
  </section>
);
