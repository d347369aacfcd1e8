/** Shows how many check-ins are open today on the icon of the installed app, and that any are on that of the tab. */
export function showOpenCount(open: number): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = open > 0 ? '/icon-open.svg' : '/icon.svg';
  // Not every browser has badges, and one that has may refuse: then the icon stays as it is.
  const { setAppBadge, clearAppBadge } = navigator as Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;
  const done = open > 0 ? setAppBadge?.call(navigator, open) : clearAppBadge?.call(navigator);
  done?.catch(() => undefined);
}
