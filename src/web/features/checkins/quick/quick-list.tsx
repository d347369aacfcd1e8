import type { ReactNode } from 'react';
import { QuickCheckin } from './quick-checkin.tsx';
import type { useQuickList } from './use-quick-list.ts';
import { YesterdayRow } from './yesterday-row.tsx';

interface QuickListProps {
  list: NonNullable<ReturnType<typeof useQuickList>>;
  sharing?: boolean;
  heading: 'h2' | 'h3';
  onDone: () => void;
  onLeave?: () => void;
}

export function QuickList({ list, sharing = false, ...props }: QuickListProps) {
  const { rows, also, checkedIn, items, dashboard, progress, earned, left, allLit } = list;
  const yesterday = !sharing && <YesterdayRow dashboard={dashboard} holdsPlace />;
  const facts = { also, checkedIn, items, progress, earned, left, allLit, yesterday, sharing };
  return <QuickCheckin missions={rows} {...facts} {...props} />;
}

export const Card = ({ children }: { children: ReactNode }) => (
  <div className="mt-4 rounded-xl bg-card p-5 shadow-card transition-colors duration-300 has-data-night:bg-dusk has-data-night:text-on-night sm:p-8">
    {children}
  </div>
);
