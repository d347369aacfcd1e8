import type { Mission } from '#contract/missions.ts';
import { addDays } from '#domain/days.ts';
import { Button } from '#web/kit/button.tsx';
import { plainDay } from '#web/lib/format.ts';
import { useT } from '#web/lib/language.ts';
import { useYesterdayTick } from './use-yesterday-tick.ts';

/** The offer to check in for the day before, in one line. */
export function YesterdayLine({ mission }: { mission: Pick<Mission, 'id' | 'title' | 'today'> }) {
  const t = useT();
  const { busy, tick } = useYesterdayTick(mission);
  return (
    <p className="-my-1 flex flex-wrap items-center justify-between gap-x-3 rounded-md bg-star-soft ps-3 pe-1 text-sm text-ink">
      {t('app.checkins.yesterday.ask')}
      <Button kind="bare" busy={busy} busyLabel={t('app.checkins.act.checking_in')} onClick={tick}>
        {t('app.checkins.yesterday.act', { day: plainDay(addDays(mission.today, -1)) })}
      </Button>
    </p>
  );
}
