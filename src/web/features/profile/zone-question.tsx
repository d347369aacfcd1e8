import { useQuery } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ZoneOption } from '#domain/zones.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { declinedZone, declineZone } from '#web/lib/session/declined-zone.ts';
import { useMe } from '#web/lib/session/me.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { timezonesQuery, useSaveProfile } from './queries.ts';
import { deviceZone, knownZone, zoneChangeNote } from './time-zone.ts';

interface ZoneQuestionProps {
  zones: readonly ZoneOption[];
  /** The zone of this device, and the one on the profile. */
  here: string;
  saved: string;
  /** The buttons. */
  children: ReactNode;
}

/** Asks somebody whose device is in another time zone than their profile whether they have moved. */
export function ZoneQuestion({ zones, here, saved, children }: ZoneQuestionProps) {
  const labelOf = (zone: string) => zones.find(({ value }) => value === zone)?.label ?? zone;
  return (
    <section
      aria-label="Timezone of this device"
      className="grid gap-3 rounded-lg bg-sky-soft p-4 text-ink sm:flex sm:items-center"
    >
      <MapPin className="size-6 shrink-0 text-sky max-sm:hidden" aria-hidden />
      <div className="grow text-sm">
        <p className="font-bold">Have you moved?</p>
        <p className="mt-1">
          {`This device is set to ${labelOf(here)}, your profile to ${labelOf(saved)}.`}{' '}
          {zoneChangeNote(new Date(), saved, here)}
        </p>
      </div>
      {children}
    </section>
  );
}

/**
 * The question on the dashboard, where the answer is saved at once. `Not now` is remembered until logging out; a device
 * in yet another zone asks again. Only for somebody whose device is in another zone, as it fetches the list of zones.
 */
export function MovedQuestion() {
  const me = useMe();
  const save = useSaveProfile();
  const [busy, setBusy] = useState(false);
  const [declined, setDeclined] = useState(() => declinedZone(me.id));
  const device = deviceZone();
  const { data: zones } = useQuery({ ...timezonesQuery, enabled: declined !== device });
  const here = zones && knownZone(device, zones);
  if (!zones || !here || here === me.timezone || declined === device) return null;
  const use = async () => {
    setBusy(true);
    try {
      await save({ name: me.name, bio: me.bio, location: me.location, timezone: here });
      toast.success('Profile updated successfully!');
    } catch (error) {
      toast.error(detailOf(error, 'Failed to update profile'));
    }
    setBusy(false);
  };
  const decline = () => {
    declineZone(me.id, device);
    setDeclined(device);
  };
  return (
    <div className="mt-6">
      <ZoneQuestion zones={zones} here={here} saved={me.timezone}>
        <div className="flex shrink-0 flex-wrap gap-2">
          <Button kind="quiet" size="sm" busy={busy} busyLabel="Saving..." onClick={() => void use()}>
            Use this timezone
          </Button>
          <Button kind="bare" disabled={busy} onClick={decline}>
            Not now
          </Button>
        </div>
      </ZoneQuestion>
    </div>
  );
}
