import type { ComponentProps } from 'react';
import { FailedPage } from '#web/kit/load-part.tsx';

export const DashboardFailed = ({ query }: Pick<ComponentProps<typeof FailedPage>, 'query'>) => (
  <FailedPage query={query} title="Failed to load dashboard">
    Your stitches are safe. We just can't reach them right now.
  </FailedPage>
);
