import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Mission } from '#contract/missions.ts';
import { addDays, type LocalDay } from '#domain/days.ts';
import { quiltQuery } from '#web/features/missions/queries.ts';
import { fullDaysOf, withToday } from './quilt-rows.ts';

/** Returns the days on which everyone who was needed was in. The set is empty while the quilt loads. */
export function useFullDays(mission: Mission): ReadonlySet<LocalDay> {
  const { data } = useQuery(quiltQuery(mission.id));
  return useMemo(() => {
    const numbers = data ? [...fullDaysOf(mission, withToday(data, mission))] : [];
    return new Set(numbers.map((number) => addDays(mission.first_day, number)));
  }, [data, mission]);
}
