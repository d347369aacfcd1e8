import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Dashboard, HistoryMission } from '#contract/dashboard.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { Section } from '#platform/web/kit/section.tsx';
import { count } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { StitchedPatch } from '#web/drawings/stitched-patch.tsx';

const SHOWN = 6;

const tile =
  'grid justify-items-center gap-1.5 rounded-md p-1 text-center text-xs leading-tight font-semibold underline-offset-4 hover:underline';

const Title = ({ children }: { children: string }) => (
  <span className="line-clamp-2 wrap-anywhere user-text">{children}</span>
);

type OwnPatchesProps = Pick<Dashboard, 'missions'> & {
  completed: readonly HistoryMission[];
  /** The number of completed missions; `completed` has the newest. */
  total: number;
};

/** Running missions are pale and come first; completed ones follow, newest first. */
export function OwnPatches({ missions, completed, total }: OwnPatchesProps) {
  const t = useT();
  const [all, setAll] = useState(false);
  if (missions.length === 0 && completed.length === 0) return null;
  const shown = all ? completed : completed.slice(0, SHOWN);
  return (
    <Section
      id="sewn"
      title={t('app.me.sewn')}
      aside={total > 0 && <span className="font-display text-lg font-extrabold tabular">{count(total)}</span>}
    >
      <ul className="-mx-1 grid grid-cols-[repeat(auto-fill,minmax(5.8rem,1fr))] gap-x-1 gap-y-4">
        {missions.map((mission) => (
          <li key={mission.id}>
            <Link to="/mission/$missionId" params={{ missionId: mission.id }} className={tile}>
              <StitchedPatch mission={mission} size={84} pale />
              <Title>{mission.title}</Title>
            </Link>
          </li>
        ))}
        {shown.map((mission) => (
          <li key={mission.id}>
            <Link to="/mission/$missionId/completion" params={{ missionId: mission.id }} className={tile}>
              <StitchedPatch mission={mission} size={84} />
              <Title>{mission.title}</Title>
            </Link>
          </li>
        ))}
      </ul>
      {completed.length > SHOWN && !all && (
        <Button kind="bare" onClick={() => setAll(true)} className="mt-2">
          {t('app.me.show_all')}
        </Button>
      )}
    </Section>
  );
}
