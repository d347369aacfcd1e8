import type { Mission } from '#contract/missions.ts';
import { addDays } from '#domain/days.ts';
import { SeamButton } from '#platform/web/kit/seam-button.tsx';
import { plainDay } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { useYesterdayTick } from './use-yesterday-tick.ts';

export function YesterdayLine({ mission }: { mission: Pick<Mission, 'id' | 'title' | 'today'> }) {
  const t = useT();
  const { busy, tick } = useYesterdayTick(mission);
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 rounded-md bg-star-soft py-1 ps-3 pe-1 text-sm text-ink">
      <span className="py-1">{t('app.checkins.yesterday.ask')}</span>
      <SeamButton kind="bare" busy={busy} busyLabel={t('app.checkins.act.checking_in')} onClick={tick}>
        {t('app.checkins.yesterday.act', { day: plainDay(addDays(mission.today, -1)) })}
      </SeamButton>
    </p>
  );
}
