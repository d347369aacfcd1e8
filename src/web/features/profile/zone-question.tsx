import { MapPin } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { canonicalZone, zoneLabel } from '#platform/lib/zones.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { useAction } from '#platform/web/lib/use-action.ts';
import { declinedZone, declineZone } from '#web/data/declined-zone.ts';
import { useMe } from '#web/data/me.ts';
import { useSaveProfile } from './queries.ts';
import { deviceZone, isZoneForeign, zoneChangeNote } from './time-zone.ts';

interface ZoneQuestionProps {
  /** The device's zone, then the profile's. */
  here: string;
  saved: string;
  children: ReactNode;
}

/** Asks users if they have moved, when device and profile are in different time zones. */
export function ZoneQuestion({ here, saved, children }: ZoneQuestionProps) {
  const t = useT();
  const now = new Date();
  return (
    <section
      aria-label={t('app.profile.zone.of_device')}
      className="grid gap-3 rounded-lg bg-sky-soft p-4 text-ink sm:flex sm:items-center"
    >
      <MapPin className="size-6 shrink-0 text-sky max-sm:hidden" aria-hidden />
      <div className="grow text-sm">
        <p className="font-bold">{t('app.profile.zone.moved')}</p>
        <p className="mt-1">
          {t('app.profile.zone.moved_note', {
            here: zoneLabel(here, now),
            saved: zoneLabel(saved, now),
            change: zoneChangeNote(t, now, saved, here),
          })}
        </p>
      </div>
      {children}
    </section>
  );
}

/**
 * The question on the dashboard, which saves a yes immediately.
 *
 * `Not now` is remembered until logging out; yet another zone asks again. It waits for no request, because it would
 * push the missions below it down.
 */
export function MovedQuestion() {
  const t = useT();
  const me = useMe();
  const save = useSaveProfile();
  const { busy, run } = useAction();
  const [declined, setDeclined] = useState(() => declinedZone(me.id));
  const device = deviceZone();
  const here = canonicalZone(device);
  if (!here || declined === device || !isZoneForeign(me.timezone)) return null;
  const use = () =>
    run(() => save({ name: me.name, bio: me.bio, location: me.location, timezone: here }), {
      done: t('app.profile.form.saved'),
      failed: t('app.profile.form.not_saved'),
    });
  const decline = () => {
    declineZone(me.id, device);
    setDeclined(device);
  };
  return (
    <div className="mt-6">
      <ZoneQuestion here={here} saved={me.timezone}>
        <div className="flex shrink-0 flex-wrap gap-2">
          <Button kind="quiet" size="sm" busy={busy} busyLabel={t('start.common.saving')} onClick={use}>
            {t('app.profile.zone.use')}
          </Button>
          <Button kind="bare" disabled={busy} onClick={decline}>
            {t('start.common.not_now')}
          </Button>
        </div>
      </ZoneQuestion>
    </div>
  );
}
