import { MapPin } from 'lucide-react';
import type { ZoneOption } from '#domain/zones.ts';
import { Button } from '#web/ui/button.tsx';
import { Combobox } from '#web/ui/combobox.tsx';
import { deviceZone, knownZone } from './device-zone.ts';
import { zoneChangeNote } from './zone-change.ts';

interface ZoneFieldProps {
  options: readonly ZoneOption[];
  value: string;
  /** The zone on the profile; null while none was ever chosen. */
  saved: string | null;
  error: string | undefined;
  onChange: (zone: string) => void;
}

/** Where one's days begin and end. It says what a change does to today before it is saved (Decisions 7). */
export function ZoneField({ options, value, saved, error, onChange }: ZoneFieldProps) {
  const note =
    saved && value !== saved ? (
      <span className="mt-1 block rounded-md bg-sky-soft px-3 py-2.5 text-sm text-ink" role="status">
        {zoneChangeNote(new Date(), saved, value)}
      </span>
    ) : (
      'Your day starts at midnight here.'
    );
  return (
    <Combobox
      id="timezone"
      label="Timezone"
      options={options}
      value={value}
      onChange={onChange}
      error={error}
      note={note}
    />
  );
}

/** Asks when the device keeps another time than the profile. */
export function ZoneQuestion({ options, value, saved, onChange }: Omit<ZoneFieldProps, 'error'> & { saved: string }) {
  const here = knownZone(deviceZone(), options);
  if (!here || here === saved || here === value) return null;
  const labelOf = (zone: string) => options.find((o) => o.value === zone)?.label ?? zone;
  return (
    <section
      aria-label="Timezone of this device"
      className="grid gap-3 rounded-lg bg-sky-soft p-4 text-ink sm:flex sm:items-center"
    >
      <MapPin className="size-6 shrink-0 text-sky max-sm:hidden" aria-hidden />
      <div className="grow text-sm">
        <p className="font-bold">Have you moved?</p>
        <p className="mt-1">
          This device is on {labelOf(here)}, your profile is on {labelOf(saved)}.{' '}
          {zoneChangeNote(new Date(), saved, here)}
        </p>
      </div>
      <Button kind="quiet" size="sm" onClick={() => onChange(here)} className="shrink-0">
        Use this timezone
      </Button>
    </section>
  );
}
