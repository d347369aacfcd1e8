import { CheckinCard, CheckinClosed } from './checkin-card.tsx';
import { CheckinDone, type CheckinOfToday } from './checkin-done.tsx';

export function TodayCheckin(today: CheckinOfToday) {
  const { mission, own, counted, form, isDone } = today;
  if (isDone) return <CheckinDone {...today} />;
  if (!mission.can.check_in && !form.busy) return <CheckinClosed mission={mission} />;
  return (
    <CheckinCard
      form={form}
      mission={mission}
      member={own}
      counted={counted}
      streak={own.streak_days}
      awayUntil={own.away_until}
    />
  );
}
