import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { HistoryMission } from '#contract/dashboard.ts';
import { HISTORY_SHOWN, RECENTLY_COMPLETED } from '#domain/limits.ts';
import { Button, IconButton } from '#platform/web/kit/button.tsx';
import { Section } from '#platform/web/kit/section.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { useT, within } from '#platform/web/lib/language.ts';
import { StitchedPatch } from '#web/drawings/stitched-patch.tsx';
import { NextRoundLink } from '#web/features/completion/public.ts';
import { plainText } from './plain-text.ts';

interface HistoryProps {
  /** At least one mission, newest first. */
  missions: readonly HistoryMission[];
  /** The number of completed missions, including missions that are not loaded. */
  total: number;
  /** Whether the sections start collapsed. */
  folds: boolean;
}

export function History({ missions, total, folds }: HistoryProps) {
  const t = useT();
  const [all, setAll] = useState(false);
  const shown = all ? missions : missions.slice(0, HISTORY_SHOWN);
  const earlier = shown.slice(RECENTLY_COMPLETED);
  const more = total - shown.length;
  return (
    <>
      <Pieces
        id="recently-completed"
        title={t('app.dashboard.history.recent')}
        missions={shown.slice(0, RECENTLY_COMPLETED)}
        folds={folds}
      />
      {earlier.length > 0 && (
        <Pieces id="history" title={t('app.dashboard.history.earlier')} missions={earlier} folds={folds}>
          {more > 0 && (
            <div className="mt-2 flex flex-wrap items-center gap-x-3">
              <p className="py-2.5 text-sm text-ink-2">{t('app.dashboard.history.rest', { count: more })}</p>
              {missions.length > shown.length && (
                <Button kind="bare" onClick={() => setAll(true)}>
                  {t('app.dashboard.history.show')}
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
  id: string;
  title: string;
  missions: readonly HistoryMission[];
  folds: boolean;
  children?: ReactNode;
}

const Pieces = ({ id, title, missions, folds, children }: PiecesProps) => (
  <Section id={id} title={title} folds={folds}>
    <ul className="-my-1">
      {missions.map((mission) => (
        <Piece key={mission.id} mission={mission} />
      ))}
    </ul>
    {children}
  </Section>
);

function Piece({ mission }: { mission: HistoryMission }) {
  const t = useT();
  const { id, title, duration_days, points_earned } = mission;
  const [open, setOpen] = useState(false);
  const rest = `rest-${id}`;
  return (
    <li className="py-2 text-ink-2 not-first:seam">
      <div className="relative flex items-center gap-3">
        <StitchedPatch mission={mission} size={44} />
        <div className="min-w-0 grow leading-tight">
          <h3 className="text-sm font-bold text-ink">
            <Link
              to="/mission/$missionId/completion"
              params={{ missionId: id }}
              title={title}
              className="block truncate user-line underline-offset-4 after:absolute after:inset-0 after:rounded-lg hover:underline"
            >
              {title}
            </Link>
          </h3>
          <p className="text-xs tabular">
            {t.rich('app.dashboard.history.figures', {
              points: points_earned,
              percent: mission.completion_percentage.toFixed(2),
              done: within('span', { className: 'sr-only' }),
            })}
          </p>
        </div>
        <IconButton
          label={t('app.dashboard.missions.more', { mission: title })}
          className="-me-2.5"
          aria-expanded={open}
          aria-controls={open ? rest : undefined}
          onClick={() => setOpen(!open)}
        >
          <ChevronDown className={cx('size-5 transition-transform', open && 'rotate-180')} aria-hidden />
        </IconButton>
      </div>
      {open && (
        <div id={rest} className="grid gap-1 pt-1.5 pb-1 text-sm">
          <p className="wrap-anywhere user-text">{plainText(mission.description)}</p>
          <p className="tabular">
            {t('app.dashboard.missions.members_days', { members: mission.member_count, days: duration_days })}
          </p>
        </div>
      )}
      {mission.can_start_next && (
        <p className="-mx-2 -mb-2">
          <NextRoundLink mission={mission} kind="bare" />
        </p>
      )}
    </li>
  );
}
