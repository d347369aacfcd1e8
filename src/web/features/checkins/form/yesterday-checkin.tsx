import { useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { addDays, type LocalDay } from '#domain/days.ts';
import { useSubmitCheckin } from '#web/features/checkins/submit-checkin.ts';
import { Button } from '#web/kit/button.tsx';
import { detailOf } from '#web/lib/api/api-error.ts';
import { cx } from '#web/lib/cx.ts';
import { plainDay } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';

type Titled = Pick<Mission, 'id' | 'title'>;

/** A tick for the day before, and whether it was made here. A refusal is said in a toast. */
export function useYesterdayTick(mission: Titled) {
  const submit = useSubmitCheckin();
  const [busy, setBusy] = useState(false);
  const [ticked, setTicked] = useState(false);
  const tick = async () => {
    setBusy(true);
    try {
      await submit({ mission, type: 'tick', content: '', photo: null, day: 'yesterday' });
      setTicked(true);
    } catch (error) {
      toast.error(detailOf(error, 'Failed to record check-in'));
    }
    setBusy(false);
  };
  return { busy, ticked, tick: () => void tick() };
}

const QUESTION = 'Did it yesterday?';

interface YesterdayButtonProps {
  mission: Titled;
  /** The user's own day. */
  today: LocalDay;
  /** Of several on a screen the first says until when: they all end at noon. */
  isFirst?: boolean;
  onNight?: boolean;
  busy: boolean;
  onPress: () => void;
}

/** The offer to check in for the day before. */
export function YesterdayButton(props: YesterdayButtonProps) {
  const { mission, today, isFirst = true, onNight = false, busy, onPress } = props;
  const act = `Check in for ${plainDay(addDays(today, -1))}`;
  return (
    <div className="grid gap-1.5">
      <Button
        kind={onNight ? 'dusk' : 'quiet'}
        size="slim"
        busy={busy}
        busyLabel="Checking in..."
        aria-label={busy ? undefined : `${QUESTION} ${act}: ${mission.title}`}
        onClick={onPress}
      >
        {/* Where there is no room for both, each has a line. */}
        <span className="leading-tight">
          <span className="inline-block">{QUESTION}</span> <span className="inline-block">{act}</span>
        </span>
      </Button>
      {isFirst && (
        <p className={cx('text-center text-xs', onNight ? 'text-on-night-2' : 'text-ink-2')}>
          Yesterday is open until noon.
        </p>
      )}
    </div>
  );
}
