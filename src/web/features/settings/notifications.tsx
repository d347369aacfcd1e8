import { Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { LoadPart } from '#platform/web/kit/load-part.tsx';
import { Section } from '#platform/web/kit/section.tsx';
import { Switch } from '#platform/web/kit/switch.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { useSaveSettings, useSettings } from './queries.ts';

/** Messages meant for the user personally come first. */
const TYPES = ['nudge', 'mention', 'comment', 'reaction', 'checkin'] as const;

interface NotificationsProps {
  toggle: ReactNode;
  /**
   * Whether a push message can reach any device. Otherwise the choices are hidden, because they would have no effect.
   */
  reachable: boolean | undefined;
  devices: ReactNode;
}

/** Push settings: this device, the types of messages, and all devices. */
export function Notifications({ toggle, reachable, devices }: NotificationsProps) {
  const t = useT();
  return (
    <Section
      id="push"
      icon={<Smartphone className="size-5.5 text-flame" aria-hidden />}
      title={t('app.settings.push.title')}
      lead={t('app.settings.push.lead')}
    >
      {toggle}
      {reachable !== false && <PushTypes />}
      {devices}
    </Section>
  );
}

function PushTypes() {
  const t = useT();
  const query = useSettings();
  const save = useSaveSettings();
  return (
    <fieldset className="mt-4 pt-3 seam">
      <legend className="sr-only">{t('app.settings.push.choices')}</legend>
      <LoadPart query={query} name={t('app.settings.push.part')} rows={TYPES.length} row="h-11.5">
        {(settings) =>
          TYPES.map((type) => {
            const others = settings.push_types.filter((one) => one !== type);
            return (
              <Switch
                key={type}
                label={t(`app.settings.push.types.${type}`)}
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

export function Mails() {
  const t = useT();
  const query = useSettings();
  const save = useSaveSettings();
  return (
    <Section id="mails" title={t('app.settings.mails.title')}>
      <LoadPart query={query} name={t('app.settings.push.part')} rows={2} row="h-19">
        {(settings) => (
          <>
            <Switch
              label={t('app.settings.mails.weekly')}
              note={t('app.settings.mails.weekly_note')}
              checked={settings.weekly_digest}
              onChange={(weekly_digest) => save.mutate({ ...settings, weekly_digest })}
            />
            <Switch
              label={t('app.settings.mails.sign_ins')}
              note={t('app.settings.mails.sign_ins_note')}
              checked={settings.new_device_mail}
              onChange={(new_device_mail) => save.mutate({ ...settings, new_device_mail })}
            />
          </>
        )}
      </LoadPart>
    </Section>
  );
}
