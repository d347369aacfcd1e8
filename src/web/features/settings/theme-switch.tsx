import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import { useId, useSyncExternalStore } from 'react';
import { getTheme, setTheme, subscribeTheme, type Theme } from '#web/lib/theme.ts';

const CHOICES: readonly [Theme, string, LucideIcon][] = [
  ['system', 'System', Monitor],
  ['light', 'Light', Sun],
  ['dark', 'Dark', Moon],
];

/** Chooses the light theme, the dark one, or that of the system. */
export function ThemeSwitch() {
  const chosen = useSyncExternalStore(subscribeTheme, getTheme, () => 'system' as const);
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">Appearance</legend>
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
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
