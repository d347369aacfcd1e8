import { Section } from '#web/kit/section.tsx';
import { Select } from '#web/kit/select.tsx';
import { type DateStyle, setDateStyle, useDateStyle } from '#web/lib/format.ts';
import { ThemeSwitch } from './theme-switch.tsx';

const STYLES: readonly { value: DateStyle; label: string }[] = [
  { value: 'day', label: '21 November 2026' },
  { value: 'month', label: 'November 21, 2026' },
  { value: 'numbers', label: '2026-11-21' },
];

/** How Emberkin looks in this browser. */
export function Appearance() {
  const style = useDateStyle();
  return (
    <Section id="appearance" title="Appearance" lead="On this device">
      <div className="grid gap-5">
        <ThemeSwitch />
        <Select id="dates" label="Dates" options={STYLES} value={style} onChange={setDateStyle} />
      </div>
    </Section>
  );
}
