import { LifeBuoy } from 'lucide-react';
import { button } from '#web/ui/button.tsx';

interface SupportProps {
  /** Left out until it is known; the link is there from the start. */
  email: string | undefined;
  /** Free, PRO or PREMIUM: it stands in the subject, so that who answers knows how soon (Decisions 4). */
  plan: string;
}

/** Contact Support opens a mail. */
export function Support({ email = '', plan }: SupportProps) {
  const subject = encodeURIComponent(`Emberkin support (${plan} plan)`);
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-4 rounded-lg px-5 py-4 text-ink-2 stitch">
      <p>A question before you decide? A person answers.</p>
      <a
        href={`mailto:${email}?subject=${subject}`}
        className={button({ kind: 'quiet', size: 'sm', className: 'max-sm:w-full' })}
      >
        <LifeBuoy className="size-4.5" aria-hidden />
        Contact Support
      </a>
    </div>
  );
}
