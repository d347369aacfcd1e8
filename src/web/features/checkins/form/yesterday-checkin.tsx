import { useEffect, useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { isYesterdayOpen } from '#domain/checkins.ts';
import { addDays, type LocalDay } from '#domain/days.ts';
import { useSubmitCheckin } from '#web/features/checkins/outbox.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { plainDay } from '#web/lib/format.ts';
import { useMe } from '#web/lib/session/me.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';

/** How often the clock is looked at; the offer ends at noon. */
const LOOK_MS = 15_000;

interface YesterdayLineProps {
  mission: Pick<Mission, 'title'>;
  yesterday: LocalDay;
  busy: boolean;
  onCheckIn: () => void;
  className?: string | undefined;
}

/** The offer to check in for the day before. */
export function YesterdayLine({ mission, yesterday, busy, onCheckIn, className }: YesterdayLineProps) {
  const label = `Check in for ${plainDay(yesterday)}`;
  return (
    <p className={cx('flex flex-wrap items-center gap-x-3 text-sm text-ink-2', className)}>
      Forgot yesterday?
      <Button
        kind="bare"
        className="-mx-2"
        busy={busy}
        busyLabel="Checking in..."
        aria-label={`${label}: ${mission.title}`}
        onClick={onCheckIn}
      >
        {label}
      </Button>
    </p>
  );
}

interface YesterdayCheckinProps {
  mission: Pick<Mission, 'id' | 'title' | 'can'>;
  /** The user's own day. */
  today: LocalDay;
  className?: string | undefined;
}

/** Until noon a tick for the day before, while it is open in the mission. */
export const YesterdayCheckin = (props: YesterdayCheckinProps) =>
  props.mission.can.check_in_yesterday && <OpenYesterday {...props} />;

function OpenYesterday({ mission, today, className }: YesterdayCheckinProps) {
  const { timezone } = useMe();
  const submit = useSubmitCheckin();
  const [busy, setBusy] = useState(false);
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  if (!isYesterdayOpen(now, timezone)) return null;
  const yesterday = addDays(today, -1);
  const checkIn = async () => {
    setBusy(true);
    try {
      await submit({ mission, type: 'tick', content: '', photo: null, day: 'yesterday' });
    } catch (error) {
      toast.error(detailOf(error, 'Failed to record check-in'));
    }
    setBusy(false);
  };
  return <YesterdayLine {...{ mission, yesterday, busy, className }} onCheckIn={() => void checkIn()} />;
}
