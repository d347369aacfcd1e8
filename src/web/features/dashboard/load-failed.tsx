import type { ComponentProps } from 'react';
import { FailedPage } from '#web/ui/load-part.tsx';

export const DashboardFailed = ({ query }: Pick<ComponentProps<typeof FailedPage>, 'query'>) => (
  <FailedPage query={query} title="Failed to load dashboard">
    Your stitches are safe. The way to them is closed for a moment.
  </FailedPage>
);
