import { Link } from '@tanstack/react-router';
import { Crown } from 'lucide-react';
import type { MissionOffer } from '#contract/dashboard.ts';
import { button } from '#platform/web/kit/button.tsx';
import { useT, within } from '#platform/web/lib/language.ts';

export function OwnershipOffers({ offers }: { offers: readonly MissionOffer[] }) {
  const t = useT();
  if (offers.length === 0) return null;
  return (
    <section aria-label={t('app.members.offers.label')} className="mt-6">
      <ul className="grid gap-3">
        {offers.map(({ mission_id, title, owner_name }) => (
          <li
            key={mission_id}
            className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-rose-soft px-5 py-3.5 sm:flex-nowrap sm:px-7"
          >
            <Crown className="size-5 shrink-0 text-rose" aria-hidden />
            <p className="min-w-0 grow basis-48 text-sm wrap-anywhere">
              {t.rich('app.members.offers.text', {
                name: owner_name,
                mission: title,
                strong: within('strong'),
              })}
            </p>
            <Link
              to="/mission/$missionId"
              params={{ missionId: mission_id }}
              className={button({ kind: 'quiet', size: 'sm', className: 'max-sm:w-full' })}
              aria-label={t('app.members.offers.see_label', { mission: title })}
            >
              {t('app.members.offers.see')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
