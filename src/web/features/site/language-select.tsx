import { LANGUAGES } from '#messages/generated/languages.ts';
import { chooseLanguage } from '#platform/web/lib/device-language.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';

export function LanguageSelect() {
  const t = useT();
  const choose = (tag: string) => chooseLanguage(tag).catch(() => toast.error(t('start.site.language_failed')));
  return (
    <label className="inline-flex items-center rounded-sm text-ink-2 hover:text-ink">
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 fill-none stroke-current stroke-2">
        <circle cx="12" cy="12" r="9" />
        <path d="M3 12h18M12 3q-8 9 0 18M12 3q8 9 0 18" />
      </svg>
      <span className="sr-only">{t('start.site.language')}</span>
      <select
        id="language"
        value={t.language.tag}
        onChange={(event) => void choose(event.target.value)}
        className="min-h-11 cursor-pointer bg-transparent px-1.5 text-base font-semibold [font-family:system-ui]"
      >
        {LANGUAGES.map(({ tag, name, complete, share }) => (
          <option key={tag} value={tag} lang={tag} className="bg-card text-ink">
            {complete ? name : `${name} (${share}%)`}
          </option>
        ))}
      </select>
    </label>
  );
}
