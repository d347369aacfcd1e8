import { isAhead } from '#web/data/missions/mark-checked-in.ts';
import { CheckinAhead, CheckinCard, CheckinClosed } from './checkin-card.tsx';
import { CheckinDone, type CheckinOfToday } from './checkin-done.tsx';

/** Today's check-in: done, open, or from when on it can be made. */
export function TodayCheckin(today: CheckinOfToday) {
  const { mission, own, counted, form, isDone } = today;
  if (isDone) return <CheckinDone {...today} />;
  if (!mission.can.check_in && !form.busy)
    return isAhead(mission, mission.today) ? <CheckinAhead mission={mission} /> : <CheckinClosed mission={mission} />;
  return (
    <CheckinCard form={form} mission={mission} counted={counted} streak={own.streak_days} awayUntil={own.away_until} />
  );
}
