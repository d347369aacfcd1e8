import { Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Settings } from '#contract/settings.ts';
import { LoadPart } from '#web/kit/load-part.tsx';
import { Section } from '#web/kit/section.tsx';
import { Switch } from '#web/kit/switch.tsx';
import { useSaveSettings, useSettings } from './queries.ts';

const TYPES: readonly [Settings['push_types'][number], string][] = [
  ['nudge', 'Someone nudges me'],
  ['mention', 'Someone mentions me'],
  ['comment', 'Comments on my check-ins'],
  ['reaction', 'Reactions to my check-ins'],
  ['checkin', "Other people's check-ins"],
];

interface NotificationsProps {
  /** Turns push messages on or off for this device. */
  toggle: ReactNode;
  /** Whether a push message can reach any device; without one the choices would change nothing, so they are left out. */
  reachable: boolean | undefined;
  /** The devices that receive them. */
  devices: ReactNode;
}

/** Push messages: on this device, which ones, and on which devices. */
export function Notifications({ toggle, reachable, devices }: NotificationsProps) {
  return (
    <Section
      id="push"
      title={
        <>
          <Smartphone className="size-5.5 text-flame" aria-hidden />
          Push messages
        </>
      }
      lead="Get them even when Emberkin is closed."
    >
      {toggle}
      {reachable !== false && <PushTypes />}
      {devices}
    </Section>
  );
}

function PushTypes() {
  const query = useSettings();
  const save = useSaveSettings();
  return (
    <fieldset className="mt-4 pt-3 seam">
      <legend className="sr-only">What to send as a push message</legend>
      <LoadPart query={query} name="your choices" rows={TYPES.length}>
        {(settings) =>
          TYPES.map(([type, label]) => {
            const others = settings.push_types.filter((one) => one !== type);
            return (
              <Switch
                key={type}
                label={label}
                checked={settings.push_types.includes(type)}
                onChange={(checked) => save.mutate({ ...settings, push_types: checked ? [...others, type] : others })}
              />
            );
          })
        }
      </LoadPart>
    </fieldset>
  );
}

/** Mails that one may do without. */
export function Mails() {
  const query = useSettings();
  const save = useSaveSettings();
  return (
    <Section id="mails" title="Email">
      <LoadPart query={query} name="your choices" rows={2}>
        {(settings) => (
          <>
            <Switch
              label="Your week in pictures"
              note="On Mondays, with the quilt of your week. Unsubscribe any time."
              checked={settings.weekly_digest}
              onChange={(weekly_digest) => save.mutate({ ...settings, weekly_digest })}
            />
            <Switch
              label="Sign-ins on new devices"
              note="When someone signs in to your account on a device and from a place that are new to us."
              checked={settings.new_device_mail}
              onChange={(new_device_mail) => save.mutate({ ...settings, new_device_mail })}
            />
          </>
        )}
      </LoadPart>
    </Section>
  );
}
