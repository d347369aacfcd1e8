import { useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { useSubmitCheckin } from '#web/features/checkins/submit-checkin.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { useT } from '#web/lib/language.ts';
import { toast } from '#web/lib/toast.ts';

/** A tick for the day before, and whether it was made here. A refusal is said in a toast. */
export function useYesterdayTick(mission: Pick<Mission, 'id' | 'title'>) {
  const t = useT();
  const submit = useSubmitCheckin();
  const [busy, setBusy] = useState(false);
  const [ticked, setTicked] = useState(false);
  const tick = async () => {
    setBusy(true);
    try {
      await submit({ mission, type: 'tick', content: '', photo: null, day: 'yesterday' });
      setTicked(true);
    } catch (error) {
      toast.error(detailOf(error, t('app.checkins.act.failed')));
    }
    setBusy(false);
  };
  return { busy, ticked, tick: () => void tick() };
}
