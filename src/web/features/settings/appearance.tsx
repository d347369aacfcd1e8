import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import { useId, useSyncExternalStore } from 'react';
import { LANGUAGES } from '#messages/generated/languages.ts';
import type { PlainKey } from '#platform/i18n/translate.ts';
import { Section } from '#platform/web/kit/section.tsx';
import { Select } from '#platform/web/kit/select.tsx';
import { browserLanguage, chosenLanguage } from '#platform/web/lib/device-language.ts';
import { type DateStyle, dayInStyle, setDateStyle, useDateStyle } from '#platform/web/lib/format.ts';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { getTheme, setTheme, subscribeTheme, type Theme } from '#platform/web/lib/theme.ts';
import { useChooseLanguage } from './queries.ts';

const SAMPLE = '2026-11-21';

/** English has two orders of day and month; other languages have one, plus numbers. */
const stylesOf = (t: ScreenTranslate): readonly DateStyle[] =>
  t.language.tag === 'en' ? ['day', 'month', 'numbers'] : ['day', 'numbers'];

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

type Tag = (typeof LANGUAGES)[number]['tag'];
/** Means the browser's language, because an option must be text. */
const BROWSER = '';

const nameOf = (tag: string) => LANGUAGES.find((language) => language.tag === tag)?.name ?? tag;

/** The language of this device's screens and of messages to the account. */
function LanguageChoice() {
  const t = useT();
  const choose = useChooseLanguage();
  const options: { value: Tag | typeof BROWSER; label: string; lang?: string }[] = [
    { value: BROWSER, label: t('app.settings.appearance.language_of_browser', { name: nameOf(browserLanguage()) }) },
    ...LANGUAGES.map(({ tag, name, complete, share }) => ({
      value: tag,
      label: complete ? name : `${name} (${share}%)`,
      lang: tag,
    })),
  ];
  const shown = choose.isPending ? choose.variables : chosenLanguage();
  return (
    <Select
      id="language"
      label={t('app.settings.appearance.language')}
      note={t('app.settings.appearance.language_note')}
      options={options}
      value={options.find(({ value }) => value === shown)?.value ?? BROWSER}
      busy={choose.isPending}
      onChange={(tag) => choose.mutate(tag === BROWSER ? null : tag)}
    />
  );
}

const THEMES: readonly [Theme, PlainKey, LucideIcon][] = [
  ['system', 'app.settings.appearance.system', Monitor],
  ['light', 'app.settings.appearance.light', Sun],
  ['dark', 'app.settings.appearance.dark', Moon],
];

function ThemeSwitch() {
  const t = useT();
  const chosen = useSyncExternalStore(subscribeTheme, getTheme, () => 'system' as const);
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{t('app.settings.appearance.title')}</legend>
      <div className="grid grid-cols-3 gap-1 rounded-md bg-sunk p-1">
        {THEMES.map(([theme, label, Icon]) => (
          <label
            key={theme}
            className="inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-sm px-2 text-sm font-semibold text-ink-2 has-checked:bg-card has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-sky"
          >
            <input
              type="radio"
              name={name}
              value={theme}
              checked={theme === chosen}
              onChange={() => setTheme(theme)}
              className="sr-only"
            />
            <Icon className="size-4.5 shrink-0" aria-hidden />
            {t(label)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
