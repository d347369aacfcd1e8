import { Link } from '@tanstack/react-router';
import { button } from '#web/kit/button.tsx';
import { Section } from '#web/kit/section.tsx';

/** `none` says that there are none that could be kept. */
export function Upgrade({ what, none }: { what: 'tokens' | 'webhooks'; none: boolean }) {
  return (
    <Section
      id="upgrade"
      title="API access comes with PREMIUM"
      lead={
        none ? `With PREMIUM you can create ${what} here.` : `Your ${what} are kept, and work again once you upgrade.`
      }
    >
      <Link to="/pricing" className={button({ className: 'max-sm:w-full' })}>
        Upgrade
      </Link>
    </Section>
  );
}
