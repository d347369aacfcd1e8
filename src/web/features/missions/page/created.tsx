import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { useSentInvitations } from '#web/features/invitations/public.ts';
import { scrollToElement } from '#web/kit/scroll-to.ts';

const route = getRouteApi('/queries/app/mission/$missionId');

const CreatedDialog = lazy(async () => ({ default: (await import('./created-dialog.tsx')).CreatedDialog }));

/** The mission whose dialog was shown in this tab: a reload does not show it again. */
const SHOWN_KEY = 'created-shown';

/** Shows the dialog of a mission that its owner has just created. Closing it leads to the check-in. */
export function Created({ mission }: { mission: Mission }) {
  const { created } = route.useSearch();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState(() => created === true && sessionStorage.getItem(SHOWN_KEY) !== mission.id);
  const { data: sent, isPending } = useSentInvitations(mission.id, open && mission.previous_id !== null);
  useEffect(() => {
    if (created) sessionStorage.setItem(SHOWN_KEY, mission.id);
  }, [created, mission.id]);
  if (!open || (mission.previous_id !== null && isPending)) return null;
  const invited = sent?.flatMap(({ invitee_name }) => invitee_name ?? []) ?? [];
  const close = (next?: 'email') => {
    setOpen(false);
    void navigate({ search: ({ shared }) => (shared ? { shared } : {}), replace: true, resetScroll: false });
    // Once the dialog is gone: what lies behind it cannot take the focus.
    setTimeout(() => {
      if (next === 'email') document.querySelector<HTMLElement>('[name="invitee_email"]')?.focus();
      else scrollToElement('checkin', true);
    });
  };
  return (
    <Suspense fallback={null}>
      <CreatedDialog mission={mission} invited={invited} onClose={close} />
    </Suspense>
  );
}
