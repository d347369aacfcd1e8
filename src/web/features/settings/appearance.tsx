import { Section } from '#platform/web/kit/section.tsx';
import { Select } from '#platform/web/kit/select.tsx';
import { type DateStyle, dayInStyle, setDateStyle, useDateStyle } from '#platform/web/lib/format.ts';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { LanguageChoice } from './language-choice.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** Shown in each style. */
const SAMPLE = '2026-11-21';

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
          options={styles.map((value) => ({ value, label: dayInStyle(SAMPLE, value) }))}
          value={style}
          onChange={setDateStyle}
        />
      </div>
    </Section>
  );
}
