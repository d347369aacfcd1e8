import type { Mission } from '#contract/missions.ts';
import { addDays } from '#domain/days.ts';
import { Button } from '#web/kit/button.tsx';
import { plainDay } from '#web/lib/format.ts';
import { useYesterdayTick } from './use-yesterday-tick.ts';

/** The offer to check in for the day before, in one line. */
export function YesterdayLine({ mission }: { mission: Pick<Mission, 'id' | 'title' | 'today'> }) {
  const { busy, tick } = useYesterdayTick(mission);
  return (
    <p className="-my-1 flex flex-wrap items-center justify-between gap-x-3 rounded-md bg-star-soft ps-3 pe-1 text-sm text-ink">
      Did it yesterday? It is open until noon.
      <Button kind="bare" busy={busy} busyLabel="Checking in..." onClick={tick}>
        {`Check in for ${plainDay(addDays(mission.today, -1))}`}
      </Button>
    </p>
  );
}
