import { useState } from 'react';
import { countUnsent } from '#platform/web/outbox/outbox-store.ts';
import { useMe } from '#web/data/me.ts';
import { useLogOut } from '#web/features/auth/public.ts';

/** Logs out. That deletes unsent items on this device, so it asks first. */
export function useLeave() {
  const { id } = useMe();
  const { mutate, isPending } = useLogOut();
  const [unsent, setUnsent] = useState(0);
  const ask = async () => {
    const count = await countUnsent(id).catch(() => 0);
    if (count > 0) setUnsent(count);
    else mutate();
  };
  return { ask, logOut: () => mutate(), stay: () => setUnsent(0), unsent, loggingOut: isPending };
}
