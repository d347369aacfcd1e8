import { type ReactNode, useEffect, useState } from 'react';
import { LIST_MAX } from '#domain/limits.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { type Columns, DataTable } from './data-table.tsx';
import { ExportButton, ListLayout, type ListResult, SearchField } from './list-layout.tsx';
import { FAILED, useAdminAction } from './queries.ts';

/** The search runs after typing has paused for this long. */
const PAUSE_MS = 250;

interface ListOrder<Sort extends string> {
  q: string;
  sort: Sort;
  order: 'asc' | 'desc';
}

interface ListState<Sort extends string> {
  query: ListOrder<Sort> & { page: number; limit: number };
  /** The text in the search field; the query follows a moment later. */
  typed: string;
  setTyped: (typed: string) => void;
  setPage: (page: number) => void;
  /** Choosing the same column again reverses the order. */
  sortBy: (sort: Sort) => void;
}

/** Manages search, order and page of a list. A new search or order returns to the first page. */
export function useList<Sort extends string>(initial: Sort): ListState<Sort> {
  const [state, setState] = useState({ q: '', sort: initial, order: 'desc' as 'asc' | 'desc', page: 1 });
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const timer = setTimeout(
      () => setState((now) => (now.q === typed ? now : { ...now, q: typed, page: 1 })),
      PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [typed]);
  return {
    query: { ...state, limit: LIST_MAX },
    typed,
    setTyped,
    setPage: (page) => setState((now) => ({ ...now, page })),
    sortBy: (sort) =>
      setState((now) => ({
        ...now,
        sort,
        order: now.sort === sort && now.order === 'desc' ? 'asc' : 'desc',
        page: 1,
      })),
  };
}

interface CsvFile {
  filename: string;
  csv: string;
  rows: number;
  total: number;
}

/** Saves a CSV file. Spreadsheets recognize UTF-8 by the byte order mark at its start. */
function saveCsv({ filename, csv, rows, total }: CsvFile): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  URL.revokeObjectURL(url);
  if (rows < total) toast.info(`The file holds the first ${rows} of ${total} rows`);
}

interface RecordListProps<Row, Sort extends string> {
  caption: string;
  find: string;
  empty: string;
  list: ListState<Sort>;
  result: ListResult;
  rows: readonly Row[] | undefined;
  columns: Columns<Row, Sort>;
  nameOf: (row: Row) => string;
  onExport: (order: ListOrder<Sort>) => Promise<CsvFile>;
  add?: ReactNode;
  dialog: (row: Row, onClose: () => void) => ReactNode;
}

export function RecordList<Row extends { id: string }, Sort extends string>({
  caption,
  find,
  empty,
  list,
  result,
  rows = [],
  columns,
  nameOf,
  onExport,
  add,
  dialog,
}: RecordListProps<Row, Sort>) {
  const [openId, setOpenId] = useState<string | null>(null);
  const open = rows.find((row) => row.id === openId);
  const { q, sort, order, page } = list.query;
  const exporting = useAdminAction(() => onExport({ q, sort, order }).then(saveCsv));
  return (
    <ListLayout
      tools={
        <>
          <SearchField label={find} value={list.typed} onChange={list.setTyped} />
          <ExportButton
            busy={exporting.isPending}
            onExport={() => exporting.mutate(undefined, { onError: () => toast.error(FAILED) })}
          />
          {add}
        </>
      }
      result={result}
      page={page}
      onPage={list.setPage}
      empty={empty}
    >
      <DataTable
        caption={caption}
        columns={columns}
        rows={rows}
        nameOf={nameOf}
        onOpen={(row) => setOpenId(row.id)}
        sort={sort}
        order={order}
        onSort={list.sortBy}
      />
      {open && dialog(open, () => setOpenId(null))}
    </ListLayout>
  );
}
