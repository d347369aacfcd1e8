import type { ReactNode } from 'react';
import type { User } from '#contract/auth.ts';
import { updateProfile } from '#contract/profile.ts';
import { BIO_MAX, LOCATION_MAX, NAME_MAX } from '#domain/limits.ts';
import type { ZoneOption } from '#domain/zones.ts';
import { useForm } from '#web/lib/form.ts';
import { toast } from '#web/lib/toast.ts';
import { useServerUpdates } from '#web/lib/use-server-updates.ts';
import { Button } from '#web/ui/button.tsx';
import { CountedField } from '#web/ui/counted-field.tsx';
import { AvatarUpload } from './avatar-upload.tsx';
import { deviceZone, knownZone } from './device-zone.ts';
import { useSaveProfile } from './queries.ts';
import { ZoneField, ZoneQuestion } from './zone-field.tsx';

interface ProfileFormProps {
  me: User;
  zones: readonly ZoneOption[];
  /** First login: one button and no way back. */
  first: boolean;
  /** Stands before the button; not drawn on first login. */
  cancel?: ReactNode;
  /** After it was saved; the form stays busy until this is done. */
  onSaved?: () => Promise<void>;
}

/** Spec 2 and 5, Profile. */
export function ProfileForm({ me, zones, first, cancel, onSaved }: ProfileFormProps) {
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
      toast.success('Profile updated successfully!');
      await onSaved?.();
    },
    failed: 'Failed to update profile',
  });
  useServerUpdates(form, initial);
  const zone = {
    options: zones,
    value: form.values.timezone,
    onChange: (value: string) => form.set('timezone', value),
  };
  return (
    <form className="grid gap-5 rounded-xl bg-card p-5 shadow-card sm:p-8" onSubmit={form.onSubmit} noValidate>
      {!first && <ZoneQuestion {...zone} saved={me.timezone} />}
      <AvatarUpload me={me} />
      <CountedField label="Full Name" max={NAME_MAX} autoComplete="name" required {...form.field('name')} />
      <CountedField
        label="Bio"
        max={BIO_MAX}
        area
        optional
        placeholder="What should your people know?"
        {...form.field('bio')}
      />
      <div className={first ? 'grid gap-5' : 'grid gap-5 sm:grid-cols-2'}>
        <CountedField
          label="Location"
          max={LOCATION_MAX}
          optional
          autoComplete="address-level2"
          {...form.field('location')}
        />
        <ZoneField {...zone} saved={first ? null : me.timezone} error={form.errors.timezone} />
      </div>
      <div className="flex flex-col-reverse gap-3 pt-1 sm:flex-row sm:justify-end">
        {!first && cancel}
        <Button type="submit" busy={form.busy} busyLabel="Saving..." className={first ? 'w-full' : 'sm:min-w-44'}>
          {first ? 'Save and go to the fire' : 'Save Changes'}
        </Button>
      </div>
    </form>
  );
}
