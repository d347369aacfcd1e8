import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import { useId, useSyncExternalStore } from 'react';
import type { PlainKey } from '#platform/i18n/translate.ts';
import { useT } from '#platform/web/lib/language.ts';
import { getTheme, setTheme, subscribeTheme, type Theme } from '#platform/web/lib/theme.ts';

const CHOICES: readonly [Theme, PlainKey, LucideIcon][] = [
  ['system', 'app.settings.appearance.system', Monitor],
  ['light', 'app.settings.appearance.light', Sun],
  ['dark', 'app.settings.appearance.dark', Moon],
];

/** Chooses the light theme, the dark one, or that of the system. */
export function ThemeSwitch() {
  const t = useT();
  const chosen = useSyncExternalStore(subscribeTheme, getTheme, () => 'system' as const);
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{t('app.settings.appearance.title')}</legend>
      <div className="grid grid-cols-3 gap-1 rounded-md bg-sunk p-1">
        {CHOICES.map(([theme, label, Icon]) => (
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
