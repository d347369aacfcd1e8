import { listenerSet } from './listeners.ts';

export type Theme = 'system' | 'light' | 'dark';

/** Keep this key and rule equal to public/theme.js, which runs before the first paint. */
const KEY = 'theme';
const media = () => window.matchMedia('(prefers-color-scheme: dark)');

export function getTheme(): Theme {
  if (typeof localStorage === 'undefined') return 'system';
  const saved = localStorage.getItem(KEY);
  return saved === 'light' || saved === 'dark' ? saved : 'system';
}

function apply(theme: Theme): void {
  const dark = theme === 'dark' || (theme === 'system' && media().matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#1a1022' : '#fbf3ec');
}

const chosen = listenerSet();

/** Stores the choice; `system` is the default and deletes it. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
  apply(theme);
  chosen.emit();
}

export const subscribeTheme = chosen.subscribe;

/** Applies the theme again when the system or another tab changes it. */
export function watchTheme(): void {
  media().addEventListener('change', () => apply(getTheme()));
  window.addEventListener('storage', (event) => {
    if (event.key !== KEY && event.key !== null) return;
    apply(getTheme());
    chosen.emit();
  });
}
