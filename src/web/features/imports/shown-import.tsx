import type { Import } from '#contract/imports.ts';
import { daysIn } from '#domain/day-bits.ts';
import { daysBetween, type LocalDay, weekdayOf } from '#domain/days.ts';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { count, fullDay } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';

const STEP = 16;
const WEEKS = 54;

interface NamedDay {
  readonly day: LocalDay;
  readonly name: string;
}

/** Groups the days by year, newest first. */
function groupByYear(days: readonly NamedDay[]): [year: string, days: NamedDay[]][] {
  const years = new Map<string, NamedDay[]>();
  for (const day of days) {
    const year = day.day.slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), day]);
  }
  return [...years].toReversed();
}

/** All years of an import: a square for each day, whose name has the amount. */
export function ShownImport({ shown, onClose }: { shown: Import; onClose: () => void }) {
  const t = useT();
  const days = daysIn(shown.days, shown.first_day).map((day, i) => {
    const amount = shown.amounts?.[i] ?? null;
    const parts = [fullDay(day), amount === null ? '' : `${count(amount)} ${shown.unit ?? ''}`.trim()];
    return { day, name: parts.filter(Boolean).join(': ') };
  });
  return (
    <Dialog title={shown.habit} onClose={onClose}>
      {groupByYear(days).map(([year, own]) => (
        <ImportedYear key={year} year={year} days={own} isRtl={t.language.direction === 'rtl'} />
      ))}
    </Dialog>
  );
}

export function ImportedYear({ year, days, isRtl }: { year: string; days: readonly NamedDay[]; isRtl: boolean }) {
  const t = useT();
  const first = `${year}-01-01`;
  const lead = weekdayOf(first);
  const title = t('app.imports.year', { year, days: days.length });
  return (
    <section className="mt-4">
      <h3 className="text-sm font-extrabold tabular">{title}</h3>
      <svg viewBox={`0 0 ${WEEKS * STEP} ${7 * STEP}`} role="img" aria-label={title} className="mt-1 h-auto w-full">
        {days.map(({ day, name }) => {
          const at = lead + daysBetween(first, day);
          const week = Math.floor(at / 7);
          const x = (isRtl ? WEEKS - 1 - week : week) * STEP;
          return (
            <g key={day} transform={`translate(${x} ${(at % 7) * STEP})`}>
              <title>{name}</title>
              <rect width="15" height="15" rx="4.5" fill="color-mix(in oklab, var(--star) 18%, var(--sunk))" />
              <circle cx="7.5" cy="7.5" r="2.2" fill="none" stroke="var(--ink-2)" strokeWidth="1.3" />
            </g>
          );
        })}
      </svg>
    </section>
  );
}
