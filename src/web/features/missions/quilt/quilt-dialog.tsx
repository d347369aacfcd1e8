import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { weekdayOf } from '#domain/days.ts';
import { type Quilt, quiltQuery } from '#web/features/missions/queries.ts';
import { Dialog } from '#web/kit/dialog.tsx';
import { Loading } from '#web/kit/skeleton.tsx';
import { monthName, monthYear } from '#web/lib/format.ts';
import { QuiltCanvas } from './quilt-canvas.tsx';
import {
  checkinsBetween,
  lengthOf,
  type QuiltLine,
  quiltMonths,
  quiltRows,
  squareOf,
  weekdayShares,
  withToday,
} from './quilt-rows.ts';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const percent = (share: number | null) => (share === null ? '–' : `${Math.round(share * 100)}%`);

/** The share of days checked in, by weekday. */
function Rhythm({ quilt }: { quilt: Quilt }) {
  const shares = useMemo(() => weekdayShares(quilt), [quilt]);
  return (
    <dl className="mt-4 grid max-w-xl grid-cols-7 gap-1.5 text-center text-xs">
      {shares.map((share, day) => (
        <div key={WEEKDAYS[day]} className="grid gap-1">
          <dt className="text-ink-2">{WEEKDAYS[day]}</dt>
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

/** The quilt as a table: the days checked in of those that could be, by member and month. */
function MonthTable({ quilt, rows }: { quilt: Quilt; rows: readonly QuiltLine[] }) {
  const months = quiltMonths(quilt);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section aria-label="Squares by month" tabIndex={0} className="mt-2 max-h-96 overflow-auto">
      <table className="w-full text-sm tabular">
        <caption className="sr-only">Squares sewn by each member in each month</caption>
        <thead>
          <tr className="text-start text-xs text-ink-2">
            <th scope="col" className="py-2 pe-4 text-start font-semibold">
              Member
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
                const { checked, of } = checkinsBetween(row, from, to);
                return (
                  <td key={day} className="px-2 py-1.5 text-end whitespace-nowrap">
                    {of === 0 ? '–' : `${checked} of ${of}`}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface QuiltDialogProps {
  mission: Mission;
  meId: string;
  onClose: () => void;
}

/** All days and all members in one picture, or enlarged so that each square can be read. */
export function QuiltDialog({ mission, meId, onClose }: QuiltDialogProps) {
  // Already loaded, as the page shows a part of it.
  const { data } = useQuery(quiltQuery(mission.id));
  const quilt = useMemo(() => data && withToday(data, mission), [data, mission]);
  return (
    <Dialog title="The whole quilt" onClose={onClose} full>
      {quilt ? (
        <Picture quilt={quilt} members={mission.members} meId={meId} />
      ) : (
        <Loading label="Loading the quilt..." />
      )}
    </Dialog>
  );
}

function Picture({ quilt, members, meId }: { quilt: Quilt; members: readonly Member[]; meId: string }) {
  const [listed, setListed] = useState(false);
  const rows = useMemo(() => quiltRows(quilt, members, meId), [quilt, members, meId]);
  const drawn = useMemo(
    () => ({
      rows,
      days: lengthOf(quilt),
      months: quiltMonths(quilt).map(({ day, from }) => ({ label: monthName(day), from })),
      weekday: weekdayOf(quilt.first_day),
      squareAt: (row: number, day: number) => squareOf(rows[row]!, day),
    }),
    [quilt, rows],
  );
  const legend = [
    rows.some((row) => row.rest_days !== '') && 'A dot marks a saved day.',
    rows.some((row) => row.free_days !== '' || row.away_days !== '') && 'A small square is a day off.',
  ].filter((sentence) => sentence !== false);
  const total = rows.reduce((sum, row) => sum + checkinsBetween(row, 0, drawn.days).checked, 0);
  const people = rows.length === 1 ? '1 member' : `${rows.length} members`;
  const days = drawn.days === 1 ? '1 day' : `${drawn.days} days`;
  return (
    <>
      <div className="mt-2">
        <QuiltCanvas
          quilt={drawn}
          size={`${people}, ${days}.`}
          today={rows[0]?.today ?? 0}
          label={`${people} by ${days}: ${total === 1 ? '1 square' : `${total} squares`} sewn. The table below has the same.`}
        />
      </div>
      {legend.length > 0 && <p className="mt-2 text-xs text-ink-2">{legend.join(' ')}</p>}
      <Rhythm quilt={quilt} />
      <details className="mt-4" onToggle={(event) => setListed(event.currentTarget.open)}>
        <summary className="w-fit cursor-pointer py-2.5 text-sm font-semibold">Show as a table</summary>
        {listed && <MonthTable quilt={quilt} rows={rows} />}
      </details>
    </>
  );
}
