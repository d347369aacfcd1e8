import { LANGUAGES } from '#messages/generated/languages.ts';
import { Select } from '#platform/web/kit/select.tsx';
import { browserLanguage, chosenLanguage } from '#platform/web/lib/device-language.ts';
import { useT } from '#platform/web/lib/language.ts';
import { useChooseLanguage } from './queries.ts';

type Tag = (typeof LANGUAGES)[number]['tag'];
/** Stands for that of the browser, as an option has to be text. */
const BROWSER = '';

const nameOf = (tag: string) => LANGUAGES.find((language) => language.tag === tag)?.name ?? tag;

/** The language of the screens on this device, and of what is sent to the account. */
export function LanguageChoice() {
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
