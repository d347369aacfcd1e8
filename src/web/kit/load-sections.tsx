import type { ReactNode } from 'react';
import { detailOf } from '#web/lib/api/api-error.ts';
import { type Loadable, LoadPart, TryAgain } from './load-part.tsx';
import { Section } from './section.tsx';
import { Loading, Skeleton } from './skeleton.tsx';

interface LoadSectionsProps<Data> {
  query: Loadable<Data> & { error: unknown };
  /** What is loaded, as it stands behind "We couldn't load". */
  name: string;
  children: (data: Data) => ReactNode;
}

/** A tab whose sections need data: the outlines of a form and a list, the server's reason with a button, or the sections. */
export function LoadSections<Data>({ query, name, children }: LoadSectionsProps<Data>) {
  return (
    <LoadPart
      query={query}
      loading={
        <>
          <Loading />
          <Skeleton className="h-80 rounded-lg" />
          <Skeleton className="h-40 rounded-lg" />
        </>
      }
      failed={
        <Section id="failed" title={detailOf(query.error, `We couldn't load ${name}`)}>
          <TryAgain query={query} kind="quiet" />
        </Section>
      }
    >
      {children}
    </LoadPart>
  );
}
