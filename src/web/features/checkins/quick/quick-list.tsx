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
  const { rows, also, checkedIn, items, today, progress, allLit } = list;
  return <QuickCheckin missions={rows} {...{ also, checkedIn, items, today, progress, allLit, sharing }} {...props} />;
}

export const Card = ({ children }: { children: ReactNode }) => (
  <div className="mt-4 rounded-xl bg-card p-5 shadow-card sm:p-8">{children}</div>
);
