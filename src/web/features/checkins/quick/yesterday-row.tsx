import { X } from 'lucide-react';
import { useState } from 'react';
import type { Dashboard, DashboardMission } from '#contract/dashboard.ts';
import { addDays, type LocalDay } from '#domain/days.ts';
import { Button, IconButton } from '#platform/web/kit/button.tsx';
import { SeamButton } from '#platform/web/kit/seam-button.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { plainDay } from '#platform/web/lib/format.ts';
import { useT, within } from '#platform/web/lib/language.ts';
import { listOf } from '#platform/web/lib/list.ts';
import { useYesterdayTick } from '#web/features/checkins/form/use-yesterday-tick.ts';
import { YesterdaySheet } from './yesterday-sheet.tsx';

const CLOSED_KEY = 'yesterday-closed';

/** Stores on this device that the row was closed; it returns the next day. */
function useClosed(today: LocalDay) {
  const [closed, setClosed] = useState(() => localStorage.getItem(CLOSED_KEY));
  const close = () => {
    localStorage.setItem(CLOSED_KEY, today);
    setClosed(today);
  };
  return { closed: closed === today, close };
}

interface YesterdayRowProps {
  dashboard: Pick<Dashboard, 'missions' | 'today' | 'pause'>;
  /** Whether it leaves its space empty when it disappears, so that nothing moves. */
  holdsPlace?: boolean;
}

/** One row for all missions that need yesterday. A single mission is checked in directly; several open a sheet. */
export function YesterdayRow({ dashboard, holdsPlace = false }: YesterdayRowProps) {
  const t = useT();
  const { missions, today, pause } = dashboard;
  const { closed, close } = useClosed(today);
  const [isOpen, setOpen] = useState(false);
  const needed = pause || closed ? [] : missions.filter(({ needed_yesterday }) => needed_yesterday);
  const [atFirst] = useState(needed);
  const shown = needed.length > 0 || !holdsPlace ? needed : atFirst;
  const [mission] = shown;
  const act = t('app.checkins.yesterday.act', { day: plainDay(addDays(today, -1)) });
  return (
    <>
      {mission && (
        <p
          inert={needed.length === 0}
          className={cx(
            'mt-3 flex min-h-13 flex-wrap items-center gap-x-3 rounded-lg border-2 border-line bg-card ps-4 pe-1 text-sm sm:ps-6',
            needed.length === 0 && 'invisible',
          )}
        >
          <span className="my-2 line-clamp-2 min-w-0 grow-999 basis-48 wrap-anywhere">
            {t.rich('app.checkins.yesterday.ask_for', {
              titles: listOf(
                t,
                shown.map(({ title }) => title),
              ),
              b: within('strong'),
              more: within('span', { className: 'text-ink-2' }),
            })}
          </span>
          <span className="flex grow items-center justify-between">
            {shown.length === 1 ? (
              <Tick mission={mission} act={act} />
            ) : (
              <Button kind="bare" aria-haspopup="dialog" onClick={() => setOpen(true)}>
                {act}
              </Button>
            )}
            <IconButton label={t('app.checkins.yesterday.not')} onClick={close}>
              <X className="size-5 text-ink-2" aria-hidden />
            </IconButton>
          </span>
        </p>
      )}
      {isOpen && <YesterdaySheet title={act} missions={missions} onClose={() => setOpen(false)} />}
    </>
  );
}

function Tick({ mission, act }: { mission: DashboardMission; act: string }) {
  const t = useT();
  const { busy, tick } = useYesterdayTick(mission);
  return (
    <SeamButton kind="bare" busy={busy} busyLabel={t('app.checkins.act.checking_in')} onClick={tick}>
      {act}
    </SeamButton>
  );
}
