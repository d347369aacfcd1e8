import { useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { useT } from '#platform/web/lib/language.ts';
import { useAction } from '#platform/web/lib/use-action.ts';
import { useSubmitCheckin } from '#web/features/checkins/submit-checkin.ts';

/** Checks in for yesterday. `ticked` is set at the press. A rejection shows a toast and sets `refused`. */
export function useYesterdayTick(mission: Pick<Mission, 'id' | 'title'>) {
  const t = useT();
  const submit = useSubmitCheckin();
  const { busy, run } = useAction();
  const [ticked, setTicked] = useState(false);
  const [refused, setRefused] = useState(false);
  const tick = () => {
    setTicked(true);
    setRefused(false);
    run(() => submit({ mission, type: 'tick', content: '', photo: null, day: 'yesterday' }), {
      failed: t('app.checkins.act.failed'),
      onFailed: () => {
        setTicked(false);
        setRefused(true);
      },
    });
  };
  return { busy, ticked, refused, tick };
}
