import { useState } from 'react';
import type { Import } from '#contract/imports.ts';
import { daysIn } from '#domain/day-bits.ts';
import { daysBetween, type LocalDay, weekdayOf } from '#domain/days.ts';
import { DataDetails } from '#platform/web/kit/data-details.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { count, fullDay } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';

const STEP = 16;
const WEEKS = 54;

interface NamedDay {
  readonly day: LocalDay;
  /** The day as text, and its amount in an import with amounts; empty for a day without one. */
  readonly cells: readonly [date: string, amount?: string];
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

/** All years of an import: a square for each day, whose name has the amount. Only the newest year is open. */
export function ShownImport({ shown, onClose }: { shown: Import; onClose: () => void }) {
  const t = useT();
  const days = daysIn(shown.days, shown.first_day).map((day, i) => {
    const amount = shown.amounts?.[i] ?? null;
    const text = amount === null ? '' : `${count(amount)} ${shown.unit ?? ''}`.trim();
    const cells: NamedDay['cells'] = shown.amounts ? [fullDay(day), text] : [fullDay(day)];
    return { day, cells };
  });
  return (
    <Dialog title={shown.habit} onClose={onClose}>
      {groupByYear(days).map(([year, own], at) => (
        <ImportedYear key={year} year={year} days={own} isRtl={t.language.direction === 'rtl'} isNewest={at === 0} />
      ))}
    </Dialog>
  );
}

interface ImportedYearProps {
  year: string;
  days: readonly NamedDay[];
  isRtl: boolean;
  isNewest: boolean;
}

/** A year that opens and closes. A closed one is not drawn, because an import can have decades of days. */
export function ImportedYear({ year, days, isRtl, isNewest }: ImportedYearProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(isNewest);
  const title = t('app.imports.year', { year, days: days.length });
  return (
    <details className="mt-4" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer py-2.5 text-sm font-extrabold tabular">{title}</summary>
      {isOpen && (
        <>
          <YearSquares year={year} days={days} isRtl={isRtl} title={title} />
          <DataDetails
            caption={title}
            head={
              days[0]?.cells.length === 2 ? [t('app.imports.day'), t('app.imports.amount')] : [t('app.imports.day')]
            }
            rows={days.map(({ cells }) => cells)}
            keys={days.map(({ day }) => day)}
          />
        </>
      )}
    </details>
  );
}

interface YearSquaresProps {
  year: string;
  days: readonly NamedDay[];
  isRtl: boolean;
  title: string;
}

function YearSquares({ year, days, isRtl, title }: YearSquaresProps) {
  const first = `${year}-01-01`;
  const lead = weekdayOf(first);
  return (
    <svg viewBox={`0 0 ${WEEKS * STEP} ${7 * STEP}`} role="img" aria-label={title} className="mt-1 h-auto w-full">
      {days.map(({ day, cells }) => {
        const at = lead + daysBetween(first, day);
        const week = Math.floor(at / 7);
        const x = (isRtl ? WEEKS - 1 - week : week) * STEP;
        return (
          <g key={day} transform={`translate(${x} ${(at % 7) * STEP})`}>
            <title>{cells.filter(Boolean).join(': ')}</title>
            <rect width="15" height="15" rx="4.5" fill="color-mix(in oklab, var(--star) 18%, var(--sunk))" />
            <circle cx="7.5" cy="7.5" r="2.2" fill="none" stroke="var(--ink-2)" strokeWidth="1.3" />
          </g>
        );
      })}
    </svg>
  );
}
