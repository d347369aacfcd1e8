import { Link } from '@tanstack/react-router';
import type { Mission } from '#contract/missions.ts';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import type { PartName } from './use-part.ts';

export const PARTS_BAR =
  'sticky top-0 z-20 -mx-4 bg-canvas px-4 py-2 max-[15.5rem]:static sm:static sm:mx-0 sm:px-0 sm:pt-1 sm:pb-4';
export const PARTS_LIST =
  'grid grid-cols-[repeat(auto-fit,minmax(5.2rem,1fr))] gap-1 rounded-xl bg-sunk p-1 sm:inline-grid sm:w-96 sm:align-top';

interface PartsProps {
  mission: Mission;
  open: PartName;
  /** False after the last day. */
  hasToday: boolean;
  alone: boolean;
}

/**
 * Links the parts by URL, so a reload keeps the open one. Only the open part is in the document, because screen readers
 * would read hidden parts too.
 */
export function Parts({ mission, open, hasToday, alone }: PartsProps) {
  const t = useT();
  const parts: [PartName, string][] = [
    ['team', alone ? t('app.missions.page.checkins') : t('app.missions.page.team')],
    ['mission', t('app.missions.page.mission')],
  ];
  if (hasToday) parts.unshift(['today', t('app.missions.page.today')]);
  return (
    <nav aria-label={t('app.missions.page.title')} className={PARTS_BAR}>
      <ul className={PARTS_LIST}>
        {parts.map(([part, name]) => (
          <li key={part}>
            <Link
              to="/mission/$missionId"
              params={{ missionId: mission.id }}
              search={({ part: _, ...rest }) => (part === 'today' ? rest : { ...rest, part })}
              replace
              resetScroll={false}
              aria-current={part === open ? 'page' : undefined}
              activeProps={{}}
              className={cx(
                'grid min-h-11 place-items-center rounded-full border-2 px-1 text-sm font-bold',
                part === open
                  ? 'border-line-strong bg-card text-ink forced-colors:outline-4 forced-colors:-outline-offset-6'
                  : 'border-transparent text-ink-2 hover:text-ink',
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
