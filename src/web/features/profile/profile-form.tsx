import { type ReactNode, useState } from 'react';
import type { User } from '#contract/auth.ts';
import { updateProfile } from '#contract/profile.ts';
import { BIO_MAX, LOCATION_MAX, NAME_MAX } from '#domain/limits.ts';
import type { ZoneOption } from '#platform/lib/zones.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { Combobox } from '#platform/web/kit/combobox.tsx';
import { CountedField } from '#platform/web/kit/counted-field.tsx';
import { DisclosureButton } from '#platform/web/kit/disclosure-button.tsx';
import { useForm } from '#platform/web/lib/form.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { useServerUpdates } from '#platform/web/lib/use-server-updates.ts';
import { AvatarUpload } from './avatar-upload.tsx';
import { useSaveProfile } from './queries.ts';
import { deviceZone, knownZone, zoneChangeNote } from './time-zone.ts';
import { ZoneQuestion } from './zone-question.tsx';

interface ZoneFieldProps {
  options: readonly ZoneOption[];
  value: string;
  /** The zone on the profile, or null before the first choice. */
  saved: string | null;
  error: string | undefined;
  onChange: (zone: string) => void;
}

/** The time zone of the user's days. Before a change is saved, it says what happens to today. */
function ZoneField({ options, value, saved, error, onChange }: ZoneFieldProps) {
  const t = useT();
  const note =
    saved && value !== saved ? (
      <span className="mt-1 block rounded-md bg-sky-soft px-3 py-2.5 text-sm text-ink" role="status">
        {zoneChangeNote(t, new Date(), saved, value)}
      </span>
    ) : (
      t('app.profile.zone.note')
    );
  return (
    <Combobox
      id="timezone"
      label={t('app.profile.zone.label')}
      options={options}
      value={value}
      onChange={onChange}
      error={error}
      note={note}
    />
  );
}

function MovedField({ options, value, saved, onChange }: Omit<ZoneFieldProps, 'error'> & { saved: string }) {
  const t = useT();
  const here = knownZone(deviceZone(), options);
  if (!here || here === saved || here === value) return null;
  return (
    <ZoneQuestion here={here} saved={saved}>
      <Button kind="quiet" size="sm" onClick={() => onChange(here)} className="shrink-0">
        {t('app.profile.zone.use')}
      </Button>
    </ZoneQuestion>
  );
}

interface ProfileFormProps {
  me: User;
  zones: readonly ZoneOption[];
  /** First login: one button and no back button. Only name and zone are visible at first. */
  first: boolean;
  cancel?: ReactNode;
  /** Called after saving; the form stays busy until it resolves. */
  onSaved?: () => Promise<void>;
}

export function ProfileForm({ me, zones, first, cancel, onSaved }: ProfileFormProps) {
  const t = useT();
  const save = useSaveProfile();
  const initial = {
    name: me.name,
    bio: me.bio,
    location: me.location,
    timezone: (first && knownZone(deviceZone(), zones)) || me.timezone,
  };
  const form = useForm({
    schema: updateProfile.body,
    initial,
    submit: async (body) => {
      await save(body);
      if (!first) toast.success(t('app.profile.form.saved'));
      await onSaved?.();
    },
    failed: t('app.profile.form.not_saved'),
  });
  useServerUpdates(form, initial);
  const zone = {
    options: zones,
    value: form.values.timezone,
    onChange: (value: string) => form.set('timezone', value),
  };
  const [more, setMore] = useState(!first);
  const shown = more || !!form.errors.bio || !!form.errors.location;
  const zoneField = <ZoneField {...zone} saved={first ? null : me.timezone} error={form.errors.timezone} />;
  const location = (
    <CountedField
      label={t('app.profile.form.location')}
      max={LOCATION_MAX}
      optional
      autoComplete="address-level2"
      {...form.field('location')}
    />
  );
  return (
    <form
      className="grid grid-cols-1 gap-5 rounded-xl bg-card p-5 shadow-card sm:p-8"
      onSubmit={form.onSubmit}
      noValidate
    >
      {!first && <MovedField {...zone} saved={me.timezone} />}
      {!first && <AvatarUpload me={me} />}
      <CountedField
        label={t('start.fields.name')}
        max={NAME_MAX}
        autoComplete="name"
        required
        {...form.field('name')}
      />
      {first && (
        <>
          {zoneField}
          <div className="-my-2 -ms-3">
            <DisclosureButton open={shown} controls="more-about-you" onToggle={() => setMore(!shown)}>
              {t('app.profile.first.more')}
            </DisclosureButton>
          </div>
        </>
      )}
      {shown && (
        <div id="more-about-you" className="grid grid-cols-1 gap-5">
          {first && <AvatarUpload me={me} />}
          <CountedField
            label={t('app.profile.form.bio')}
            max={BIO_MAX}
            area
            optional
            placeholder={t('app.profile.form.bio_example')}
            {...form.field('bio')}
          />
          {first ? (
            location
          ) : (
            <div className="grid gap-5 sm:grid-cols-2">
              {location}
              {zoneField}
            </div>
          )}
        </div>
      )}
      <div className="flex flex-col-reverse gap-3 pt-1 sm:flex-row sm:justify-end">
        {!first && cancel}
        <Button
          type="submit"
          busy={form.busy}
          busyLabel={t('start.common.saving')}
          className={first ? 'w-full' : 'sm:min-w-44'}
        >
          {t(first ? 'app.profile.first.save' : 'app.profile.form.save')}
        </Button>
      </div>
    </form>
  );
}
