import { useEffect, useReducer } from 'react';
import type { Checkin } from '#contract/checkins.ts';
import { canEditCheckin } from '#domain/checkins.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { CHECKIN_EDIT_MINUTES } from '#domain/limits.ts';

/** Whether an own check-in may be edited now; turns false by itself when its hour is over. */
export function useMayEdit({ can, created_at }: Pick<Checkin, 'can' | 'created_at'>): boolean {
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const mayEdit = can.edit && canEditCheckin(new Date(created_at), new Date());
  useEffect(() => {
    if (!mayEdit) return;
    const over = Date.parse(created_at) + CHECKIN_EDIT_MINUTES * MINUTE_MS;
    const timer = setTimeout(drawAgain, over - Date.now());
    return () => clearTimeout(timer);
  }, [mayEdit, created_at]);
  return mayEdit;
}
