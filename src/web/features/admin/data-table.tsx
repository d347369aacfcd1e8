import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';

interface Column<Row, Sort extends string> {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Makes the head a button that orders by it. */
  sort?: Sort;
  /** Figures stand at the end of their column. */
  end?: boolean;
  /** The width from which there is room for it; the opened row has everything. */
  from?: 'sm' | 'md';
}

/** The first column names its row and opens it. */
export type Columns<Row, Sort extends string> = readonly [Column<Row, Sort>, ...Column<Row, Sort>[]];

interface DataTableProps<Row, Sort extends string> {
  caption: string;
  columns: Columns<Row, Sort>;
  rows: readonly Row[];
  /** What the row's button says to readers. */
  nameOf: (row: Row) => string;
  onOpen: (row: Row) => void;
  sort: Sort;
  order: 'asc' | 'desc';
  onSort: (sort: Sort) => void;
}

const hidden = { sm: 'max-sm:hidden', md: 'max-md:hidden' } as const;

/** Up and down move between the rows, Home and End to the first and the last. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button[data-row]')];
  const at = rows.indexOf(event.target as HTMLButtonElement);
  if (at < 0) return;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  rows[Math.max(0, Math.min(rows.length - 1, to))]?.focus();
}

/** Rows of one kind, each of which opens. Phones keep the columns without `from`. */
export function DataTable<Row extends { id: string }, Sort extends string>({
  caption,
  columns,
  rows,
  nameOf,
  onOpen,
  sort,
  order,
  onSort,
}: DataTableProps<Row, Sort>) {
  const look = (column: Column<Row, Sort>, i: number) =>
    cx(
      i === 0 ? 'ps-4 sm:ps-6' : 'px-3',
      column.end && 'max-sm:pe-4',
      i === columns.length - 1 && 'sm:pe-6',
      column.end ? 'text-end tabular' : 'text-start',
      column.from && hidden[column.from],
    );
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">
        {caption}. Arrows move between the rows, Home and End to the first and the last, Enter opens one.
      </caption>
      <thead className="bg-sunk text-ink-2">
        <tr className="h-11">
          {columns.map((column, i) => (
            <th
              key={column.head}
              scope="col"
              aria-sort={column.sort === sort ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
              className={cx(look(column, i), 'font-semibold', i === 0 && 'w-[55%] sm:w-[38%]')}
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
      </thead>
      <tbody onKeyDown={moveBetweenRows}>
        {rows.map((row) => (
          <tr key={row.id} className="relative border-b border-line hover:bg-sunk">
            {columns.map((column, i) =>
              i === 0 ? (
                <th key={column.head} scope="row" className={cx(look(column, i), 'max-w-0 py-1 font-normal')}>
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
                <td key={column.head} className={look(column, i)}>
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
