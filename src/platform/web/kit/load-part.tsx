import type { ReactNode } from 'react';
import { isOffline } from '#platform/web/lib/api/is-offline.ts';
import { useT } from '#platform/web/lib/language.ts';
import { Button, type ButtonLook } from './button.tsx';
import { Loading, Skeletons } from './skeleton.tsx';

/** The state of a query that a part needs; a hook may compute `isError` differently. */
export interface Loadable<Data> {
  data: Data | undefined;
  isError: boolean;
  /** Why the last attempt failed, while the next attempt waits. */
  failureReason?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}
export type Retry = Pick<Loadable<unknown>, 'isFetching' | 'refetch'>;

function Outline({ name, rows, row }: { name: string; rows: number; row: string }) {
  const t = useT();
  return (
    <div className="grid gap-3">
      <Loading label={t('start.kit.loading', { name })} />
      <Skeletons count={rows} className={row} />
    </div>
  );
}

export function TryAgain({ query, ...look }: { query: Retry } & ButtonLook) {
  const t = useT();
  return (
    <Button
      {...look}
      busy={query.isFetching}
      busyLabel={t('start.common.retrying')}
      onClick={() => void query.refetch()}
    >
      {t('start.common.retry')}
    </Button>
  );
}

interface FailedPartProps {
  query: Retry;
  text: string;
  button?: ButtonLook;
  className?: string;
}

export function FailedPart({
  query,
  text,
  button = { kind: 'quiet', size: 'sm' },
  className = 'flex flex-wrap items-center justify-between gap-3 text-sm text-ink-2',
}: FailedPartProps) {
  return (
    <div role="alert" className={className}>
      <p>{text}</p>
      <TryAgain query={query} {...button} />
    </div>
  );
}

type LoadPartProps<Data> = {
  query: Loadable<Data>;
  children: (data: Data) => ReactNode;
} & (
  | { loading: ReactNode; failed: ReactNode }
  /** The name of what loads. The outline has `rows` rows of the height class `row`. */
  | { name: string; rows?: number; row?: string }
);

/** Renders a part of a page that needs data: outline, error with a retry button, or content. */
export function LoadPart<Data>({ query, children, ...props }: LoadPartProps<Data>) {
  const t = useT();
  if (query.data !== undefined) return children(query.data);
  const hasFailed = query.isError || isOffline(query.failureReason);
  if ('loading' in props) return hasFailed ? props.failed : props.loading;
  return hasFailed ? (
    <FailedPart query={query} text={t('start.kit.load_failed', { name: props.name })} />
  ) : (
    <Outline name={props.name} rows={props.rows ?? 2} row={props.row ?? 'h-12'} />
  );
}
