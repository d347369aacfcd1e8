import type { LocalDay } from '#domain/days.ts';
import { canonicalZone } from '#platform/lib/zones.ts';
import { collectHabits, type FoundHabits, type Reader } from '../habits/read.ts';
import { dayReader, timeOf } from '../instants/read.ts';
import { numberOf, objectOf, objectsIn } from '../json/read.ts';

/** Counts the completions of each day, and under null the completions that are not instants. */
function countByDay(completions: unknown, dayAt: (time: number) => LocalDay | null): Map<LocalDay | null, number> {
  const counts = new Map<LocalDay | null, number>();
  for (const completion of Array.isArray(completions) ? completions : []) {
    const day = dayAt(timeOf(completion));
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return counts;
}

/**
 * Reads `habits.json` of HabitTrove. `settings` is its `settings.json`, whose zone sets the days; without one the
 * reader's does. A day needs as many completions as the habit's target.
 */
export function readHabitTrove(file: unknown, settings: unknown, { zone, today }: Reader): FoundHabits {
  const { timezone } = objectOf(objectOf(settings)?.system) ?? {};
  const dayAt = dayReader({ zone: (typeof timezone === 'string' && canonicalZone(timezone)) || zone, today });
  const found = collectHabits(today);
  for (const { name, isTask, completions, targetCompletions } of objectsIn(objectOf(file)?.habits)) {
    if (isTask === true) {
      found.leaveOut(name, 'task');
      continue;
    }
    const habit = found.habit(name);
    const target = Math.max(1, numberOf(targetCompletions, 1));
    for (const [day, count] of countByDay(completions, dayAt))
      if (day === null) for (let left = count; left > 0; left -= 1) habit.add(null);
      else if (count >= target) habit.add(day, count > 1 && target > 1 ? count : null);
  }
  return found.finish('habittrove');
}
