import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { HistoryMission } from '#contract/dashboard.ts';
import { StitchedPatch } from '#web/drawings/stitched-patch.tsx';
import { Button } from '#web/kit/button.tsx';
import { Section } from '#web/kit/section.tsx';
import { count } from '#web/lib/format.ts';
import { useT } from '#web/lib/language.ts';

const SHOWN = 6;

/** The patches of completed missions, newest first, each with the way to its celebration; nothing before the first. */
export function CompletedPatches({ missions, total }: { missions: readonly HistoryMission[]; total: number }) {
  const t = useT();
  const [all, setAll] = useState(false);
  if (missions.length === 0) return null;
  const shown = all ? missions : missions.slice(0, SHOWN);
  return (
    <Section
      id="sewn"
      title={t('app.me.sewn')}
      aside={<span className="font-display text-lg font-extrabold tabular">{count(total)}</span>}
    >
      <ul className="-mx-1 grid grid-cols-[repeat(auto-fill,minmax(5.8rem,1fr))] gap-x-1 gap-y-4">
        {shown.map((mission) => (
          <li key={mission.id}>
            <Link
              to="/mission/$missionId/completion"
              params={{ missionId: mission.id }}
              className="grid justify-items-center gap-1.5 rounded-md p-1 text-center text-xs leading-tight font-semibold underline-offset-4 hover:underline"
            >
              <StitchedPatch mission={mission} size={84} />
              <span className="line-clamp-2 wrap-anywhere user-text">{mission.title}</span>
            </Link>
          </li>
        ))}
      </ul>
      {missions.length > SHOWN && !all && (
        <Button kind="bare" onClick={() => setAll(true)} className="mt-2">
          {t('app.me.show_all')}
        </Button>
      )}
    </Section>
  );
}
