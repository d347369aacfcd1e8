import { Link } from '@tanstack/react-router';
import { button } from '#web/kit/button.tsx';

/** In place of the form, where the plan does not include it. `none` says that there are none that could be kept. */
export const Upgrade = ({ what, none }: { what: 'tokens' | 'webhooks'; none: boolean }) => (
  <div className="mt-4">
    {!none && (
      <p className="mb-3 text-sm text-ink-2">{`Your ${what} are kept, and work again once you upgrade to PREMIUM.`}</p>
    )}
    <Link to="/pricing" className={button({ kind: 'quiet', size: 'sm' })}>
      Upgrade
    </Link>
  </div>
);
