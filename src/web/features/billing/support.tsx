import { LifeBuoy } from 'lucide-react';
import { button } from '#platform/web/kit/button.tsx';
import { useT } from '#platform/web/lib/language.ts';

interface SupportProps {
  email: string;
  /** Free, PRO or PREMIUM. It is part of the subject, so support sees how soon to respond. */
  plan: string;
}

export function Support({ email, plan }: SupportProps) {
  const t = useT();
  const subject = encodeURIComponent(t('app.billing.pricing.subject', { plan }));
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-4 rounded-lg px-5 py-4 text-ink-2 stitch">
      <p>{t('app.billing.pricing.support')}</p>
      <a
        href={`mailto:${email}?subject=${subject}`}
        className={button({ kind: 'quiet', size: 'sm', className: 'max-sm:w-full' })}
      >
        <LifeBuoy className="size-4.5" aria-hidden />
        {t('app.billing.pricing.contact')}
      </a>
    </div>
  );
}
