import { type DateStyle, setDateStyle, useDateStyle } from '#web/lib/date-style.ts';
import { Section } from '#web/ui/section.tsx';
import { Select } from '#web/ui/select.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';

const STYLES: readonly { value: DateStyle; label: string }[] = [
  { value: 'day', label: '21 November 2026' },
  { value: 'month', label: 'November 21, 2026' },
  { value: 'numbers', label: '2026-11-21' },
];

/** How Emberkin looks in this browser. */
export function Appearance() {
  const style = useDateStyle();
  return (
    <Section id="appearance" title="Appearance" lead="In this browser.">
      <div className="grid gap-5">
        <ThemeSwitch />
        <Select id="dates" label="Dates" options={STYLES} value={style} onChange={setDateStyle} />
      </div>
    </Section>
  );
}
