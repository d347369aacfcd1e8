import { X } from 'lucide-react';
import { useState } from 'react';
import type { Dashboard } from '#contract/dashboard.ts';
import { addDays, type LocalDay } from '#domain/days.ts';
import { useYesterdayTick } from '#web/features/checkins/public.ts';
import { useFrame } from '#web/features/frame/public.ts';
import { Button, IconButton } from '#web/kit/button.tsx';
import { plainDay } from '#web/lib/format.ts';

const CLOSED_KEY = 'yesterday-closed';

/** Whether the line was closed on this device; the next day it is there again. */
function useClosed(today: LocalDay) {
  const [closed, setClosed] = useState(() => localStorage.getItem(CLOSED_KEY));
  const close = () => {
    localStorage.setItem(CLOSED_KEY, today);
    setClosed(today);
  };
  return { closed: closed === today, close };
}

/**
 * One line for all missions of which yesterday is open and needed. With one of them its button checks in, with more it
 * opens the list of check-ins, where each has its own.
 */
export function YesterdayLine({ dashboard: { missions, today, pause } }: { dashboard: Dashboard }) {
  const open = missions.filter(({ needed_yesterday }) => needed_yesterday);
  const { closed, close } = useClosed(today);
  const [mission] = open;
  if (!mission || pause || closed) return null;
  const act = `Check in for ${plainDay(addDays(today, -1))}`;
  return (
    <p className="mt-3 flex min-h-13 flex-wrap items-center gap-x-3 rounded-lg border-2 border-line bg-card ps-4 pe-1 text-sm sm:ps-6">
      <span className="min-w-0 grow basis-48 py-2 wrap-anywhere">
        <strong>Did it yesterday?</strong>{' '}
        <span className="text-ink-2">{`It is open until noon: ${open.map(({ title }) => title).join(', ')}.`}</span>
      </span>
      <span className="flex items-center">
        {open.length === 1 ? <Tick mission={mission} act={act} /> : <OpenList act={act} />}
        <IconButton label="Not yesterday" onClick={close}>
          <X className="size-5 text-ink-2" aria-hidden />
        </IconButton>
      </span>
    </p>
  );
}

function Tick({ mission, act }: { mission: Dashboard['missions'][number]; act: string }) {
  const { busy, tick } = useYesterdayTick(mission);
  return (
    <Button kind="bare" busy={busy} busyLabel="Checking in..." onClick={tick}>
      {act}
    </Button>
  );
}

function OpenList({ act }: { act: string }) {
  const { openQuickCheckin } = useFrame();
  return (
    <Button kind="bare" onClick={openQuickCheckin}>
      {act}
    </Button>
  );
}
