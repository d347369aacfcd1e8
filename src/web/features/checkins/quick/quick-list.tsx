import type { ReactNode } from 'react';
import { QuickCheckin } from './quick-checkin.tsx';
import type { useQuickList } from './use-quick-list.ts';

interface QuickListProps {
  list: NonNullable<ReturnType<typeof useQuickList>>;
  sharing?: boolean;
  heading: 'h2' | 'h3';
  onDone: () => void;
  onLeave?: () => void;
}

export function QuickList({ list, sharing = false, ...props }: QuickListProps) {
  const { rows, also, checkedIn, items, today, progress, earned, left, allLit } = list;
  const facts = { also, checkedIn, items, today, progress, earned, left, allLit, sharing };
  return <QuickCheckin missions={rows} {...facts} {...props} />;
}

export const Card = ({ children }: { children: ReactNode }) => (
  <div className="mt-4 rounded-xl bg-card p-5 shadow-card transition-colors duration-300 has-data-night:bg-dusk has-data-night:text-on-night sm:p-8">
    {children}
  </div>
);
