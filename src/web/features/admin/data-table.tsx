import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { cx } from '#platform/web/lib/cx.ts';
import { shortDay } from '#platform/web/lib/format.ts';

interface Column<Row, Sort extends string> {
  head: string;
  cell: (row: Row) => ReactNode;
  sort?: Sort;
  end?: boolean;
  /** The screen width from which the column is visible. The row's dialog shows all columns. */
  from?: 'sm' | 'md';
}

/** The first column is the row's heading and opens it. */
export type Columns<Row, Sort extends string> = readonly [Column<Row, Sort>, ...Column<Row, Sort>[]];

interface DataTableProps<Row, Sort extends string> {
  caption: string;
  columns: Columns<Row, Sort>;
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  onOpen: (row: Row) => void;
  sort: Sort;
  order: 'asc' | 'desc';
  onSort: (sort: Sort) => void;
}

const hidden = { sm: 'max-sm:hidden', md: 'max-md:hidden' } as const;

const columnClass = ({ end, from }: Pick<Column<never, string>, 'end' | 'from'>, at: number, count: number) =>
  cx(
    at === 0 ? 'ps-4 sm:ps-6' : 'px-3',
    end && 'max-sm:pe-4',
    at === count - 1 && 'sm:pe-6',
    end ? 'text-end tabular' : 'text-start',
    from && hidden[from],
  );

/** Moves between rows with the arrow keys, Home and End. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button[data-row]')];
  const at = rows.indexOf(event.target as HTMLButtonElement);
  if (at < 0) return;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  rows[Math.max(0, Math.min(rows.length - 1, to))]?.focus();
}

type Sorting<Row, Sort extends string> = Pick<DataTableProps<Row, Sort>, 'columns' | 'sort' | 'order' | 'onSort'>;

function HeadRow<Row, Sort extends string>({ columns, sort, order, onSort }: Sorting<Row, Sort>) {
  return (
    <tr className="h-11">
      {columns.map((column, i) => (
        <th
          key={column.head}
          scope="col"
          aria-sort={column.sort === sort ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
          className={cx(columnClass(column, i, columns.length), 'font-semibold', i === 0 && 'w-[55%] sm:w-[38%]')}
        >
          {column.sort ? (
            <SortButton
              name={column.head}
              order={column.sort === sort ? order : null}
              end={column.end === true}
              onSort={() => onSort(column.sort!)}
            />
          ) : (
            column.head
          )}
        </th>
      ))}
    </tr>
  );
}

/** A sortable table whose rows open. Phones show only the columns without `from`. */
export function DataTable<Row extends { id: string }, Sort extends string>({
  caption,
  columns,
  rows,
  nameOf,
  onOpen,
  ...sorting
}: DataTableProps<Row, Sort>) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">
        {caption}. The arrow keys move between rows, Home and End go to the first and last, Enter opens one.
      </caption>
      <thead className="bg-sunk text-ink-2">
        <HeadRow columns={columns} {...sorting} />
      </thead>
      <tbody onKeyDown={moveBetweenRows}>
        {rows.map((row) => (
          <tr key={row.id} className="relative border-b border-line hover:bg-sunk">
            {columns.map((column, i) =>
              i === 0 ? (
                <th
                  key={column.head}
                  scope="row"
                  className={cx(columnClass(column, i, columns.length), 'max-w-0 py-1 font-normal')}
                >
                  <button
                    type="button"
                    data-row
                    aria-label={nameOf(row)}
                    onClick={() => onOpen(row)}
                    className="flex min-h-13 w-full cursor-pointer items-center text-start after:absolute after:inset-0 focus-visible:-outline-offset-2"
                  >
                    {column.cell(row)}
                  </button>
                </th>
              ) : (
                <td key={column.head} className={columnClass(column, i, columns.length)}>
                  {column.cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SortButtonProps {
  name: string;
  order: 'asc' | 'desc' | null;
  end: boolean;
  onSort: () => void;
}

function SortButton({ name, order, end, onSort }: SortButtonProps) {
  const Arrow = { asc: ArrowUp, desc: ArrowDown, none: ChevronsUpDown }[order ?? 'none'];
  return (
    <button
      type="button"
      onClick={onSort}
      className={cx(
        'inline-flex min-h-11 cursor-pointer items-center gap-1 font-semibold hover:text-ink',
        end && 'flex-row-reverse',
      )}
    >
      {name}
      <Arrow aria-hidden className="size-4 shrink-0" />
    </button>
  );
}

export const TwoLines = ({ first, second }: { first: string; second: string | null }) => (
  <span className="min-w-0">
    <strong className="block truncate">{first}</strong>
    <span className="block truncate text-ink-2">{second}</span>
  </span>
);

export const dayCell = (instant: string) => (
  <span className="whitespace-nowrap text-ink-2">{shortDay(instant.slice(0, 10))}</span>
);

/** Details that are too long for half the width of a phone. */
const LONG = new Set(['Email Address', 'Id', 'Reason']);

export function DetailList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-3 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className={cx('min-w-0', LONG.has(name) && 'col-span-2')}>
          <dt className="text-ink-2">{name}</dt>
          <dd className="mt-0.5 font-semibold wrap-anywhere tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
