import type { ComponentProps } from 'react';
import { SignpostScene } from '#web/drawings/empty-scenes.tsx';
import { EmptyState } from './empty-state.tsx';

/** In place of a page that cannot be shown: what is wrong, and where to go. */
export const SignpostPage = (props: Omit<ComponentProps<typeof EmptyState>, 'drawing'>) => (
  <div role="alert">
    <EmptyState drawing={<SignpostScene className="w-full max-w-lg" />} level={1} {...props} />
  </div>
);
