import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Loading, Skeleton } from './skeleton.tsx';

const PLACES = ['one', 'two', 'three', 'four', 'five'];

interface LoadPartProps<Data> {
  query: UseQueryResult<Data>;
  /** What is being loaded, in words. */
  name: string;
  rows?: number;
  children: (data: Data) => ReactNode;
}

/** A part of the settings: its outline, its error with another try, or itself. */
export function LoadPart<Data>({ query, name, rows = 2, children }: LoadPartProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="alert" className="text-sm text-ink-2">
          Failed to load {name}
        </p>
        <Button
          kind="quiet"
          size="sm"
          busy={query.isFetching}
          busyLabel="Trying again..."
          onClick={() => void query.refetch()}
        >
          Try again
        </Button>
      </div>
    );
  return (
    <div className="grid gap-3">
      <Loading label={`Loading ${name}...`} />
      {PLACES.slice(0, rows).map((place) => (
        <Skeleton key={place} className="h-12" />
      ))}
    </div>
  );
}
