import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Dashboard, HistoryMission } from '#contract/dashboard.ts';
import { HISTORY_SHOWN, RECENTLY_COMPLETED } from '#domain/limits.ts';
import { StitchedPatch } from '#web/drawings/stitched-patch.tsx';
import { NextRoundLink } from '#web/features/completion/public.ts';
import { Button } from '#web/kit/button.tsx';
import { count } from '#web/lib/format.ts';
import { memberCount } from './mission-facts.tsx';
import { plainText } from './plain-text.ts';

interface HistoryProps extends Pick<Dashboard, 'completed_missions_history' | 'completed_missions_count'> {
  /** The id of a mission that the page shows already. */
  shownAbove: string | undefined;
}

/**
 * The completed missions as small cards, each once: the newest under a heading of their own, the others as history. Of
 * all of them so many are shown at first.
 */
export function History({ completed_missions_history, completed_missions_count, shownAbove }: HistoryProps) {
  const [all, setAll] = useState(false);
  const history = completed_missions_history.filter(({ id }) => id !== shownAbove);
  if (history.length === 0) return null;
  const shown = all ? history : history.slice(0, HISTORY_SHOWN);
  const earlier = shown.slice(RECENTLY_COMPLETED);
  const more = completed_missions_count - (completed_missions_history.length - history.length) - shown.length;
  return (
    <>
      <Pieces
        id="recently-completed"
        title="Recently Completed Missions"
        missions={shown.slice(0, RECENTLY_COMPLETED)}
      />
      {earlier.length > 0 && (
        <Pieces id="history" title="Completed Missions" missions={earlier}>
          {more > 0 && (
            <div className="mt-2 flex flex-wrap items-center gap-x-3">
              <p className="py-2.5 text-sm text-ink-2">
                {more === 1 ? 'and 1 more completed mission...' : `and ${count(more)} more completed missions...`}
              </p>
              {history.length > shown.length && (
                <Button kind="bare" onClick={() => setAll(true)}>
                  Show more
                </Button>
              )}
            </div>
          )}
        </Pieces>
      )}
    </>
  );
}

interface PiecesProps {
  /** Of the heading. */
  id: string;
  title: string;
  missions: readonly HistoryMission[];
  children?: ReactNode;
}

function Pieces({ id, title, missions, children }: PiecesProps) {
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="text-xl font-extrabold">
        {title}
      </h2>
      <ul className="-mx-4 mt-4 flex snap-x snap-mandatory scroll-px-4 gap-4 overflow-x-auto px-4 pb-2 [scrollbar-width:none] sm:mx-0 sm:grid sm:grid-cols-2 sm:overflow-visible sm:px-0 lg:grid-cols-3">
        {missions.map((mission) => (
          <Piece key={mission.id} mission={mission} />
        ))}
      </ul>
      {children}
    </section>
  );
}

function Piece({ mission }: { mission: HistoryMission }) {
  const { id, title, duration_days, completion_percentage } = mission;
  const percentage = `${completion_percentage.toFixed(2)}%`;
  return (
    <li className="relative flex w-[19.5rem] max-w-full shrink-0 snap-start flex-wrap content-start gap-x-4 rounded-lg bg-card p-4 shadow-card sm:w-auto">
      <StitchedPatch mission={mission} size={72} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-2">
          <h3 className="line-clamp-2 font-bold wrap-anywhere">
            <Link
              to="/mission/$missionId/completion"
              params={{ missionId: id }}
              className="decoration-star decoration-3 underline-offset-4 after:absolute after:inset-0 after:rounded-lg hover:underline"
            >
              {title}
            </Link>
          </h3>
          <span className="text-sm font-bold text-pine tabular">
            {percentage}
            <span className="sr-only"> completed</span>
          </span>
        </div>
        <p className="mt-0.5 truncate text-sm text-ink-2">{plainText(mission.description)}</p>
        <p className="mt-2 flex flex-wrap gap-x-3 text-xs text-ink-2 tabular">
          <span>{memberCount(mission.member_count)}</span>
          <span>{duration_days === 1 ? '1 day' : `${duration_days} days`}</span>
          <span>
            {mission.points_earned === 1 ? '1 point earned' : `${count(mission.points_earned)} points earned`}
          </span>
        </p>
      </div>
      {/* Above the link that covers the piece. */}
      {mission.can_start_next && (
        <p className="-mx-2 mt-1 -mb-2 basis-full">
          <NextRoundLink mission={mission} kind="bare" className="relative" />
        </p>
      )}
    </li>
  );
}
