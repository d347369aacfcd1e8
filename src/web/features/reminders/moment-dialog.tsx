import { useQuery } from '@tanstack/react-query';
import type { Mission } from '#contract/missions.ts';
import { pushDevicesQuery } from '#web/features/push/public.ts';
import { MomentDialog } from './moment.tsx';

/** The viewer's moment, with whether any device of theirs could show a push message. */
export function Moment(props: { mission: Pick<Mission, 'id' | 'schedule'>; onClose: () => void }) {
  const devices = useQuery(pushDevicesQuery);
  return <MomentDialog {...props} pushReady={devices.data && devices.data.length > 0} />;
}
