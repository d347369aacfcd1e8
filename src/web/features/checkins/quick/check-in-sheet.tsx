import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { LoadPart } from '#platform/web/kit/load-part.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { useDashboard } from '#web/data/missions/queries.ts';
import { DashboardFailed } from './dashboard-failed.tsx';
import { QuickCheckin, QuickCheckinSkeleton } from './quick-checkin.tsx';
import { useQuickList } from './use-quick-list.ts';

/** Closes when the user leaves the page. */
export function CheckInSheet({ onClose }: { onClose: () => void }) {
  const t = useT();
  const query = useDashboard();
  const list = useQuickList(query.data, false);
  const { href } = useLocation();
  const openedOn = useRef(href);
  useEffect(() => {
    if (href !== openedOn.current) onClose();
  }, [href, onClose]);
  return (
    <Dialog title={list?.title ?? t('start.common.check_in')} onClose={onClose} broad>
      <LoadPart query={query} loading={<QuickCheckinSkeleton />} failed={<DashboardFailed query={query} />}>
        {() => list && <QuickCheckin list={list} heading="h3" onDone={onClose} onLeave={onClose} />}
      </LoadPart>
    </Dialog>
  );
}
