import { Link } from '@tanstack/react-router';
import { Crown } from 'lucide-react';
import type { MissionOffer } from '#contract/dashboard.ts';
import { button } from '#web/kit/button.tsx';

/** The ownership offers to the user, who accepts or declines each on the page of the mission. */
export function OwnershipOffers({ offers }: { offers: readonly MissionOffer[] }) {
  if (offers.length === 0) return null;
  return (
    <section aria-label="Missions offered to you" className="mt-6">
      <ul className="grid gap-3">
        {offers.map(({ mission_id, title, owner_name }) => (
          <li
            key={mission_id}
            className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-rose-soft px-5 py-3.5 sm:flex-nowrap sm:px-7"
          >
            <Crown className="size-5 shrink-0 text-rose" aria-hidden />
            <p className="min-w-0 grow basis-48 text-sm wrap-anywhere">
              {owner_name} offers you the mission <strong>{title}</strong>
            </p>
            <Link
              to="/mission/$missionId"
              params={{ missionId: mission_id }}
              className={button({ kind: 'quiet', size: 'sm', className: 'max-sm:w-full' })}
              aria-label={`See the offer: ${title}`}
            >
              See the offer
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
