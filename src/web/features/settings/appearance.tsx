import type { PlainKey } from '#messages/translate.ts';
import { Section } from '#web/kit/section.tsx';
import { Select } from '#web/kit/select.tsx';
import { type DateStyle, setDateStyle, useDateStyle } from '#web/lib/format.ts';
import { type ScreenTranslate, useT } from '#web/lib/language.ts';
import { LanguageChoice } from './language-choice.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** The same day in each style. */
const STYLES = {
  day: 'app.settings.appearance.dates_day',
  month: 'app.settings.appearance.dates_month',
  numbers: 'app.settings.appearance.dates_numbers',
} as const satisfies Record<DateStyle, PlainKey>;

/** English has two orders of words; other languages have one, beside the numbers. */
const stylesOf = (t: ScreenTranslate): readonly DateStyle[] =>
  t.language.tag === 'en' ? ['day', 'month', 'numbers'] : ['day', 'numbers'];

/** How Emberkin looks in this browser. */
export function Appearance() {
  const t = useT();
  const chosen = useDateStyle();
  const styles = stylesOf(t);
  const style = styles.includes(chosen) ? chosen : 'day';
  return (
    <Section id="appearance" title={t('app.settings.appearance.title')} lead={t('app.settings.appearance.lead')}>
      <div className="grid gap-5">
        <LanguageChoice />
        <ThemeSwitch />
        <Select
          id="dates"
          label={t('app.settings.appearance.dates')}
          options={styles.map((value) => ({ value, label: t(STYLES[value]) }))}
          value={style}
          onChange={setDateStyle}
        />
      </div>
    </Section>
  );
}
