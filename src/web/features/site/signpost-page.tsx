import type { ComponentProps, ReactNode } from 'react';
import { EmptyState } from '#platform/web/kit/empty-state.tsx';
import { type Retry, TryAgain } from '#platform/web/kit/load-part.tsx';
import { SignpostScene } from '#web/drawings/empty-scenes.tsx';

/** Replaces a page that cannot be shown: what is wrong, and where to go. */
export const SignpostPage = (props: Omit<ComponentProps<typeof EmptyState>, 'drawing'>) => (
  <div role="alert">
    <EmptyState drawing={<SignpostScene className="w-full max-w-lg" />} level={1} {...props} />
  </div>
);

interface FailedPageProps {
  query: Retry;
  title: string;
  level?: 1 | 2;
  children?: ReactNode;
  after?: ReactNode;
}

/** Replaces a page that failed to load, with a retry button. */
export const FailedPage = ({ query, ...props }: FailedPageProps) => (
  <SignpostPage action={<TryAgain query={query} />} {...props} />
);
