import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { countDays } from '#domain/day-bits.ts';
import { weekdayOf } from '#domain/days.ts';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { Loading } from '#platform/web/kit/skeleton.tsx';
import { count, monthName, monthYear, weekdayColumn, weekdayName } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { type Quilt, quiltQuery } from '#web/features/missions/queries.ts';
import { QuiltCanvas } from './quilt-canvas.tsx';
import {
  countSquares,
  fullDaysOf,
  lengthOf,
  type QuiltLine,
  quiltMonths,
  quiltRows,
  squareOf,
  weekdayShares,
  withToday,
} from './quilt-rows.ts';
import { Legend } from './team-quilt.tsx';

const percent = (share: number | null) => (share === null ? '–' : `${Math.round(share * 100)}%`);

function Rhythm({ quilt, mission }: { quilt: Quilt; mission: Mission }) {
  const shares = useMemo(() => weekdayShares(mission, quilt), [mission, quilt]);
  return (
    <dl className="mt-4 grid max-w-xl grid-cols-7 gap-1.5 text-center text-xs">
      {shares.map((share, day) => (
        <div key={weekdayName(day)} className="grid gap-1">
          <dt className="text-ink-2">{weekdayColumn(day)}</dt>
          <dd className="font-bold tabular">
            <span aria-hidden className="mb-1 block h-1.5 overflow-hidden rounded-full bg-sunk">
              <span className="block h-full rounded-full bg-flame-hi" style={{ inlineSize: percent(share ?? 0) }} />
            </span>
            {percent(share)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The quilt as a table: sewn squares out of sewn and missed, by member and month. */
interface MonthTableProps {
  quilt: Quilt;
  rows: readonly QuiltLine[];
  full: ReadonlySet<number>;
}

function MonthTable({ quilt, rows, full }: MonthTableProps) {
  const t = useT();
  const months = quiltMonths(quilt);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section aria-label={t('app.missions.quilt.table.label')} tabIndex={0} className="mt-2 max-h-96 overflow-auto">
      <table className="w-full text-sm tabular">
        <caption className="sr-only">{t('app.missions.quilt.table.caption')}</caption>
        <thead>
          <tr className="text-start text-xs text-ink-2">
            <th scope="col" className="py-2 pe-4 text-start font-semibold">
              {t('app.missions.quilt.table.member')}
            </th>
            {months.map(({ day }) => (
              <th key={day} scope="col" className="px-2 py-2 text-end font-semibold whitespace-nowrap">
                {monthYear(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.user_id} className="border-t-2 border-line">
              <th scope="row" className="max-w-40 truncate py-1.5 pe-4 text-start font-semibold">
                {row.label}
              </th>
              {months.map(({ day, from, to }) => {
                const { sewn, of } = countSquares(row, from, to);
                return (
                  <td key={day} className="px-2 py-1.5 text-end whitespace-nowrap">
                    {of === 0 ? '–' : t('app.missions.quilt.table.share', { checked: sewn, of })}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        {full.size > 0 && (
          <tfoot>
            <tr className="border-t-2 border-line">
              <th scope="row" className="py-1.5 pe-4 text-start font-semibold">
                {t('app.missions.quilt.table.full_days')}
              </th>
              {months.map(({ day, from, to }) => (
                <td key={day} className="px-2 py-1.5 text-end">
                  {count([...full].filter((number) => from <= number && number < to).length)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

interface QuiltDialogProps {
  mission: Mission;
  meId: string;
  onClose: () => void;
}

export function QuiltDialog({ mission, meId, onClose }: QuiltDialogProps) {
  const t = useT();
  // Already cached, because the page shows a part of the quilt.
  const { data } = useQuery(quiltQuery(mission.id));
  const quilt = useMemo(() => data && withToday(data, mission), [data, mission]);
  return (
    <Dialog title={t('app.missions.quilt.whole')} onClose={onClose} full>
      {quilt ? (
        <Picture quilt={quilt} mission={mission} meId={meId} />
      ) : (
        <Loading label={t('app.missions.quilt.loading')} />
      )}
    </Dialog>
  );
}

function Picture({ quilt, mission, meId }: { quilt: Quilt; mission: Mission; meId: string }) {
  const t = useT();
  const [listed, setListed] = useState(false);
  const { members } = mission;
  const rows = useMemo(() => quiltRows(t, quilt, members, meId), [t, quilt, members, meId]);
  const full = useMemo(() => fullDaysOf(mission, quilt), [mission, quilt]);
  const drawn = useMemo(
    () => ({
      rows,
      days: lengthOf(quilt),
      months: quiltMonths(quilt).map(({ day, from }) => ({ label: monthName(day), from })),
      weekday: weekdayOf(quilt.first_day),
      letters: Array.from({ length: 7 }, (_, day) => weekdayName(day, 'narrow')),
      squareAt: (row: number, day: number) => squareOf(rows[row]!, day),
      isFull: (day: number) => full.has(day),
    }),
    [quilt, rows, full],
  );
  const total = rows.reduce((sum, row) => sum + countDays(row.days), 0);
  const size = { members: rows.length, days: drawn.days };
  return (
    <>
      <div className="mt-2">
        <QuiltCanvas
          quilt={drawn}
          size={t('app.missions.quilt.size', size)}
          today={rows[0]?.today ?? 0}
          label={t('app.missions.quilt.picture', { ...size, squares: total })}
        />
      </div>
      <Legend
        has={(sign) =>
          sign === 'full'
            ? full.size > 0
            : rows.some((row) =>
                sign === 'saved' ? row.rest_days !== '' : row.free_days !== '' || row.away_days !== '',
              )
        }
      />
      <Rhythm quilt={quilt} mission={mission} />
      <details className="mt-4" onToggle={(event) => setListed(event.currentTarget.open)}>
        <summary className="w-fit cursor-pointer py-2.5 text-sm font-semibold">
          {t('app.missions.quilt.table.show')}
        </summary>
        {listed && <MonthTable quilt={quilt} rows={rows} full={full} />}
      </details>
    </>
  );
}
