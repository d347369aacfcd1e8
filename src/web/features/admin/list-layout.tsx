import { ChevronLeft, ChevronRight, Download, Search } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { LIST_MAX } from '#domain/limits.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { inputClass } from '#platform/web/kit/field.tsx';
import { FailedPart, LoadPart } from '#platform/web/kit/load-part.tsx';
import { Loading, Skeleton } from '#platform/web/kit/skeleton.tsx';
import { tabId } from '#platform/web/kit/tabs.tsx';
import { useFocusFallback } from '#platform/web/kit/use-focus-fallback.ts';
import { cx } from '#platform/web/lib/cx.ts';
import { count } from '#platform/web/lib/format.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { FAILED } from './queries.ts';

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <div className="relative max-sm:w-full">
      <Search aria-hidden className="absolute start-3.5 top-1/2 size-5 -translate-y-1/2 text-ink-2" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx(inputClass, 'h-12 ps-11 sm:w-72')}
      />
    </div>
  );
}

export function ExportButton({ busy, onExport }: { busy: boolean; onExport: () => void }) {
  return (
    <Button kind="quiet" size="sm" busy={busy} busyLabel="Exporting..." onClick={onExport} className="max-sm:w-full">
      <Download className="size-4.5" aria-hidden />
      Export CSV
    </Button>
  );
}

export interface ListResult {
  data: { total: number } | undefined;
  isError: boolean;
  isFetching: boolean;
  /** Whether the rows still belong to the previous page or search. */
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

interface ListLayoutProps {
  tools?: ReactNode;
  /** The rows' tab, if the tools are tabs; they control `records-of-tab`. */
  tab?: string;
  result: ListResult;
  page: number;
  onPage: (page: number) => void;
  empty: string;
  children: ReactNode;
}

const ROWS = ['one', 'two', 'three', 'four', 'five'];

/** Lays out a list: tools, loading, failure, the empty text and the pages. */
export function ListLayout({ tools, tab, result, page, onPage, empty, children }: ListLayoutProps) {
  const { data, isError, isFetching, isPlaceholderData } = result;
  useEffect(() => {
    if (isError) toast.error(FAILED);
  }, [isError]);
  const rows = useFocusFallback<HTMLDivElement>(data?.total ?? 0);
  const pageTurned = useRef(false);
  const turn = (to: number) => {
    pageTurned.current = true;
    onPage(to);
  };
  useEffect(() => {
    if (!pageTurned.current || isPlaceholderData) return;
    // The pressed button is below the new rows and might be disabled, so the focus moves to their top.
    pageTurned.current = false;
    (rows.current?.querySelector<HTMLElement>('[data-row]') ?? rows.current)?.focus();
  }, [isPlaceholderData, rows]);
  return (
    <>
      {tools && <div className="flex flex-wrap items-center gap-3 px-4 pb-4 sm:px-6">{tools}</div>}
      <LoadPart
        query={result}
        loading={<Outline />}
        failed={
          <div className="p-4 sm:px-6">
            <FailedPart query={result} text={FAILED} />
          </div>
        }
      >
        {({ total }) => (
          <div
            ref={rows}
            tabIndex={-1}
            aria-busy={isFetching}
            {...(tab ? { id: 'records-of-tab', role: 'tabpanel', 'aria-labelledby': tabId(tab) } : {})}
          >
            {total === 0 ? <p className="p-4 text-ink-2 sm:px-6">{empty}</p> : children}
            {total > 0 && <Pages total={total} page={page} onPage={turn} />}
          </div>
        )}
      </LoadPart>
    </>
  );
}

function Outline() {
  return (
    <div className="grid gap-3 p-4 sm:px-6">
      <Loading />
      {ROWS.map((row) => (
        <Skeleton key={row} className="h-12" />
      ))}
    </div>
  );
}

function Pages({ total, page, onPage }: { total: number; page: number; onPage: (page: number) => void }) {
  const first = (page - 1) * LIST_MAX + 1;
  const last = Math.min(page * LIST_MAX, total);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 p-4 sm:px-6">
      <p role="status" className="text-sm text-ink-2 tabular">
        {`${count(first)} to ${count(last)} of ${count(total)}`}
      </p>
      {total > LIST_MAX && (
        <div className="flex gap-3">
          <Button kind="quiet" size="sm" disabled={page === 1} onClick={() => onPage(page - 1)}>
            <ChevronLeft className="size-4.5 rtl:rotate-180" aria-hidden />
            Previous
          </Button>
          <Button kind="quiet" size="sm" disabled={last === total} onClick={() => onPage(page + 1)}>
            Next
            <ChevronRight className="size-4.5 rtl:rotate-180" aria-hidden />
          </Button>
        </div>
      )}
    </div>
  );
}
